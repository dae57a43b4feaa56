"""Where each book prints the rule that a fault breaks, so that people are shown the book of their own language."""

from __future__ import annotations

from functools import cache

from engine.faults import kind_of
from engine.rules.rulebook import BOOKS, rules


@cache
def lines_of(code: str) -> dict[str, str]:
    """Lines by book, as `{"Danish": "31, 45"}`, of the rules behind that fault; those on which the books disagree are
    left out, since another book's line would say something else."""
    rows = [rules()[row] for row in kind_of(code).rules if row in rules()]
    found = {}
    for book in BOOKS:
        lines = [row.lines[book] for row in rows if row.grade != "disagree" and book in row.lines]
        if lines:
            found[book] = ", ".join(dict.fromkeys(", ".join(lines).split(", ")))
    return found
