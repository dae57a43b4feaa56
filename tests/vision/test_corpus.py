"""The tools that compare readers: they count and spoil what they say they do."""

import numpy as np
import pytest

from tests.bench.corpus.tally import WRONG_COSTS, Tally
from tests.bench.eye import View


def test_a_wrong_letter_costs_fifty_unsure_ones_and_hidden_spaces_nothing():
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
