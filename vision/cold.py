"""Reading a board nobody measured: one picture, no profile.

Every card is printed on two spaces, so the board carries its own comparison: what the one space shows and
its twin does not is no print. Chips of ordinary colours that are found for certain then say what chips look
like here, and the picture is read again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import Layout
from vision.chips import Chip, around, find_chips
from vision.colour import ORDINARY, ChipColour
from vision.evidence import Evidence, weigh
from vision.finding import Found, find_board
from vision.lean import lean_of
from vision.light import grey_of, paper_white
from vision.look import TableLook
from vision.mesh import Picture
from vision.pictures import PictureError, check_picture, problem_of
from vision.reading import Reading, face_score, judge
from vision.straight import MARGIN, SIDE, Straightener

SIZES = (0.22, 0.3)
"""Chip radii that are sought at first, in parts of a space (the root of its area)."""
USUAL = 0.26
"""The radius taken where no chip shows it."""
CERTAIN = 4.0
"""Evidence from which a chip is certain enough to learn from. Log odds; 3 to 6."""
LIKELY = 2.0
"""Evidence from which a chip is taken out of the comparison. Log odds; 1 to 4."""
SLACK = 2
"""How far print may lie differently in two spaces with the same card. Pixels of the straight picture."""
TEAMS = ("b", "g", "r")


@dataclass(frozen=True)
class ColdReading:
    """What a picture of an unknown table says."""

    found: Found
    reading: Reading
    look: TableLook
    """What could be guessed of the table."""


def read_cold(picture: Picture, layout: Layout, teams: tuple[str, ...] = TEAMS) -> ColdReading:
    """Find the board in a picture and read it without a profile.

    Raises PictureError when it is no picture, BoardNotFound when no board is seen.
    """
    check_picture(picture)
    problem = problem_of(picture)
    if problem:
        raise PictureError(f"The picture is {problem}.", "Take it again.")
    found = find_board(picture, layout)
    straight = Straightener(found.mesh).take(picture)
    size = (picture.shape[1], picture.shape[0])
    white = _white(straight, layout)
    nowhere = np.zeros(straight.shape[:2], bool)
    look = TableLook(
        mesh=found.mesh,
        size=size,
        layout=layout.name,
        free=layout.free,
        empty=twin_picture(straight, layout, white, nowhere),
        white=white,
    )
    evidence = weigh(straight, look, teams, SLACK)
    look = _measured_size(evidence, look, lean_of(found.mesh, size).aspect)
    # Chips on the twins spoil the comparison until they are known.
    for _ in range(2):
        faces = [chip for chip in find_chips(evidence, look.radius, white=False) if face_score(chip) > LIKELY]
        taken = _taken(faces, look.radius, straight.shape)
        look = replace(look, empty=twin_picture(straight, layout, white, taken), chips=_learn(faces, evidence, look))
        evidence = weigh(straight, look, teams, SLACK)
    chips = find_chips(evidence, look.radius)
    cover = np.zeros(straight.shape[:2], np.float32)
    return ColdReading(found, judge(evidence, chips, [], cover, look), look)


def _white(straight: Picture, layout: Layout) -> NDArray[np.float32]:
    """Paper white by space, from a board with chips and hands on it: a wide median leaves those out."""
    white = paper_white(straight, layout.rows, layout.columns, layout.free)
    channels = [cv2.medianBlur(np.ascontiguousarray(white[..., c]), 5) for c in range(3)]
    return np.asarray(np.dstack(channels), np.float32)


def _window(space: int, columns: int) -> tuple[slice, slice]:
    """Where a space lies in the straight picture."""
    row, column = divmod(space, columns)
    top, left = MARGIN + row * SIDE, MARGIN + column * SIDE
    return slice(top, top + SIDE), slice(left, left + SIDE)


def twin_picture(straight: Picture, layout: Layout, white: NDArray[np.float32], taken: NDArray[np.bool_]) -> Picture:
    """The straight picture with every space replaced by the other space of its card, in its own light.

    The twin is turned the way in which it is most alike, for boards whose cards face outwards. `taken` says
    where chips are known to lie: there the twin tells nothing, and the space itself stands; where both are
    taken, plain paper does.
    """
    twins = straight.copy()
    paper = white.reshape(-1, 3)
    for card in layout.kinds:
        spaces = layout.spaces_of(card)
        if len(spaces) != 2:
            continue
        windows = [_window(space, layout.columns) for space in spaces]
        turns = _turns(straight[windows[0]], straight[windows[1]])
        for here, there, turn in ((0, 1, turns), (1, 0, -turns)):
            part = _lit(np.rot90(straight[windows[there]], turn), paper[spaces[here]] / paper[spaces[there]])
            there_taken = np.rot90(taken[windows[there]], turn)
            here_taken = taken[windows[here]]
            part[there_taken] = straight[windows[here]][there_taken]
            part[there_taken & here_taken] = paper[spaces[here]].astype(np.uint8)
            twins[windows[here]] = part
    return twins


def _taken(chips: list[Chip], radius: tuple[float, float], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where chips lie in the straight picture, their rims included."""
    mask = np.zeros(shape[:2], np.uint8)
    for chip in chips:
        centre = (round(chip.across * SIDE + MARGIN - 0.5), round(chip.down * SIDE + MARGIN - 0.5))
        axes = (round(radius[0] * SIDE * 1.25), round(radius[1] * SIDE * 1.25))
        cv2.ellipse(mask, centre, axes, 0, 0, 360, 1, -1)
    return mask.astype(bool)


