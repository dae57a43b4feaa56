"""A board that was found, or the reason why none was, in words; and how well it lies in view.

What a search answers. How boards are searched for stands in `vision.finding.board` and beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble
from vision.rectify.mesh import Mesh

Array = NDArray[Any]

SMALLEST_SPACE, SMALL_SPACE = 6.0, 9.0
"""Pixels, in the working picture, below which a space is too small to be read, and below which that is in doubt."""
PART_OUTSIDE, MOST_OUTSIDE = 0.2, 0.5
"""A board of which more nodes than the first lie outside the picture must show itself plainly, and cannot be measured;
one of which more than the second do is not read. Parts, 0.1 to 0.25, and 0.4 to 0.6."""


class BoardNotFound(Trouble):
    """There is no board to be found in a picture: one sentence with the reason, one with the mend."""


@dataclass(frozen=True)
class Found:
    """A board that was found."""

    mesh: Mesh
    confidence: float
    """Probability, 0 to 1, that the board lies there and this way round."""
    layout_fits: bool
    """Whether the cards printed on it are those of the layout. If not, row 1 is simply at the top."""
    messages: tuple[str, ...]
    """What a person should know of it, in sentences."""
    evidence: float
    """How strongly the printed cards speak for it, in standard deviations over chance."""


def outside(nodes: Array, shape: tuple[int, ...]) -> float:
    """What part of the nodes lies outside a picture of this shape."""
    height, width = shape[:2]
    x, y = nodes[..., 0], nodes[..., 1]
    return float(((x < -1) | (y < -1) | (x > width) | (y > height)).mean())


def only_a_part() -> BoardNotFound:
    """What is said of a board that reaches too far out of the picture."""
    return BoardNotFound(
        "Only a part of the board is in the picture.",
        "Move the camera until the whole board is in view.",
        code="cut-off",
    )


def check_view(nodes: Array, shape: tuple[int, ...], scale: float) -> list[str]:
    """What there is to say about the part of the board in view; raises BoardNotFound if it is too little."""
    out = outside(nodes, shape)
    if out > MOST_OUTSIDE:
        raise only_a_part()
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2).min()
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=2).min()
    small = min(across, down) / min(1.0, scale * 2)
    if small < SMALLEST_SPACE:
        raise BoardNotFound(
            "The board is too small in the picture to read its spaces.", "Bring the camera nearer to it.", code="small"
        )
    messages = ["A part of the board is out of the picture."] if out > 0 else []
    if small < SMALL_SPACE:
        messages.append("Its far spaces are small in the picture: a nearer or higher camera sees them better.")
    return messages


def in_view(nodes: Array, shape: tuple[int, ...], scale: float) -> bool:
    """Whether enough of a board is in the picture, and large enough, to be read."""
    try:
        check_view(nodes, shape, scale)
    except BoardNotFound:
        return False
    return True


def way_up(nodes: Array) -> str:
    """Where row 1 lies, in words; nodes in the order of the layout."""
    x, y = nodes[0].mean(0) - nodes.mean((0, 1))
    side = ("right" if x > 0 else "left") if abs(x) > abs(y) else ("bottom" if y > 0 else "top")
    return f"Row 1 of the board is at the {side} of the picture."
