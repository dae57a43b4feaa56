"""What a game is a list of, turns, changes that stood, positions told and calls, and what each makes of the table.

The list itself, and what is added to it or taken back, is the ledger's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

import msgspec

from engine import calls
from engine.faults import CARD_CODES, PUT_RIGHT, Code
from engine.judging.table import Table
from engine.rules.found_position import taken_up
from engine.rules.legality import Turn, resign, shuffle, table_talk
from engine.rules.position import Position

IN_ORDER = CARD_CODES | {None}
"""Marks of turns that leave no doubt whose turn it was: none, or that only the card was wrong."""


@dataclass(frozen=True, eq=False)
class TurnAct:
    """A turn of a seat; seats between it and the one to move did not play."""

    turn: Turn
    seat: int
    reach: int = -1
    doubted: bool = False
    """Whether the eye would not swear to it."""
    likely: float = 1.0
    """How likely it was when it was told."""
    key: int = 0
    """Counts the acts of a game as they were added; an act that is put right keeps its own."""


@dataclass(frozen=True)
class Played:
    """A turn of the game as it stands, with the tables before and after it."""

    index: int
    """Its place among the acts."""
    act: TurnAct
    before: Table
    after: Table

    @property
    def turn(self) -> Turn:
        """What was played."""
        return self.act.turn

    @property
    def number(self) -> int:
        """Its number in the game, from 1."""
        return self.after.position.turn

    @property
    def position(self) -> Position:
        """The position in which it was played."""
        return self.before.skip_to(self.act.seat)


@dataclass(frozen=True, eq=False)
class EditAct:
    """A change that stood, by space."""

    letters: tuple[tuple[int, str], ...]
    code: str
    seat: int | None = None
    team: str | None = None
    key: int = 0


@dataclass(frozen=True, eq=False)
class SetAct:
    """The position was told."""

    rows: tuple[str, ...]
    seat: int
    turn: int
    sure: bool = True
    key: int = 0


@dataclass(frozen=True, eq=False)
class SaidAct:
    """A call that changed what is known: a shuffle, a dead card, a seat, the end."""

    call: calls.ActCall
    number: int = 0
    """The number of the call."""
    key: int = 0


Act = TurnAct | EditAct | SetAct | SaidAct


def is_of_people(act: Act, goes_on: bool) -> bool:
    """Whether an act says who plays, and where, whatever is played; that a side resigned only in a game that
    `goes_on`, for it may have ended it."""
    of_people = calls.PlayerLeft | calls.SeatsSwapped
    return isinstance(act, SaidAct) and isinstance(act.call, of_people | calls.Resign if goes_on else of_people)


def done(table: Table, act: Act) -> Table:
    """The table after an act."""
    if isinstance(act, TurnAct):
        play = table.out_of_order if act.turn.irregular not in IN_ORDER else table.play
        return play(act.turn, act.seat, act.reach)
    if isinstance(act, EditAct):
        if act.code == Code.BAD_CLAIM:
            return replace(table, white=table.white | {space for space, _ in act.letters})
        was = table.letters
        letters = {space: letter for space, letter in act.letters if letter != was[space]}
        if act.code == PUT_RIGHT:
            between = tuple(chip for chip in table.between if not set(chip[0]) & set(letters))
            stood = tuple(one for one in table.stood if not any(space in letters for space, _, _ in one))
            return replace(table.edited(letters, act.seat), stood=stood, between=between)
        if act.code == Code.BETWEEN_SPACES and act.team:
            spaces = tuple(space for space, _ in act.letters)
            table = replace(table, between=(*table.between, (spaces, act.team[0])))
        after = table.in_doubt(letters, act.seat)
        changed = tuple((space, was[space], letter) for space, letter in letters.items())
        return replace(after, stood=(*table.stood[-3:], changed)) if changed else after
    if isinstance(act, SetAct):
        turn = max(act.turn, table.position.turn)  # A call from before it may be taken back: more turns may lie there.
        position, extra = taken_up(table.game, act.rows, act.seat, turn, table.position.resigned)
        # On a board that was taken up as it lay nobody knows whose turn it is; a locked chip may show its white side.
        also = frozenset() if act.sure else frozenset(range(len(table.game.seats)))
        white = frozenset(space for space, letter in enumerate("".join(act.rows)) if letter.isupper())
        return replace(
            table, position=position, extra=extra, also=also, owed=frozenset(), last=None, dead=(), white=white
        )
    return _said(table, act.call)


def _said(table: Table, call: calls.ActCall) -> Table:
    game, position = table.game, table.position
    match call:
        case calls.DeckShuffled():
            return replace(table, position=shuffle(game, position))
        case calls.TableTalk():
            return replace(table, position=table_talk(game, position, call.team, call.cards))
        case calls.DeadCard():
            return replace(table, dead=(*table.dead, call.card))
        case calls.Resign():
            after = resign(game, position, call.team)
            return replace(table, position=after, last=None, dead=table.dead if after.seat == position.seat else ())
        case calls.DrawAgreed():
            return replace(table, drawn=True)
        case calls.PlayerLeft():
            return replace(table, left=table.left | {call.seat})
        case calls.SeatsSwapped():
            seats = list(game.seats)
            one, other = seats[call.one], seats[call.other]
            seats[call.one] = msgspec.structs.replace(one, name=other.name)
            seats[call.other] = msgspec.structs.replace(other, name=one.name)
            return replace(table, game=replace(game, seats=tuple(seats)))
        case unknown:
            assert_never(unknown)


def without(now: Sequence[Act], before: Sequence[Act], after: Sequence[Act]) -> list[Act]:
    """The acts as they would be without the call that made those `after` of those `before`; what was put right since
    stays so."""
    was, made = {act.key: act for act in before}, {act.key: act for act in after}
    kept = {act.key: _without(was.get(act.key), made.get(act.key), act) for act in now}
    kept |= {key: act for key, act in was.items() if key not in made}
    return [act for _, act in sorted(kept.items()) if act is not None]


def _without(before: Act | None, after: Act | None, now: Act) -> Act | None:
    if after is None or before is after:
        return now
    if before is None or now is after:
        return before
    if not (isinstance(before, TurnAct) and isinstance(after, TurnAct) and isinstance(now, TurnAct)):
        return before
    old, new = msgspec.structs.asdict(before.turn), msgspec.structs.asdict(after.turn)
    back = {name: value for name, value in old.items() if value != new[name]}
    return replace(now, turn=msgspec.structs.replace(now.turn, **back))
