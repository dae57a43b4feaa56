"""What an arm or a sleeve leaves to be seen of a chip: too little for its disc, but vivid, and bounded as a disc is.

Works on evidence maps only. Whose chip it is stays open; that its space is empty nobody can say.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.classify.discs import SEARCH, Chip, chip_at, disc, draw, half_of, smaller, weighed
from vision.classify.evidence import Evidence, Map
from vision.rectify.size import PixelRadius, Radius

VIVID = (0.7, 0.8)
"""What is of the hue of skin shows a chip's colour from so much of its saturation on. Parts; 0.6 to 0.8."""
LEAST, REACH = 0.1, 1.1
"""So much of a disc must be seen, within a circle so large: a sleeve of a team's colour is larger. Parts, 0.08 to 0.15;
chip radii, 1.05 to 1.3."""
NEW = 0.4
"""And it must be so far unlike the print. Parts; 0.3 to 0.5."""
NEARLY_ALL = 0.9
"""Where a remnant lies in its chip is looked for where a disc holds so much of what one can. Parts; 0.8 to 0.95."""
RIM = 1.35
"""Around a chip that is told so much is its own. Chip radii; 1.2 to 1.5."""


def find_remnants(evidence: Evidence, radius: Radius, chips: list[Chip], cover: Map) -> list[Chip]:
    """Remnants of chips beside `chips`, those that are clear, where those chips would lie; their `team` is empty.

    `cover` is 1 where something hides the board; they are filled as far as they are seen.
    """
    half = half_of(radius)
    vivid = _vivid(evidence)
    for chip in chips:
        draw(vivid, chip, radius, RIM, 0.0)
    parts = cv2.morphologyEx((vivid > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not parts.any():
        return []
    count, numbers, boxes, _ = cv2.connectedComponentsWithStats(parts)
    area = np.pi * half[0] * half[1] * SEARCH**2
    found = []
    for number in range(1, count):
        left, top, width, height, size = boxes[number].tolist()
        if not LEAST <= size / area <= REACH**2:
            continue
        box = (slice(top, top + height), slice(left, left + width))
        part = numbers[box] == number
        if _extent(part, half) <= REACH and evidence.strange[box][part].mean() >= NEW:
            row, column = _middle(numbers == number, cover, half)
            found.append(chip_at("", row, column, size / area, 0.0))
    return found


def _vivid(evidence: Evidence) -> Map:
    """How surely each pixel shows a chip of this table and no skin, 0 to 1."""
    cold = 1.0 - evidence.warm
    most, seen, (low, high) = np.zeros_like(cold), np.empty_like(cold), VIVID
    for team in evidence.at_home:
        # In place, for these are as large as the picture, and all that was found is still held.
        np.multiply(evidence.saturation, np.float32(1.0 / (high - low) / evidence.colours[team].saturation), out=seen)
        seen -= np.float32(low / (high - low))
        np.clip(seen, cold, 1.0, out=seen)
        seen *= evidence.chip[team]
        np.maximum(most, seen, out=most)
    return most


def _extent(part: np.ndarray, half: PixelRadius) -> float:
    """Radius of the smallest circle around a part of the straight picture, in chip radii."""
    rows, columns = np.nonzero(part)
    places = np.stack([columns / (SEARCH * half[0]), rows / (SEARCH * half[1])], axis=-1).astype(np.float32)
    return float(cv2.minEnclosingCircle(places)[1])


def _middle(part: np.ndarray, cover: Map, half: PixelRadius) -> tuple[float, float]:
    """Row and column, in the smaller maps, where a disc would show a part and hide the rest of itself the most."""
    seen = smaller(part.astype(np.float32))
    within = weighed(seen, disc(*half))
    plain = weighed(np.maximum(1.0 - smaller(cover) - seen, 0.0), disc(*half))
    score = np.where(within >= NEARLY_ALL * within.max(), within - plain, -1.0)
    row, column = np.argwhere(score >= score.max() - 0.01).mean(axis=0).tolist()
    return row, column
