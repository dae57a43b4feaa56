"""The words of the page with puzzles, which no other page has to carry."""

from __future__ import annotations

from web import wording


def table(language: str = wording.DEFAULT) -> wording.Table:
    """All its texts in a language, English where it is not known."""
    return wording.table_of("puzzles", language)
