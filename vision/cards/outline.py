"""Cards as rectangles on the table, and where their rims lie in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.tabletop import Tabletop

WIDTH, HEIGHT = 6.1, 8.78
"""Centimetres of a card nobody measured: between poker (6.3 x 8.8) and bridge (5.7 x 8.7)."""
WIDTHS, HEIGHTS = (5.0, 6.9), (6.8, 9.6)
"""Between these sizes cards are believed, the estimate of the table's scale counted in."""
SEARCH = 0.7
"""Centimetres to both sides in which a rim is looked for. 0.4 to 1."""
SPREAD = 0.33
"""Centimetres by which a rim ordinarily lies otherwise than expected. 0.2 to 0.6."""
PLAIN = 5.0
"""Grey levels by which a rim must stand out. 3 to 10."""
PLAINEST = 60.0
"""What stands out more says no more about where the rim lies."""
TURNS = tuple(np.radians([0.0, -1.5, 1.5, -3.0, 3.0, -4.5, 4.5, -6.0, 6.0]).tolist())
"""Radians by which a card may lie otherwise than its indices seem to say."""
_OFFSETS = np.linspace(-SEARCH, SEARCH, 49)
_ALONG = np.linspace(0.12, 0.88, 17)


@dataclass(frozen=True)
class Outline:
    """A card on the table: its middle, its upright and its size, in centimetres and radians."""

    x: float
    y: float
    turn: float
    """Radians clockwise (y down), as an index's."""
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def corners(self) -> NDArray[np.float32]:
        """Its corners: the upper left one of the upright card first, then clockwise on the card; shape (4, 2)."""
        w, h = self.width / 2, self.height / 2
        return self.at(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]))

    @property
    def believed(self) -> bool:
        """Whether it is as large as a card, the estimate of the table's scale counted in."""
        return WIDTHS[0] * HEIGHTS[0] < self.width * self.height < WIDTHS[1] * HEIGHTS[1]

    def at(self, places: NDArray[np.floating]) -> NDArray[np.float32]:
        """Places of the card, centimetres right and down of its middle, on the table; shape (n, 2)."""
        c, s = cos(self.turn), sin(self.turn)
        return np.asarray(places @ np.array([[c, s], [-s, c]]) + (self.x, self.y), np.float32)

    def within(self, place: tuple[float, float]) -> tuple[float, float]:
        """Where on the card a place of the table is: centimetres right and down of its middle."""
        c, s = cos(self.turn), sin(self.turn)
        dx, dy = place[0] - self.x, place[1] - self.y
        return c * dx + s * dy, -s * dx + c * dy

    def inside(self, place: tuple[float, float], margin: float = 0.0) -> bool:
        """Whether a place lies on the card, at least so many centimetres from its rim."""
        right, down = self.within(place)
        return abs(right) < self.width / 2 - margin and abs(down) < self.height / 2 - margin

    def overlaps(self, other: Outline) -> bool:
        """Whether two cards cover some of the same table."""
        area, _ = cv2.intersectConvexConvex(self.corners, other.corners)
        return area > 1.0


def fitted(outline: Outline, grey: NDArray[np.uint8], table: Tabletop, sides: str = "urdl") -> Outline:
    """The outline with its rims where the picture shows them, as far as it does.

    Args:
        outline: where the card is thought to lie, to about half a centimetre and a few degrees.
        grey: the picture, one channel.
        table: the plane of the table.
        sides: which of its sides may be moved: up, right, down, left.
    """
    tried = [(turn, _rims(replace(outline, turn=outline.turn + turn), grey, table, sides)) for turn in TURNS]
    turn, (_, moved) = max(tried, key=lambda one: one[1][0] - abs(one[0]))
    outline = replace(outline, turn=outline.turn + turn)
    if not WIDTHS[0] <= outline.width + moved["l"] + moved["r"] <= WIDTHS[1]:
        moved["l"] = moved["r"] = 0.0
    if not HEIGHTS[0] <= outline.height + moved["u"] + moved["d"] <= HEIGHTS[1]:
        moved["u"] = moved["d"] = 0.0
    right, down = (moved["r"] - moved["l"]) / 2, (moved["d"] - moved["u"]) / 2
    x, y = outline.at(np.array([[right, down]]))[0]
    return replace(
        outline,
        x=float(x),
        y=float(y),
        width=outline.width + moved["l"] + moved["r"],
        height=outline.height + moved["u"] + moved["d"],
    )


def plainness(outline: Outline, grey: NDArray[np.uint8], table: Tabletop) -> float:
    """How plainly the four rims of a card show near an outline, in grey levels, all four together."""
    return _rims(outline, grey, table, "urdl")[0]


def _rims(outline: Outline, grey: NDArray[np.uint8], table: Tabletop, sides: str) -> tuple[float, dict[str, float]]:
    """How plainly rims show about an outline, in grey levels, and how far outside it each lies, in centimetres."""
    w, h = outline.width / 2, outline.height / 2
    moved, plain = dict.fromkeys("urdl", 0.0), 0.0
    for side in sides:
        places = np.empty((len(_ALONG), len(_OFFSETS), 2))
        if side in "ud":
            places[..., 0] = ((_ALONG - 0.5) * outline.width)[:, None]
            places[..., 1] = (-h - _OFFSETS if side == "u" else h + _OFFSETS)[None]
        else:
            places[..., 0] = (-w - _OFFSETS if side == "l" else w + _OFFSETS)[None]
            places[..., 1] = ((_ALONG - 0.5) * outline.height)[:, None]
        pixels = table.in_picture(outline.at(places.reshape(-1, 2))).reshape(len(_ALONG), len(_OFFSETS), 2)
        seen = cv2.remap(
            grey, pixels[..., 0].copy(), pixels[..., 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.float32)
        # Whatever lies around, a rim is one step in the same direction along most of its length.
        rise = np.median(seen[:, 3:] - seen[:, :-3], axis=0)
        score = np.abs(rise) * np.exp(-0.5 * (_OFFSETS[1:-2] / SPREAD) ** 2)
        best = int(score.argmax())
        if score[best] >= PLAIN:
            moved[side] = float((_OFFSETS[best] + _OFFSETS[best + 3]) / 2)
            plain += float(min(score[best], PLAINEST))
    return plain, moved
