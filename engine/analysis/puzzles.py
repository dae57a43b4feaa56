"""Puzzles cut out of games: what wins at once, what stops the others, which five to claim.

No record tells a hand. Round the cards that are known a hand is made up of cards that may still be anywhere and do
not answer the question, so that there is something to look for; the same game gives the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Literal

import msgspec

from engine.analysis.coach import cards_left, stops, winning_spaces, wins_at_once, worth
from engine.analysis.review import Step, steps_of
from engine.equipment.cards import Card
from engine.records.notation import write_position
from engine.records.record import Record, entry_words
from engine.rules.deduction import can_be_laid
from engine.rules.legality import Turn, play
from engine.rules.position import Game, Position
from engine.rules.sequences import choices

Kind = Literal["win-in-one", "block", "which-five"]
Answers = Callable[[Game, Position, Iterable[Card]], tuple[Turn, ...]]


class Puzzle(msgspec.Struct, frozen=True):
    """A position out of a real game with a question."""

    kind: Kind
    turn: int
    """The turn it was cut out before."""
    position: str
    hand: tuple[Card, ...]
    question: str
    solutions: tuple[str, ...]
    options: tuple[str, ...] = ()
    space: str = ""
    """Where the chip is laid whose fives are asked for."""


def puzzles(record: Record) -> Iterator[Puzzle]:
    """The puzzles of a game, none of them twice.

    Raises EditionError, LayoutError, SeatsError where the record's tags make no game.
    """
    game = record.game
    asked: set[tuple[str, tuple[str, ...]]] = set()
    for step in steps_of(record):
        if step.turn.space is None or step.position.winner is not None:
            continue
        for puzzle in (*_with_a_hand(game, step), *_which_five(game, step)):
            if (puzzle.kind, puzzle.solutions) not in asked:
                asked.add((puzzle.kind, puzzle.solutions))
                yield puzzle


# ---- with a hand


def _with_a_hand(game: Game, step: Step) -> Iterator[Puzzle]:
    position, side = step.position, game.side_of[step.position.seat]
    team = game.teams[side].capitalize()
    if winning_spaces(game, position, side):
        yield from _asked(game, step, "win-in-one", wins_at_once, f"{team} is to move and wins at once. How?")
    elif any(winning_spaces(game, position, other) for other in range(len(game.teams)) if other != side):
        question = f"{team} is to move, and another team wins with its next chip. What stops it?"
        yield from _asked(game, step, "block", stops, question)


def _asked(game: Game, step: Step, kind: Kind, answers: Answers, question: str) -> Iterator[Puzzle]:
    held = _held(game, step, answers)
    solutions = tuple(" ".join(entry_words(game, turn)) for turn in answers(game, step.position, held))
    hand = _hand(game, step.position, held, answers)
    if solutions and len(set(hand)) > 1:
        yield Puzzle(kind, step.number, write_position(game, step.position), hand, question, solutions)


def _held(game: Game, step: Step, answers: Answers) -> tuple[Card, ...]:
    """Cards that answer: those that the seat played then and next; where none was seen, one that is printed there."""
    position, turn = step.position, step.turn
    seen = tuple(card for card in (turn.card, *step.later) if card is not None)
    if turn.card is not None or answers(game, position, seen):
        return seen
    sides = range(len(game.teams))
    spaces = [turn.space, *(space for side in sides for space in winning_spaces(game, position, side))]
    printed = [game.layout.cards[space] for space in spaces if space is not None]
    fitting = (card for card in printed if card and can_be_laid(game, position, card))
    return next(((card,) for card in fitting if answers(game, position, (card,))), ())


def _hand(game: Game, position: Position, held: tuple[Card, ...], answers: Answers) -> tuple[Card, ...]:
    """These cards among others that may still be anywhere and do not answer, as many as a hand has."""
    random = Random(write_position(game, position))
    pool = cards_left(game, position, held)
    random.shuffle(pool)
    hand = list(held)
    for card in pool:
        if len(hand) >= game.hand_size:
            break
        if can_be_laid(game, position, card) and not answers(game, position, (card,)):
            hand.append(card)
    random.shuffle(hand)
    return tuple(hand)


def _which_five(game: Game, step: Step) -> Iterator[Puzzle]:
    turn, position = step.turn, step.position
    if turn.action != "place" or turn.space is None:
        return
    side = game.side_of[position.seat]
    name = game.layout.name_of
    for runs in choices(game, position, side, turn.space):
        claimed = [msgspec.structs.replace(turn, claims=(run,)) for run in runs]
        values = [worth(game, play(game, position, one), side) for one in claimed]
        best = max(values)
        if best == min(values):
            continue
        options = tuple(f"{name(run[0])}-{name(run[-1])}" for run in runs)
        yield Puzzle(
            kind="which-five",
            turn=step.number,
            position=write_position(game, position),
            hand=(turn.card or game.layout.cards[turn.space] or "",),
            question=f"{game.teams[side].capitalize()} lays a chip on {name(turn.space)}. Which five does it claim?",
            solutions=tuple(option for option, value in zip(options, values, strict=True) if value == best),
            options=options,
            space=name(turn.space),
        )