def _lit(part: Picture, factor: NDArray[np.float32]) -> Picture:
    """A piece of picture in other light."""
    return np.asarray(np.clip(part.astype(np.float32) * factor, 0, 255).astype(np.uint8))


def _turns(first: Picture, second: Picture) -> int:
    """Quarter turns of the second that make it most like the first."""
    small = (SIDE // 2, SIDE // 2)
    one = grey_of(cv2.resize(first, small, interpolation=cv2.INTER_AREA))
    two = grey_of(cv2.resize(second, small, interpolation=cv2.INTER_AREA))
    one = one - one.mean()
    two = two - two.mean()
    likeness = [float((one * np.rot90(two, turns)).sum()) for turns in range(4)]
    return int(np.argmax(likeness))


def _measured_size(evidence: Evidence, look: TableLook, aspect: float) -> TableLook:
    """The look with the chip size that most chips agree on: where their colour ends."""
    reaches = np.arange(0.3, 2.01, 0.1)
    sizes = []
    for size in SIZES:
        radius = (size / math.sqrt(aspect), size * math.sqrt(aspect))
        for chip in find_chips(evidence, radius, white=False):
            if chip.white or chip.filled < 0.8 or chip.closed < 0.85:
                continue
            like = around(evidence.raw[chip.team], chip, radius, reaches.tolist()).mean(axis=1)
            ends = reaches[like < 0.5]
            if len(ends):
                sizes.append(size * float(ends[0]) - 0.05 * size)
    fitting = [size for size in sizes if 0.9 * SIZES[0] <= size <= 1.15 * SIZES[-1]]
    size = float(np.median(fitting)) if len(fitting) >= 3 else USUAL
    return replace(look, radius=(size / math.sqrt(aspect), size * math.sqrt(aspect)))


def _learn(chips: list[Chip], evidence: Evidence, look: TableLook) -> tuple[ChipColour, ...]:
    """Chip colours measured on the chips that are certain; ordinary ones where there are too few."""
    learnt = []
    for ordinary in ORDINARY:
        certain = [
            chip
            for chip in chips
            if chip.team == ordinary.team and not chip.white and chip.filled > 0.85 and face_score(chip) > CERTAIN
        ]
        learnt.append(measure_in_play(certain, evidence, look.radius, ordinary) if len(certain) >= 2 else ordinary)
    return tuple(learnt)


def measure_in_play(
    chips: list[Chip], evidence: Evidence, radius: tuple[float, float], ordinary: ChipColour
) -> ChipColour:
    """A colour from the middles of several chips that are certain."""
    mask = np.zeros(evidence.value.shape, np.uint8)
    for chip in chips:
        centre = (round(chip.across * SIDE + MARGIN - 0.5), round(chip.down * SIDE + MARGIN - 0.5))
        axes = (round(radius[0] * SIDE * 0.7), round(radius[1] * SIDE * 0.7))
        cv2.ellipse(mask, centre, axes, 0, 0, 360, 1, -1)
    inside = mask.astype(bool)
    across, along = evidence.plane[0][inside], evidence.plane[1][inside]
    saturation = evidence.saturation[inside]
    vivid = saturation > 0.6 * np.percentile(saturation, 75)
    turn = np.exp(1j * np.arctan2(along[vivid], across[vivid]).astype(np.float64))
    hue = float(np.angle(turn.mean()))
    off = np.abs(np.angle(turn * np.exp(-1j * hue)))
    missing = np.maximum(1.0 - evidence.lightness[inside][vivid], 0.12)
    return ChipColour(
        ordinary.team,
        hue,
        float(np.clip(1.5 * np.percentile(off, 68), math.radians(7), ordinary.spread)),
        float(np.median(saturation[vivid])),
        float(np.median(evidence.value[inside][vivid])),
        float(np.median(np.hypot(across[vivid], along[vivid]) / missing)),
        True,
    )
