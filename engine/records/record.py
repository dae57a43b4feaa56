"""A game as text that people read and programs parse: what a record holds, and how it is written.

Reading is in `record_reader`, judging in `replay`, the JSON-lines twin in `twin`. A record says what happened, not
whether it was right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from engine.editions.edition_files import load_edition
from engine.equipment.board import load_layout
from engine.plain_text import EncodingError, PlainText, decoded
from engine.rules.legality import Turn
from engine.rules.position import Game, check_seats, new_game, parse_seats
from engine.rules.rounds import Rounds

KNOWN_TAGS = ("Event", "Date", "Edition", "Board", "Seats", "Rules", "Position", "ToMove", "Result")
"""Tags with a meaning, in the order in which they are written. Others are kept as they are."""
DRAWN, OPEN = "drawn", "*"
"""Results beside a team: agreed by the table, and not over or not known."""


class Shuffled(msgspec.Struct, frozen=True, tag="shuffle"):
    """The draw deck had run out and all discards became the new one."""


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """Table talk: each seat of the team gave up a card."""

    team: str
    cards: tuple[str, ...] = ()
    """The cards that were seen, in turn order; `?` for one that was not."""


class Resigned(msgspec.Struct, frozen=True, tag="resign"):
    """A team gave up; its seats have no more turns."""

    team: str


class Comment(msgspec.Struct, frozen=True, tag="comment"):
    """A remark; no ruling hangs on it. It cannot hold a closing brace."""

    text: str


class Stood(msgspec.Struct, frozen=True, tag="stood"):
    """A change of the board that was no turn and that the table let stand."""

    code: str
    changes: tuple[tuple[int, str, str], ...]
    """Space, the letter that lay there, the letter that lies there now."""
    to_move: int | None = None
    """Seat to move afterwards, where it is not the one that was."""


class BoardIs(msgspec.Struct, frozen=True, tag="board"):
    """The game went on from a position that was told."""

    rows: tuple[str, ...]
    to_move: int


Entry = Turn | Shuffled | Talk | Resigned | Comment | Stood | BoardIs


class Record(msgspec.Struct, frozen=True, dict=True):
    """One game: its tags, and everything that happened in order."""

    tags: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...] = ()
    folder: str = ""
    """Where layout files named by `Board` are sought."""

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag."""
        return next((value for key, value in self.tags if key == name), default)

    @cached_property
    def game(self) -> Game:
        """The rule book this game was played by.

        Raises:
            EditionError, LayoutError, SeatsError: the tags make no game, in words.
        """
        return game_of(self.tag("Edition"), self.tag("Board"), self.tag("Seats"), self.tag("Rules"), self.folder)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, Turn))

    @property
    def result(self) -> str:
        """The winning team, `drawn` or `*`."""
        return self.tag("Result", OPEN)


class RecordError(ValueError):
    """A file that is no record: where, and what was expected there."""

    def __init__(
        self, file: str, line: int, column: int, expected: str, found: str = "", hint: str = "", said: str = ""
    ) -> None:
        """`hint` is a sentence after the error, with a blank before it; `said` stands instead of the usual sentence."""
        self.file, self.line, self.column, self.expected = file, line, column, expected
        what = said or f"{expected} was expected" + (f", not “{found}”" if found else "")
        super().__init__(f"{file or 'record'}:{line}:{column}: {what}" + (f".{hint}" if hint else ""))


def given_text(text: str | bytes, file: str) -> PlainText:
    """The text of a record, from whatever editor. Raises RecordError where it is no text."""
    if isinstance(text, str):
        return PlainText(text)
    try:
        read = decoded(text)
        if "\0" not in read:
            return PlainText(read)
    except EncodingError as error:
        if b"\0" not in text:
            raise RecordError(file, error.line, error.column, f"text in {error.encoding}", error.byte) from None
    said, hint = "it is no text", " A record (.sgn) is, and so is its twin (.jsonl), both in UTF-8."
    if text.startswith(b"PK"):
        said = "it is a zip file"
        hint = " Unpack it: an exported game has its record in it. `referee verify` and `referee rerun` take it whole."
    raise RecordError(file, 1, 1, "text in UTF-8", said=said, hint=hint)


def game_of(edition: str, board: str, seats: str, rules: str, folder: str = "") -> Game:
    """The game of these tags; the same one again where it was asked for before, unless files say what it is."""
    of_files = board.endswith((".toml", ".json")) or edition.endswith(".toml")
    return _opened(edition, board, seats, rules, folder) if of_files else _kept(edition, board, seats, rules)


