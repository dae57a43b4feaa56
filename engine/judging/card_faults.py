"""Faults of cards that were seen: how they are named and asked about, and when they are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine import events
from engine.board import spaces_in
from engine.cards import Card, in_words
from engine.judging.acts import TurnAct
from engine.judging.asking import Answer, nothing
from engine.judging.card_codes import CARD_CODES
from engine.judging.claims import corrected
from engine.judging.ledger import names
from engine.judging.questions import ask
from engine.judging.states import Happening
from engine.rules import problems

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

ABOUT = "card"
"""What a question about a card is about."""
ASK_SECONDS = 45.0
"""How long it is asked which card it was."""


def name(arbiter: Arbiter, index: int, turn: int) -> None:
    """Name what is wrong with the cards of the turn at this place among the acts."""
    act = arbiter.ledger.acts[index]
    assert isinstance(act, TurnAct)
    game, position = arbiter.game, arbiter.ledger.tables[index].skip_to(act.seat)
    found = tuple(p for p in problems(game, position, act.turn) if p.code in CARD_CODES)
    code = act.turn.irregular or ""
    first = next((problem for problem in found if problem.code == code), None)
    if first is None:
        return
    spaces = () if act.turn.space is None else (act.turn.space,)
    card = act.turn.card if code in ("wrong-card", "third-copy") or not act.turn.dead else act.turn.dead[-1]
    could = (
        homes(arbiter, index, act.seat, card) if code == "wrong-card" else first.spaces if code == "not-dead" else ()
    )
    arbiter.tell(
        events.FaultFound(
            **arbiter.now,
            code=code,
            problems=tuple(dict.fromkeys(problem.code for problem in found)),
            spaces=names(game, spaces),
            team=game.seats[act.seat].team,
            turn=turn,
            message=first.message,
            rule=first.rule,
            mend=_mend(arbiter, code, card, spaces, could),
            number=arbiter.ledger.counted["fault"] + 1,
            seen_at=arbiter.at,
            card=card,
            could=names(game, could),
        )
    )
    arbiter.happen(Happening.FAULT)
    if arbiter.on_fault == "stand":
        arbiter.disputes.stand_all("")


def homes(arbiter: Arbiter, index: int, seat: int, card: Card | None) -> tuple[int, ...]:
    """The spaces on which a card could have been played in the turn at this place."""
    if card is None:
        return ()
    position = arbiter.ledger.tables[index].skip_to(seat)
    return tuple(spaces_in(arbiter.game.home.get(card, 0) & ~position.taken))


def _mend(arbiter: Arbiter, code: str, card: Card | None, spaces: tuple[int, ...], could: tuple[int, ...]) -> str:
    after = "If play goes on, it stands and is recorded as irregular."
    where = " or ".join(names(arbiter.game, could))
    here = "".join(names(arbiter.game, spaces))
    if code == "wrong-card":
        how = f"Move the chip from {here} to {where}" if where else f"Take the chip off {here}"
        return f"{how}, or lay the card that was meant. {after}"
    if code == "third-copy":
        return f"Look through the discards for {in_words(card or '')}, or lay the card that was meant. {after}"
    return f"Take {in_words(card or '')} back. {after}"


def tend(arbiter: Arbiter) -> None:
    """Look whether faults of cards were put right: their turn was taken back, or is regular now."""
    for fault in list(arbiter.ledger.faults.values()):
        if fault.code not in CARD_CODES:
            continue
        act = next(
            (
                act
                for index, act in enumerate(arbiter.ledger.acts)
                if isinstance(act, TurnAct) and arbiter.ledger.number_of(index) == fault.turn
            ),
            None,
        )
        if act is None or act.turn.irregular != fault.code:
            arbiter.disputes.clear(fault)


def ask_which(arbiter: Arbiter, turn: int, seen: Card, right: Card | None) -> None:
    """Ask which of two cards a turn was played with: the one that seems to lie there, or one that would be right."""
    if right is None or not seen or seen == right:
        return
    ask(
        arbiter,
        ABOUT,
        f"Was that {in_words(seen)} or {in_words(right)}?",
        right,
        ASK_SECONDS,
        (),
        options=(right, seen),
        turn=turn,
        card=seen,
    )


def answered(arbiter: Arbiter, question: events.Question, option: str) -> Answer:
    """The table said which card it was."""
    ledger = arbiter.ledger
    index = ledger.turn_index(question.turn)
    act = ledger.acts[index]
    assert isinstance(act, TurnAct)
    position = ledger.tables[index].skip_to(act.seat)
    turn = msgspec.structs.replace(act.turn, card=option, irregular=None)
    code = next((p.code for p in problems(arbiter.game, position, turn) if p.code in CARD_CODES), None)

    def effect() -> None:
        arbiter.tell(corrected(arbiter, index, turn, code, "The card was said."))
        if code:
            name(arbiter, index, question.turn)

    return f"Turn {question.turn} was played with {option}.", effect if act.turn.card != option else nothing
