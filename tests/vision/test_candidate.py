"""The learnt classifiers: what they see is cut out right, and weights that cannot be used are refused in words."""

from pathlib import Path

import numpy as np
import pytest

from vision.training.candidate import Network, WeightsError
from vision.training.planes import CROP, PLANES, SPACE, Teams, crops, planes

TEAMS = Teams(np.array([[0.9, 0.4, 0.2], [0.3, 0.6, 0.2], [0.2, 0.2, 0.8]], np.float32), np.ones(3, np.float32))
MARGIN = (CROP - SPACE) // 2


def _picture(rows: int, columns: int) -> np.ndarray:
    size = (rows * SPACE + 2 * MARGIN, columns * SPACE + 2 * MARGIN, 3)
    return np.random.default_rng(2).uniform(0, 1, size).astype(np.float32)


def test_each_space_is_seen_with_its_surroundings() -> None:
    now, empty = _picture(3, 4), _picture(3, 4)
    seen = crops(planes(now, empty, TEAMS), 3, 4)
    assert seen.shape == (12, 3, PLANES, CROP, CROP)
    top, left = 2 * SPACE, 1 * SPACE
    assert np.array_equal(seen[2 * 4 + 1, 0, :3], np.moveaxis(now[top : top + CROP, left : left + CROP], 2, 0))


def test_a_team_sees_the_same_whatever_its_place_among_the_teams() -> None:
    now, empty = _picture(2, 2), _picture(2, 2)
    turned = Teams(TEAMS.colours[::-1].copy(), TEAMS.measured)
    assert np.allclose(planes(now, empty, TEAMS)[0], planes(now, empty, turned)[2], atol=1e-6)


def test_what_is_not_known_of_the_empty_board_is_nothing() -> None:
    seen = planes(_picture(1, 1), None, TEAMS)
    assert not seen[:, 3:6].any()
    assert not seen[:, 8].any()
    assert not seen[:, 12].any()


def test_planes_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="2x3 spaces"):
        crops(planes(_picture(3, 3), None, TEAMS), 2, 3)


def test_weights_that_are_missing_or_damaged_are_told_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"cannot be read.*make train"):
        Network(tmp_path / "none.onnx")
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(b"no weights")
    with pytest.raises(WeightsError, match=r"damaged.*make train"):
        Network(damaged)
