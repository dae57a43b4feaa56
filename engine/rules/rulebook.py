"""The rule book line by line: what each printed book says about each rule, and where that lives in the program.

Every rule has one of three grades: it is printed, the books disagree, or no book says it and the answer is ours.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from typing import Literal

import msgspec

TOPICS = {
    "E": "What is in the box",
    "P": "Who plays",
    "D": "The deal",
    "T": "A turn",
    "C": "The corners",
    "S": "Sequences",
    "J": "The jacks",
    "X": "The advanced rule",
    "K": "Dead cards",
    "L": "Draws",
    "B": "Table talk",
    "Z": "Examples",
    "A": "Where every book is silent",
}
"""What the rules are about, by the letter their names begin with."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the rule book."""

    says: str
    """The rule in our words."""
    kind: Literal["data", "rule", "none"]
    """`data` (a key of the edition files), `rule` (a name in the engine), or `none` (no rule of play)."""
    where: str
    """The key, the name as `module.name`, or why it is no rule."""
    grade: Literal["printed", "disagree", "ours"] = "printed"
    lines: dict[str, str] = {}
    """Lines of the books that say so."""
    each: dict[str, str] = {}
    """Where the books disagree, what each of them says."""
    answer: str = ""
    """What is played here, where the books disagree or are silent."""
    switch: str = ""
    """The switch that plays it otherwise."""


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """Every row by its id, as `T8`."""
    return msgspec.convert(_toml("rulebook.toml"), dict[str, Rule])


@lru_cache(maxsize=1)
def fingerprints() -> dict[str, dict[int, str]]:
    """For each book the fingerprint of every line that is cited."""
    return msgspec.convert(_toml("rulebook_lines.toml"), dict[str, dict[int, str]], strict=False)


def fingerprint(line: str) -> str:
    """Eight hexadecimal digits that tell one line of a book from another, however its blanks are set."""
    return hashlib.sha256(" ".join(line.split()).encode()).hexdigest()[:8]


def cited(book: str) -> tuple[int, ...]:
    """Every line of a book that some rule cites, in order."""
    lines = {int(number) for rule in rules().values() for number in rule.lines.get(book, "").split(", ") if number}
    return tuple(sorted(lines))


def astray(book: str, lines: Sequence[str]) -> tuple[int, ...]:
    """The citations of a book that do not point at the line they meant, its text being given line by line."""
    known = fingerprints()[book]
    return tuple(
        number for number in cited(book) if number > len(lines) or fingerprint(lines[number - 1]) != known.get(number)
    )


def _toml(name: str) -> dict[str, object]:
    return tomllib.loads((resources.files("engine.rules") / name).read_text("utf-8"))


@lru_cache(maxsize=512)
def lines_in(ids: tuple[str, ...], book: str) -> str:
    """The lines of a book that print these rules: `37, 38`; empty where it is silent."""
    lines = [rules()[row].lines[book] for row in ids if book in rules()[row].lines]
    return ", ".join(dict.fromkeys(", ".join(lines).split(", "))) if lines else ""


def sources(ids: tuple[str, ...], books: Iterable[str]) -> str:
    """Where these books print these rules: `English book, line 45; Danish book, line 30`."""
    found = ((book, lines_in(ids, book)) for book in books)
    return "; ".join(f"{book} book, line{'s' if ',' in lines else ''} {lines}" for book, lines in found if lines)
