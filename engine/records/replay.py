"""A record played through again, and judged up to its first faulty turn."""

from __future__ import annotations

import msgspec

from engine.records.contradictions import Contradiction, Doubts
from engine.records.notation import read_rows
from engine.records.record import BoardIs, Entry, Record, Resigned, Shuffled, Stood, Talk
from engine.rules.found_position import edit, taken_up
from engine.rules.legality import Problem, Turn, play, problems, resign, shuffle, table_talk
from engine.rules.position import Game, Position, Sequence, start


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
    warnings: tuple[Contradiction, ...] = ()
    """What is no faulty turn and yet cannot be so, up to the first faulty turn."""

    @property
    def hint(self) -> str:
        """What may have been meant in place of the faulty turn: `Did you mean JS-h3?`; else nothing."""
        return meant_turn(self.game, self.position, self.turn) if self.turn is not None else ""

    @property
    def ok(self) -> bool:
        """Whether no turn is faulty."""
        return not self.problems

    @property
    def sequences(self) -> tuple[Sequence, ...]:
        """The sequences that stand."""
        return self.position.sequences


def meant_turn(game: Game, position: Position, turn: Turn) -> str:
    """A legal turn that differs from a faulty one by a single sign or place; nothing where there is none."""
    card, space = turn.card, turn.space
    if card is None or space is None:
        return ""
    other = msgspec.structs.replace(turn, action="remove" if turn.action == "place" else "place", claims=())
    homes = [msgspec.structs.replace(turn, space=home) for home in game.layout.spaces_of(card)]
    meant = [one for one in (other, *homes) if one != turn and not problems(game, position, one)]
    words = [f"{card}{'@' if one.action == 'place' else '-'}{game.layout.name_of(one.space or 0)}" for one in meant]
    return f"Did you mean {' or '.join(words)}?" if words else ""


class Moment(msgspec.Struct, frozen=True):
    """A position, and the chips no position can hold: of a colour that does not play, or on a free space."""

    position: Position
    extra: dict[int, str] = {}

    def rows(self, game: Game) -> tuple[str, ...]:
        """The board as text, every chip on it."""
        return self.position.rows(game, self.extra)


def first_moment(record: Record) -> Moment:
    """Where a record starts from."""
    game = record.game
    seat = int(record.tag("ToMove", "1")) - 1
    if record.tag("Position"):
        return Moment(*taken_up(game, read_rows(record.tag("Position")), seat, 0))
    return Moment(msgspec.structs.replace(start(game), seat=seat))


def after_entry(game: Game, moment: Moment, entry: Entry) -> Moment:
    """What stands after one entry, applied as it is."""
    position, extra = moment.position, moment.extra
    if isinstance(entry, Turn):
        return Moment(play(game, position, entry), extra)
    if isinstance(entry, Shuffled):
        return Moment(shuffle(game, position), extra)
    if isinstance(entry, Talk):
        return Moment(table_talk(game, position, entry.team, entry.cards), extra)
    if isinstance(entry, Resigned):
        return Moment(resign(game, position, entry.team), extra)
    if isinstance(entry, Stood):
        letters = {space: now for space, _, now in entry.changes}
        position, extra = edit(game, position, extra, letters)
        if entry.to_move is not None:
            position = msgspec.structs.replace(position, seat=entry.to_move)
        return Moment(position, extra)
    if isinstance(entry, BoardIs):
        return Moment(*taken_up(game, entry.rows, entry.to_move, position.turn, position.resigned))
    return moment


def replay(record: Record) -> Verdict:
    """Play a record through; stop at the first faulty turn that the table did not let stand."""
    game, moment, turns = record.game, first_moment(record), 0
    doubts = Doubts(record)
    for entry in record.entries:
        position = moment.position
        if isinstance(entry, Turn) and entry.irregular is None:
            found = problems(game, position, entry)
            if found:
                rows, warnings = moment.rows(game), tuple(doubts.found)
                return Verdict(game, position, rows, turns, position.winner, found, entry, warnings)
        doubts.entry(position, moment.extra, entry, turns)
        turns += isinstance(entry, Turn)
        moment = after_entry(game, moment, entry)
    doubts.end(moment.position, turns)
    winner = moment.position.winner
    if winner is None and record.result in game.teams and record.result not in moment.position.resigned:
        winner = record.result
    return Verdict(game, moment.position, moment.rows(game), turns, winner, warnings=tuple(doubts.found))
