"""Chips as discs: where they lie and which face they show.

Works on evidence maps only. Which space a chip belongs to, and what to do where something hides it, is
decided in `vision.reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence, Map
from vision.straight import MARGIN, SIDE

SEARCH = 2
"""Chips are searched for in maps this many times smaller."""
FEWEST = 0.42
"""A disc filled less than this is no candidate. Unit: parts of the disc; 0.3 to 0.6."""
RING = 0.45
"""A white chip shows its ring over at least this part of its edge. Unit: parts; 0.35 to 0.7."""
RING_SCORE = 0.3
"""A white chip shows its ring over so much more of its edge than inside or outside. Parts; 0.2 to 0.6."""
RING_CLOSED = 0.6
"""In at least this part of all directions the ring stands out from what lies outside. Parts; 0.5 to 0.8."""
PALE = 0.66
"""The middle of a white chip is at least so pale. Unit: parts; 0.5 to 0.8."""
RING_TINT = 0.08
"""Turn towards the team's colour at which a pixel counts as ring in full. Parts of paper white."""


@dataclass(frozen=True)
class Chip:
    """One chip seen."""

    team: str
    across: float
    """Centre along the row, in spaces from the outer edge of column a."""
    down: float
    """Centre along the column, in spaces from the outer edge of row 1."""
    filled: float
    """Part of the disc that shows the team's colour (of the ring, on a white face), 0 to 1."""
    rival: float
    """The same for the likeliest other team."""
    white: bool
    """Shows its white face."""
    around: float = 0.0
    """How much of the band around it, half a chip wide, the printed board does not explain, 0 to 1."""
    burnt: float = 0.0
    """Part of its disc that is burnt out."""


def disc(half_width: float, half_height: float, hole: float = 0.0) -> NDArray[np.float32]:
    """A filled ellipse (or a ring, `hole` being its inner part) that sums to 1, smooth at its edge."""
    across, down = int(np.ceil(half_width)) + 1, int(np.ceil(half_height)) + 1
    y, x = np.mgrid[-down : down + 1, -across : across + 1].astype(np.float32)
    distance = np.sqrt((x / half_width) ** 2 + (y / half_height) ** 2)
    edge = 2.0 / (half_width + half_height)
    mask = np.clip((1.0 - distance) / edge + 0.5, 0.0, 1.0)
    if hole > 0:
        mask *= np.clip((distance - hole) / edge + 0.5, 0.0, 1.0)
    return np.asarray(mask / mask.sum(), np.float32)


def _smaller(one: Map) -> Map:
    size = (one.shape[1] // SEARCH, one.shape[0] // SEARCH)
    return np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.float32)


def _peaks(score: Map, least: float, reach: tuple[float, float]) -> list[tuple[float, int, int]]:
    """Local maxima of at least `least`, best first: (score, row, column)."""
    size = (2 * max(1, int(reach[0] * 0.6)) + 1, 2 * max(1, int(reach[1] * 0.6)) + 1)
    highest = cv2.dilate(score, np.ones((size[1], size[0]), np.uint8))
    rows, columns = np.nonzero((score >= highest) & (score >= least))
    found = [(float(score[r, c]), int(r), int(c)) for r, c in zip(rows, columns, strict=True)]
    return sorted(found, reverse=True)


def _erase(one: Map, row: float, column: float, half: tuple[float, float], grow: float) -> None:
    """Sets an ellipse of a map to nothing."""
    axes = (max(1, round(half[0] * grow)), max(1, round(half[1] * grow)))
    cv2.ellipse(one, (round(column), round(row)), axes, 0, 0, 360, 0.0, -1)


def _centre(one: Map, row: int, column: int, half: tuple[float, float]) -> tuple[float, float]:
    """Centre of mass around a peak; row and column in pixels of the map."""
    across, down = int(half[0] * 1.25) + 1, int(half[1] * 1.25) + 1
    top, left = max(row - down, 0), max(column - across, 0)
    part = one[top : row + down + 1, left : column + across + 1]
    total = float(part.sum())
    if total <= 0:
        return float(row), float(column)
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    return float((part * y).sum() / total), float((part * x).sum() / total)


def _with_surroundings(found: list[Chip], evidence: Evidence, half: tuple[float, float]) -> list[Chip]:
    """The chips with what lies around each; other well filled chips do not count against a neighbour."""
    if not found:
        return found
    unexplained = _smaller(evidence.changed)
    burnt = _smaller(evidence.burnt)
    for chip in found:
        if chip.filled > 0.6 and not chip.white:
            _erase(unexplained, *_at(chip), half, 1.2)
    band = disc(half[0] * 1.75, half[1] * 1.75, 0.72)
    around = cv2.filter2D(unexplained, -1, band)
    inside = cv2.filter2D(burnt, -1, disc(*half))
    result = []
    for chip in found:
        row, column = _at(chip)
        r = min(max(round(row), 0), around.shape[0] - 1)
        c = min(max(round(column), 0), around.shape[1] - 1)
        result.append(replace(chip, around=float(around[r, c]), burnt=float(inside[r, c])))
    return result


def _at(chip: Chip) -> tuple[float, float]:
    """Row and column of a chip in the smaller maps."""
    return (chip.down * SIDE + MARGIN) / SEARCH - 0.5, (chip.across * SIDE + MARGIN) / SEARCH - 0.5


