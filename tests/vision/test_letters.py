"""Chances become letters: told where they are certain, doubted where not, and never a wrong one for a small cost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.equipment.board import load_layout
from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from vision.read.letters import Limits, letters
from vision.read.reader import Seen
from vision.read.teams import ANY, Play

LAYOUT = load_layout("classic")
FREE_SPACES = LAYOUT.free
BARE, COVERED, BLUE, GREEN, RED, WHITE_BLUE, WHITE_GREEN, WHITE_RED = range(8)


def seen(**changed):
    """A bare board, but for the chances of some spaces: a5 is written `a5`, as on the board."""
    chances = np.zeros((10, 10, 8), np.float32)
    chances[..., BARE] = 1.0
    for name, told in changed.items():
        place = int(name[1:]) - 1, ord(name[0]) - ord("a")
        chances[place] = 0.0
        for what, chance in told.items():
            chances[(*place, what)] = chance
    return Seen(chances, np.zeros((10, 10, 2), np.float32), np.ones(3, np.float32))


def letter(**told):
    """The letter of the one space of which something is said."""
    (name,) = told
    return letters(seen(**told), LAYOUT, ANY).letters[(int(name[1:]) - 1) * 10 + ord(name[0]) - ord("a")]


def test_a_bare_board_is_told_with_its_free_corners():
    told = letters(seen(), LAYOUT, ANY).letters
    assert {space for space, one in enumerate(told) if one == FREE} == FREE_SPACES
    assert set(told) == {EMPTY, FREE}


def test_what_is_certain_is_told_and_what_is_not_is_doubted_or_hidden():
    assert letter(c4={GREEN: 0.99, BARE: 0.01}) == "g"
    assert letter(c4={GREEN: 0.6, BARE: 0.4}) == UNSURE
    assert letter(c4={COVERED: 0.8, BARE: 0.2}) == HIDDEN
    assert letter(a1={COVERED: 0.8, BARE: 0.2}) == HIDDEN
    assert letter(a1={BARE: 0.6, RED: 0.4}) == UNSURE


def test_what_only_a_cover_keeps_from_being_told_is_hidden():
    assert letter(c4={BARE: 0.7, COVERED: 0.3}) == HIDDEN, "bare, were nothing over it"
    assert letter(c4={BARE: 0.5, COVERED: 0.3, BLUE: 0.2}) == UNSURE


def test_a_white_side_and_a_face_of_one_team_speak_for_the_same_letter():
    told = letters(seen(c4={BLUE: 0.4, WHITE_BLUE: 0.58, BARE: 0.02}), LAYOUT, ANY)
    assert told.letters[32] == "b"
    assert told.flipped == (32,)


def test_a_white_side_is_of_the_team_whose_chip_lay_there_whatever_its_ring_looks_like():
    ring = seen(c4={WHITE_BLUE: 0.96, WHITE_RED: 0.04}, d4={WHITE_BLUE: 0.96, WHITE_RED: 0.04}, e4={BLUE: 0.96})
    known = UNSURE * 32 + "r" + EMPTY + "r" + UNSURE * 65
    told = letters(ring, LAYOUT, ANY, known=known)
    assert told.letters[32] == "r"
    assert told.letters[33:35] == "bb", "where none lay, and where a face shows"
    assert told.flipped == (32, 33)


RING = {WHITE_BLUE: 0.72, WHITE_GREEN: 0.28}


def test_white_sides_in_line_tell_each_others_team():
    five = seen(c4=RING, d4=RING, e4=RING, f4={WHITE_BLUE: 0.45, WHITE_GREEN: 0.55}, g4={WHITE_BLUE: 1.0})
    assert letters(five, LAYOUT, ANY).letters[32:37] == "bbbbb"
    assert letters(five, LAYOUT, Play(turned=False)).letters[32:37] == "????b", "where nobody turns a five over"


@pytest.mark.parametrize("last", [{BARE: 1.0}, {BLUE: 1.0}])
def test_white_sides_that_make_no_five_are_each_told_alone(last):
    assert letters(seen(c4=RING, d4=RING, e4=RING, f4=RING, g4=last), LAYOUT, ANY).letters[32:36] == "????"


def test_a_five_may_reach_under_a_hand_and_into_a_free_corner():
    sure = {WHITE_BLUE: 0.93, WHITE_GREEN: 0.07}
    told = letters(seen(b2=sure, c3=RING, d4=sure, e5={COVERED: 1.0}), LAYOUT, ANY).letters
    assert (told[11], told[22], told[33], told[44]) == ("b", "b", "b", HIDDEN)


def test_two_fives_end_to_end_keep_their_teams_and_chips_turned_in_play_are_no_five():
    blue, green = {WHITE_BLUE: 0.99, WHITE_GREEN: 0.01}, {WHITE_GREEN: 0.99, WHITE_BLUE: 0.01}
    row = {f"{column}4": blue if column < "f" else green for column in "abcdefghij"}
    row |= {"c4": RING}
    assert letters(seen(**row), LAYOUT, ANY).letters[30:40] == "bbbbbggggg"
    mixed = seen(c4=blue, d4=green, e4=blue, f4=green, g4=RING)
    assert letters(mixed, LAYOUT, ANY).letters[32:37] == "bgbg?"


def test_nobody_is_said_to_have_turned_a_chip_where_none_are_turned():
    told = letters(seen(c4={WHITE_BLUE: 1.0}), LAYOUT, Play(turned=False))
    assert (told.letters[32], told.flipped) == ("b", ())


@pytest.mark.parametrize(("across", "other"), [(True, "d4"), (False, "c5")])
def test_a_chip_on_a_line_belongs_to_neither_space_and_is_told_as_between(across, other):
    shared = {RED: 0.5, BARE: 0.5}
    picture = seen(c4=shared, **{other: shared})
    axis, there = (0, (3, 3)) if across else (1, (4, 2))
    picture.centre[3, 2, axis], picture.centre[(*there, axis)] = 0.48, -0.52
    told = letters(picture, LAYOUT, ANY)
    spaces = (32, there[0] * 10 + there[1])
    assert [(one.spaces, one.team) for one in told.between] == [(spaces, "r")]
    assert {told.letters[space] for space in spaces} == {UNSURE}


def test_a_chip_that_was_seen_before_is_told_of_a_look_that_is_less_certain_of_it():
    before = "." * 32 + "b" + "." * 67

    def again(**told):
        return letters(seen(**told), LAYOUT, ANY, known=before).letters

    assert again(c4={BLUE: 0.85, GREEN: 0.15})[32] == "b"
    assert again(c4={WHITE_BLUE: 0.85, GREEN: 0.15})[32] == "b", "turned over it is the same chip"
    assert again(c4={BLUE: 0.75, GREEN: 0.25})[32] == UNSURE
    assert again(c4={GREEN: 0.85, BLUE: 0.15})[32] == UNSURE, "another chip has to be seen as plainly as ever"
    assert again(c4={BLUE: 0.85, COVERED: 0.15})[32] == HIDDEN, "a hand over it is no less a hand"
    assert again(d4={BARE: 0.85, RED: 0.15})[33] == UNSURE, "a bare space may carry a new chip"


def test_beside_what_is_hidden_a_chip_that_was_seen_has_gone_only_where_its_space_is_plainly_bare():
    before = "." * 32 + "b" + "." * 67

    def again(**told):
        return letters(seen(**told), LAYOUT, ANY, known=before).letters[32]

    arm = {"b5": {COVERED: 1.0}}
    assert again(c4={BARE: 0.95, BLUE: 0.05}) == EMPTY
    assert again(c4={BARE: 0.95, BLUE: 0.05}, **arm) == HIDDEN
    assert again(c4={BARE: 0.995, BLUE: 0.005}, **arm) == EMPTY
    assert again(c4={RED: 0.95, BLUE: 0.05}, **arm) == "r", "another chip lies there to be seen"
    assert again(c4={BARE: 0.95, BLUE: 0.05}, c7={COVERED: 1.0}) == EMPTY


def test_of_what_is_known_to_be_hidden_nothing_is_said():
    told = letters(seen(c4={BLUE: 1.0}), LAYOUT, ANY, hidden=frozenset({32, 0}))
    assert told.letters[32] == told.letters[0] == HIDDEN
    assert not told.chances[[32, 0]].any()


@given(st.lists(st.floats(0.01, 1.0), min_size=8, max_size=8))
def test_whatever_the_chances_a_told_letter_is_likelier_than_its_limit(weights):
    chances = np.array(weights) / sum(weights)
    told = letters(seen(e5=dict(enumerate(chances.tolist()))), LAYOUT, ANY)
    each = {EMPTY: chances[0]} | {team: chances[2 + k] + chances[5 + k] for k, team in enumerate("bgr")}
    if told.letters[44] in each:
        assert each[told.letters[44]] >= Limits.told - 1e-6
    in_view = np.array(list(each.values())) / sum(each.values())
    assert told.chances[44] == pytest.approx(in_view * (told.letters[44] != HIDDEN), abs=1e-4)
