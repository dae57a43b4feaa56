"""The games of an evening as one file to keep."""

from __future__ import annotations

import contextlib
import hashlib
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine import events
from engine.events import AnyEvent
from engine.records.record import write_record
from engine.records.twin import by_names, record_of
from referee.club.folded import Folded
from referee.club.store import Store
from referee.storage.chain import EVENT, Link, encoded
from referee.storage.times import wall_time


def events_in(links: Iterable[Link]) -> list[AnyEvent]:
    """What was announced in a game; what a newer program announced is passed over."""
    found: list[AnyEvent] = []
    for link in links:
        if link.kind == EVENT:
            with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                found.append(events.decode(link.json))
    return found


def archive(store: Store, games: Iterable[Folded]) -> bytes:
    """A folder a game, with its chain and its record, where it has one: a zip that `referee verify` accepts, whose
    comment is the hash of all before it. Raises ClubAway."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.comment = f"sequence-referee club sha256 {'0' * 64}".encode()
        for game in games:
            links = store.links(game.line.genesis)
            name = "".join(letter if letter.isalnum() else "-" for letter in game.line.table)
            folder = f"{game.line.number:03}-{name}"
            lines = [encoded(number, link) for number, link in enumerate(links)]
            packed.writestr(f"{folder}/chain.jsonl", b"".join(lines))
            with contextlib.suppress(ValueError):  # a game that broke off before it began, or on a board of one's own
                packed.writestr(f"{folder}/game.sgn", _record_of(links, game.entry))
    sealed = content.getvalue()[:-64]
    return sealed + hashlib.sha256(sealed).hexdigest().encode()


def _record_of(links: Sequence[Link], entry: Mapping[str, Any]) -> str:
    """A game's record, with the length and end of its chain, its date and names as its `entry` has them now. Raises
    ValueError where it has none."""
    began, told = entry.get("began"), by_names(events_in(links), str(entry.get("seats", "")))
    end = events.Remarked(text=f"chain {len(links)} {links[-1].hash}")
    day = wall_time("%Y.%m.%d", began) if isinstance(began, float) else ""
    return write_record(record_of([*told, end], date=day))
