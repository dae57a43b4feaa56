"""What a display shows: one or two codes to scan, and a few words below them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import cv2
import numpy as np
import segno

from hardware.display.display import Grey

QUIET = 4
"""Modules of white around a code (ISO/IEC 18004): a scanner needs them to find it."""
_FONT = cv2.FONT_HERSHEY_DUPLEX
_TALL = 22.0
"""Pixels a line of that font is high at scale 1."""


@dataclass(frozen=True)
class Card:
    """What there is to be told."""

    codes: tuple[tuple[str, str], ...]
    """For each code a heading and what a phone reads of it, the first to be scanned first."""
    lines: tuple[str, ...] = ()
    """Below, the most important first."""


def draw_card(card: Card, size: tuple[int, int]) -> Grey:
    """The card as a picture for a display.

    Args:
        card: what it says.
        size: width and height in pixels.

    Returns:
        Grey, shape (height, width).
    """
    width, height = size
    picture = np.zeros((height, width), np.uint8)
    line = max(14, height // 22)
    room = height - (len(card.lines) + 2) * line
    each = width // max(1, len(card.codes))
    for number, (heading, content) in enumerate(card.codes):
        left = number * each
        _write(picture, heading, (left + each // 2, line * 3 // 4), line, each)
        code = _code(content, min(room - line, each - line))
        top, start = line + line // 2 + (room - line - code.shape[0]) // 2, left + (each - code.shape[1]) // 2
        picture[top : top + code.shape[0], start : start + code.shape[1]] = code
    for number, words in enumerate(card.lines):
        _write(picture, words, (width // 2, height - (len(card.lines) - number) * line + line // 2), line, width)
    return picture


def _code(content: str, most: int) -> Grey:
    """A code, black on white, as large as fits into `most` pixels; at least a pixel a module."""
    made = segno.make(content, error="l", micro=False)
    modules = np.array([[0 if dark else 255 for dark in row] for row in made.matrix], np.uint8)
    modules = np.pad(modules, QUIET, constant_values=255)
    scale = max(1, most // modules.shape[0])
    return np.kron(modules, np.ones((scale, scale), np.uint8))[:most, :most]


def _write(picture: Grey, words: str, middle: tuple[int, int], tall: int, widest: int) -> None:
    """Words around a point, smaller where they would be too wide. OpenCV's letters are those of ASCII."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    scale = 0.7 * tall / _TALL
    (wide, _), _ = cv2.getTextSize(plain, _FONT, scale, 1)
    if wide > 0.96 * widest:
        scale *= 0.96 * widest / wide
    thick = max(1, round(scale * 1.3))
    (wide, high), _ = cv2.getTextSize(plain, _FONT, scale, thick)
    cv2.putText(picture, plain, (middle[0] - wide // 2, middle[1] + high // 2), _FONT, scale, 255, thick, cv2.LINE_AA)
