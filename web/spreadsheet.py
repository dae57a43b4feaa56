"""Tables for spreadsheets, as CSV that these read as it was meant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

CARRIED_OUT = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would carry out as a formula."""


def as_csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Rows below their heading; UTF-8 with the mark at its beginning by which spreadsheets know it.

    Words that begin like a formula get an apostrophe before them; numbers stay numbers.
    """
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(heading)
    lines.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(CARRIED_OUT) else cell
