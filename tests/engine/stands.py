"""The positions that a record goes through."""

from __future__ import annotations

from collections.abc import Iterator

from engine.records.record import Record
from engine.records.replay import after_entry, first_moment
from engine.rules.legality import Turn
from engine.rules.position import Position


def positions(record: Record) -> Iterator[Position]:
    """The position before the first turn and after each turn, nothing judged."""
    game, moment = record.game, first_moment(record)
    for entry in record.entries:
        if isinstance(entry, Turn):
            yield moment.position
        moment = after_entry(game, moment, entry)
    yield moment.position
