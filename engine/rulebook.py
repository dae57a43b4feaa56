"""The rule book line by line: what each printed book says about each rule, and where that lives in the program."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources

import msgspec

BOOKS = ("English", "Danish", "Spanish", "Swedish", "Bible")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the rule book."""

    says: str
    """The rule in our words."""
    kind: str
    """`data` (a key of the edition files), `rule` (a name in the engine), or `none` (no rule of play)."""
    where: str
    """The key, the name as `module.name`, or why it is no rule."""
    lines: dict[str, str] = {}
    """Lines of the books that say so."""


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """Every row by its id, as `T8`."""
    text = (resources.files("engine") / "rulebook.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Rule])


@lru_cache(maxsize=256)
def _sources(ids: tuple[str, ...], books: tuple[str, ...]) -> str:
    found = []
    for book in books:
        lines = [rules()[row].lines[book] for row in ids if book in rules()[row].lines]
        if lines:
            numbers = ", ".join(dict.fromkeys(", ".join(lines).split(", ")))
            found.append(f"{book} book, line{'s' if ',' in numbers else ''} {numbers}")
    return "; ".join(found)


def sources(ids: Iterable[str], books: Iterable[str]) -> str:
    """Where these books print these rules: `English book, line 45; Danish book, line 30`."""
    return _sources(tuple(ids), tuple(books))
