"""What the referee says, as a code and what fills its words; the words are made where it is shown, in any language."""

from __future__ import annotations

import msgspec


class Saying(msgspec.Struct, frozen=True):
    """One sentence by its code, with what varies in it."""

    code: str
    about: dict[str, str] = {}
    """By name: `team`, `card`, `space` as the engine writes them, numbers as digits; several set apart by blanks,
    possible answers by commas."""


def saying(code: str, **about: object) -> Saying:
    """The sentence of that code about these things; several spaces or cards may be given as a tuple."""
    return Saying(
        code,
        {name: " ".join(map(str, it)) if isinstance(it, tuple) else str(it) for name, it in about.items()},
    )
