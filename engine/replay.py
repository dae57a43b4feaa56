"""A record played through again, and judged up to its first faulty turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.judging.table import edit, taken_up
from engine.position import Game, Position, Sequence, start
from engine.record import BoardIs, Entry, Record, Shuffled, Stood, Talk
from engine.rules import Problem, Turn, play, problems, shuffle, table_talk


class Verdict(msgspec.Struct, frozen=True):
    """What a replay found."""

    game: Game
    position: Position
    """At the end, or before the faulty turn."""
    rows: tuple[str, ...]
    turns: int
    """Turns applied."""
    winner: str | None
    problems: tuple[Problem, ...] = ()
    """Every problem of the first faulty turn."""
    turn: Turn | None = None
    """The faulty turn."""

    @property
    def ok(self) -> bool:
        """Whether no turn is faulty."""
        return not self.problems

    @property
    def sequences(self) -> tuple[Sequence, ...]:
        """The sequences that stand."""
        return self.position.sequences


def first_position(record: Record) -> Position:
    """The position a record starts from."""
    game = record.game
    seat = int(record.tag("ToMove", "1")) - 1
    if record.tag("Position"):
        return taken_up(game, record.tag("Position").split("/"), seat, 0)[0]
    return msgspec.structs.replace(start(game), seat=seat)


def after_entry(game: Game, position: Position, entry: Entry) -> Position:
    """The position after one entry, applied as it stands."""
    if isinstance(entry, Turn):
        return play(game, position, entry)
    if isinstance(entry, Shuffled):
        return shuffle(game, position)
    if isinstance(entry, Talk):
        return table_talk(game, position, entry.team)
    if isinstance(entry, Stood):
        letters = {space: now for space, _, now in entry.changes}
        position = edit(game, position, {}, letters)[0]
        return position if entry.to_move is None else msgspec.structs.replace(position, seat=entry.to_move)
    if isinstance(entry, BoardIs):
        return taken_up(game, entry.rows, entry.to_move, position.turn)[0]
    return position


def positions(record: Record) -> Iterator[Position]:
    """The position before the first turn and after each turn, nothing judged."""
    game, position = record.game, first_position(record)
    for entry in record.entries:
        if isinstance(entry, Turn):
            yield position
        position = after_entry(game, position, entry)
    yield position


def replay(record: Record) -> Verdict:
    """Play a record through; stop at the first faulty turn that the table did not let stand."""
    game, position, turns = record.game, first_position(record), 0
    for entry in record.entries:
        if isinstance(entry, Turn):
            if entry.irregular is None:
                found = problems(game, position, entry)
                if found:
                    return Verdict(game, position, position.rows(game), turns, position.winner, found, entry)
            turns += 1
        position = after_entry(game, position, entry)
    winner = position.winner
    if winner is None and record.result in game.teams:
        winner = record.result
    return Verdict(game, position, position.rows(game), turns, winner)
