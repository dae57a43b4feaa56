"""What a table says of itself with whatever it sends."""

from __future__ import annotations

import contextlib

import msgspec

from referee.club.store import TableRow
from referee.storage.chain import FIRST

MOST_SAID = 40
"""Letters of what a table says of its state and version."""
MOST_GONE = 64
"""Deleted games that are remembered of a table."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table says of itself."""

    state: str = "live"
    version: str = ""
    gone: tuple[str, ...] = ()
    """Last hashes of games that were deleted there."""
    pictures: bool = False
    """Whether it sends pictures of faults."""

    def short(self) -> Said:
        """As much of it as is kept."""
        gone = tuple(hashed[: len(FIRST)] for hashed in self.gone[:MOST_GONE])
        return Said(self.state[:MOST_SAID], self.version[:MOST_SAID], gone, self.pictures)


def said_in(row: TableRow) -> Said:
    """What a table said last; nothing special where that cannot be read."""
    with contextlib.suppress(msgspec.MsgspecError):
        return msgspec.json.decode(row.state, type=Said)
    return Said()
