"""A chip's middle is found by its edge, whatever pulls at its colour."""

import cv2
import numpy as np
import pytest

from vision.classify.centring import centred
from vision.classify.discs import SEARCH, Chip
from vision.rectify.straight import MARGIN, SIDE

RADIUS = 0.27
HALF = (RADIUS * SIDE / SEARCH, RADIUS * SIDE / SEARCH)


def _disc(across: float, down: float) -> np.ndarray:
    """A map of one chip's colour, its edge soft as a camera's."""
    y, x = np.mgrid[: 10 * SIDE + 2 * MARGIN, : 10 * SIDE + 2 * MARGIN]
    at = np.hypot((x + 0.5 - MARGIN) / SIDE - across, (y + 0.5 - MARGIN) / SIDE - down)
    return np.clip((RADIUS - at) * SIDE + 0.5, 0, 1).astype(np.float32)


def _seen(colour: np.ndarray, printed: np.ndarray | None = None, aside: float = 0.06) -> tuple[float, float]:
    first = Chip("r", 4.42 + aside, 3.57 - aside, 0.9, 0.0, white=False)
    chip = centred([first], {"r": colour}, {"r": np.zeros_like(colour) if printed is None else printed}, HALF)[0]
    return chip.across, chip.down


@pytest.mark.parametrize("aside", [-0.07, 0.0, 0.07])
def test_wherever_the_search_began_the_middle_is_found(aside: float) -> None:
    assert _seen(_disc(4.42, 3.57), aside=aside) == pytest.approx((4.42, 3.57), abs=0.01)


def test_a_lamp_in_one_side_of_a_chip_does_not_push_its_middle_aside() -> None:
    colour = _disc(4.42, 3.57)
    cv2.circle(colour, (round(4.34 * SIDE + MARGIN), round(3.6 * SIDE + MARGIN)), 3, 0.0, -1)
    assert _seen(colour) == pytest.approx((4.42, 3.57), abs=0.03)


def test_print_of_its_colour_beside_a_chip_does_not_draw_its_middle_aside() -> None:
    colour, printed = _disc(4.42, 3.57), np.zeros_like(_disc(4.42, 3.57))
    for one in (colour, printed):
        cv2.circle(one, (round(4.75 * SIDE + MARGIN), round(3.57 * SIDE + MARGIN)), 5, 1.0, -1)
    printed *= 1 - _disc(4.42, 3.57)
    assert _seen(colour, printed) == pytest.approx((4.42, 3.57), abs=0.02)


def test_what_shows_no_edge_stays_where_it_was_seen() -> None:
    assert _seen(np.ones_like(_disc(4.42, 3.57)), aside=0.0) == (4.42, 3.57)
