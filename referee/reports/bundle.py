"""A game as one file: its chain, inputs, pictures and film, to be verified and judged again by somebody else.

A zip whose comment is the hash of all before it. What others made is only ever read, by names of our own.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec

from engine import events
from engine.events import AnyEvent
from engine.inputs import Head
from engine.records.twin import write_lines
from hardware.address import clean_json
from referee.console import write_asked
from referee.refusal import Refusal
from referee.reports.event_text import as_record, date_of
from referee.session.persistence import Kept
from referee.storage.chain import EVENT, GAME, Link, decoded, encoded
from referee.storage.inputs import order
from referee.storage.rejudging import Rejudged, Stretch, marks_of, rejudge

CHAIN, RECORD, LINES = "chain.jsonl", "game.sgn", "game.jsonl"
EDITION, LAYOUT = "edition.toml", "layout.toml"
"""Rule book and layout, where the game had some of its own."""
MOST_UNPACKED = 1_000_000_000
"""Bytes an archive may unpack to; a long game with all its film takes a tenth."""
MOST_PART = 200_000_000
"""Bytes one file of it may unpack to."""
_WRITER = f"sequence-referee {version('sequence-referee')}"
"""Who wrote an archive stands in its comment; another version may put the same game in other words."""

HeadOrEvent = TypeVar("HeadOrEvent", Head, AnyEvent)


def write_bundle(kept: Kept, game: int, output: Path) -> None:
    """Everything of a game in one file. Raises Refusal, OSError, and what the rule book says of a game that is none."""
    row, links, happened = kept.history.game(game), kept.history.links(game), kept.history.events(game)
    if any(clean_json(link.json) != link.json for link in links):  # as version 0.2 wrote some
        reason = f"The chain of game {game} holds its camera's whole address, which may hold a password."
        mend = "Export its record: leave `--form bundle` out."
        raise Refusal(reason, mend)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = f"{_WRITER} sha256 {'0' * 64}".encode()
        archive.writestr(RECORD, as_record(happened, date=date_of(row), chain=(len(links), links[-1].hash)))
        archive.writestr(LINES, write_lines(happened))
        archive.writestr(CHAIN, b"".join(encoded(number, link) for number, link in enumerate(links)))
        for own, named in ((EDITION, row.edition), (LAYOUT, row.layout)):
            if named.endswith(".toml") and Path(named).is_file():
                archive.write(named, own)
        for _, file in kept.inputs.stretches(game):
            archive.write(file, f"inputs/{file.name}")
        for bundle in kept.evidence.bundles(game):
            for name in bundle.files:
                archive.write(bundle.folder / name, f"evidence/{bundle.folder.name}/{name}")
    packed = content.getvalue()[:-64]
    write_asked(output, packed + _sha256(packed))


class Bundle:
    """A game that somebody exported."""

    def __init__(self, file: Path) -> None:
        """Read what is in it. Raises Refusal where it is no exported game."""
        self._file = file
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(file.read_bytes()))
            infos = self._archive.infolist()
        except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
            raise self._refusal(error) from error
        if sum(info.file_size for info in infos) > MOST_UNPACKED or any(i.file_size > MOST_PART for i in infos):
            raise self._refusal("it would unpack to more than any game takes")
        self._names = {info.filename for info in infos}
        self.writer = self._archive.comment.decode("ascii", errors="replace").rpartition(" sha256 ")[0]

    @property
    def links(self) -> list[Link]:
        """The game's chain. Raises Refusal."""
        try:
            return [decoded(line)[1] for line in self.read(CHAIN).splitlines()]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise self._refusal(error) from error

    @property
    def events(self) -> list[AnyEvent]:
        """What was announced. Raises Refusal."""
        try:
            return [events.decode(link.json) for link in self.links if link.kind == EVENT]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise self._refusal(error) from error

    @property
    def number(self) -> int:
        """The game's number where it was played. Raises Refusal."""
        first = next((link for link in self.links if link.kind == GAME), None)
        try:
            said = msgspec.json.decode(first.json if first else b"{}", type=dict[str, object])
        except (msgspec.MsgspecError, RecursionError) as error:
            raise self._refusal(error) from error
        number = said.get("id")
        return number if isinstance(number, int) else 0

    def rejudged(self) -> Rejudged:
        """The game judged again from its inputs. Raises Refusal, and what the rule book says of a game that is none."""
        found = [(named, name) for name in self._names if name.startswith("inputs/") and (named := order(Path(name)))]
        stretches = [Stretch(at[0], name, self.read(name).splitlines(True)) for at, name in sorted(found)]
        with self.at_home() as home:
            return rejudge([home.here(event) for event in self.events], stretches, marks_of(self.links), home.here)

    @contextlib.contextmanager
    def at_home(self) -> Iterator[Home]:
        """The files of its own that the game was played by, laid out here for a while."""
        began = next((event for event in self.events if isinstance(event, events.GameStarted)), None)
        with tempfile.TemporaryDirectory(prefix="referee-game-") as folder:
            moved = {}
            for own, named in ((EDITION, began and began.edition), (LAYOUT, began and began.layout)):
                if named and own in self._names:
                    here = Path(folder) / own
                    here.write_bytes(self.read(own))
                    moved[named] = str(here)
            yield Home(moved)

    def read(self, name: str) -> bytes:
        """One file of it. Raises Refusal."""
        try:
            return self._archive.read(name)
        except KeyError as error:
            raise self._refusal(f"{name} is missing") from error
        except Exception as error:  # a hostile archive may bring about anything
            raise self._refusal(error) from error

    def _refusal(self, why: object) -> Refusal:
        words = why.strerror if isinstance(why, OSError) and why.strerror else why
        reason = f"{self._file} cannot be read as an exported game: {words}."
        mend = "`referee history export GAME --form bundle` writes one."
        return Refusal(reason, mend)


def contradictions(file: Path) -> list[str]:
    """What the copies for people in an exported game say that its chain does not, a sentence each.

    Only of one that this very version wrote. Raises Refusal.
    """
    bundle = Bundle(file)
    if bundle.writer != _WRITER:
        return []
    wrong = []
    if bundle.read(LINES) != write_lines(bundle.events).encode():
        wrong.append(f"{LINES} does not say what the chain says.")
    text = bundle.read(RECORD)
    date = re.search(rb'^\[Date "([0-9.]+)"\]$', text, re.MULTILINE)
    with bundle.at_home() as home:
        told = [home.here(event) for event in bundle.events]
        chain = (len(bundle.links), bundle.links[-1].hash)
        right = as_record(told, date=date[1].decode() if date else "", chain=chain)
    if text != home.back(right).encode():
        wrong.append(f"{RECORD} does not say what the chain says.")
    return wrong


@dataclass(frozen=True)
class Home:
    """Where the rule book and the layout of a game lie here that had files of its own elsewhere."""

    moved: dict[str, str]
    """Path here by path there."""

    def here(self, said: HeadOrEvent) -> HeadOrEvent:
        """An event, or the head of a file of inputs, with the paths here."""
        if not isinstance(said, Head | events.GameStarted):
            return said
        paths = {"edition": said.edition, "layout": said.layout}
        return msgspec.structs.replace(said, **{name: self.moved.get(path, path) for name, path in paths.items()})

    def back(self, text: str) -> str:
        """A text with the paths there again."""
        for there, here in self.moved.items():
            text = text.replace(here, there)
        return text


def _sha256(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
