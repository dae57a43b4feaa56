"""Where each book prints the rule that a fault breaks, so that people are shown the book of their own language."""

from __future__ import annotations

from functools import cache

from engine.judging.faults import LIVE_RULES
from engine.rules.rulebook import BOOKS, rules
from engine.rules.wording import RULES


@cache
def lines_of(code: str) -> dict[str, str]:
    """Lines by book, as `{"Danish": "31, 45"}`, of the rules behind that fault; those on which the books disagree are
    left out, since another book's line would say something else."""
    rows = [rules()[row] for row in LIVE_RULES[code][0] if row in rules()] if code in LIVE_RULES else []
    rows = rows or [rules()[row] for row in RULES.get(code, ())]
    found = {}
    for book in BOOKS:
        lines = [row.lines[book] for row in rows if row.grade != "disagree" and book in row.lines]
        if lines:
            found[book] = ", ".join(dict.fromkeys(", ".join(lines).split(", ")))
    return found
