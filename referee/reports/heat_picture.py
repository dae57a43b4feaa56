"""A picture of a board on which every space is as dark as it was often part of a sequence."""

from __future__ import annotations

from pathlib import Path

from engine.analysis.tallies import Tally
from referee.refusal import Refusal

CELL = 46
"""Pixels a space takes."""


def draw_places(tally: Tally, file: Path) -> None:
    """Draw where sequences lie into a .png file. Raises Refusal for another kind of file."""
    import cv2
    import numpy as np

    if file.suffix.lower() != ".png":
        raise Refusal(f"{file}: the picture is written as .png.", "Name the file so.")
    layout = tally.game.layout
    counts = np.array([tally.places[space] for space in range(layout.size)], np.float32)
    shares = 1000 * counts / max(1, tally.sequences)
    most = max(float(shares.max()), 1.0)
    picture = np.full((CELL * layout.rows + CELL, CELL * layout.columns + CELL, 3), 255, np.uint8)
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
    done, data = cv2.imencode(".png", picture)
    assert done
    file.write_bytes(data.tobytes())


def _write(picture: object, words: str, x: int, y: int) -> None:
    import cv2

    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.42
    (width, height), _ = cv2.getTextSize(words, font, size, 1)
    at = (x + (CELL - width) // 2, y + (CELL + height) // 2)
    cv2.putText(picture, words, at, font, size, (40, 40, 40), 1, cv2.LINE_AA)  # type: ignore[call-overload]
