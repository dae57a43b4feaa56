"""A card that was laid and no chip with it: said after a while, and over when the chip comes or the card is taken back.

It is a reminder more than a fault: nothing on the board is wrong, and play that goes on leaves no mark.
"""

from __future__ import annotations

from engine import events
from engine.equipment.board import spaces_in
from engine.equipment.cards import in_words
from engine.faults import Code
from engine.judging.card_memory import CardMemory
from engine.judging.faults import live_rule
from engine.judging.laid_card import LaidCard
from engine.judging.ledger import OpenFault, names
from engine.judging.open_faults import clear
from engine.judging.states import Happening, State
from engine.rules.legality import is_dead

PATIENCE_SECONDS = 10.0
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
        if tracker.hidden or tracker.changes or tracker.between or tracker.unsworn.doubts:
            self._quiet_since = self.context.at
        open_one = self._open()
        if open_one is not None and self._said not in self.memory.waiting:
            clear(self.context, open_one)
        elif open_one is None and not self.context.ledger.faults and self.context.state is State.WATCHING:
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
        laid, position = own[-1], self.memory.before(seat)
        waited = now - max(laid.at, self.context.ledger.turn_at) >= PATIENCE_SECONDS
        if not waited or laid is self._said or not laid.sure or is_dead(self.context.game, position, laid.card):
            return None
        on_top = self.memory.piles.get(laid.pile, [laid])[-1] is laid
        # On a common pile a card that came with the turn before may be that turn's, which told another one.
        return laid if on_top and self.memory.belongs(laid, seat) else None

    def _say(self, laid: LaidCard) -> None:
        game, table = self.context.game, self.context.ledger.table
        self._said = laid
        position = self.memory.before(table.seat)
        could = tuple(spaces_in(game.home.get(laid.card, 0) & ~position.taken))
        seat = game.seats[table.seat]
        who, card = seat.name or seat.team.capitalize(), in_words(laid.card)
        where = f"Place a chip on {' or '.join(names(game, could))}" if could else "Place or take a chip"
        self.context.tell(
            events.FaultFound(
                **self.context.now,
                code=Code.NO_CHIP,
                problems=(Code.NO_CHIP,),
                team=seat.team,
                turn=position.turn,
                message=f"{who} laid {card}, and no chip was placed or taken.",
                rule=live_rule(Code.NO_CHIP, game),
                mend=f"{where}, or take {card} back. If play goes on, nothing is recorded.",
                number=self.context.ledger.counted["fault"] + 1,
                seen_at=laid.at,
                card=laid.card,
                could=names(game, could),
            )
        )
        self.context.happen(Happening.FAULT)
        if self.context.on_fault == "stand" and (fault := self._open()) is not None:
            clear(self.context, fault, stands=True)
