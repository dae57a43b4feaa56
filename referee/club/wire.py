"""What goes between a table and its hub: requests, and what a table says of itself with each."""

from __future__ import annotations

import contextlib
import http.client
import json
import urllib.parse
from collections.abc import Mapping
from typing import Any

import msgspec

from referee.club.store import TableRow
from referee.storage.chain import FIRST

LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that are read."""

MOST_SAID = 40
"""Letters of what a table says of its state and version."""
MOST_GONE = 64
"""Deleted games that are remembered of a table."""


def post(
    address: str, path: str, body: bytes, seconds: float, headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, Any]]:
    """Send a body to a path below a hub's address; the answer's status and what it says.

    Raises OSError and HTTPException where nobody answers in so many `seconds`, and ValueError for an answer that is
    none of a club's.
    """
    place = urllib.parse.urlsplit(address)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    line = kind(place.hostname or "", place.port, timeout=seconds)
    try:
        line.request(
            "POST", f"{place.path.rstrip('/')}/{path}", body, {"Accept": "application/json", **(headers or {})}
        )
        answer = line.getresponse()
        told = json.loads(answer.read(LARGEST_ANSWER))
    finally:
        line.close()
    if not isinstance(told, dict):
        raise ValueError("the answer is none of a club's")
    return answer.status, told


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
