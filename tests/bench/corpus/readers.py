"""Who reads: each is given a table and a picture of it, and answers with a hundred letters, or none."""

from __future__ import annotations

import copy
from collections.abc import Callable

from tests.bench.corpus.tables import CorpusTable
from tests.bench.eye import LAYOUT
from vision.cold.reading import read_cold
from vision.eye import Eye
from vision.finding.found import BoardNotFound
from vision.look import TableLook
from vision.mesh import Picture
from vision.pictures import PictureError

Reader = Callable[[CorpusTable, Picture], str]


_prepared: dict[tuple[str, str], Eye] = {}
"""Eyes that have seen nothing yet."""


def forget() -> None:
    """Lets go what was prepared: it was made by rules that are about to change."""
    _prepared.clear()


def _with(how: str, table: CorpusTable, look: TableLook | None, picture: Picture) -> str:
    """As `referee read` does it: a fresh eye with no memory."""
    if look is None:
        return ""
    if (table.name, how) not in _prepared:
        _prepared[table.name, how] = Eye(look, LAYOUT)
    return copy.copy(_prepared[table.name, how]).look(picture, 0.0, 0).letters


def _measured(table: CorpusTable, picture: Picture) -> str:
    return _with("measured", table, table.measured, picture)


def _from_empty(table: CorpusTable, picture: Picture) -> str:
    return _with("empty", table, table.from_empty, picture)


def _cold(table: CorpusTable, picture: Picture) -> str:
    try:
        return read_cold(picture, LAYOUT).reading.letters
    except (BoardNotFound, PictureError):
        return ""


READERS: dict[str, Reader] = {"measured": _measured, "empty": _from_empty, "cold": _cold}
