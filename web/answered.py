"""The referee's English answers in other languages: each is known by its English form, with holes for what varies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

PARTS = "parts"
"""A hole that holds several sentences of their own, set apart by commas."""


Texts = Mapping[str, Mapping[str, str]]


def answered(message: str, texts: Texts) -> str:
    """What the referee said, in the language of these texts; as it was said where the language has no words for it."""
    for pattern, own in _forms(tuple(texts.get("answer", {}).items())):
        found = pattern.fullmatch(message)
        if found:
            told = {name: _told(name, value, texts) for name, value in found.groupdict().items()}
            return own.format_map(told)
    return message


def _told(hole: str, value: str, texts: Texts) -> str:
    if hole == PARTS:
        return ", ".join(answered(part, texts) for part in value.split(", "))
    return texts["team"].get(value.lower(), value)


@lru_cache(maxsize=8)
def _forms(forms: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_pattern(english)), own) for english, own in forms)


def _pattern(english: str) -> str:
    """Holes take what is in them, the fewest letters first; all else is as it stands."""
    return "".join(
        f"(?P<{part[1:-1]}>.+?)" if part.startswith("{") else re.escape(part) for part in re.split(r"({\w+})", english)
    )
