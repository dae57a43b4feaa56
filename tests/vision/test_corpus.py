"""The tools that compare readers: they count and spoil what they say they do."""

import cv2
import numpy as np
import pytest

from tests.bench.corpus.matrix import KINDS, STRENGTHS, spoiled
from tests.bench.corpus.tally import WRONG_COSTS, Tally, wilson
from tests.bench.eye import View
from vision.rectify.mesh import Mesh


def _mesh() -> Mesh:
    down, across = np.mgrid[:11, :11].astype(np.float32)
    return Mesh(np.dstack([across, down]) * 60 + 20)


def _view() -> View:
    rough = np.random.default_rng(1).normal(0, 400, (660, 820, 3)).astype(np.float32)
    picture = np.clip(cv2.GaussianBlur(rough, (0, 0), 3.0) + 128, 40, 215).astype(np.uint8)
    return View(picture, "." * 100, np.zeros(100), frozenset(), frozenset({"few"}))


def test_an_interval_holds_the_share_and_narrows_with_more_pictures() -> None:
    few, many = wilson(2, 100), wilson(200, 10_000)
    assert few[0] < 0.02 < few[1]
    assert few[0] < many[0] < 0.02 < many[1] < few[1]
    assert wilson(0, 100)[0] == 0.0
    assert 0.03 < wilson(0, 100)[1] < 0.04


def test_a_wrong_letter_costs_fifty_unsure_ones_and_hidden_spaces_nothing() -> None:
    hidden = np.zeros(100)
    hidden[50] = 0.5
    view = View(np.zeros((2, 2, 3), np.uint8), "." * 100, hidden, frozenset(), frozenset())
    tally = Tally()
    letters = list("." * 100)
    letters[44], letters[45], letters[50] = "b", "?", "r"
    tally.add(view, "".join(letters))
    assert (tally.count["wrong"], tally.count["unsure"], tally.count["visible"]) == (1, 1, 95)
    assert tally.cost == pytest.approx(100 * (WRONG_COSTS + 1) / 95)
    assert tally.count["flawless"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_spoils_more_the_stronger_and_the_same_each_time(kind: str) -> None:
    view, mesh = _view(), _mesh()
    worse = [spoiled(view, kind, strength, mesh, np.random.default_rng(3)) for strength in STRENGTHS]
    again = spoiled(view, kind, 5, mesh, np.random.default_rng(3))
    off = [np.abs(one.picture.astype(int) - view.picture).mean() for one in worse]
    assert off[0] > 0.0
    assert off[4] > off[0]
    assert np.array_equal(worse[4].picture, again.picture)
    assert (worse[4].hidden.max() > 0) == (kind == "occlusion")
