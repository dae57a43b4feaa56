"""Drawing what the eye saw: mesh, chips, doubts, hidden spaces, over the picture itself.

For people who want to know why. Nothing is decided here.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.observation import CHIPS, EMPTY, FREE, HIDDEN, MAY_LIE, UNSURE
from vision.read.letters import Told
from vision.read.reader import Seen
from vision.rectify.mesh import Mesh, Picture

COLOURS = {
    "b": (255, 120, 40), "g": (60, 200, 60), "r": (60, 60, 255),
    UNSURE: (0, 215, 255), HIDDEN: (200, 0, 200),
}  # fmt: skip
"""Blue, green, red of what is drawn for each letter."""
RADIUS = 0.25
"""Half the width of a chip as it is drawn; spaces."""


def explain(picture: Picture, seen: Seen, told: Told, mesh: Mesh) -> Picture:
    """A copy of the picture with what was read drawn over it."""
    drawn, tinted = picture.copy(), picture.copy()
    thick = max(1, round(picture.shape[1] / 900))
    for space, letter in enumerate(told.letters):
        if letter == HIDDEN:
            row, column = divmod(space, mesh.columns)
            quad = mesh.nodes[row : row + 2, column : column + 2].reshape(4, 2)[[0, 1, 3, 2]]
            cv2.fillPoly(tinted, [np.round(quad).astype(np.int32)], COLOURS[HIDDEN])
    cv2.addWeighted(tinted, 0.35, drawn, 0.65, 0.0, drawn)
    for line in (*mesh.nodes, *np.swapaxes(mesh.nodes, 0, 1)):
        # Cyan, as nothing on a board is.
        cv2.polylines(drawn, [np.round(line).astype(np.int32)], False, (255, 255, 0), thick, cv2.LINE_AA)
    for space, letter in enumerate(told.letters):
        row, column = divmod(space, mesh.columns)
        if letter in CHIPS or (letter == UNSURE and MAY_LIE[told.chances[space].argmax()] in CHIPS):
            across, down = seen.centre[row, column]
            _draw_chip(drawn, mesh, (column + 0.5 + across, row + 0.5 + down), COLOURS[letter], thick)
        if letter not in (EMPTY, FREE):
            _write(drawn, told, space, mesh, thick)
    return drawn


def _draw_chip(
    drawn: Picture, mesh: Mesh, middle: tuple[float, float], colour: tuple[int, int, int], thick: int
) -> None:
    """A ring around the foot of a chip, whose `middle` is in spaces across and down the board."""
    turn = np.linspace(0, 2 * np.pi, 33)
    ring = mesh.pixels(middle[0] + RADIUS * np.cos(turn), middle[1] + RADIUS * np.sin(turn))
    outline = [np.round(np.diagonal(ring).T).astype(np.int32)]
    for ink, width in (((0, 0, 0), thick + 2), (colour, thick)):
        cv2.polylines(drawn, outline, True, ink, width, cv2.LINE_AA)


def _write(drawn: Picture, told: Told, space: int, mesh: Mesh, thick: int) -> None:
    """The letter of a space, with what it may be where that is not told."""
    letter = told.letters[space]
    row, column = divmod(space, mesh.columns)
    quad = mesh.nodes[row : row + 2, column : column + 2].reshape(4, 2)
    text = letter.upper() + "'" * (space in told.flipped)
    if letter == UNSURE:
        likeliest = int(told.chances[space].argmax())
        text += f" {MAY_LIE[likeliest]} {told.chances[space, likeliest]:.2f}"
    at = (round(float(quad[:, 0].mean())) - 6 * thick, round(float(quad[:, 1].max())) - 3 * thick)
    for colour, width in (((0, 0, 0), thick + 2), (COLOURS[UNSURE if letter == HIDDEN else letter], thick)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, thick * 0.5, colour, width, cv2.LINE_AA)
