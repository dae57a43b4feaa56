"""Discard piles beside the board: the top card is found and read, and nothing else is taken for one."""

import cv2
import numpy as np
import pytest

from tests.often import cases
from tests.vision.cards import table
from vision.cards.outline import Outline
from vision.cards.patch import CARDS
from vision.cards.pile_reader import find_piles
from vision.cards.reader import ordinary_reader
from vision.cards.tabletop import Tabletop
from vision.drawing import faces
from vision.drawing.pips import lay, pip
from vision.finding.lattice import Plane
from vision.rectify.mesh import Mesh

LEFT, RIGHT = (-2.3, 4.0), (12.4, 5.0)
"""Middles of piles beside the board, in spaces."""


def named(drawn):
    return [pile.card for pile in find_piles(drawn.picture, drawn.mesh) if pile.card]


@cases("turn", [0, 145, 37, 90, 200, 301], quick=2)
def test_a_card_is_read_whichever_way_it_lies(turn):
    drawn = table(turn)
    corners = drawn.lay("7H", LEFT, turn)
    drawn.lay("KC", RIGHT, turn + 20)
    left, right = find_piles(drawn.picture, drawn.mesh)
    assert (left.card, right.card) == ("7H", "KC")
    # Upright and on its head a card looks the same.
    off = min(np.abs(np.roll(left.corners, by, 0) - corners).max() for by in (0, 2))
    assert off < 12


@pytest.mark.parametrize(("across", "down", "turn"), [(0.5, -0.4, 4.0), (-0.4, 0.5, -4.0)])
def test_where_a_card_lies_is_seen_from_a_guess_half_a_centimetre_off(across, down, turn):
    drawn = table(14)
    corners = drawn.lay("5C", LEFT, 25)
    tabletop = Tabletop.of(drawn.mesh, drawn.picture.shape[1::-1])
    x, y = tabletop.on_table(corners).mean(axis=0)
    outline = Outline(x + across, y + down, np.radians(25 + turn))
    for _ in range(2):
        (face,) = ordinary_reader().whole.look(drawn.picture, tabletop, [outline])
        outline = face.outline
    assert np.hypot(outline.x - x, outline.y - y) < 0.2
    assert np.abs(tabletop.in_picture(outline.corners) - corners).max() < 10
    assert CARDS[int(face.chances.argmax())] == "5C"


def test_a_look_both_ways_says_the_same_from_above_and_from_below():
    drawn = table(14)
    corners = drawn.lay("5C", LEFT, 25)
    drawn.lay("KC", (LEFT[0], LEFT[1] + 1.5), 60)
    tabletop = Tabletop.of(drawn.mesh, drawn.picture.shape[1::-1])
    x, y = tabletop.on_table(corners).mean(axis=0)
    outlines = [Outline(x, y, np.radians(turn)) for turn in (25, 205)]
    one, other = ordinary_reader().whole.look(drawn.picture, tabletop, outlines, both_ways=True)
    assert np.allclose(one.chances, other.chances, atol=0.001)
    assert one.uncovered == pytest.approx(other.uncovered, abs=0.001)
    below, above = ordinary_reader().whole.look(drawn.picture, tabletop, outlines)
    assert min(below.uncovered, above.uncovered) < one.uncovered < max(below.uncovered, above.uncovered)


