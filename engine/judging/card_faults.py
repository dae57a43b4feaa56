"""Faults of cards that were seen: how they are named and asked about, and when they are over.

A card that was laid and no chip with it is said after a while, and over when the chip comes or the card is taken back:
a reminder more than a fault, since nothing on the board is wrong, and play that goes on leaves no mark.
"""

from __future__ import annotations

import msgspec

from engine import events
from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.faults import CARD_CODES, Code
from engine.judging.card_memory import CardMemory
from engine.judging.context import Context
from engine.judging.corrections import correct
from engine.judging.faults import clear, stand_all, tell_fault
from engine.judging.handlers import Answer
from engine.judging.ledger import OpenFault
from engine.judging.piles import LaidCard
from engine.rules.legality import is_dead, problems
from engine.rules.position import Game, Position
from engine.saying import saying

DISPUTED_WIN_SECONDS = 10.0
"""A win whose card is in dispute is told after so long, when nobody has put it right. 5 to 30."""


def name(context: Context, number: int) -> None:
    """Name what is wrong with the cards of the turn of this number."""
    played, game = context.ledger.turn(number), context.game
    turn, position = played.turn, played.position
    found = tuple(p for p in problems(game, position, turn) if p.code in CARD_CODES)
    code = turn.irregular or ""
    first = next((problem for problem in found if problem.code == code), None)
    if first is None:
        return
    spaces = () if turn.space is None else (turn.space,)
    card = turn.card if code in (Code.WRONG_CARD, Code.THIRD_COPY) or not turn.dead else turn.dead[-1]
    could = homes(game, position, card) if code == Code.WRONG_CARD else first.spaces if code == Code.NOT_DEAD else ()
    tell_fault(
        context,
        code,
        problems=tuple(dict.fromkeys(problem.code for problem in found)),
        spaces=game.layout.names_of(spaces),
        team=game.seats[played.act.seat].team,
        turn=number,
        seen_at=context.at,
        card=card,
        could=game.layout.names_of(could),
    )


def homes(game: Game, position: Position, card: Card | None) -> tuple[int, ...]:
    """The spaces on which a card could be played."""
    return spaces_in(game.home.get(card or "", 0) & ~position.taken)


def tend(context: Context) -> None:
    """Look whether faults of cards were put right: their turn was taken back, or is regular now."""
    if context.ledger.win_held and context.on_fault != "strict":
        named_at = min(fault.at for fault in context.ledger.faults.values())
        if context.at - named_at >= DISPUTED_WIN_SECONDS:
            stand_all(context, "")
            return
    for fault in [fault for fault in context.ledger.faults.values() if fault.code in CARD_CODES]:
        mark = next((one.turn.irregular for one in context.ledger.turns() if one.act.key == fault.key), None)
        if mark != fault.code:
            clear(context, fault)
    if context.ledger.ended != context.ledger.end_told:
        context.tell_position()


def answered(context: Context, question: events.Question, option: str) -> Answer:
    """The table said which card it was."""
    played = context.ledger.turn(question.turn)
    turn = msgspec.structs.replace(played.turn, card=option, irregular=None)
    code = next((p.code for p in problems(context.game, played.position, turn) if p.code in CARD_CODES), None)
    yield saying("card-told", number=question.turn, card=option)
    if played.turn.card == option:
        return
    correct(context, played, turn, code, saying("card-said"))
    if code:
        name(context, played.number)


NO_CHIP_SECONDS = 10.0
"""People lay a card and look for its space. 6 to 20."""
QUIET_SECONDS = 2.0
"""So long nothing was over the board before it is said: a hand may be about to lay the chip. 1 to 4."""


class CardWithoutChip:
    """Watches one table for cards whose chip does not come."""

    def __init__(self, memory: CardMemory) -> None:
        self.memory, self.context = memory, memory.context
        self._said: LaidCard | None = None
        self._quiet_since = 0.0

    def tend(self) -> None:
        """Time goes on: say that a chip is missing, or that it is no more."""
        tracker = self.context.tracker
        if tracker.hands.hidden or tracker.changes or tracker.between or tracker.unsworn.doubts:
            self._quiet_since = self.context.at
        open_one = self._open()
        if open_one is not None and self._said not in self.memory.waiting:
            clear(self.context, open_one)
        elif open_one is None and not self.context.ledger.faults:
            laid = self._lonely()
            if laid is not None:
                self._say(laid)

    def chip_came(self, seat: int) -> None:
        """A turn of a seat is about to be told: its own chip, or play goes on without it."""
        open_one = self._open()
        if open_one is not None:
            clear(self.context, open_one, stands=self.context.ledger.table.seat != seat)

    def _open(self) -> OpenFault | None:
        return next((fault for fault in self.context.ledger.faults.values() if fault.code == Code.NO_CHIP), None)

    def _lonely(self) -> LaidCard | None:
        """A card of the seat to move that has lain on top of its pile for long, and what goes with it may be laid."""
        now, seat = self.context.at, self.context.ledger.table.seat
        own = self.memory.own(seat)
        if not own or now - self._quiet_since < QUIET_SECONDS:
            return None
        laid, position = own[-1], self.context.ledger.table.skip_to(seat)
        waited = now - max(laid.at, self.context.ledger.turn_at) >= NO_CHIP_SECONDS
        if not waited or laid is self._said or not laid.sure or is_dead(self.context.game, position, laid.card):
            return None
        on_top = self.memory.piles.get(laid.pile, [laid])[-1] is laid
        # On a common pile a card that came with the turn before may be that turn's, which told another one.
        return laid if on_top and self.memory.belongs(laid, seat) else None

    def _say(self, laid: LaidCard) -> None:
        game, table = self.context.game, self.context.ledger.table
        self._said = laid
        position = self.context.ledger.table.skip_to(table.seat)
        seat = game.seats[table.seat]
        tell_fault(
            self.context,
            Code.NO_CHIP,
            problems=(Code.NO_CHIP,),
            team=seat.team,
            turn=position.turn,
            seen_at=laid.at,
            card=laid.card,
            could=game.layout.names_of(homes(game, position, laid.card)),
        )
