"""A mesh that is nearly right is laid exactly, and nothing that lies on the board pulls it."""

import cv2
import numpy as np
import pytest

from tests.often import cases
from tests.vision.scenes import straight
from vision.finding.alignment import PrintedBoard
from vision.finding.known import PLAIN
from vision.rectify.mesh import Mesh
from vision.rectify.straight import straight_mesh
from vision.tracker import HERE

SETUPS = ("d0_green_oak", "d2_deluxe_dark", "d3_old_planks", "d4_green_wide")
RIGHT = straight_mesh(Mesh(np.zeros((11, 11, 2), np.float32)))


def bent(right: float, down: float, turn: float, bow: float) -> Mesh:
    """The right mesh, but a pixel or two beside it: shifted, turned and bowed."""
    x, y = np.moveaxis(RIGHT.nodes - RIGHT.nodes.mean(axis=(0, 1)), -1, 0)
    off = np.stack([right - turn * y + bow * (y / 160) ** 2, down + turn * x - bow * (x / 160) ** 2], -1)
    return Mesh((RIGHT.nodes + off).astype(np.float32))


def beside(mesh: Mesh) -> float:
    """Pixels by which the worst node lies off."""
    return float(np.linalg.norm(mesh.nodes - RIGHT.nodes, axis=2).max())


@cases("setup", SETUPS, quick=2)
@pytest.mark.parametrize("off", [(0.7, -0.5, 0.0, 0.0), (-1.0, 1.0, 0.004, 0.0), (0.4, 0.3, -0.003, 0.6)])
def test_a_mesh_a_pixel_or_two_beside_the_print_is_laid_on_it(setup: str, off: tuple[float, ...]) -> None:
    wrong = bent(*off)
    assert beside(wrong) > 0.8
    picture = cv2.convertScaleAbs(straight(setup, "colors"), alpha=0.8, beta=5)
    assert beside(PrintedBoard(straight(setup, "empty")).aligned(picture, wrong).mesh) < 0.15


@pytest.mark.parametrize(("setup", "name"), [("d0_green_oak", "play_02"), ("d4_green_wide", "play_02")])
def test_a_board_full_of_chips_does_not_pull_the_mesh(setup: str, name: str) -> None:
    empty, played = straight(setup, "empty"), straight(setup, name)
    assert beside(PrintedBoard(empty).aligned(played, RIGHT).mesh) < 0.25
    assert beside(PrintedBoard(empty).aligned(played, bent(0.8, 0.6, 0.002, 0.0)).mesh) < 0.35


def test_a_hand_over_a_third_of_the_board_does_not_pull_the_mesh() -> None:
    empty = straight("d0_green_oak", "empty")
    covered = straight("d0_green_oak", "colors").copy()
    cv2.line(covered, (360, 200), (150, 150), (110, 140, 190), 90)
    assert beside(PrintedBoard(empty).aligned(covered, bent(0.8, -0.6, 0.0, 0.0)).mesh) < 0.3


PLAYED = [
    ("d0_green_oak", "play_02"),
    ("d0_green_oak", "play_03"),
    ("d3_old_planks", "play_07"),
    ("d4_green_wide", "play_03"),
]


@pytest.mark.parametrize(("setup", "name"), PLAYED)
def test_a_played_board_under_a_hand_still_agrees_with_its_print(setup: str, name: str) -> None:
    assert PrintedBoard(straight(setup, "empty")).shown_in(straight(setup, name), 10, 10) > PLAIN


@pytest.mark.parametrize(("right", "down"), [(8, 0), (0, 16), (5, -7), (-20, 20)])
@cases(("setup", "name"), PLAYED, quick=1)
def test_a_board_that_lies_elsewhere_does_not_agree(setup: str, name: str, right: int, down: int) -> None:
    elsewhere = np.roll(straight(setup, name), (down, right), axis=(0, 1))
    assert PrintedBoard(straight(setup, "empty")).shown_in(elsewhere, 10, 10) < HERE


@pytest.mark.parametrize(("setup", "name"), PLAYED)
def test_a_board_laid_a_whole_space_beside_its_lines_is_not_taken_for_found(setup: str, name: str) -> None:
    elsewhere = np.roll(straight(setup, name), 32, axis=1)
    assert PrintedBoard(straight(setup, "empty")).shown_in(elsewhere, 10, 10) < PLAIN


@cases(("setup", "name"), PLAYED, quick=1)
@pytest.mark.parametrize("off", [(9.0, -7.0, 0.0, 0.0), (-2.0, 3.0, 0.04, 0.0), (3.0, 4.0, -0.03, 2.0)])
def test_a_mesh_a_third_of_a_space_beside_the_print_is_laid_roughly_and_then_exactly(
    setup: str, name: str, off: tuple[float, ...]
) -> None:
    picture, empty = straight(setup, name), straight(setup, "empty")
    rough = PrintedBoard(empty).roughly_aligned(picture, bent(*off))
    assert beside(rough) < 3.0
    assert beside(PrintedBoard(empty).aligned(picture, rough).mesh) < 1.0
