"""A measured board is found wherever it went, under arms too, and never where it is not."""

import cv2
import numpy as np
import pytest

from engine.equipment.board import load_layout
from tests.often import cases
from tests.vision.boards import draw_scene, off_by, slid
from vision.finding.known import KnownBoard
from vision.finding.recognition import Recognition, Rival
from vision.rectify.mesh import Mesh
from vision.rectify.straight import Straightener

CLASSIC = load_layout("classic")
LENT = {"tilt": 25.0, "fill": 0.7, "hand": False, "glare": False, "blur": 0.5, "size": (1230, 924)}


@pytest.fixture(scope="module")
def scene():
    return draw_scene(CLASSIC, 40, chips=15, **LENT)


@pytest.fixture(scope="module")
def mesh():
    return Mesh(draw_scene(CLASSIC, 40, chips=0, **LENT).nodes.astype(np.float32))


@pytest.fixture(scope="module")
def empty(mesh):
    return Straightener(mesh).take(draw_scene(CLASSIC, 40, chips=0, **LENT).picture)


@pytest.fixture(scope="module")
def board(mesh, empty):
    return KnownBoard(empty, mesh, CLASSIC, LENT["size"])


def under_arms(picture, nodes):
    """Two arms laid over about a third of the board, sleeve and skin."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    thick = int(np.linalg.norm(nodes[0, 2] - nodes[0, 0]))
    for (row, column), start, colour in (((6, 3), (0, 0), (95, 130, 190)), ((4, 7), (width, height), (120, 60, 40))):
        cv2.line(covered, nodes[row, column].astype(int).tolist(), start, colour, thick)
    return covered


def tell(board, monkeypatch, place):
    """Lets nothing be seen of where the board lies but this."""
    monkeypatch.setattr(board._on_table, "nearby", lambda _: None)
    monkeypatch.setattr(board, "_places", lambda *_: iter([(place, True)]))


def test_where_as_much_of_the_print_shows_in_the_next_place_cards_must_lead_by_more(scene, board, monkeypatch):
    picture, _ = slid(scene, 4, 0.4, -0.3)
    monkeypatch.setattr("vision.finding.known.recognise", lambda *_: Recognition(0.6, 0.7, Rival(0, 0, 0)))
    assert board.find(picture, widely=False) is None


@cases(("degrees", "right", "down"), [(4, 0.4, -0.3), (-3, -0.5, 0.5), (180, 0.2, 0), (90, 0, 0)], quick=2)
def test_a_board_that_was_moved_is_found_under_arms(scene, board, degrees, right, down):
    picture, nodes = slid(scene, degrees, right, down)
    laid = board.find(under_arms(picture, nodes))
    assert off_by(laid.mesh, nodes) < 0.03


@cases("turns", range(4), quick=1)
def test_what_a_hand_hides_of_a_moved_board_lies_where_the_rest_leads(scene, board, monkeypatch, turns):
    picture, nodes = slid(scene, 3, 0.3, -0.3)
    found = np.rot90(nodes, turns).copy()
    space = np.linalg.norm(found[1] - found[0], axis=1).mean()
    hand = found[:2, :5].mean(axis=0)
    covered = cv2.line(picture.copy(), *hand[[0, 4]].astype(int).tolist(), (95, 130, 190), int(space))
    # No card of the first row was seen, so it was laid too far out where the hand lies.
    found[0, :5] += 0.2 * (found[0, :5] - found[1, :5])
    off = Mesh(np.rot90(found, -turns).astype(np.float32))
    tell(board, monkeypatch, off)
    laid = board.find(covered)
    assert np.linalg.norm(laid.mesh.nodes - nodes, axis=2).max() / space < 0.06


def test_a_board_that_is_far_too_blurred_for_its_lines_is_found_by_its_print(scene, board):
    picture, nodes = slid(scene, -4, 0.5, 0.5)
    laid = board.find(cv2.GaussianBlur(picture, (0, 0), 3.5))
    assert off_by(laid.mesh, nodes) < 0.05


def spaces_off(nodes, right, down):
    """A place so many spaces off."""
    along_row, along_column = np.gradient(nodes, axis=1), np.gradient(nodes, axis=0)
    return Mesh((nodes + right * along_row + down * along_column).astype(np.float32))


@cases(("right", "down"), [(0.5, 0.5), (1.0, -2.0), (0.5, 0.0), (0.0, -0.5), (0.0, 1.5)], quick=2)
def test_a_place_parts_of_a_space_or_whole_ones_off_is_put_right(scene, board, monkeypatch, right, down):
    picture, nodes = slid(scene, 3, -0.4, 0.3)
    tell(board, monkeypatch, spaces_off(nodes, right, down))
    laid = board.find(under_arms(picture, nodes))
    assert off_by(laid.mesh, nodes) < 0.03


def test_a_board_that_left_a_third_of_itself_out_of_the_picture_is_found_where_it_is_seen(scene, board):
    picture, nodes = slid(scene, 0, 0, -7)
    seen = nodes[..., 1] >= 0
    assert seen.mean() < 0.75
    laid = board.find(picture)
    space = float(np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean())
    assert float(np.linalg.norm(laid.mesh.nodes - nodes, axis=2)[seen].max()) < 0.1 * space


def test_a_board_that_left_most_of_itself_out_of_the_picture_is_waited_for(scene, board):
    picture, nodes = slid(scene, 0, 0, -12)
    assert (nodes[..., 1] < 0).mean() > 0.5
    assert board.find(picture) is None


@cases("layout", ["checkerboard", "jokers-inside"], quick=1)
def test_another_board_drawn_alike_is_not_taken_for_it(layout, board):
    other = draw_scene(load_layout(layout), 40, chips=0, **LENT)
    assert board.find(other.picture) is None


def test_where_the_board_was_taken_away_it_is_not_found(scene, board):
    picture = scene.picture.copy()
    ring = np.concatenate([scene.nodes[0], scene.nodes[1:, -1], scene.nodes[-1, ::-1], scene.nodes[::-1, 0]])
    middle = ring.mean(0)
    cv2.fillPoly(picture, [((ring - middle) * 1.2 + middle).astype(np.int32)], (90, 110, 140))
    assert board.find(picture) is None


@pytest.mark.parametrize("size", [(924, 1230), (4, 4)], ids=["black", "tiny"])
def test_in_a_black_or_a_tiny_picture_it_is_not_found(board, size):
    assert board.find(np.zeros((*size, 3), np.uint8)) is None
