"""A disc that looks like certain others is found in its space, whatever is printed beside it."""

import numpy as np
import pytest

from tests.vision.scenes import look_of
from tests.vision.test_stains import TEAMS, laid, ring_of
from vision.discs import Chip, half_of
from vision.evidence import weigh
from vision.marks.side_profile import alike, likest, profile_of

SETUP, PAPER = "d2_deluxe_dark", (1.0, 1.0, 1.0)
MODELS, SPACES = (31, 33, 36), tuple(range(61, 69))
"""Spaces of the first row show what the discs look like; those of the other are looked at."""


def where(spaces, aside, seed):
    """Where `laid` puts discs."""
    chance = np.random.default_rng(seed)
    return [
        (s % 10 + 0.5 + chance.uniform(-aside, aside), s // 10 + 0.5 + chance.uniform(-aside, aside)) for s in spaces
    ]


@pytest.mark.parametrize(("team", "seed"), [("r", 1), ("g", 2), ("b", 3)])
def test_the_likest_disc_of_a_space_lies_where_one_was_laid(team: str, seed: int) -> None:
    look = look_of(SETUP)
    lying = (*MODELS, *SPACES)
    picture = laid(SETUP, lying, PAPER, ring_of(SETUP, team), aside=0.38, at=0.35, seed=seed)
    evidence, half = weigh(picture, look, TEAMS), half_of(look.radius)
    discs = [Chip("", across, down, 0.0, 0.0, True) for across, down in where(lying, 0.38, seed)]
    profile = profile_of(discs[: len(MODELS)], evidence, half)
    found = [likest(*divmod(space, 10), profile, evidence, half, 0.1) for space in SPACES]
    off = [
        np.hypot(a.across - b.across, a.down - b.down) for (a, _), b in zip(found, discs[len(MODELS) :], strict=True)
    ]
    assert sum(far < 0.06 for far in off) >= len(SPACES) - 1, "a ring of the print's own colours may be lost in it"
    assert min(like for _, like in found) > 0.5


def test_print_is_less_like_a_ring_than_any_ring_is() -> None:
    look, team = look_of(SETUP), "r"
    picture = laid(SETUP, MODELS, PAPER, ring_of(SETUP, team), at=0.35)
    evidence, half = weigh(picture, look, TEAMS), half_of(look.radius)
    discs = [Chip("", space % 10 + 0.5, space // 10 + 0.5, 0.0, 0.0, True) for space in MODELS]
    profile = profile_of(discs, evidence, half)
    least = float(alike(discs, profile, evidence, half).min())
    assert max(likest(*divmod(space, 10), profile, evidence, half, 0.0)[1] for space in SPACES) < least - 0.1
