"""Chips as discs: where they lie and which face they show.

Works on evidence maps only. Which space a chip belongs to, and what to do where something hides it, is
decided in `vision.reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence, Map
from vision.straight import MARGIN, SIDE

SEARCH = 2
"""Chips are searched for in maps this many times smaller."""
FEWEST = 0.40
"""A disc filled less than this is no candidate. Unit: parts of the disc; 0.3 to 0.6."""
RING = 0.42
"""A white chip shows its ring over at least this part of its edge. Unit: parts; 0.35 to 0.7."""
RING_SCORE = 0.25
"""A white chip shows its ring over so much more of its edge than outside. Parts; 0.2 to 0.6."""
RING_CLOSED = 0.6
"""In at least this part of all directions the ring stands out from what lies outside. Parts; 0.5 to 0.8."""
PALE = 0.66
"""The middle of a white chip is at least so pale. Unit: parts; 0.5 to 0.8."""
RING_TINT = 0.08
"""Turn towards the team's colour at which a pixel counts as ring in full. Parts of paper white."""
EDGE_STEP = 0.25
"""A face ends where its colour falls by this much. Parts; 0.15 to 0.5."""
WHITE_CORE = 0.5
"""A face whose middle has less than this part of the team's saturation is a white one. Parts; 0.35 to 0.6."""
WHITE_LIGHT = 0.8
"""And is at least so light. Parts of paper white; 0.7 to 0.95."""
CAST = 0.12
"""From here on the white of a chip may differ from that of the paper. Parts of paper white; 0.06 to 0.2."""
FITS = 0.25
"""A white chip's print fits a team's hue when it is no farther off than this. Radians; 0.15 to 0.35."""
STAIN = 0.35
"""So much more of a disc than of the band around it must be unexplained to call it a stain. 0.25 to 0.6."""
CLEAR = 0.6
"""A disc filled so far is no white face. Parts; 0.5 to 0.75."""
LEAST_PRINT = 0.06
"""Spread of printed lightness inside a disc from which print can be told. Parts of paper white; 0.03 to 0.1."""
PRINT_LOST = 0.5
"""Correlation with the print below which it counts as covered. -1 to 1."""

Directions = NDArray[np.float32]


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
    foreign: bool = False
    """Of a colour that does not belong to this table: skin and sleeves have one, too."""
    closed: float = 1.0
    """In what part of all directions its colour ends at its edge, 0 to 1: a sleeve goes on."""
    steady: float = 1.0
    """How far all directions of a white chip's ring agree in hue, 0 to 1."""
    around: float = 0.0
    """How much of the band around it, half a chip wide, the printed board does not explain, 0 to 1."""
    dazzled: float = 0.0
    """How much of it and of what is right beside it lies in glare, 0 to 1."""
    lost: float = 0.0
    """How much of the print one chip's width away cannot be seen, in the middling direction, 0 to 1."""
    shows: float = 0.0
    """How far the print still shows inside the disc: correlation, 0 where none is printed, -1 to 1."""
    held: float = 0.0
    """In what part of all directions something that hides the board touches it, 0 to 1."""


def find_stains(evidence: Evidence, radius: tuple[float, float], chips: list[Chip]) -> list[Chip]:
    """Things of a chip's size and shape that no known colour explains; their `team` is empty.

    What a chip looks like when a lamp mirrors in all of it, or when it is of a colour nobody expected.
    """
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    other = np.maximum(evidence.changed * (1.0 - evidence.blind), evidence.darker)
    small = _smaller(other)
    for chip in chips:
        _erase(small, *_at(chip), half, 1.3)
    inside = cv2.filter2D(small, -1, disc(half[0] * 0.92, half[1] * 0.92))
    score = np.asarray(inside - cv2.filter2D(small, -1, disc(half[0] * 1.7, half[1] * 1.7, 0.72)), np.float32)
    found = []
    for filled, row, column in _peaks(score, STAIN, half):
        chip = _chip("", float(row), float(column), filled, 0.0)
        like = _polar(other, chip, half, [0.5, 0.7, 0.85, 1.3, 1.45, 1.6])
        closed = float((like[:3].mean(axis=0) - like[3:].mean(axis=0) > EDGE_STEP).mean())
        if closed >= RING_CLOSED:
            found.append(replace(chip, closed=closed))
    return found


