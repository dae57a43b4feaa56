"""Where each book prints the rule that a fault breaks, so that people are shown the book of their own language."""

from __future__ import annotations

from functools import cache

from engine.editions.edition_files import load_edition
from engine.faults import kind_of
from engine.rules.rulebook import BOOKS, lines_in, rules
from web import wording


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


@cache
def rule_words(code: str, edition: str, switches: str, language: str) -> str:
    """The rule that a fault breaks, in a sentence, and where it is printed: in the book of that language where it says
    the same, and else in the books of the edition that is played."""
    texts = wording.table(language)
    cited, own = texts["cited"], texts["cited"]["own"]

    def cite(book: str, lines: str) -> str:
        return wording.fill(cited["lines" if "," in lines else "line"], {"book": cited[book], "lines": lines})

    books, rules = _books(edition, switches)
    played = {book: lines for book in books if (lines := lines_in(kind_of(code).rules, book))}
    own_lines = played.get(own) or lines_of(code).get(own)
    theirs = "; ".join(cite(book, lines) for book, lines in played.items())
    if not played and rules:
        theirs = wording.fill(cited["table"], {"rules": rules})
    where = cite(own, own_lines) if own_lines else theirs
    if own_lines and theirs and own not in played:
        where = wording.fill(cited["edition"], {"cited": where, "played": theirs})
    return " · ".join(filter(None, (texts["fault_rule"].get(code, ""), where)))


def _books(edition: str, switches: str) -> tuple[tuple[str, ...], str]:
    """The books of an edition and the switches that differ from it; none where it is not known here."""
    try:
        known = load_edition(edition, switches)
    except ValueError:
        return (), switches
    return known.books, known.rules
