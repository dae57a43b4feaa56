"""The four suits as shapes. Drawn from curves of our own; no font and no picture is needed."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]

SUITS = "SHDC"
_FINE = 256


def _heart(canvas: NDArray[np.uint8], *, upside_down: bool, size: float, middle: float) -> None:
    t = np.linspace(0, 2 * np.pi, 90)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    outline = np.column_stack([x, -y if upside_down else y]) * size + (_FINE / 2, middle)
    cv2.fillPoly(canvas, [np.round(outline).astype(np.int32)], 255)


def _stem(canvas: NDArray[np.uint8], top: int) -> None:
    middle = _FINE // 2
    outline = [(middle, top), (middle + 14, 190), (middle + 46, 246), (middle - 46, 246), (middle - 14, 190)]
    cv2.fillPoly(canvas, [np.array(outline, np.int32)], 255)


@lru_cache(maxsize=128)
def pip(suit: str, size: int) -> Mask:
    """How much of each pixel a suit covers, 0 to 1; shape (size, size). Not to be written to."""
    canvas = np.zeros((_FINE, _FINE), np.uint8)
    if suit == "H":
        _heart(canvas, upside_down=False, size=7.2, middle=118)
    elif suit == "S":
        _heart(canvas, upside_down=True, size=6.3, middle=114)
        _stem(canvas, 120)
    elif suit == "D":
        t = np.linspace(0, 2 * np.pi, 80)
        x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** 2.1 * 92
        y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** 2.1 * 122
        cv2.fillPoly(canvas, [np.round(np.column_stack([x, y]) + 128).astype(np.int32)], 255)
    elif suit == "C":
        for centre in ((128, 66), (66, 150), (190, 150)):
            cv2.circle(canvas, centre, 56, 255, -1)
        cv2.circle(canvas, (128, 128), 30, 255, -1)
        _stem(canvas, 120)
    else:
        raise ValueError(f"no suit {suit!r}; the suits are S, H, D and C")
    small = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    mask: Mask = np.asarray(small, np.float32) / np.float32(255)
    mask.setflags(write=False)
    return mask


def lay(picture: NDArray[np.uint8], mask: Mask, colour: tuple[int, int, int], left: int, top: int) -> None:
    """Paint a colour through a mask whose corner lies at (left, top); what falls outside is cut."""
    height, width = picture.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
    if x0 >= x1 or y0 >= y1:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    under = picture[y0:y1, x0:x1]
    under[:] = np.round(under * (1 - part) + np.asarray(colour, np.float32) * part).astype(np.uint8)
