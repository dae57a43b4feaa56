"""Drawn boards are what their labels say."""

from dataclasses import fields, replace

import numpy as np
import pytest

from engine.equipment.board import Layout
from hardware.tabletop.boards import STYLES, draw_board
from tests.often import cases
from vision.drawing import hands
from vision.drawing.arrangement import WHITE, Arrangement, arranged, lay_on_twins
from vision.drawing.boards import FREE, NOWHERE, cards_of, printed
from vision.drawing.canvas import SPACES, Scale, one_of
from vision.drawing.chips import Chip, draw, flat, make_of
from vision.drawing.colours import NOMINAL, name_of, names_of, team_colours
from vision.drawing.decks import TILE, deck_of
from vision.drawing.development import developed, development_of, light_rooted
from vision.drawing.edges import Edge, cut, outside
from vision.drawing.scene import Scene
from vision.rectify.straight import MARGIN, SIDE
from vision.training.boards import Sample, main, sample

SOME = 16
"""Boards of which is asked what holds for all."""


@pytest.fixture(scope="module")
def decks():
    return [deck_of(np.random.default_rng(seed)) for seed in range(4)]


def drawn(number, decks):
    chance = np.random.default_rng([5, number])
    return sample(chance, one_of(chance, decks))


@pytest.fixture(scope="module")
def boards(decks):
    return [drawn(number, decks) for number in range(SOME)]


def bare_scene(colour=0.7):
    scale = Scale(SIDE)
    light = np.full((scale.side, scale.side, 3), 1.0, np.float32)
    return Scene(scale, light * np.float32(colour), light, None, np.ones(3, np.float32), lambda x, y, high: (0.0, 0.0))


def test_the_same_seed_draws_the_same_board_byte_for_byte(decks, boards):
    again = drawn(3, decks)
    for one in fields(Sample):
        assert np.array_equal(getattr(again, one.name), getattr(boards[3], one.name)), one.name
    assert not np.array_equal(again.now, boards[4].now)


def test_labels_name_only_teams_that_play_and_centres_only_chips(boards):
    for one in boards:
        playing = 1 + np.flatnonzero(one.nominal[:, 0] >= 0)
        teams = (one.label[one.label > 0].astype(int) - 1) % WHITE + 1
        assert set(teams) <= set(playing)
        assert not one.centre[one.label == 0].any()
        assert (np.abs(one.centre) <= 0.5).all()
        assert np.array_equal(one.team[:, 0] >= 0, one.nominal[:, 0] >= 0)


@pytest.mark.parametrize("foot", [(3.0, 4.0), (3.3, 3.8), (5.49, 5.0)])
@cases("seed", range(6), quick=1)
def test_a_chip_shows_its_colour_where_its_foot_lies(foot, seed):
    scene, chance = bare_scene(), np.random.default_rng(seed)
    draw(scene, make_of(chance), Chip(foot, np.array([0.5, 0.05, 0.03], np.float32)), chance)
    x, y = (round(at) for at in scene.pixel(foot))
    changed = np.abs(scene.radiance - 0.7).max(2) > 0.02
    rows, columns = np.nonzero(changed)
    assert abs(np.median(columns) - x) < 0.2 * SIDE
    assert abs(np.median(rows) - y) < 0.2 * SIDE
    around = scene.radiance[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3)
    blue, _, red = np.median(around, axis=0)
    assert blue > red


@cases("seed", range(6), quick=2)
def test_a_flat_disc_changes_hardly_anything_but_what_it_covers(seed):
    scene, make = bare_scene(), flat(make_of(np.random.default_rng(seed)))
    draw(scene, make, Chip((4.0, 4.0), np.array([0.5, 0.05, 0.03], np.float32)), np.random.default_rng(seed))
    x, y = scene.pixel((4.0, 4.0))
    down, across = np.mgrid[: scene.scale.side, : scene.scale.side]
    away = np.hypot((across - x) / (make.radius[0] * SIDE), (down - y) / (make.radius[1] * SIDE))
    assert (np.abs(scene.radiance[away > 1.2] - 0.7) < 0.08).all()
    assert (np.abs(scene.radiance[away < 0.85] - 0.7).max(1) > 0.1).mean() > 0.95


