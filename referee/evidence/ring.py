"""The last seconds of the table in memory, never more than a set number of bytes."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.mesh import Picture

WIDTH = 512
"""Width of kept pictures, pixels: a chip is still some 20 pixels wide, five seconds of film some 80 kB."""
QUALITY = 80
"""JPEG quality, 1 to 100."""
MARGIN = 0.08
"""How much is kept around the board, as a part of its size: the hands belong to the evidence."""


@dataclass(frozen=True)
class Still:
    """One kept picture, as JPEG."""

    at: float
    jpeg: bytes

    def picture(self) -> Picture:
        """Shape (height, width, 3)."""
        decoded = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert decoded is not None
        return decoded.astype(np.uint8, copy=False)


class Cut:
    """Which part of the camera's picture is kept, and how its points map into what is kept."""

    def __init__(self, outline: NDArray[np.float32], picture_size: tuple[int, int], turns: int = 0) -> None:
        """`outline`: points around the board, shape (n, 2), pixels; `picture_size`: width, height.

        What is kept is turned counter-clockwise by `turns` quarters, so that it lies as the page draws the board.
        """
        self.turns = turns % 4
        low, high = outline.min(axis=0), outline.max(axis=0)
        room = (high - low) * MARGIN
        width, height = picture_size
        self.left, self.top = (int(v) for v in np.maximum(low - room, 0))
        self.right = int(min(high[0] + room[0] + 1, width))
        self.bottom = int(min(high[1] + room[1] + 1, height))
        self.scale = min(1.0, WIDTH / max(1, self.right - self.left))

    def __call__(self, picture: Picture) -> Picture:
        """The kept part at its kept size; the camera's picture is not copied."""
        part = picture[self.top : self.bottom, self.left : self.right]
        # Even sides: the film's colour planes are half as wide and high.
        width = max(2, int(part.shape[1] * self.scale) & ~1)
        height = max(2, int(part.shape[0] * self.scale) & ~1)
        # Halves are averaged many times faster than odd parts; what is left to shrink needs no averaging.
        while min(part.shape[0] // height, part.shape[1] // width) >= 2:
            halved = part.shape[1] // 2, part.shape[0] // 2
            even = part[: 2 * halved[1], : 2 * halved[0]]
            part = cv2.resize(even, halved, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        small = cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
        return np.ascontiguousarray(np.rot90(small, self.turns)) if self.turns else small

    def points(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points of the camera's picture, shape (n, 2), in the kept one."""
        shifted: NDArray[np.float32] = (points - np.array([self.left, self.top], np.float32)) * np.float32(self.scale)
        width, height = ((far - near) * self.scale for near, far in ((self.left, self.right), (self.top, self.bottom)))
        for _ in range(self.turns):
            shifted = np.stack([shifted[:, 1], np.float32(width) - shifted[:, 0]], axis=1)
            width, height = height, width
        return shifted


def quarter_turns(nodes: NDArray[np.float32]) -> int:
    """By how many quarters, counter-clockwise, a picture is turned so that row 1 runs from left to right along the top.

    `nodes`: the board's mesh in the picture, shape (rows + 1, columns + 1, 2), row 1 first.
    """
    right, down = nodes[0, -1] - nodes[0, 0]
    return round(math.atan2(down, right) / (math.pi / 2)) % 4


class Ring:
    """Stills of the last seconds; the oldest go when there is no room."""

    def __init__(self, limit: int = 64 * 1024 * 1024) -> None:
        """`limit`: bytes."""
        self.limit = limit
        self.size = 0
        self._stills: deque[Still] = deque()

    def push(self, picture: Picture, at: float) -> Still:
        """Keep one picture, already cut."""
        _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        still = Still(at, encoded.tobytes())
        self._stills.append(still)
        self.size += len(still.jpeg)
        while self.size > self.limit and len(self._stills) > 1:
            self.size -= len(self._stills.popleft().jpeg)
        return still

    def forget_before(self, at: float) -> None:
        """Let go what nobody will ask for any more, however much room is left."""
        while self._stills and self._stills[0].at < at:
            self.size -= len(self._stills.popleft().jpeg)

    def between(self, begin: float, end: float) -> list[Still]:
        """The stills of that time, both ends included."""
        return [still for still in self._stills if begin <= still.at <= end]
