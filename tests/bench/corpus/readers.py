"""Who reads: each is given a table and a picture of it, and answers with a hundred letters, or none."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from tests.bench.corpus.tables import CorpusTable
from tests.bench.eye import LAYOUT
from vision import training
from vision.classify.evidence import weigh
from vision.cold.reading import TEAMS, read_cold
from vision.eye import Eye
from vision.finding.found import BoardNotFound
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.pictures import PictureError
from vision.training.candidate import Network

TOLD = ".#bgr"
Reader = Callable[[CorpusTable, Picture], str]


_prepared: dict[tuple[str, str], Eye] = {}
"""Eyes that have seen nothing yet."""


def forget() -> None:
    """Lets go what was prepared: it was made by rules that are about to change."""
    _prepared.clear()


def _with(how: str, table: CorpusTable, look: TableLook | None, picture: Picture) -> str:
    """As `referee read` does it: a fresh eye with no memory."""
    eye = _eye(how, table, look)
    return "" if eye is None else eye.look(picture, 0.0, 0).letters


def _eye(how: str, table: CorpusTable, look: TableLook | None) -> Eye | None:
    """One that has seen nothing yet; None where the table could not be measured."""
    if look is None:
        return None
    if (table.name, how) not in _prepared:
        _prepared[table.name, how] = Eye(look, LAYOUT)
    return unused(_prepared[table.name, how])


def unused(eye: Eye) -> Eye:
    """Another eye of the same table that has seen nothing: what one learns from a picture is no help with the next."""
    other = copy.copy(eye)
    other._learner = copy.copy(eye._learner)
    other._memory, other._rereading = copy.deepcopy(eye._memory), copy.deepcopy(eye._rereading)
    return other


def _measured(table: CorpusTable, picture: Picture) -> str:
    return _with("measured", table, table.measured, picture)


def _from_empty(table: CorpusTable, picture: Picture) -> str:
    return _with("empty", table, table.from_empty, picture)


def _cold(table: CorpusTable, picture: Picture) -> str:
    try:
        return read_cold(picture, LAYOUT).reading.letters
    except (BoardNotFound, PictureError):
        return ""


SURE, DISAGREES = 0.95, 0.03
"""The network gives a letter from so much on; and as a witness makes a `?` of one that it gives less than this."""
CANDIDATE = Path(os.environ.get("CANDIDATE", Path(training.__file__).with_name("spaces.onnx")))
"""The weights of the network that competes."""


@cache
def _candidate() -> Network:
    return Network(CANDIDATE)


def _by_network(table: CorpusTable, picture: Picture) -> tuple[str, np.ndarray] | None:
    """What the eye says today of a measured table, and the network's probabilities; None where nothing was read."""
    eye = _eye("measured", table, table.measured)
    letters = eye.look(picture, 0.0, 0).letters if eye is not None else ""
    if not letters or eye is None or eye.last_frame is None:
        return None
    look = eye.last_frame.table
    return letters, _candidate().chances(weigh(eye.last_frame.straight, look, TEAMS), look.rows, look.columns)


def _network(table: CorpusTable, picture: Picture) -> str:
    told = _by_network(table, picture)
    if told is None:
        return ""
    best = told[1].argmax(axis=1)
    return "".join(TOLD[k] if told[1][space, k] >= SURE else "?" for space, k in enumerate(best.tolist()))


def _witness(table: CorpusTable, picture: Picture) -> str:
    told = _by_network(table, picture)
    if told is None:
        return ""
    letters, chances = told
    doubted = [
        letter in TOLD and chances[space, TOLD.index(letter)] < DISAGREES for space, letter in enumerate(letters)
    ]
    return "".join("?" if doubt and letter != "#" else letter for letter, doubt in zip(letters, doubted, strict=True))


READERS: dict[str, Reader] = {
    "measured": _measured,
    "empty": _from_empty,
    "cold": _cold,
    "network": _network,
    "witness": _witness,
}
"""The last two are candidates: the network alone on a measured table, and as a second witness beside the eye."""
