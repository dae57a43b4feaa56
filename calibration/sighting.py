"""Looking for a board before it is measured: whether it is found, by itself or by corners that a person showed.

For whoever sets up a table and watches the camera's picture meanwhile. Nothing is measured here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.usable import CalibrationError, find_empty, must_show
from engine.equipment.board import Layout
from engine.trouble import Trouble
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound, Found, outside
from vision.rectify.mesh import Picture

TOO_DARK = 70.0
"""Where the lightest twentieth of a picture is darker than this, a board that is not found may well be hidden by the
dark. Grey levels; 50 to 90."""
BOARD_MISSED = ("no-board", "unlike", "unsure", "faint")
"""What may be put down to the dark."""
Corners = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Sighting:
    """What a look for the board gave."""

    layout: Layout
    """The layout whose cards are printed on it; the one asked for where none was found."""
    found: Found | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    """The corners a person showed, in the order the layout wants; None where the board was found by itself."""
    trouble: Trouble | None = None
    """Why there is none."""
    reaches_out: bool = False
    """Whether a part of the board that was found lies outside the picture."""


def look_for_board(picture: Picture, layouts: Sequence[Layout], corners: Corners | None = None) -> Sighting:
    """The board of the first of these layouts whose cards are printed on it.

    Args:
        picture: shape (height, width, 3), blue green red.
        layouts: what may be printed on it, the likeliest first.
        corners: the four outer corners (x, y) in pixels, in order round the board, beginning with any of them.
    """
    troubles: list[Trouble] = []
    try:
        must_show(picture, "empty")
    except CalibrationError as error:
        return Sighting(layouts[0], trouble=error)
    for layout in layouts:
        turned = None if corners is None else _right_way_round(picture, layout, corners)
        try:
            found = find_empty(picture, layout, turned)
        except CalibrationError as error:
            troubles.append(error)
            if error.code not in ("other-cards", "unlike"):
                break
            continue
        return Sighting(layout, found, turned, None, outside(found.mesh.nodes, picture.shape) > 0)
    trouble = troubles[0]
    if trouble.code in BOARD_MISSED and float(np.percentile(picture[::8, ::8].max(axis=2), 95)) < TOO_DARK:
        trouble = CalibrationError("It is too dark to see a board.", "Switch a lamp on.", code="too-dark")
    return Sighting(layouts[0], trouble=trouble)


def _right_way_round(picture: Picture, layout: Layout, corners: Corners) -> tuple[tuple[float, float], ...]:
    """The corners beginning with that of a1, as the printed cards tell; as they are where none tells."""
    points = [(float(x), float(y)) for x, y in corners]
    area = sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True))
    if area < 0:  # given against the clock, as seen in the picture
        points.reverse()
    ways = [tuple(points[turn:] + points[:turn]) for turn in range(len(points))]
    best, most = ways[0], float("-inf")
    for way in ways:
        try:
            found = find_board(picture, layout, corners=way)
        except BoardNotFound:
            continue
        if found.evidence > most:
            best, most = way, found.evidence
    return best