def with_cover(chips: list[Chip], evidence: Evidence, cover: Map, radius: tuple[float, float]) -> list[Chip]:
    """The chips with what touches them: `cover` is 1 where something hides the board."""
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    gone = print_lost(evidence)
    result = []
    for chip in chips:
        lost = _polar(gone, chip, half, [2.0, 2.2]).mean(axis=0)
        held = _polar(cover, chip, half, [1.25, 1.45, 1.65]).max(axis=0)
        result.append(replace(chip, lost=float(np.median(lost)), held=float(held.mean())))
    return result


def around(one: Map, chip: Chip, radius: tuple[float, float], reaches: list[float]) -> Directions:
    """A map around a chip; shape (reaches, 16 directions), reaches in chip radii."""
    return _polar(one, chip, (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH), reaches)


def ring_closed(tint: Map, chip: Chip, radius: tuple[float, float]) -> float:
    """In what part of all directions a chip's edge is of a colour and what lies outside is not."""
    return _ring_closed(tint, chip, (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH))


def print_lost(evidence: Evidence) -> Map:
    """Where print should show and does not, 0 to 1."""
    lost = evidence.told * np.clip((PRINT_LOST - evidence.alike) / PRINT_LOST, 0.0, 1.0)
    return np.asarray(lost, np.float32)


@lru_cache(maxsize=256)
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


def find_chips(evidence: Evidence, radius: tuple[float, float], white: bool = True) -> list[Chip]:
    """All chips, best first; `radius` is half width and half height of a chip in parts of a space.

    Without `white` only those that show their colour.
    """
    half = (radius[0] * SIDE / SEARCH, radius[1] * SIDE / SEARCH)
    faces = _faces(evidence, half)
    # A faint face may be a white one whose ring and print were seen: then the white one stands.
    clear = [chip for chip in faces if chip.filled >= CLEAR]
    pale = _white_chips(evidence, clear, half) if white else []
    faint = [chip for chip in faces if chip.filled < CLEAR and not chip.white]
    faint = [chip for chip in faint if not _overlaps(chip, pale, half)]
    found = _with_surroundings(clear + pale + faint, evidence, half)
    return sorted(found, key=lambda chip: -chip.filled)


def _faces(evidence: Evidence, half: tuple[float, float]) -> list[Chip]:
    """Discs of a team's colour."""
    inner = disc(half[0] * 0.92, half[1] * 0.92)
    colour = {team: _smaller(one) for team, one in evidence.chip.items()}
    filled: dict[str, Map] = {}
    for team, one in colour.items():
        heard = 1.0 - cv2.filter2D(_smaller(evidence.mute[team]), -1, inner)
        share = cv2.filter2D(one, -1, inner) / np.maximum(heard, 0.45)
        filled[team] = np.asarray(np.minimum(share, 1.0), np.float32)
    candidates = [
        (score, row, column, team) for team, one in filled.items() for score, row, column in _peaks(one, FEWEST, half)
    ]
    found: list[Chip] = []
    for score, row, column, team in sorted(candidates, reverse=True):
        if _overlaps(_chip(team, row, column, score, 0.0), found, half):
            continue
        y, x = _centre(colour[team], row, column, half)
        rival = max((float(one[row, column]) for t, one in filled.items() if t != team), default=0.0)
        chip = _chip(team, y, x, score, rival)
        within = _polar(evidence.raw[team], chip, half, [0.5, 0.7, 0.85]).mean(axis=0)
        beyond = _polar(evidence.beyond[team], chip, half, [1.3, 1.45, 1.6]).mean(axis=0)
        closed = float((within - beyond > EDGE_STEP).mean())
        core = _polar(evidence.saturation, chip, half, [0.15, 0.35, 0.5, 0.62])
        bright = _polar(evidence.lightness, chip, half, [0.15, 0.35, 0.5, 0.62])
        faint = float(np.median(core)) < WHITE_CORE * evidence.colours[team].saturation
        # A lamp that mirrors in a chip makes its middle faint too, but not all of it.
        white = faint and float(np.percentile(bright, 30)) > WHITE_LIGHT
        if white and evidence.at_home:
            chip = _by_ring(chip, evidence, half)
            closed = max(closed, _ring_closed(evidence.tint[chip.team], chip, half))
        foreign = bool(evidence.at_home) and team not in evidence.at_home
        if white and foreign:
            continue
        found.append(replace(chip, closed=closed, white=white, foreign=foreign))
    return found


