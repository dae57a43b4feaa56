"""White chips: those that lie with their white face up and show their team by a ring and what is printed.

Works on evidence maps only.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.discs import (
    SEARCH,
    Chip,
    Directions,
    chip_at,
    disc,
    erase,
    overlaps,
    peaks,
    place_of,
    polar,
    polars,
    smaller,
    weighed,
)
from vision.classify.evidence import Evidence, Map
from vision.classify.ink import Ink, light_of
from vision.normalize.colour import channels
from vision.rectify.quantiles import quantiles
from vision.rectify.size import PixelRadius
from vision.rectify.straight import MARGIN, SIDE

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
CAST = 0.12
"""From here on the white of a chip may differ from that of the paper. Parts of paper white; 0.06 to 0.2."""
CREAM = math.radians(-60)
"""Hue from which on what is redder than paper may be skin; what is yellower is cream or ivory. -62 to -57 degrees."""
RIMMED = 0.65
"""Skin is in its middle at least by this as red as at its edge. Parts; 0.5 to 0.8."""
LEAST_PRINT = 0.06
"""Spread of printed lightness inside a disc from which print can be told. Parts of paper white; 0.03 to 0.1."""
EDGE = (0.75, 0.82, 0.88, 0.95, 1.02, 1.08, 1.15)
CORE = (0.3, 0.5, 0.62)
PRINTED = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.88, 0.95)
FACE = 7
WITHIN, RIM = 0.45, 0.7
"""Nearer to the middle of a face than the first the board runs into nothing, from the second on into everything. Chip
radii; 0.35 to 0.5, 0.65 to 0.8."""
WEIGHTS = np.array([0.3, 0.6, 0.9, 1.2, 1.2, 1.0, 0.6, 0.5, 0.5, 0.4], np.float32)
OUTSIDE = (1.35, 1.5, 1.65)


def white_chips(evidence: Evidence, faces: list[Chip], half: PixelRadius) -> list[Chip]:
    """Chips lying white side up: pale inside, a ring of the team's colour, none of it outside."""
    ring = disc(half[0] * 1.06, half[1] * 1.06, 0.68)
    core = disc(half[0] * 0.7, half[1] * 0.7)
    band = disc(half[0] * 1.75, half[1] * 1.75, 0.75)
    # What lies near a burnt-out disc has lost its own colour.
    seen = 1.0 - cv2.dilate(evidence.blind, np.ones((7, 7), np.uint8))
    pale = weighed(smaller(evidence.pale), core)
    clear = np.ones(pale.shape, np.float32)
    for chip in faces:
        if chip.filled > 0.6:
            erase(clear, *place_of(chip), half, 1.35)
    tint = {team: np.asarray(one * seen, np.float32) for team, one in evidence.tint.items() if team in evidence.at_home}
    edges: dict[str, Map] = {}
    candidates: list[tuple[float, int, int, str]] = []
    for team, one in tint.items():
        edge = clear * smaller(np.clip(one / RING_TINT, 0.0, 1.0))
        on_ring = edges[team] = weighed(edge, ring)
        likely = (pale > PALE - 0.1) & (on_ring > RING)
        if likely.any():
            score = np.asarray((on_ring - weighed(edge, band)) * likely, np.float32)
            candidates += [(*peak, team) for peak in peaks(score, RING_SCORE, half)]
    found: list[Chip] = []
    for _, row, column, team in sorted(candidates, reverse=True):
        chip = chip_at(team, float(row), float(column), float(edges[team][row, column]), 0.0, True)
        if overlaps(chip, [*faces, *found], half):
            continue
        chip = _centred(chip, tint[team], half)
        closed = edge_closed(evidence.tint[team], chip, half)
        if closed < RING_CLOSED or _core(evidence.pale, chip, half) < PALE:
            continue
        chip = by_ring(chip, evidence, half)._replace(closed=closed)
        found.append(chip._replace(shows=float(print_shows_in(evidence, [chip], half)[0])))
    return found


def _centred(chip: Chip, tint: Map, half: PixelRadius) -> Chip:
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
    return chip._replace(across=across, down=down)


@dataclass(frozen=True)
class Tone:
    """What is white on a white face, and the ink on it."""

    lightness: float
    """Of its white."""
    cast: complex
    """How far that white is from the white of paper: red against green, and blue against yellow as its imaginary part;
    parts of paper white."""
    ink: Ink


