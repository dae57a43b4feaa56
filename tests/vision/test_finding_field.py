"""The field of spaces is told by its outline, though no line parts the cards."""

import cv2
import numpy as np
import pytest

from tests.often import cases
from vision.finding.field import planes_of_fields

UNIT, BORDER = 48, 40
SIDE = 10 * UNIT + 2 * BORDER
LIGHT, DARK, GREY = 230, 50, 90
NODES = np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1)


def flat_board() -> np.ndarray:
    """A light field with dark spaces in its corners, a dark border around it."""
    flat = np.full((SIDE, SIDE), DARK, np.uint8)
    flat[BORDER:-BORDER, BORDER:-BORDER] = LIGHT
    for row, column in ((0, 0), (0, 9), (9, 0), (9, 9)):
        down, across = BORDER + row * UNIT, BORDER + column * UNIT
        flat[down : down + UNIT, across : across + UNIT] = DARK
    return flat


def is_laid(flat: np.ndarray, narrower: int, table: int, within: float) -> bool:
    """Whether one of the planes lays all nodes so many spaces `within` their places, whichever way round."""
    ends = np.array([[150 + narrower, 30], [680 - narrower, 40], [730, 590], [100, 580]], np.float32)
    lay = cv2.getPerspectiveTransform(np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32), ends)
    picture = cv2.warpPerspective(flat, lay, (820, 616), borderValue=table)
    true = cv2.perspectiveTransform((NODES * UNIT + BORDER).reshape(-1, 1, 2), lay.astype(float)).reshape(11, 11, 2)
    laid = [plane.to_picture(NODES) for plane in planes_of_fields(picture, 10, 10)]
    return any(np.abs(np.rot90(one, turns) - true).max() < within * UNIT for one in laid for turns in range(4))


@pytest.mark.parametrize("narrower", [0, 45])
def test_dark_spaces_in_its_corners_do_not_hide_where_a_field_ends(narrower):
    assert is_laid(flat_board(), narrower, GREY, within=0.05)


@pytest.mark.parametrize("narrower", [0, 45])
def test_glare_that_opens_the_border_to_a_light_table_does_not_hide_where_a_field_ends(narrower):
    flat = flat_board()
    flat[180:290, : BORDER + 1] = LIGHT
    assert is_laid(flat, narrower, LIGHT, within=0.2)


@cases(("narrower", "across"), [(0, (200, 310)), (0, (380, 500)), (45, (200, 310)), (45, (380, 500))], quick=1)
@pytest.mark.parametrize("arm", [LIGHT, GREY, 30], ids=["light", "grey", "dark"])
def test_an_arm_over_a_side_does_not_hide_where_a_field_ends(narrower, arm, across):
    flat = flat_board()
    hand = [(across[0], 0), (across[1], 0), (across[1] - 60, 300), (across[0] - 20, 280)]
    cv2.fillPoly(flat, [np.array(hand, np.int32)], arm)
    assert is_laid(flat, narrower, GREY, within=0.1)