def _polar(one: Map, chip: Chip, half: tuple[float, float], reaches: NDArray[np.float32]) -> NDArray[np.float32]:
    """A full-size map around a chip; shape (reaches, 16 directions), reaches in chip radii."""
    turn = np.arange(16, dtype=np.float32) * np.float32(np.pi / 8)
    x = chip.across * SIDE + MARGIN - 0.5 + np.cos(turn) * half[0] * SEARCH * reaches[:, None]
    y = chip.down * SIDE + MARGIN - 0.5 + np.sin(turn) * half[1] * SEARCH * reaches[:, None]
    taken = cv2.remap(
        one, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(taken, np.float32)


def _ring_closed(tint: Map, chip: Chip, half: tuple[float, float]) -> float:
    """In what part of all directions the edge is of the team's colour and what lies outside is not."""
    edge = _polar(tint, chip, half, np.linspace(0.75, 1.15, 7, dtype=np.float32)).max(axis=0)
    outside = _polar(tint, chip, half, np.array([1.35, 1.5, 1.65], np.float32)).mean(axis=0)
    return float((edge - outside > RING_TINT / 2).mean())


def _core(pale: Map, chip: Chip, half: tuple[float, float]) -> float:
    """How pale a chip is inside its ring."""
    return float(_polar(pale, chip, half, np.array([0.3, 0.5, 0.62], np.float32)).mean())


def _white_chips(evidence: Evidence, faces: list[Chip], half: tuple[float, float]) -> list[Chip]:
    """Chips lying white side up: pale inside, a ring of the team's colour, none of it outside."""
    ring = disc(half[0] * 1.06, half[1] * 1.06, 0.68)
    core = disc(half[0] * 0.7, half[1] * 0.7)
    band = disc(half[0] * 1.75, half[1] * 1.75, 0.75)
    # What lies near a burnt-out disc has lost its own colour.
    glare = cv2.dilate(np.maximum(evidence.burnt, evidence.was_burnt), np.ones((9, 9), np.uint8))
    pale = cv2.filter2D(_smaller(evidence.pale), -1, core)
    edges: dict[str, Map] = {}
    scores: dict[str, Map] = {}
    for team, one in evidence.tint.items():
        edge = _smaller(np.clip(one / RING_TINT, 0.0, 1.0).astype(np.float32) * (1.0 - glare))
        for chip in faces:
            if chip.filled > 0.6:
                _erase(edge, *_at(chip), half, 1.35)
        on_ring = cv2.filter2D(edge, -1, ring)
        scores[team] = np.asarray(on_ring - cv2.filter2D(edge, -1, band), np.float32)
        edges[team] = np.asarray(on_ring, np.float32)
    candidates = [
        (score, row, column, team)
        for team, one in scores.items()
        for score, row, column in _peaks(one * ((pale > PALE - 0.1) & (edges[team] > RING)), RING_SCORE, half)
    ]
    found: list[Chip] = []
    for _, row, column, team in sorted(candidates, reverse=True):
        chip = _chip(team, float(row), float(column), float(edges[team][row, column]), 0.0, True)
        if _overlaps(chip, [*faces, *found], half):
            continue
        closed = _ring_closed(evidence.tint[team], chip, half)
        if closed < RING_CLOSED or _core(evidence.pale, chip, half) < PALE:
            continue
        rival = max((float(one[row, column]) for t, one in edges.items() if t != team), default=0.0)
        found.append(replace(chip, rival=rival, filled=min(chip.filled, closed)))
    return found


def _chip(team: str, row: float, column: float, score: float, rival: float, white: bool) -> Chip:
    """A chip from its place in the smaller maps."""
    across = ((column + 0.5) * SEARCH - MARGIN) / SIDE
    down = ((row + 0.5) * SEARCH - MARGIN) / SIDE
    return Chip(team, across, down, score, rival, white)


def _overlaps(chip: Chip, others: list[Chip], half: tuple[float, float]) -> bool:
    """Whether another chip already lies there: two chips are never closer than two radii."""
    wide, high = half[0] * SEARCH / SIDE, half[1] * SEARCH / SIDE
    return any(((chip.across - o.across) / wide) ** 2 + ((chip.down - o.down) / high) ** 2 < 1.5**2 for o in others)


def find_chips(evidence: Evidence, radius: tuple[float, float]) -> list[Chip]:
    """All chips, best first; `radius` is half width and half height of a chip in parts of a space."""
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    inner = disc(half[0] * 0.92, half[1] * 0.92)
    found: list[Chip] = []
    colour = {team: _smaller(one) for team, one in evidence.chip.items()}
    filled = {
        team: np.asarray(
            cv2.filter2D(one, -1, inner)
            / np.maximum(1.0 - cv2.filter2D(_smaller(evidence.mute[team]), -1, inner), 0.4),
            np.float32,
        )
        for team, one in colour.items()
    }

    candidates = [
        (score, row, column, team)
        for team, one in filled.items()
        for score, row, column in _peaks(np.minimum(one, 1.0), FEWEST, half)
    ]
    for score, row, column, team in sorted(candidates, reverse=True):
        if _overlaps(_chip(team, row, column, score, 0.0, False), found, half):
            continue
        y, x = _centre(colour[team], row, column, half)
        rival = max((float(one[row, column]) for t, one in filled.items() if t != team), default=0.0)
        found.append(_chip(team, y, x, score, rival, False))
    found += _white_chips(evidence, found, half)
    return sorted(_with_surroundings(found, evidence, half), key=lambda chip: -chip.filled)
