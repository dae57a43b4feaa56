"""Pictures of a board, as files: as it would be printed, or each space as dark as it was part of a sequence."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from engine.analysis.tallies import Tally
from engine.equipment.board import load_layout
from referee.refusal import Refusal

WIDTH = 760
"""Pixels across the picture."""

CELL = 46
"""Pixels a space takes."""


def draw_layout(names: Sequence[str], file: Path) -> int:
    """Draw one layout, a name or a file, into a picture file. Returns an exit code.

    Raises Refusal where it is not one layout, or the picture cannot be written; LayoutError where it is none.
    """
    from hardware.tabletop.boards import STYLES, draw_board
    from referee.pictures import save_picture

    if len(names) != 1:
        raise Refusal("A picture shows one board.", "Name one layout before --picture, as in: referee layouts classic.")
    layout, style = load_layout(names[0]), STYLES["harbour"]
    save_picture(file, draw_board(layout, style, WIDTH / style.size(layout)[0], random.Random(7)))
    return 0


def draw_places(tally: Tally, file: Path) -> None:
    """Draw where sequences lie into a picture file. Raises Refusal where it cannot be written."""
    import cv2
    import numpy as np

    from referee.pictures import Picture, save_picture

    layout = tally.game.layout
    counts = np.array([tally.places[space] for space in range(layout.size)], np.float32)
    shares = 1000 * counts / max(1, tally.sequences)
    most = max(float(shares.max()), 1.0)
    picture: Picture = np.full((CELL * layout.rows + CELL, CELL * layout.columns + CELL, 3), 255, np.uint8)
    for space in range(layout.size):
        row, column = divmod(space, layout.columns)
        x, y = CELL * (column + 1), CELL * (row + 1)
        heat = float(shares[space]) / most
        colour = (round(235 - 150 * heat), round(240 - 170 * heat), round(250 - 60 * heat))
        cv2.rectangle(picture, (x + 1, y + 1), (x + CELL - 2, y + CELL - 2), colour, -1)
        _write(picture, f"{shares[space]:.0f}", x, y)
    for column in range(layout.columns):
        _write(picture, chr(ord("a") + column), CELL * (column + 1), 0)
    for row in range(layout.rows):
        _write(picture, str(row + 1), 0, CELL * (row + 1))
    save_picture(file, picture)


def _write(picture: object, words: str, x: int, y: int) -> None:
    import cv2

    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.42
    (width, height), _ = cv2.getTextSize(words, font, size, 1)
    at = (x + (CELL - width) // 2, y + (CELL + height) // 2)
    cv2.putText(picture, words, at, font, size, (40, 40, 40), 1, cv2.LINE_AA)  # type: ignore[call-overload]
