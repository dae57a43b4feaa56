"""Drawing what the eye saw: mesh, chips, doubts, hidden parts, over the picture itself.

For people who want to know why. Nothing is decided here.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from vision.decode.reading import Reading
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import MARGIN, SIDE, sampling_points

COLOURS = {"b": (255, 120, 40), "g": (60, 200, 60), "r": (60, 60, 255)}
DOUBT = (0, 215, 255)
LINE = (255, 255, 0)


def explain(picture: Picture, reading: Reading, mesh: Mesh) -> Picture:
    """A copy of the picture with what was read drawn over it."""
    radius = reading.radius
    drawn = picture.copy()
    thick = max(1, round(picture.shape[1] / 900))
    points = sampling_points(mesh)
    _shade_hidden(drawn, reading, mesh)
    for line in (*mesh.nodes, *np.swapaxes(mesh.nodes, 0, 1)):
        cv2.polylines(drawn, [np.round(line).astype(np.int32)], False, LINE, thick, cv2.LINE_AA)
    for chip in reading.chips:
        space = int(chip.down) * mesh.columns + int(chip.across)
        if reading.letters[space : space + 1] in (HIDDEN, FREE):
            continue  # what looks like a chip there belongs to what covers the board, or is printed
        turn = np.linspace(0, 2 * np.pi, 33)
        x = (chip.across + radius[0] * np.cos(turn)) * SIDE + MARGIN
        y = (chip.down + radius[1] * np.sin(turn)) * SIDE + MARGIN
        inside = (x >= 0) & (y >= 0) & (x < points.shape[1] - 1) & (y < points.shape[0] - 1)
        if not inside.all():
            continue
        ring = points[y.astype(int), x.astype(int)]
        colour = COLOURS.get(chip.team, DOUBT)
        cv2.polylines(drawn, [np.round(ring).astype(np.int32)], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
        cv2.polylines(drawn, [np.round(ring).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    size = thick * 0.5
    for space, letter in enumerate(reading.letters):
        if letter in (EMPTY, FREE):
            continue
        row, column = divmod(space, mesh.columns)
        quad = mesh.nodes[row : row + 2, column : column + 2].reshape(4, 2)
        x, y = quad.mean(axis=0)
        text = letter if letter in (UNSURE, HIDDEN) else letter.upper()
        if space in reading.flipped:
            text += "'"
        if letter == UNSURE:
            text += f" {reading.guesses[space]} {reading.confidence[space]:.2f}"
        at = (round(float(x)) - 6 * thick, round(float(quad[:, 1].max())) - 3 * thick)
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick + 2, cv2.LINE_AA)
        colour = DOUBT if letter in (UNSURE, HIDDEN) else COLOURS[letter]
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
    return drawn


def _shade_hidden(drawn: Picture, reading: Reading, mesh: Mesh) -> None:
    """Tint what is hidden."""
    points = sampling_points(mesh)
    cover = (reading.cover > 0.5).astype(np.uint8)
    outlines = cv2.findContours(cover, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    tinted = drawn.copy()
    for outline in outlines:
        where = outline.reshape(-1, 2)
        there = points[where[:, 1], where[:, 0]]
        cv2.fillPoly(tinted, [np.round(there).astype(np.int32)], (200, 0, 200))
    cv2.addWeighted(tinted, 0.35, drawn, 0.65, 0.0, drawn)
