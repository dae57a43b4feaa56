"""Colours of chips that nobody measured, learnt while a board is read."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scenes import CHIPS, LAYOUT
from vision.eye import Eye
from vision.read.inputs import paper_of
from vision.read.reader import LearntReader
from vision.read.shades import Shades
from vision.read.teams import ANY, ORDINARY, Teams, lab_of
from vision.rectify.straight import Straightener

EVERY = np.ones((10, 10), bool)


@pytest.fixture(scope="module")
def straight(look, played):
    return Straightener(look.mesh).take(played)


@pytest.fixture(scope="module")
def seen(look, straight):
    return LearntReader(LAYOUT).read(straight, look.empty, Teams.of(ORDINARY, ANY))


@pytest.fixture(scope="module")
def paper(look):
    return paper_of(look.empty)


def test_the_colours_of_chips_that_are_plainly_seen_are_as_if_they_had_been_measured(look, straight, seen, paper):
    shades = Shades(Teams.of(ORDINARY, ANY))
    assert shades.learn(straight, seen, None, paper)
    assert shades.teams.measured.tolist() == [team in CHIPS.values() for team in "bgr"]
    for team in set(CHIPS.values()):
        learnt = lab_of(shades.teams.colours["bgr".index(team)])
        assert np.linalg.norm(learnt - lab_of(next(one.colour for one in look.chips if one.team == team))) < 6
    assert not shades.learn(straight, seen, EVERY, paper), "nothing is new"


def test_only_spaces_that_were_read_count_and_no_chip_in_doubt_burnt_out_or_measured_does(look, straight, seen, paper):
    shades = Shades(Teams.of(ORDINARY, ANY))
    assert not shades.learn(straight, seen, ~EVERY, paper)
    assert not shades.learn(straight, seen._replace(chances=0.97 * seen.chances), None, paper)
    assert not shades.learn(np.full_like(straight, 255), seen, None, paper)
    assert shades.teams.colours.tolist() == Teams.of(ORDINARY, ANY).colours.tolist()
    known = Shades(look.teams)
    assert not known.learn(straight, seen, None, paper)
    assert known.teams.colours.tolist() == look.teams.colours.tolist()


def test_a_chip_whose_middle_is_told_far_beyond_its_space_is_looked_at_within_it(straight, seen, paper):
    shades = Shades(Teams.of(ORDINARY, ANY))
    assert shades.learn(straight, seen._replace(centre=np.full_like(seen.centre, -40.0)), None, paper)


def test_what_was_learnt_of_a_chip_holds_in_the_pictures_that_follow_until_the_eye_looks_again(look, played):
    class Noting(LearntReader):
        told = ()

        def read(self, straight, bare, teams, spaces=None):
            self.told = (*self.told, teams.measured.any())
            return super().read(straight, bare, teams, spaces)

    reader = Noting(LAYOUT)
    eye = Eye(replace(look, chips=ORDINARY), LAYOUT, reader=reader)
    eye.look(played, 0.0, 0)
    assert reader.told == (False, True)
    eye.look_again()
    eye.look(played, 1.0, 1)
    assert not reader.told[2]