def _opened(edition: str, board: str, seats: str, rules: str, folder: str = "") -> Game:
    book = load_edition(edition_file(edition, folder), rules)
    around = parse_seats(seats)
    check_seats(book, around)
    return new_game(book, around, load_layout(board or book.layout, Path(folder) if folder else None))


_kept = lru_cache(maxsize=64)(_opened)


def edition_file(edition: str, folder: str) -> str:
    """An edition's name as it is, or its file, sought beside the record too."""
    beside = Path(folder) / edition
    return str(beside) if edition.endswith(".toml") and folder and beside.is_file() else edition


# ---- writing


def write_record(record: Record) -> str:
    """The record as text. Reading it gives the same record again.

    Raises:
        EditionError, LayoutError, SeatsError: the tags make no game.
        ValueError: a comment or tag holds what no record can.
    """
    lines = [f"[{name} {_quoted(value)}]" for name, value in record.tags]
    return "\n".join(lines) + "\n\n" + _movetext(record)


def _quoted(value: str) -> str:
    if "\n" in value or "\r" in value:
        raise ValueError("a tag cannot hold a line break")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _movetext(record: Record) -> str:
    game = record.game
    rounds = Rounds(game, int(record.tag("ToMove", "1")) - 1)
    text: list[str] = []
    for entry in record.entries:
        if isinstance(entry, Turn) and rounds.fresh:
            text.append(f"{chr(10) if text else ''}{rounds.number}.")
        count(rounds, entry)
        text += entry_words(game, entry)
    return " ".join(text).replace(" \n", "\n") + "\n" if text else ""


def count(rounds: Rounds, entry: Entry) -> None:
    """Go one entry on in the rounds of a record."""
    if isinstance(entry, Turn):
        rounds.turn()
    elif isinstance(entry, Resigned):
        rounds.resign(entry.team)
    elif isinstance(entry, Stood | BoardIs) and entry.to_move is not None:
        rounds.went_on_with(entry.to_move)


def entry_words(game: Game, entry: Entry) -> Iterator[str]:
    """The tokens of one entry."""
    name = game.layout.name_of
    if isinstance(entry, Turn):
        yield from _turn_words(game, entry)
    elif isinstance(entry, Shuffled):
        yield "shuffle"
    elif isinstance(entry, Talk):
        yield f"talk:{entry.team}" + (f":{','.join(entry.cards)}" if entry.cards else "")
    elif isinstance(entry, Resigned):
        yield f"resign:{entry.team}"
    elif isinstance(entry, Comment):
        if "}" in entry.text:
            raise ValueError("a comment cannot hold a closing brace")
        yield "{" + entry.text + "}"
    elif isinstance(entry, Stood):
        changes = ",".join(f"{name(space)}:{before}{after}" for space, before, after in entry.changes)
        after = "" if entry.to_move is None else f">{entry.to_move + 1}"
        yield f"!{entry.code}:{changes}{after}"
    else:
        yield f"board:{'/'.join(entry.rows)}>{entry.to_move + 1}"


def _turn_words(game: Game, turn: Turn) -> Iterator[str]:
    name = game.layout.name_of
    for number, card in enumerate(turn.dead, 1):
        yield f"x{card}"
        if number in turn.shuffles:
            yield "shuffle"
    if turn.action == "pass" or turn.space is None:
        yield "pass"
    else:
        yield f"{turn.card or '?'}{'@' if turn.action == 'place' else '-'}{name(turn.space)}"
    if len(turn.dead) + 1 in turn.shuffles:
        yield "shuffle"
    for claim in turn.claims:
        yield f"={name(claim[0])}-{name(claim[-1])}"
    if turn.no_draw:
        yield "nodraw"
    for code in (turn.irregular or "").split():
        yield f"!{code}"


def make_record(
    game: Game, entries: tuple[Entry, ...], *, result: str = OPEN, event: str = "", date: str = ""
) -> Record:
    """A record of a game, with the tags that every record has."""
    tags = {
        "Event": event,
        "Date": date,
        "Edition": game.edition.found_by,
        "Board": game.layout.found_by,
        "Seats": " ".join(map(str, game.seats)),
        "Rules": game.edition.rules,
        "Result": result,
    }
    optional = ("Event", "Date", "Rules")
    return Record(tuple((name, value) for name, value in tags.items() if value or name not in optional), entries)


def write_records(records: Iterable[Record]) -> str:
    """Several games as one text, an empty line between them. Raises as `write_record` does."""
    return "\n".join(write_record(record) for record in records)
