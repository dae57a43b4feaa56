"""Random things over the board: hands, sleeves and cards of any colour, the teams' too."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn_chips import Make
from vision.training.board import Reflectance
from vision.training.pieces import lay, smooth_noise

SKINS = ((170, 195, 235), (130, 165, 215), (95, 130, 185), (60, 85, 130), (35, 50, 80))
"""Skin from light to dark; b g r, grey levels."""


def cover(board: Reflectance, chance: np.random.Generator, makes: list[Make]) -> NDArray[np.float32]:
    """Lays things over the board; how far each pixel is covered, 0 to 1, shape (size, size)."""
    size = board.shape[0]
    covered = np.zeros((size, size), np.float32)
    for _ in range(int(chance.integers(1, 3))):
        kind = chance.random()
        mask = np.zeros((size, size), np.uint8)
        if kind < 0.75:
            fingers: tuple[float, float] | None = _arm(mask, chance)
            skin = np.array(SKINS[int(chance.integers(len(SKINS)))], np.float32) * chance.uniform(0.85, 1.1, 3)
            colour: NDArray[np.float32] | NDArray[np.float64] = (np.clip(skin, 0, 255) / 255.0) ** 2.2
            if kind > 0.45:
                colour = (
                    makes[int(chance.integers(len(makes)))].colour
                    if chance.random() < 0.3
                    else chance.uniform(0, 1, 3) ** 2.2
                )
                fingers = None
            _shadow(board, mask, chance)
            _paint(board, covered, mask, colour, chance, folds=0.25)
            if fingers is not None and chance.random() < 0.4:
                lay(board, makes[int(chance.integers(len(makes)))], fingers, False, chance, 0.0)
        else:
            at, angle = chance.uniform(0, size, 2).tolist(), float(chance.uniform(0, 180))
            box = cv2.boxPoints((at, (size * 0.3, size * 0.42), angle)).astype(np.int32)
            cv2.fillPoly(mask, [box], 255, cv2.LINE_AA)
            colour = chance.uniform(0.75, 1.0, 3) if chance.random() < 0.6 else chance.uniform(0, 1, 3) ** 2.2
            _shadow(board, mask, chance)
            _paint(board, covered, mask, colour, chance, folds=0.03)
    return covered


def _arm(mask: NDArray[np.uint8], chance: np.random.Generator) -> tuple[float, float]:
    """A forearm that comes in over the edge, ending in fingers; where a fingertip is, x and y."""
    size = mask.shape[0]
    tip = chance.uniform(0.05, 0.95, 2) * size
    way = float(chance.uniform(0, 2 * np.pi))
    back = np.array([np.cos(way), np.sin(way)])
    thick = size * float(chance.uniform(0.08, 0.3))
    palm = tip + back * thick * 1.3
    cv2.line(mask, _point(palm), _point(palm + back * 2 * size), 255, max(2, int(thick)), cv2.LINE_AA)
    end = tip
    for spread in np.linspace(-0.6, 0.6, 5)[: int(chance.integers(1, 6))]:
        end = palm - thick * chance.uniform(0.8, 1.5) * np.array([np.cos(way + spread), np.sin(way + spread)])
        cv2.line(mask, _point(palm), _point(end), 255, max(2, int(thick * chance.uniform(0.2, 0.3))), cv2.LINE_AA)
    return float(end[0]), float(end[1])


def _point(at: NDArray[np.float64]) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _shadow(board: Reflectance, mask: NDArray[np.uint8], chance: np.random.Generator) -> None:
    """The soft shadow of what will lie there, thrown aside."""
    size = mask.shape[0]
    move = np.array([[1, 0, chance.normal(0, size * 0.05)], [0, 1, chance.normal(0, size * 0.05)]], np.float32)
    thrown = cv2.GaussianBlur(cv2.warpAffine(mask, move, (size, size)), (0, 0), float(chance.uniform(1.0, 8.0)))
    board *= (1.0 - float(chance.uniform(0.1, 0.7)) * thrown.astype(np.float32) / 255.0)[..., None]


def _paint(
    board: Reflectance,
    covered: NDArray[np.float32],
    mask: NDArray[np.uint8],
    colour: NDArray[np.float64] | NDArray[np.float32],
    chance: np.random.Generator,
    folds: float,
) -> None:
    """Covers the board with a colour, uneven by `folds`, darker towards its edge."""
    share = mask.astype(np.float32) / 255.0
    inner = np.clip(cv2.GaussianBlur(share, (0, 0), 4.0) * 2.0 - 1.0, 0.0, 1.0)
    uneven = (1.0 + folds * smooth_noise(chance, mask.shape[0], 14)) * (0.6 + 0.4 * inner)
    paint = np.clip(np.asarray(colour, np.float32) * uneven[..., None], 0.0, 1.0)
    board += share[..., None] * (paint - board)
    np.maximum(covered, share, out=covered)