def _white_chips(evidence: Evidence, faces: list[Chip], half: tuple[float, float]) -> list[Chip]:
    """Chips lying white side up: pale inside, a ring of the team's colour, none of it outside."""
    ring = disc(half[0] * 1.06, half[1] * 1.06, 0.68)
    core = disc(half[0] * 0.7, half[1] * 0.7)
    band = disc(half[0] * 1.75, half[1] * 1.75, 0.75)
    # What lies near a burnt-out disc has lost its own colour.
    seen = 1.0 - cv2.dilate(evidence.blind, np.ones((7, 7), np.uint8))
    pale = cv2.filter2D(_smaller(evidence.pale), -1, core)
    edges: dict[str, Map] = {}
    scores: dict[str, Map] = {}
    for team, one in evidence.tint.items():
        if team not in evidence.at_home:
            continue
        edge = _smaller(np.clip(one / RING_TINT, 0.0, 1.0).astype(np.float32) * seen)
        for chip in faces:
            if chip.filled > 0.6:
                _erase(edge, *_at(chip), half, 1.35)
        on_ring = cv2.filter2D(edge, -1, ring)
        edges[team] = np.asarray(on_ring, np.float32)
        scores[team] = np.asarray(on_ring - cv2.filter2D(edge, -1, band), np.float32)
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
        chip = _centred(chip, evidence.tint[team] * seen, half)
        closed = _ring_closed(evidence.tint[team], chip, half)
        if closed < RING_CLOSED or _core(evidence.pale, chip, half) < PALE:
            continue
        chip = replace(_by_ring(chip, evidence, half), closed=closed)
        found.append(replace(chip, shows=_print_shows(evidence, chip, half)))
    return found