@cases("seed", range(4), quick=1)
def test_a_wide_lens_that_bends_the_table_bends_no_card(seed):
    drawn = table(40 + seed)
    laid = {"7H": (-2.6, 1.6), "4S": (-2.6, 8.4), "KD": (12.4, 1.8), "9D": (12.2, 8.0)}
    corners = {card: drawn.lay(card, at, 37 * number + 20 * seed) for number, (card, at) in enumerate(laid.items())}
    height, width = drawn.picture.shape[:2]
    # A division model whose corners are drawn in by a quarter (Fitzgibbon, CVPR 2001).
    middle, reach = np.array([(width - 1) / 2, (height - 1) / 2]), np.hypot(width, height) / 2
    lens = Plane(np.diag([1 / reach, 1 / reach, 1.0]), -0.33, tuple(middle), float(reach))
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1)
    straight = (lens.to_board(pixels) + middle).astype(np.float32)
    picture = cv2.remap(drawn.picture, straight, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mesh = Mesh(lens.to_picture(drawn.mesh.nodes - middle).astype(np.float32))
    piles = {pile.card: pile for pile in find_piles(picture, mesh)}
    assert set(piles) == set(laid)
    for card, pile in piles.items():
        there = lens.to_picture(corners[card] - middle)
        assert min(np.abs(np.roll(pile.corners, by, 0) - there).max() for by in (0, 2)) < 12, card


def test_of_a_heap_the_top_card_is_told_and_what_shows_under_it():
    drawn = table(1)
    drawn.lay("QD", (-2.6, 3.6), 60)
    drawn.lay("9H", (-2.3, 4.1), 95)
    (pile,) = find_piles(drawn.picture, drawn.mesh)
    assert pile.card == "9H"
    assert set(pile.others) <= {"QD"}


def test_two_cards_that_lie_beside_each_other_on_a_third_are_two_piles():
    for seed in (9, 10):
        drawn = table(seed)
        drawn.lay("KC", LEFT, 90)
        drawn.lay("7H", (-3.2, 4.7), 2)
        drawn.lay("4S", (-1.5, 4.6), -3)
        assert named(drawn) == ["7H", "4S"]


def test_what_lies_face_down_and_what_is_no_card_is_no_pile():
    drawn = table(2)
    drawn.lay("back", LEFT, 12)
    drawn.cover(RIGHT, (7.2, 15.0), (30, 28, 26))
    drawn.cover((5, -1.6), (12, 5), (245, 245, 245))
    for number in range(12):
        at = cv2.perspectiveTransform(np.array([[[-2.0 + 0.3 * number, 11.8]]]), drawn.to_picture)[0, 0]
        cv2.circle(drawn.picture, tuple(np.round(at).astype(int).tolist()), 18, (40, 30, 180), -1, cv2.LINE_AA)
    assert find_piles(drawn.picture, drawn.mesh) == []


def test_a_mirror_image_is_never_named():
    drawn = table(4)
    for number, card in enumerate(("7H", "4S", "KD")):
        drawn.lay(card, (-2.3, 1.0 + 3.6 * number), 10 * number, mirrored=True)
    assert named(drawn) == []


@pytest.mark.parametrize("covered", [(-1, -1), (1, -1)], ids=["upper left", "upper right"])
def test_of_a_card_with_an_index_in_each_corner_any_may_be_covered(covered):
    drawn = table(4)
    drawn.lay_face(_with_four_indices("7S"), LEFT)
    drawn.cover((LEFT[0] + 0.6 * covered[0], LEFT[1] + 0.8 * covered[1]), (2.2, 2.6), (120, 150, 205))
    assert named(drawn) == ["7S"]


def test_a_card_with_an_index_in_each_corner_is_one_card_and_lies_where_all_four_are():
    drawn = table(0)
    corners = drawn.lay_face(_with_four_indices("7D"), (LEFT[0], 3.7), 113)
    (pile,) = find_piles(drawn.picture, drawn.mesh)
    assert pile.card == "7D"
    assert np.hypot(*(pile.corners.mean(axis=0) - corners.mean(axis=0))) < 12


def _with_four_indices(card):
    face = faces.spotted(card, 504, 704, (250, 250, 250))
    index = face[:200, :100].copy()
    face[:200, -100:] = index
    face[-200:, :100] = index[::-1, ::-1]
    return face


def test_a_card_under_one_that_lies_face_down_is_not_named_as_the_top():
    drawn = table(5)
    drawn.lay("9C", (-2.3, 4.0), 0)
    drawn.lay("back", (-2.0, 4.5), 3)
    assert named(drawn) == []


def test_a_card_whose_indices_show_on_both_sides_of_one_that_lies_face_down_is_not_named():
    drawn = table(5)
    drawn.lay("7D", (-2.3, 4.0), 0)
    drawn.lay("back", (-2.3, 4.0), 62)
    assert named(drawn) == []


@pytest.mark.parametrize("seldom", [[], [(0, 2), (1, 3)]])
def test_a_cloth_printed_with_ranks_and_suits_is_no_pile_of_cards_though_some_are_read_but_seldom(seldom):
    drawn = table(6)
    for row in range(6):
        for column in range(3):
            print_ = _printed("K", "C") if (column, row) in seldom else _printed("5", "C")
            drawn.lay_face(print_, (-3.6 + 1.1 * column, 0.6 + 1.6 * row), 180.0 * (column % 2), (1.6, 3.0))
    assert named(drawn) == []


def _printed(rank, suit):
    """A rank over its suit on a little paper."""
    print_ = np.full((150, 80, 3), 250, np.uint8)
    faces.write(print_, rank, (40, 40), 56, faces.ink(suit))
    lay(print_, pip(suit, 50), faces.ink(suit), 15, 84)
    return print_


def test_a_card_half_under_a_hand_is_named_right_or_not_at_all():
    drawn = table(6)
    drawn.lay("8D", LEFT, 0)
    drawn.cover((LEFT[0] + 0.3, LEFT[1] + 1.0), (8.0, 5.0), (120, 150, 205))
    assert named(drawn) in (["8D"], [])


@pytest.mark.parametrize(("seed", "at"), [(18, (-4.6, -1.6)), (17, (-4.6, -1.6))])
def test_the_picture_s_edge_makes_no_card_the_top_one_that_lies_under_another(seed, at):
    drawn = table(seed)
    drawn.lay("4S", at, 20)
    drawn.lay("9D", at, 70)
    assert named(drawn) in (["9D"], [])


@pytest.mark.parametrize("cards", [("7C", "KD"), ("QH", "5C")])
def test_a_hand_over_the_end_of_a_slanting_card_makes_no_card_the_top_one_that_lies_under_it(cards):
    drawn = table(31)
    drawn.lay(cards[0], LEFT, 5)
    drawn.lay(cards[1], LEFT, 65)
    drawn.cover((LEFT[0] + 0.86, LEFT[1] - 0.4), (4.5, 4.0), (120, 150, 205))
    assert named(drawn) in ([cards[1]], [])


def test_a_card_of_which_one_index_shows_is_told_with_a_doubt_and_never_named():
    drawn = table(7)
    drawn.lay("AS", (-4.6, 4.0), 8)
    (pile,) = find_piles(drawn.picture, drawn.mesh)
    assert pile.likeliest == "AS"
    assert 0.5 < pile.confidence < 0.9
    assert pile.card is None


def test_of_a_pile_with_cards_of_two_decks_the_top_card_is_named_right_or_not_at_all():
    for seed, cards in ((20, ("6S", "QD", "9H")), (21, ("KC", "3D", "8S"))):
        drawn = table(seed)
        for number, card in enumerate(cards):
            lay = drawn.lay if number % 2 else drawn.lay_of_another_deck
            lay(card, (LEFT[0] + 0.1 * number, LEFT[1]), 8 * number)
        assert named(drawn) in ([cards[-1]], [])
        drawn.lay("5C", LEFT, 4)
        assert named(drawn) in (["5C"], [])


def test_a_card_under_a_glass_is_named_right_or_not_at_all():
    for seed, off in ((24, (0.0, 0.0)), (25, (-0.4, -0.7)), (26, (0.5, 0.8))):
        drawn = table(seed)
        drawn.lay("8H", LEFT, 10)
        drawn.stand_a_glass((LEFT[0] + off[0], LEFT[1] + off[1]), 7.0)
        assert named(drawn) in (["8H"], [])


def test_cards_printed_on_the_board_are_no_pile():
    drawn = table(8)
    for row in range(4):
        for column in range(4):
            drawn.lay("5D", (1.5 + 2.2 * column, 1.5 + 2.3 * row))
    assert find_piles(drawn.picture, drawn.mesh) == []


def test_on_a_dotted_cloth_a_card_is_read_and_no_dots_are_taken_for_one():
    drawn = table(3)
    drawn.spread_cloth()
    assert find_piles(drawn.picture, drawn.mesh) == []
    drawn.lay("7H", LEFT, 5)
    assert named(drawn) == ["7H"]


@pytest.mark.parametrize("size", [(5.2, 7.2), (5.7, 7.5), (6.7, 9.3)])
def test_a_card_is_read_beside_a_board_whose_spaces_are_larger_or_smaller_than_most(size):
    drawn = table(1)
    drawn.lay("9H", LEFT, 20, size_cm=size)
    drawn.lay("AC", RIGHT, 80, size_cm=size)
    assert named(drawn) == ["9H", "AC"]


@pytest.mark.parametrize("card", ["3D", "QH"])
def test_a_card_in_the_mirror_of_a_lamp_is_read_where_it_is_brighter_than_the_board(card):
    drawn = table(5)
    drawn.lay(card, LEFT, 15)
    drawn.picture = np.round(drawn.picture * 0.75).astype(np.uint8)
    drawn.mirror_a_lamp(LEFT, (16, 16), 0.65)
    assert named(drawn) == [card]


@pytest.mark.parametrize("card", ["7H", "4D"])
def test_a_card_whose_ink_the_mirror_of_a_warm_lamp_all_but_takes_is_read(card):
    drawn = table(5)
    drawn.lay(card, LEFT, 15)
    drawn.picture = np.round(drawn.picture * (0.62, 0.8, 0.97)).astype(np.uint8)
    drawn.mirror_a_lamp(LEFT, (16, 16), 0.7)
    assert named(drawn) == [card]
