"""A picture of a board, as a file, as it would be printed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from engine.equipment.board import load_layout
from referee.refusal import Refusal

WIDTH = 760
"""Pixels across the picture."""


def draw_layout(names: Sequence[str], file: Path) -> int:
    """Draw one layout, a name or a file, into a picture file. Returns an exit code.

    Raises Refusal where it is not one layout, or the picture cannot be written; LayoutError where it is none.
    """
    import cv2

    from hardware.tabletop.boards import STYLES, draw_board

    if len(names) != 1:
        raise Refusal("A picture shows one board.", "Name one layout before --picture, as in: referee layouts classic.")
    layout, style = load_layout(names[0]), STYLES["harbour"]
    picture = draw_board(layout, style, WIDTH / style.size(layout)[0], random.Random(7))
    kind = file.suffix.lower()
    if kind not in (".png", ".jpg", ".jpeg"):
        raise Refusal(f"{file}: a picture ends in .png or .jpg.", "Name the file so.")
    quality = [] if kind == ".png" else [cv2.IMWRITE_JPEG_QUALITY, 82]
    done, data = cv2.imencode(kind, picture, quality)
    assert done
    file.write_bytes(data.tobytes())
    return 0
