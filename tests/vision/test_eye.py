"""The eye over whole pictures of a drawn table: bumps, light, bad frames, chips between spaces."""

import cv2
import numpy as np
import pytest

from engine.observation import HIDDEN, UNSURE
from hardware.tabletop.scene import Laid
from referee.explain import explain
from referee.measures import measures_of
from tests.vision.scenes import CHIPS, LAYOUT, letters_of, nodes, noisy, shown, straight
from vision.eye import Eye, eye_for_one
from vision.read.cold import read_cold
from vision.rectify.pictures import PictureError
from vision.rectify.straight import straight_mesh
from vision.table import TableLook


@pytest.fixture
def eye(look, played):
    """An eye that has looked once at the board in play."""
    watching = Eye(look, LAYOUT)
    watching.look(played, 0.0, 0)
    return watching


def test_every_chip_of_a_played_board_is_read(look, played):
    seen = eye_for_one(look, LAYOUT).look(noisy(played), 0.0, 0)
    assert seen.letters == letters_of(CHIPS)
    assert len(seen.chances) == 400
    assert min(seen.chance(space) for space in range(100)) > 200 / 255


def test_chips_up_to_four_tenths_of_a_space_off_their_middle_are_read(table, look):
    wide, high = table.scene.cell
    chips = {
        space: Laid(team, dx=0.4 * wide * (-1) ** n, dy=0.3 * high * (-1) ** (n // 2))
        for n, (space, team) in enumerate(CHIPS.items())
        if space not in (5, 94)
    }
    seen = eye_for_one(look, LAYOUT).look(shown(table, chips), 0.0, 0)
    assert seen.letters == letters_of({space: chip.team for space, chip in chips.items()})


def test_a_chip_between_two_spaces_is_not_guessed(table, look):
    picture = shown(table, {44: Laid("b", dx=0.5 * table.scene.cell[0])})
    seen = eye_for_one(look, LAYOUT).look(picture, 0.0, 0)
    assert seen.letters[44] == seen.letters[45] == UNSURE
    assert [(one.spaces, one.team) for one in seen.between] == [((44, 45), "b")]


def test_a_chip_beside_the_board_is_nobodys(table, look):
    wide, _ = table.scene.cell
    seen = eye_for_one(look, LAYOUT).look(shown(table, {59: Laid("b", dx=0.85 * wide)}), 0.0, 0)
    assert "b" not in seen.letters


def test_nothing_new_is_read_in_a_frame_in_which_nothing_changed(look, played):
    eye = Eye(look, LAYOUT)
    eye.look(noisy(played, 1), 0.0, 0)
    reading = eye.last_frame.seen
    again = eye.look(noisy(played, 2), 0.2, 1)
    assert eye.last_frame.seen is reading
    assert not again.moving
    assert again.letters == eye.last_frame.told.letters


def hunted(picture, seed):
    """The picture with each channel up to 8 % brighter or darker, as an automatic white balance leaves it."""
    gain = 1.0 + np.random.default_rng(seed).uniform(-0.08, 0.08, 3)
    return np.clip(np.round(picture * gain), 0, 255).astype(np.uint8)


def test_a_white_balance_that_hunts_is_no_change_on_the_board_but_a_chip_under_it_is(table, look):
    before, after = shown(table, {11: Laid("b")}), shown(table, {11: Laid("b"), 47: Laid("g")})
    eye = Eye(look, LAYOUT)
    eye.look(noisy(before), 0.0, 0)
    reading = eye.last_frame.seen
    for count in range(1, 9):
        assert not eye.look(hunted(noisy(before, count), count), 0.2 * count, count).moving
    assert eye.last_frame.seen is reading
    seen = eye.look(hunted(noisy(after, 9), 9), 2.0, 9)
    assert seen.letters == letters_of({11: "b", 47: "g"})
    taken = eye.look(hunted(noisy(before, 10), 10), 2.2, 10)
    assert taken.letters == letters_of({11: "b"})


def test_after_a_bump_the_board_is_found_again_and_told_once(played, eye):
    height, width = played.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 2.0, 1.0) + np.array([[0, 0, 14], [0, 0, -9]])
    bumped = cv2.warpAffine(played, turn, (width, height), borderMode=cv2.BORDER_REFLECT)
    seen = eye.look(bumped, 0.2, 1)
    assert seen.moved
    assert seen.letters == letters_of(CHIPS)
    still = eye.look(noisy(bumped), 0.4, 2)
    assert not still.moved
    assert still.letters == letters_of(CHIPS)


def test_what_moves_over_a_board_hides_as_much_of_it_where_the_camera_trembles(look, played):
    def hidden(aside):
        eye, (height, width) = Eye(look, LAYOUT), played.shape[:2]
        for frame in range(8):
            picture = noisy(played, frame)
            # Something white, as large as a cup, is pushed over the board.
            cv2.circle(picture, (250 + 40 * frame, 300), 75, (215, 220, 225), -1)
            shift = np.float32([[1, 0, aside * (frame % 2)], [0, 1, 0]])
            letters = eye.look(cv2.warpAffine(picture, shift, (width, height)), 0.2 * frame, frame).letters
            yield {space for space, letter in enumerate(letters) if letter == HIDDEN}

    pairs = list(zip(hidden(aside=0), hidden(aside=4), strict=True))
    assert all(len(steady) > 3 for steady, _ in pairs[1:])
    assert all(steady <= trembling for steady, trembling in pairs)


def test_a_board_put_down_the_other_way_round_is_read_the_same(played, eye):
    seen = eye.look(np.ascontiguousarray(played[::-1, ::-1]), 1.0, 1)
    assert seen.moved
    assert seen.letters == letters_of(CHIPS)


def test_a_table_without_the_board_is_said_to_have_none(played, eye):
    empty_table = noisy(np.full_like(played, 120))
    assert eye.look(empty_table, 1.0, 1).problem == "no-board"


def test_light_that_fades_is_told_and_changes_nothing(played, eye):
    faded = (played * np.array([0.75, 0.8, 0.85])).astype(np.uint8)
    seen = eye.look(faded, 0.2, 1)
    assert seen.light_changed
    assert seen.letters == letters_of(CHIPS)
    assert not eye.look(noisy(faded), 0.4, 2).light_changed


def test_print_that_comes_out_where_a_mirrored_lamp_goes_off_is_no_chip():
    empty, lit, unlit = (straight("mirrored_lamp", light) for light in ("empty", "lit", "unlit"))
    rows = ("*.r......*", "..........", ".........b", "...r.....b", "..r..rgg.r",
            ".....g.b..", "....b.bg..", ".....r.g..", "..........", "*........*")  # fmt: skip
    lies = straight_mesh(nodes("d0_green_oak", "empty"))
    eye = Eye(TableLook(mesh=lies, size=empty.shape[:2], layout="classic", empty=empty), LAYOUT)
    for frame, picture in enumerate((lit, unlit, unlit)):
        assert eye.look(picture, 0.2 * frame, frame).letters == "".join(rows)


@pytest.mark.parametrize(("strength", "seconds"), [(0.7, 0.2), (0.5, 5.0)], ids=["plain", "while no pictures came"])
def test_a_pale_chip_that_is_there_when_the_light_changes_is_read(table, look, played, strength, seconds):
    before = shown(table, {space: Laid(team) for space, team in CHIPS.items() if space != 44})
    eye = Eye(look, LAYOUT)
    assert eye.look((0.7 * before).astype(np.uint8), 0.0, 0).letters[44] == "."
    pale = strength * played + (1 - strength) * before
    assert eye.look(noisy(pale), seconds, 1).letters == letters_of(CHIPS)


def test_the_shadow_of_an_arm_is_no_change_of_light_but_a_lamp_that_goes_off_under_it_is(look, played, eye):
    nodes = look.mesh.nodes
    arm = np.array([nodes[0, 4], nodes[0, 6], nodes[10, 6], nodes[10, 4]]).astype(np.int32)
    shadow = played.copy()
    shadow = (shadow * 0.88).astype(np.uint8)
    cv2.fillPoly(shadow, [arm], (130, 165, 215))
    assert not any(eye.look(noisy(shadow, k), 0.2 * k, k).light_changed for k in range(1, 6))
    assert not any(eye.look(noisy(played, k), 0.2 * k, k).light_changed for k in range(6, 9))
    held = [eye.look(np.roll(shadow, k % 2, axis=1), 2.0 + 0.2 * k, k).light_changed for k in range(1, 15)]
    assert sum(held) == 1


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (None, "no picture"),
        (np.zeros((616, 820), np.uint8), "no colour picture"),
        (np.zeros((616, 820, 3), np.float32), "no 8-bit picture"),
        (np.zeros((20, 20, 3), np.uint8), "too small"),
        (np.zeros((600, 800, 3), np.uint8), "800x600"),
        ("frame.jpg", "no picture"),
    ],
)
def test_what_is_no_picture_of_this_camera_is_refused_in_words(look, wrong, word):
    with pytest.raises(PictureError, match=word):
        Eye(look, LAYOUT).look(wrong, 0.0, 0)


