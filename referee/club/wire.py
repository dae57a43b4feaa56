"""A table's request to its hub."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from collections.abc import Mapping
from typing import Any

LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that are read."""


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