def test_chips_lie_on_both_spaces_of_some_cards_and_at_times_of_all():
    cards = cards_of(np.random.default_rng(1))
    twin, _ = cards.twins()
    shares = []
    for seed in range(40):
        label = np.zeros((SPACES, SPACES), np.uint8)
        label[2, 3:7] = label[6, 4] = 1
        label[cards.cards == FREE] = 0
        chips = Arrangement(label, np.zeros((SPACES, SPACES, 2)), np.zeros_like(label))
        lay_on_twins(np.random.default_rng(seed), chips, twin)
        lying = np.argwhere(chips.label > 0)
        shares.append(np.mean([chips.label[tuple(twin[row, column])] == 1 for row, column in lying]))
    assert 5 <= sum(share == 1 for share in shares) <= 25
    assert min(shares) < 0.5


def test_a_chip_may_lie_half_outside_the_picture():
    scene, chance = bare_scene(), np.random.default_rng(1)
    draw(scene, make_of(chance), Chip((0.0, 11.0), np.array([0.5, 0.05, 0.03], np.float32)), chance)
    draw(scene, make_of(chance), Chip((-4.0, 20.0), np.array([0.5, 0.05, 0.03], np.float32)), chance)
    assert np.isfinite(scene.radiance).all()


def test_of_two_stacked_chips_the_upper_one_shows():
    scene, chance = bare_scene(), np.random.default_rng(3)
    make = replace(make_of(chance), print=None, edge=None, translucent=0.0)
    blue, red = np.array([0.5, 0.05, 0.03], np.float32), np.array([0.03, 0.05, 0.5], np.float32)
    draw(scene, make, Chip((4.0, 4.0), red), chance)
    draw(scene, make, Chip((4.0, 4.0), blue, above=make.thick), chance)
    x, y = (round(at) for at in scene.pixel((4.0, 4.0)))
    shown = scene.radiance[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(0)
    assert shown[0] > shown[2]


def test_spaces_outside_the_picture_are_covered_and_go_on_from_its_edge():
    scale, edges = Scale(SIDE), (Edge((1.0, 0.0), 2.5),)
    picture = np.random.default_rng(1).integers(0, 255, (scale.side, scale.side, 3), np.uint8)
    seen, hidden = cut(picture, edges, scale), outside(edges, scale)
    last = int(scale.side / 2 + 2.5 * SIDE)
    assert np.array_equal(seen[:, : last - 1], picture[:, : last - 1])
    assert np.array_equal(seen[:, last + 5], seen[:, -1])
    assert not hidden[:, : last - 1].any()
    assert hidden[:, last + 1 :].all()


@pytest.mark.parametrize("smears", [False, True])
@pytest.mark.parametrize("evening", [0.0, 0.4])
def test_whatever_a_camera_does_the_picture_stays_alike(evening, smears):
    chance = np.random.default_rng(2)
    camera = replace(development_of(chance, True), evening=evening, smears=smears, quality=40)
    light = np.full((160, 160, 3), 0.1, np.float32)
    light[:, 80:] = 0.6
    picture = developed(chance, camera, light_rooted(light, camera), 1.0)
    assert picture.shape == (160, 160, 3)
    assert picture[:, 100:].mean() > picture[:, :60].mean() + 15


@cases("seed", range(5), quick=2)
def test_a_hand_covers_what_its_mask_says_and_nothing_far_from_it(seed):
    scene, chance = bare_scene(), np.random.default_rng(seed)
    arm = hands.Arm(np.array([170.0, 150.0]), np.array([0.0, 1.0]))
    mask = hands.hand(chance, scene.scale, np.ones((1, 3)), arm).paint(scene, chance)
    changed = np.abs(scene.radiance - 0.7).max(2) > 0.01
    assert changed[mask > 200].mean() > 0.95
    assert 0.02 < (mask > 127).mean() < 0.6
    assert not changed[:60].any()
    assert not (mask[:60] > 0).any()


@cases("seed", range(6), quick=1)
def test_the_pictures_of_twins_agree_when_turned(seed, decks):
    chance = np.random.default_rng(seed)
    cards = cards_of(chance)
    board = printed(chance, decks[seed % len(decks)], cards)
    twins, turns = cards.twins()

    def tile(row, column):
        top, left = TILE // 2 + row * TILE, TILE // 2 + column * TILE
        return board[top + 8 : top + TILE - 8, left + 8 : left + TILE - 8].astype(np.float64)

    alike = []
    for row, column in np.argwhere(cards.cards != FREE)[::7]:
        other = twins[row, column].astype(int)
        assert tuple(twins[tuple(other)]) == (row, column)
        assert cards.cards[row, column] == cards.cards[tuple(other)]
        there = np.rot90(tile(*other), int(turns[row, column]))
        alike.append(np.corrcoef(tile(row, column).ravel(), there.ravel())[0, 1])
    assert np.median(alike) > 0.8
    assert (twins[cards.cards == FREE] == NOWHERE).all()


def test_cards_lie_all_four_ways_on_some_boards():
    turns = [cards_of(np.random.default_rng(seed)).turns for seed in range(40)]
    assert any(len(np.unique(each)) == 4 for each in turns)
    assert any(len(np.unique(each)) == 1 for each in turns)


def test_a_chip_between_two_spaces_marks_both_and_leaves_the_other_bare():
    found, no_space = 0, np.zeros((SPACES, SPACES), bool)
    for seed in range(300):
        chips = arranged(np.random.default_rng(seed), 3, True, no_space)
        far = np.argwhere(np.abs(chips.offset).max(2) > 0.4)
        for row, column in far:
            found += 1
            axis = int(np.abs(chips.offset[row, column]).argmax())
            step = int(np.sign(chips.offset[row, column, axis]))
            other = (row, column + step) if axis == 0 else (row + step, column)
            assert chips.between[row, column] == chips.between[other] == 1
            assert chips.label[row, column] > 0
            assert chips.label[other] == 0
        assert bool(chips.between.any()) == bool(len(far))
    assert 3 <= found <= 30


def test_chips_keep_off_free_spaces_wherever_those_lie():
    free = np.zeros((SPACES, SPACES), bool)
    free[4, 4] = free[7, 2] = True
    labels = np.stack([arranged(np.random.default_rng(seed), 3, True, free).label > 0 for seed in range(150)])
    assert labels[:, free].mean() < 0.2 * labels[:, ~free].mean()
    assert labels[:, 0, 0].mean() > 0.6 * labels[:, ~free].mean()


def test_teams_are_called_by_different_names():
    for seed in range(30):
        colours = team_colours(np.random.default_rng(seed), 3)
        assert len({name_of(colour) for colour in colours}) == 3
    for name, colour in NOMINAL.items():
        assert name_of(colour) == name


def test_orange_and_teal_pass_for_red_and_green_at_some_tables_only():
    orange, teal = NOMINAL["orange"].astype(np.float64), NOMINAL["teal"].astype(np.float64)
    called = {names_of(np.random.default_rng(seed), np.array([teal, orange])) for seed in range(20)}
    assert called == {("green", "red"), ("teal", "orange")}
    grey = np.array([[0.02, 0.02, 0.02], [0.9, 0.9, 0.9]])
    assert {names_of(np.random.default_rng(seed), grey) for seed in range(9)} == {("black", "white")}


def test_shards_are_written_whole_and_the_oldest_go(tmp_path, capsys):
    main([str(tmp_path), "7", "3", "--boards", "2", "--keep", "2"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b_7_00001.npz", "b_7_00002.npz"]
    with np.load(tmp_path / "b_7_00002.npz") as shard:
        assert set(shard.files) == {one.name for one in fields(Sample)}
        side = SPACES * SIDE + 2 * MARGIN
        assert shard["now"].shape == shard["empty"].shape == (2, side, side, 3)
        assert (shard["label"].shape, shard["label"].dtype) == ((2, SPACES, SPACES), np.uint8)
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_nothing_more_is_written_once_somebody_says_stop(tmp_path):
    (tmp_path / "STOP").touch()
    main([str(tmp_path), "7", "3", "--boards", "2"])
    assert [file.name for file in tmp_path.iterdir()] == ["STOP"]


def test_a_picture_whose_name_ends_like_a_card_is_drawn_as_a_picture():
    layout = Layout(name="odd", rows=2, columns=2, cards=("AJH", "AJH", "JQS", "JQS"))
    for style in STYLES.values():
        picture = draw_board(layout, style, 8.0)
        assert picture.ndim == 3
        assert picture.std() > 0
