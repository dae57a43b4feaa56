"""Who reads: each is given a table and a picture of it, and answers with a hundred letters, or none."""

from collections.abc import Callable

from tests.bench.corpus.tables import CorpusTable
from tests.bench.eye import LAYOUT
from vision.eye import eye_for_one
from vision.finding.found import BoardNotFound
from vision.read.cold import read_cold
from vision.rectify.mesh import Picture
from vision.rectify.pictures import PictureError

Reader = Callable[[CorpusTable, Picture], str]


def _with(look, picture):
    """As `referee read` does it: a fresh eye with no memory. Nothing where the table could not be measured."""
    return "" if look is None else eye_for_one(look, LAYOUT).look(picture, 0.0, 0).letters


def _cold(table, picture):
    try:
        return read_cold(picture, LAYOUT).told.letters
    except (BoardNotFound, PictureError):
        return ""


READERS: dict[str, Reader] = {
    "measured": lambda table, picture: _with(table.measured, picture),
    "empty": lambda table, picture: _with(table.from_empty, picture),
    "cold": _cold,
}
