"""The field of spaces is told by its outline, though no line parts the cards."""

import cv2
import numpy as np
import pytest

from vision.finding_field import planes_of_fields

UNIT, BORDER = 48, 40
LIGHT, DARK, TABLE = 230, 50, 90


@pytest.mark.parametrize("narrower", [0, 45])
def test_dark_spaces_in_its_corners_do_not_hide_where_a_field_ends(narrower):
    size = 10 * UNIT + 2 * BORDER
    flat = np.full((size, size), DARK, np.uint8)
    flat[BORDER:-BORDER, BORDER:-BORDER] = LIGHT
    for row, column in ((0, 0), (0, 9), (9, 0), (9, 9)):
        down, across = BORDER + row * UNIT, BORDER + column * UNIT
        flat[down : down + UNIT, across : across + UNIT] = DARK
    ends = np.array([[150 + narrower, 30], [680 - narrower, 40], [730, 590], [100, 580]], np.float32)
    lay = cv2.getPerspectiveTransform(np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32), ends)
    picture = cv2.warpPerspective(flat, lay, (820, 616), borderValue=TABLE)
    nodes = np.stack(np.meshgrid(np.arange(11.0), np.arange(11.0)), -1)
    true = cv2.perspectiveTransform((nodes * UNIT + BORDER).reshape(-1, 1, 2), lay.astype(float)).reshape(11, 11, 2)
    laid = [plane.to_picture(nodes) for plane in planes_of_fields(picture, 10, 10)]
    assert any(np.abs(np.rot90(one, turns) - true).max() < 0.05 * UNIT for one in laid for turns in range(4))
