"""Where a disc that bears print lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenes import look_of
from vision.discs import Chip, half_of
from vision.evidence import weigh
from vision.marks.evenness import PLAY, evenly_centred
from vision.straight import MARGIN, SIDE

HALF = half_of((0.22, 0.28))


@pytest.mark.parametrize("off", [(0, 0), (PLAY - 1, 0), (-3, 3), (2, -3)])
def test_a_disc_is_found_where_its_ring_looks_alike_all_around(off: tuple[int, int]) -> None:
    look = look_of("d0_green_oak")
    evidence = weigh(look.empty, look, ("b", "g", "r"))
    bare = np.ones_like(evidence.lightness)
    middle, ring = (MARGIN + 4 * SIDE, MARGIN + 5 * SIDE), (round(HALF[0] * 0.8), round(HALF[1] * 0.8))
    cv2.ellipse(bare, middle, ring, 0, 0, 360, 0.6, 2, cv2.LINE_AA)
    seen = replace(evidence, lightness=bare, plane=(0.0 * bare, 0.0 * bare))
    guess = Chip("", 4.0 + (off[0] + 0.5) / SIDE, 5.0 + (off[1] + 0.5) / SIDE, 1.0, 0.0, False)
    (found,) = evenly_centred([guess], seen, HALF)
    assert (found.across, found.down) == pytest.approx((4.0 + 0.5 / SIDE, 5.0 + 0.5 / SIDE), abs=1.01 / SIDE)


def test_a_disc_without_print_stays_where_it_was() -> None:
    look = look_of("d0_green_oak")
    evidence = weigh(look.empty, look, ("b", "g", "r"))
    plain = np.ones_like(evidence.lightness)
    guess = Chip("", 4.0, 5.0, 1.0, 0.0, False)
    assert evenly_centred([guess], replace(evidence, lightness=plain, plane=(0.0 * plain, 0.0 * plain)), HALF) == [
        guess
    ]


def test_no_discs_are_no_trouble() -> None:
    look = look_of("d0_green_oak")
    assert evenly_centred([], weigh(look.empty, look, ("b", "g", "r")), HALF) == []
