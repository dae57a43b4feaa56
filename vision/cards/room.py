"""How well cards beside a board could be read: how large a rank would be in the picture, and whether there is room."""

from __future__ import annotations

import numpy as np

from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Mesh

RANK = 1.0
"""Centimetres a rank in the corner of a card is high: 0.8 to 1.4 on the cards we know."""
OFF = 8.5
"""Centimetres from the field of spaces to the middle of a pile beside the board's border."""
CARD = 4.4
"""Centimetres around its middle that a card needs."""


def rank_pixels(mesh: Mesh, size: tuple[int, int]) -> dict[str, float]:
    """Pixels of a rank's height on a pile beside the board, for each side on which the picture has room, largest first.

    Args:
        mesh: where the board lies.
        size: width and height of the picture in pixels.

    Returns:
        Height by side as it is seen in the picture: `left`, `right`, `above`, `below`.
    """
    table = Tabletop.of(mesh, size)
    width, height = table.board[2]
    along = np.linspace(0.1, 0.9, 5)
    sides = (
        np.stack([along * width, np.full(5, -OFF)], 1),
        np.stack([along * width, np.full(5, height + OFF)], 1),
        np.stack([np.full(5, -OFF), along * height], 1),
        np.stack([np.full(5, width + OFF), along * height], 1),
    )
    middle = table.in_picture(np.array([[width / 2, height / 2]]))[0]
    found: dict[str, float] = {}
    for places in sides:
        side = _side(table.in_picture(places).mean(0) - middle)
        for x, y in places:
            ends = table.in_picture(np.array([[x - CARD, y - CARD], [x + CARD, y + CARD]]))
            if (ends >= 0).all() and (ends < size).all():
                found[side] = max(found.get(side, 0.0), RANK * table.pixels_at((float(x), float(y))))
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def _side(way: np.ndarray) -> str:
    right, down = (float(part) for part in way)
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "below" if down > 0 else "above"
