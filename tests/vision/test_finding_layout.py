"""Which spaces a lattice shows, by what is printed on them."""

import numpy as np
import pytest

from vision.finding.faces import FACE, Faces
from vision.finding.layout import twinned


def faces_of(clear: np.ndarray) -> Faces:
    """Faces in pairs, two of each beside each other, as clear as `clear` says; shape (rows, columns), columns even."""
    rows, columns = clear.shape
    drawn = np.random.default_rng(3).normal(0, 1, (rows, columns // 2, FACE * FACE * 2))
    looks = np.repeat(drawn / np.linalg.norm(drawn, axis=2, keepdims=True), 2, axis=1).astype(np.float32)
    plain = np.zeros(clear.shape, np.float32)
    return Faces((0, 0), plain, plain, plain, plain, looks, clear, np.zeros((*clear.shape, 3), np.float32))


@pytest.mark.parametrize(("clear", "share"), [(100, 1.0), (20, 1.0), (1, 0.0), (0, 0.0)])
def test_only_cards_on_which_nothing_lies_tell_whether_each_has_a_twin(clear: int, share: float) -> None:
    seen = (np.arange(100).reshape(10, 10) < clear).astype(np.float32)
    assert twinned(faces_of(seen), (slice(0, 10), slice(0, 10))) == share