def test_black_and_torn_frames_are_named(look, played):
    eye = Eye(look, LAYOUT)
    assert eye.look(np.zeros_like(played), 0.0, 0).problem == "black"
    torn = played.copy()
    torn[400:] = 128
    assert eye.look(torn, 0.2, 1).problem == "torn"
    assert eye.look(played, 0.4, 2).letters == letters_of(CHIPS)


def test_a_camera_that_goes_over_to_night_vision_or_burns_out_is_named_and_chips_stay_as_they_were(played, eye):
    night = cv2.cvtColor(cv2.cvtColor(played, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert eye.look(night, 0.2, 1).problem == "grey"
    assert eye.look(255 - played // 64, 0.4, 2).problem == "white"
    assert eye.look(played, 0.6, 3).letters == letters_of(CHIPS)


def test_what_is_missing_below_the_board_is_not_missed(look, played):
    eye = Eye(look, LAYOUT)
    margin = played.copy()
    margin[int(look.mesh.lowest) + 12 :] = 0
    assert eye.look(margin, 0.0, 0).letters == letters_of(CHIPS)
    margin[int(look.mesh.lowest) - 40 :] = 0
    assert eye.look(margin, 0.2, 1).problem == "torn"


def test_a_table_that_burns_out_around_the_tip_of_a_corner_is_not_torn(look, played):
    blown = played.copy()
    blown[int(look.mesh.lowest) - 12 :] = 255
    assert Eye(look, LAYOUT).look(blown, 0.0, 0).problem == ""


def test_a_hand_hides_and_is_never_a_chip(look, played):
    picture = played.copy()
    nodes = look.mesh.nodes
    reach = nodes[0] - nodes[4]
    arm = np.array([nodes[4, 4], nodes[4, 6], nodes[0, 6] + reach[6], nodes[0, 4] + reach[4]])
    cv2.fillPoly(picture, [arm.astype(np.int32)], (130, 165, 215))
    seen = eye_for_one(look, LAYOUT).look(noisy(picture), 0.0, 0)
    assert all(seen.letters[s] in (HIDDEN, UNSURE) for s in (14, 15, 24, 25, 34, 35))
    away = [s for s in range(100) if s % 10 not in (3, 4, 5, 6) and s not in LAYOUT.free]
    assert [seen.letters[s] for s in away] == [letters_of(CHIPS)[s] for s in away]


def test_what_was_seen_can_be_drawn_over_the_picture(played, eye):
    before = played.copy()
    drawn = explain(played, eye.last_frame.seen, eye.last_frame.told, eye.last_frame.mesh)
    assert (played == before).all()
    assert drawn.shape == played.shape
    assert (drawn != played).any(axis=2).mean() > 0.01


def test_every_number_of_quality_comes_with_a_bound(look, played):
    eye = Eye(look, LAYOUT)
    eye.look(played, 0.0, 0)
    measures = {measure.name: measure for measure in measures_of(eye.last_frame)}
    assert not measures["focus"].trouble
    assert all((measure.least, measure.most) != (None, None) for measure in measures.values())
    soft = Eye(look, LAYOUT)
    soft.look(cv2.GaussianBlur(played, (0, 0), 4.8), 0.0, 0)
    assert soft.last_frame is None or measures_of(soft.last_frame)[0].trouble == "focus-low"


def test_a_board_that_reaches_out_of_the_picture_is_read_where_it_is_seen(look, played, eye):
    """Three columns lie outside: of those nothing is said, of the others what lies there."""
    height, width = played.shape[:2]
    nodes = look.mesh.nodes
    left = float(nodes[..., 0].min()) + 3.0 * float(np.linalg.norm(nodes[0, 1] - nodes[0, 0]))
    aside = cv2.warpAffine(played, np.float32([[1, 0, -left], [0, 1, 0]]), (width, height), borderValue=(60, 80, 90))
    seen = eye.look(aside, 1.0, 1)
    middles = (nodes[:-1, :-1] + nodes[1:, 1:])[..., 0].ravel() / 2 - left
    space = float(np.linalg.norm(nodes[0, 1] - nodes[0, 0]))
    true = letters_of(CHIPS)
    assert all(seen.letters[s] == true[s] for s in range(100) if middles[s] > 0.7 * space)
    assert all(seen.letters[s] == HIDDEN for s in range(100) if middles[s] < 0.2 * space)
    assert seen.letters.count(HIDDEN) >= 20
    cold = read_cold(np.ascontiguousarray(played[:, round(left) :]), LAYOUT).told.letters
    assert all(cold[s] == HIDDEN for s in range(100) if middles[s] < 0.2 * space)
    assert not any(cold[s] in ".bgr" and cold[s] != true[s] for s in range(100))
