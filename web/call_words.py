"""What was posted as a call, read: the call itself, or one plain sentence about what it lacks."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import request

from engine.calls import AnyCall
from web import wording

LARGEST_NUMBER = 99_999
"""No game has turns, seats or faults of a higher number; a larger one is a slip, and could not even be kept."""
LONGEST_TEXT = 100
"""Letters of any text in a call; the longest are names of cards on home-made boards."""

DEEPEST = 3
"""Lists within lists in a call; claims are lists of spaces."""


class NoCall(Exception):
    """What was posted is no call; the message is for people."""


def read_json(language: str) -> dict[str, Any]:
    """The object that the body of the request at hand holds. Raises NoCall."""
    try:
        posted = msgspec.json.decode(request.get_data(cache=False))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        posted = None
    if not isinstance(posted, dict):
        raise NoCall(wording.text("error", "bad", language))
    return posted


def read_call(posted: dict[str, Any], who: str, language: str = wording.DEFAULT) -> AnyCall:
    """The call that was posted, said by `who`. Raises NoCall."""
    given = {field: value for field, value in posted.items() if field not in ("at", "who")}
    for field, value in given.items():
        if not _is_small(value):
            raise NoCall(_what_is_needed(field, language))
    try:
        call: AnyCall = msgspec.convert({**given, "at": 0.0, "who": who}, AnyCall)
    except msgspec.ValidationError as error:
        named = re.search(r"field `(\w+)`|at `\$\.(\w+)", str(error))
        raise NoCall(_what_is_needed(named[1] or named[2] if named else "", language)) from error
    return call


def _what_is_needed(field: str, language: str) -> str:
    needs = wording.table(language)["needs"]
    return needs.get("other_seat" if field == "other" else field, needs["other"])


def _is_small(value: Any, deep: int = 0) -> bool:
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return abs(value) <= LARGEST_NUMBER
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and (value.isprintable() or not value)
    inner = value.values() if isinstance(value, dict) else value
    return deep < DEEPEST and len(inner) <= LONGEST_TEXT and all(_is_small(one, deep + 1) for one in inner)
