"""Marks of ink beside the board: what lies close together is kept apart."""

import cv2
import numpy as np
import pytest

from tests.vision.cards import table
from vision.cards.ink import find_marks
from vision.cards.piles import beside, paper_of
from vision.cards.tabletop import Tabletop


def marks_of(ink, gap, blur):
    """Sizes in centimetres of the marks of two squares, one twice as large, `gap` eightieths of a centimetre apart."""
    drawn = table(60)
    face = np.full((704, 504, 3), 250, np.uint8)
    cv2.rectangle(face, (100, 300), (163, 363), ink, -1)
    cv2.rectangle(face, (164 + gap, 270), (163 + gap + 128, 397), ink, -1)
    drawn.lay_face(face, (-2.3, 4.0))
    picture = cv2.GaussianBlur(drawn.picture, (0, 0), blur)
    plane = Tabletop.of(drawn.mesh, picture.shape[1::-1])
    return find_marks(picture, plane, beside(picture, plane), paper_of(picture, drawn.mesh)).sizes


@pytest.mark.parametrize("ink", [(30, 30, 30), (60, 50, 200)])
def test_a_mark_that_a_blurred_picture_runs_into_a_larger_one_is_found_by_itself(ink):
    sizes = marks_of(ink, 9, 2.5)
    assert any(0.6 < size < 1.05 for size in sizes)
    assert any(1.3 < size < 2.0 for size in sizes)
