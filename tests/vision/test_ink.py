"""Ink on white sides: whose it is, told by the light that it takes."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.vision.drawn import colour_of
from vision.classify.ink import Ink, light_of

VIVID_BLUE, DARK_GREEN, RED = (120, 0.7, 0.9), (-150, 0.38, 0.36), (-31, 0.8, 0.8)
WHITE = np.array([0.95, 1.0, 1.0])
"""Of a side, b g r against paper that is a little bluer."""


def team_of(colour, share, board=(0.9, 0.9, 0.9), of_board=0.0, chips=None):
    """The team, and how near the next comes, of a ring that is mixed with white, and with print of the board."""
    shades = {"b": VIVID_BLUE, "g": DARK_GREEN, "r": RED}
    colours = chips or {team: colour_of(team, *shade) for team, shade in shades.items()}
    evidence = SimpleNamespace(at_home=frozenset(colours), colours=colours)
    white, ink, print_ = light_of(WHITE), light_of(np.array(colour)), light_of(np.array(board))
    places = np.ones((3, 16))
    face = (1.0 - share - of_board) * white[:, None] + share * ink[:, None] + of_board * print_[:, None]
    weight, beside = np.ones(16), np.full(16, float(of_board > 0.0))
    return Ink.of(face * places, print_[:, None] * places, white, weight, beside, evidence).team(evidence)


def of(team, shade):
    return colour_of(team, *shade).reflectance


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize(("team", "shade"), [("b", VIVID_BLUE), ("r", RED), ("g", DARK_GREEN)])
def test_a_ring_is_its_teams_however_thin_it_is(team, shade, share):
    told, rival = team_of(of(team, shade), share)
    assert (told, rival < 0.75) == (team, True)


def test_red_print_of_the_board_in_a_ring_does_not_make_it_red():
    assert team_of(of("b", VIVID_BLUE), 0.4, (0.2, 0.15, 0.85), 0.3)[0] == "b"


@pytest.mark.parametrize("colour", [(0.24, 0.2, 0.19), (0.2, 0.24, 0.19), (0.19, 0.19, 0.22)])
def test_ink_as_good_as_black_is_never_a_vivid_teams(colour):
    team, rival = team_of(colour, 0.5)
    assert team == "g" or rival == 1.0


@pytest.mark.parametrize("shown", [True, False])
def test_ink_between_two_teams_is_the_nearer_ones_only_if_both_were_shown(shown):
    shades = {"b": (126, 0.44, 0.61), "g": (196, 0.6, 0.6), "r": RED}
    chips = {team: replace(colour_of(team, *shade), measured=shown) for team, shade in shades.items()}
    team, rival = team_of(of("b", (150, 0.6, 0.6)), 0.5, chips=chips)
    assert (team, rival < 0.75) == ("b", shown)
