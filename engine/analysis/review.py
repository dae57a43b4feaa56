"""A game looked at again after it is over: wins and blocks that were missed.

A record does not tell what was in a hand. What is said for certain rests on the card that was played in that very
turn; what rests on a card that the seat played a little later says how likely it already held it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

import msgspec

from engine.analysis.coach import WON, advise, stops, wins_at_once
from engine.equipment.cards import Card
from engine.records.notation import write_position
from engine.records.record import Entry, Record, entry_words
from engine.records.replay import after_entry, first_moment
from engine.rules.legality import Turn, legal_turns, play
from engine.rules.position import Game, Position

LATER = 2
"""Turns of the same seat after this one whose cards it may have held already."""
MUCH_BETTER = 25.0
"""How much more another space of the same card must be worth to be named (see `engine.analysis.coach.worth`)."""


class Remark(msgspec.Struct, frozen=True):
    """One thing to learn from a turn."""

    turn: int
    team: str
    kind: Literal["missed-win", "missed-block", "better-space"]
    played: str
    better: tuple[str, ...]
    """The turns that would have done it, as a record has them."""
    sure: float
    """How likely the seat held the card, 0 to 1; 1 where it played it in this turn."""
    position: str
    """The position before the turn, in one line."""
    message: str


class Step(msgspec.Struct, frozen=True):
    """A turn with the position it was played in, and the cards its seat played next."""

    number: int
    position: Position
    turn: Turn
    later: tuple[Card, ...]
    next_won: bool
    """Whether the next seat won with its turn."""


def steps_of(record: Record) -> tuple[Step, ...]:
    """The turns of a game in order. Raises EditionError, LayoutError, SeatsError where its tags make no game."""
    game, moment = record.game, first_moment(record)
    played: list[tuple[Position, Turn]] = []
    for entry in record.entries:
        if isinstance(entry, Turn):
            played.append((moment.position, entry))
        moment = after_entry(game, moment, entry)
    after = [position for position, _ in played[1:]] + [moment.position]
    steps = []
    for index, (position, turn) in enumerate(played):
        mine = [later.card for at, later in played[index + 1 :] if at.seat == position.seat][:LATER]
        follows = played[index + 1] if index + 1 < len(played) else None
        won = follows is not None and after[index + 1].winner is not None and after[index].winner is None
        steps.append(Step(index + 1, position, turn, tuple(card for card in mine if card), won))
    return tuple(steps)


def review(record: Record, seed: int = 1) -> Iterator[Remark | int]:
    """What there is to learn from a game, turn by turn; the number of each turn comes after its remarks.

    Raises EditionError, LayoutError, SeatsError where the record's tags make no game.
    """
    game, random = record.game, Random(seed)
    for step in steps_of(record):
        if step.turn.card is not None and step.turn.space is not None and step.position.winner is None:
            yield from _of_turn(game, step, random)
        yield step.number


def _of_turn(game: Game, step: Step, random: Random) -> Iterator[Remark]:
    position, turn = step.position, step.turn
    card = turn.card or ""
    team = game.seats[position.seat].team
    if play(game, position, turn).winner == team:
        return
    wins = wins_at_once(game, position, (card,))
    if wins:
        yield _remark(game, step, "missed-win", wins, 1.0, f"{team} could have won with the {card} it played")
        return
    size = max(1, position.hands[position.seat])
    for distance, later in enumerate(step.later, 1):
        wins = wins_at_once(game, position, (later,))
        if wins:
            sure = max(0.0, (size - distance) / size)
            said = f"{team} could have won with the {later} it played {'next' if distance == 1 else 'later'}"
            yield _remark(game, step, "missed-win", wins, round(sure, 2), said)
            return
    if step.next_won:
        saving = stops(game, position, (card,))
        if saving and turn not in saving:
            yield _remark(game, step, "missed-block", saving, 1.0, f"{team} could have stopped the win that followed")
            return
    others = [one for one in legal_turns(game, position, (card,)) if one.space is not None]
    if card not in game.deck.wilds and len(others) > 1:
        ranked = advise(game, position, (card,), random, among=others)
        mine = next((advice.worth for advice in ranked if advice.turn.space == turn.space), None)
        if mine is not None and MUCH_BETTER < ranked[0].worth - mine < WON:
            said = f"the {card} did more on the other space" if turn.action == "place" else "another chip did more harm"
            yield _remark(game, step, "better-space", (ranked[0].turn,), 1.0, said)


def _remark(
    game: Game,
    step: Step,
    kind: Literal["missed-win", "missed-block", "better-space"],
    better: tuple[Turn, ...],
    sure: float,
    said: str,
) -> Remark:
    words = tuple(_words(game, turn) for turn in better[:4])
    likely = "" if sure == 1.0 else f" (it held it then with {sure:.0%})"
    return Remark(
        turn=step.number,
        team=game.seats[step.position.seat].team,
        kind=kind,
        played=_words(game, step.turn),
        better=words,
        sure=sure,
        position=write_position(game, step.position),
        message=f"Turn {step.number}, {_words(game, step.turn)}: {said}{likely}: {' or '.join(words)}.",
    )


def _words(game: Game, entry: Entry) -> str:
    return " ".join(entry_words(game, entry))