def tone_of(chip: Chip, evidence: Evidence, half: PixelRadius) -> Tone:
    """The tone of what is taken for a white face."""
    return _face(chip, evidence, half).tone


@dataclass(frozen=True)
class _Face:
    """A face taken apart; arrays of shape (reaches, 16 directions)."""

    tone: Tone
    colour: NDArray[np.complex64]
    """Against paper; complex as a cast is."""
    weight: Directions
    """How far each place is print or ring."""


def _face(chip: Chip, evidence: Evidence, half: PixelRadius) -> _Face:
    """What is taken for a white face, taken apart."""

    def seen(across: Map, along: Map, lightness: Map) -> Directions:
        return np.stack([polar(plane, chip, half, PRINTED) for plane in (across, along, lightness)])

    face = seen(*evidence.plane, evidence.lightness)
    light = face[2]
    # The lightest third of the face is its white; what is darker is the team's print or its ring.
    is_white = light >= quantiles(light[:FACE].ravel(), 0.67)[0]
    is_white[FACE:] = False
    across, along, lightness = np.median(face[:, is_white], axis=1).tolist()
    weight = WEIGHTS[:, None] * np.clip((lightness - light) / 0.1, 0.0, 1.0)
    # Between the white and the printed board no edge is sharp.
    beside = np.clip((np.array(PRINTED, np.float32)[:, None] - WITHIN) / (RIM - WITHIN), 0.0, 1.0) * np.ones_like(light)
    board = seen(*evidence.printed_plane, evidence.printed)
    shown, printed = (light_of(channels(*one.reshape(3, -1))) for one in (face, board))
    white = light_of(channels(across, along, lightness))
    ink = Ink.of(shown, printed, white, weight.ravel(), beside.ravel(), evidence)
    tone = Tone(lightness, complex(across, along), ink)
    return _Face(tone, face[0] + 1j * face[1], weight)


def is_redder(white: complex) -> bool:
    """Whether what passes for white is redder than the paper, as skin is: chips are as white or whiter, or cream."""
    return abs(white) > CAST and CREAM < cmath.phase(white) < 0.0


def by_ring(chip: Chip, evidence: Evidence, half: PixelRadius) -> Chip:
    """The chip with the team its ring shows, seen against its own white face, and how near the next one is.

    The face is white whatever the lamp and the paper make of it, so the step from face to ring tells the colour. How
    far all of it is of one hue is told against paper: there a white that is not the paper's counts, too.
    """
    face = _face(chip, evidence, half)
    turned = face.colour * face.weight
    steady = abs(complex(turned.sum())) / max(float(abs(turned).sum()), 1e-6)
    team, rival = face.tone.ink.team(evidence)
    rim = float(abs(face.colour[FACE:]).mean())
    # Only where the picture is coarse the red of a ring and of a print runs into the white; then the ring is redder.
    if is_redder(face.tone.cast) and abs(face.tone.cast) > RIMMED * rim:
        return chip._replace(team=team, rival=1.0, steady=0.0)
    return chip._replace(team=team, rival=rival, steady=steady)


def print_shows_in(evidence: Evidence, chips: list[Chip], half: PixelRadius) -> NDArray[np.float32]:
    """Correlation of what is seen inside each disc with what is printed there; 0 where nothing is printed."""
    seen = polars(evidence.lightness, chips, half, PRINTED).reshape(len(chips), -1)
    printed = polars(evidence.printed, chips, half, PRINTED).reshape(len(chips), -1)
    seen, printed = seen - seen.mean(axis=1, keepdims=True), printed - printed.mean(axis=1, keepdims=True)
    spread = np.sqrt((printed * printed).mean(axis=1))
    alike = (seen * printed).mean(axis=1) / (spread * np.sqrt((seen * seen).mean(axis=1)) + 0.02)
    return np.asarray(np.where(spread < LEAST_PRINT, 0.0, alike), np.float32)


def edge_closed(tint: Map, chip: Chip, half: PixelRadius) -> float:
    """In what part of all directions the edge is of the team's colour and what lies outside is not."""
    edge = polar(tint, chip, half, EDGE).max(axis=0)
    outside = polar(tint, chip, half, OUTSIDE).mean(axis=0)
    return float((edge - outside > RING_TINT / 2).mean())


def _core(pale: Map, chip: Chip, half: PixelRadius) -> float:
    """How pale a chip is inside its ring."""
    return float(polar(pale, chip, half, CORE).mean())
