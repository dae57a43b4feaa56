"""Dates as people of a language write them, for pages that no script can put into the phone's own words."""

from __future__ import annotations

from datetime import datetime

from web import wording


def written(when: datetime, language: str) -> str:
    """`21 November 2026, 20:15`, in the words and the order of that language."""
    month = wording.table(language)["date"]["months"].split()[when.month - 1]
    clock = {"hour": f"{when:%H}", "minute": f"{when:%M}"}
    return wording.text("date", "written", language, day=when.day, month=month, year=when.year, **clock)
