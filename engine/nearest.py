"""What somebody may have meant who wrote a word that is none."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word most like this one, capitals aside; none where none is near. `alike` is a ratio, 0 to 1."""
    by_lower = {one.lower(): one for one in known}
    found = get_close_matches(word.lower(), by_lower, 1, alike)
    return by_lower[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """` Did you mean …?` with a blank before it, or nothing."""
    meant = nearest(word, known, alike)
    return f" Did you mean {meant}?" if meant else ""