def _centred(chip: Chip, tint: Map, half: tuple[float, float]) -> Chip:
    """The chip with its centre found to a pixel of the straight picture, from its ring."""
    wide, high = half[0] * SEARCH, half[1] * SEARCH
    ring = disc(wide * 1.0, high * 1.0, 0.8)
    y, x = round(chip.down * SIDE + MARGIN - 0.5), round(chip.across * SIDE + MARGIN - 0.5)
    reach = (ring.shape[0] // 2 + 3, ring.shape[1] // 2 + 3)
    top, left = max(y - reach[0], 0), max(x - reach[1], 0)
    part = np.clip(tint[top : y + reach[0] + 1, left : x + reach[1] + 1], -RING_TINT, 2 * RING_TINT)
    if part.shape[0] <= ring.shape[0] or part.shape[1] <= ring.shape[1]:
        return chip
    score = cv2.matchTemplate(part.astype(np.float32), ring, cv2.TM_CCORR)
    row, column = divmod(int(np.argmax(score)), score.shape[1])
    down = (top + row + ring.shape[0] // 2 + 0.5 - MARGIN) / SIDE
    across = (left + column + ring.shape[1] // 2 + 0.5 - MARGIN) / SIDE
    return replace(chip, across=across, down=down)


def _by_ring(chip: Chip, evidence: Evidence, half: tuple[float, float]) -> Chip:
    """The chip with the team its ring shows, seen against its own white face, and how near the next one is.

    The face is white whatever the lamp and the paper make of it, so the step from face to ring tells the hue.
    """
    across = _polar(evidence.plane[0], chip, half, PRINTED)
    along = _polar(evidence.plane[1], chip, half, PRINTED)
    light = _polar(evidence.lightness, chip, half, PRINTED)
    # The lightest third of the face is its white; what is darker is the team's print or its ring.
    white = light >= np.percentile(light[:FACE], 67)
    white[FACE:] = False
    cast = np.median(across[white]), np.median(along[white])
    weight = WEIGHTS[:, None] * np.clip((np.median(light[white]) - light) / 0.1, 0.0, 1.0)
    steady, hue = _mean_hue(across, along, weight)
    off = {team: _apart(hue, evidence.colours[team].hue) for team in evidence.at_home}
    team = min(off, key=lambda t: off[t])
    if np.hypot(*cast) > CAST and cast[1] < 0:
        # Redder than the paper: skin, for chips are as white as paper or whiter.
        return replace(chip, team=team, rival=1.0, steady=0.0)
    if off[team] > FITS and np.hypot(*cast) > CAST:
        # Old paper makes white itself look coloured. What is seen is then a mixture, and its hue lies between
        # that of the cast and that of the team.
        white_hue = float(np.arctan2(cast[1], cast[0]))
        turn = _turn(white_hue, hue)
        behind = {
            t: abs(_turn(white_hue, evidence.colours[t].hue))
            for t in evidence.at_home
            if _turn(white_hue, evidence.colours[t].hue) * turn > 0
            and abs(_turn(white_hue, evidence.colours[t].hue)) > abs(turn)
        }
        if not behind:
            return replace(chip, team=team, rival=1.0, steady=steady)
        team = min(behind, key=lambda t: behind[t])
        return replace(chip, team=team, rival=0.6 if len(behind) == 1 else 0.9, steady=steady)
    other = min((value for t, value in off.items() if t != team), default=np.pi)
    return replace(chip, team=team, rival=min(1.0, off[team] / max(other, 0.01)), steady=steady)


def _turn(one: float, other: float) -> float:
    """Angle from one hue to another, radians, -pi to pi."""
    return float(np.angle(np.exp(1j * (other - one))))


def _mean_hue(across: Directions, along: Directions, weight: Directions) -> tuple[float, float]:
    """How far all vectors agree, 0 to 1, and the hue of their sum, radians."""
    length = float((np.hypot(across, along) * weight).sum())
    right, up = float((across * weight).sum()), float((along * weight).sum())
    return float(np.hypot(right, up)) / max(length, 1e-6), float(np.arctan2(up, right))


def _apart(one: float, other: float) -> float:
    """Angle between two hues, radians."""
    return abs(float(np.angle(np.exp(1j * (one - other)))))


def _print_shows(evidence: Evidence, chip: Chip, half: tuple[float, float]) -> float:
    """Correlation of what is seen inside the disc with what is printed there; 0 where nothing is printed."""
    seen = _polar(evidence.lightness, chip, half, PRINTED)
    printed = _polar(evidence.printed, chip, half, PRINTED)
    seen, printed = seen - seen.mean(), printed - printed.mean()
    spread = float(np.sqrt((printed * printed).mean()))
    if spread < LEAST_PRINT:
        return 0.0
    return float((seen * printed).mean()) / (spread * float(np.sqrt((seen * seen).mean())) + 0.02)


def _chip(team: str, row: float, column: float, score: float, rival: float, white: bool = False) -> Chip:
    """A chip from its place in the smaller maps."""
    across = ((column + 0.5) * SEARCH - MARGIN) / SIDE
    down = ((row + 0.5) * SEARCH - MARGIN) / SIDE
    return Chip(team, across, down, score, rival, white)


def _at(chip: Chip) -> tuple[float, float]:
    """Row and column of a chip in the smaller maps."""
    return (chip.down * SIDE + MARGIN) / SEARCH - 0.5, (chip.across * SIDE + MARGIN) / SEARCH - 0.5


def _overlaps(chip: Chip, others: list[Chip], half: tuple[float, float]) -> bool:
    """Whether another chip already lies there: two chips are never closer than two radii."""
    wide, high = half[0] * SEARCH / SIDE, half[1] * SEARCH / SIDE
    return any(((chip.across - o.across) / wide) ** 2 + ((chip.down - o.down) / high) ** 2 < 1.5**2 for o in others)


def _smaller(one: Map) -> Map:
    size = (one.shape[1] // SEARCH, one.shape[0] // SEARCH)
    return np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.float32)


def _peaks(score: Map, least: float, reach: tuple[float, float]) -> list[tuple[float, int, int]]:
    """Local maxima of at least `least`: (score, row, column)."""
    size = (2 * max(1, int(reach[0] * 0.6)) + 1, 2 * max(1, int(reach[1] * 0.6)) + 1)
    highest = cv2.dilate(score, np.ones((size[1], size[0]), np.uint8))
    rows, columns = np.nonzero((score >= highest) & (score >= least))
    return [(float(score[r, c]), int(r), int(c)) for r, c in zip(rows, columns, strict=True)]


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


def _polar(one: Map, chip: Chip, half: tuple[float, float], reaches: list[float]) -> Directions:
    """A full-size map around a chip; shape (reaches, 16 directions), reaches in chip radii."""
    turn = np.arange(16, dtype=np.float32) * np.float32(np.pi / 8)
    reach = np.array(reaches, np.float32)[:, None]
    x = chip.across * SIDE + MARGIN - 0.5 + np.cos(turn) * half[0] * SEARCH * reach
    y = chip.down * SIDE + MARGIN - 0.5 + np.sin(turn) * half[1] * SEARCH * reach
    where = (x.astype(np.float32), y.astype(np.float32))
    return np.asarray(cv2.remap(one, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


EDGE = [0.75, 0.82, 0.88, 0.95, 1.02, 1.08, 1.15]
CORE = [0.3, 0.5, 0.62]
PRINTED = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.88, 0.95]
FACE = 7
WEIGHTS = np.array([0.3, 0.6, 0.9, 1.2, 1.2, 1.0, 0.6, 0.5, 0.5, 0.4], np.float32)
OUTSIDE = [1.35, 1.5, 1.65]


def _ring_closed(tint: Map, chip: Chip, half: tuple[float, float]) -> float:
    """In what part of all directions the edge is of the team's colour and what lies outside is not."""
    edge = _polar(tint, chip, half, EDGE).max(axis=0)
    outside = _polar(tint, chip, half, OUTSIDE).mean(axis=0)
    return float((edge - outside > RING_TINT / 2).mean())


def _core(pale: Map, chip: Chip, half: tuple[float, float]) -> float:
    """How pale a chip is inside its ring."""
    return float(_polar(pale, chip, half, CORE).mean())


def _with_surroundings(found: list[Chip], evidence: Evidence, half: tuple[float, float]) -> list[Chip]:
    """The chips with what lies around each; other well filled chips do not count against a neighbour."""
    if not found:
        return found
    unexplained = _smaller(evidence.changed)
    dazzle = _smaller(evidence.dazzle)
    for chip in found:
        if chip.filled > 0.6 and chip.closed > 0.6:
            _erase(unexplained, *_at(chip), half, 1.2)
    band = disc(half[0] * 1.75, half[1] * 1.75, 0.72)
    around = cv2.filter2D(unexplained, -1, band)
    inside = cv2.filter2D(dazzle, -1, disc(half[0] * 1.3, half[1] * 1.3))
    result = []
    for chip in found:
        row, column = _at(chip)
        r = min(max(round(row), 0), around.shape[0] - 1)
        c = min(max(round(column), 0), around.shape[1] - 1)
        result.append(replace(chip, around=float(around[r, c]), dazzled=float(inside[r, c])))
    return result
