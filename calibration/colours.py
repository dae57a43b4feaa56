"""Measuring chip colours from a picture with one chip of each colour on known spaces, against the empty board; on which
spaces they are best laid, and whether they lie there yet.

Only measuring; whether the result can be trusted is said in `calibration.calibrate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.read.inputs import light_between, linear, paper_of
from vision.read.teams import ORDINARY, ChipColour, lab_of
from vision.rectify.channels import BURNT
from vision.rectify.mesh import Picture
from vision.rectify.straight import MARGIN, SIDE, Straightener, burnt_share
from vision.table import TableLook

RADIUS = 5.5
"""Pixels of the straight picture around its middle that every chip covers. 4 to 6."""
REACH = 5
"""Pixels from the middle of its space in which the middle of a chip is looked for, and its rim beyond."""
CHANGED = 0.05
"""By how much less or more light than the print a chip sends back on the mean; square root of linear parts of paper.
0.03 to 0.08."""
COLOURLESS, PALE = 6.0, 60.0
"""Chroma below which, and lightness above which, a disc is paper, shadow or a white side. L*a*b*; 4 to 10, 50 to 75."""
PLAINLY = np.radians(45.0)
"""By so much a hue must be nearer to another team's before a chip is said to be named wrongly. Radians, 30 to 60
degrees: a teal chip may well be nearer to blue than to green."""

LAID_APART = 2
"""Fewest spaces from one chip to the next, so that hands find the right one and shadows do not meet."""
MIRRORS = 0.05
"""A space of which so large a part mirrors a lamp is none to measure a chip on. Parts; 0.02 to 0.2."""

VIOLET = (0.3, 0.03, 0.16)
"""Linear blue, green and red of chips halfway between red and blue ones, where no ordinary shade is."""


@dataclass(frozen=True)
class MeasuredChip:
    """One chip found where it was said to lie."""

    colour: ChipColour
    in_glare: bool
    """Whether a lamp mirrors in most of it."""


def measure_chip(straight: Picture, look: TableLook, space: int, team: str) -> MeasuredChip | None:
    """The chip on a space of the straight picture of the `colors` shot; None where nothing like one lies there."""
    row, column = divmod(space, look.columns)
    half = SIDE // 2 + REACH
    y, x = MARGIN + row * SIDE + SIDE // 2, MARGIN + column * SIDE + SIDE // 2
    place = np.s_[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
    paper = paper_of(look.empty)[row, column]
    now = linear(straight[place]) / light_between(straight, look.empty) / paper
    before = linear(look.empty[place]) / paper
    changed = np.abs(np.sqrt(now) - np.sqrt(before)).max(axis=2)
    steps = np.arange(-int(RADIUS) - 1, int(RADIUS) + 2)
    disc = (np.hypot(steps[:, None], steps[None]) <= RADIUS).astype(np.float32)
    amount = cv2.filter2D(np.minimum(changed, 0.5).astype(np.float32), -1, disc / disc.sum())
    edge = len(steps) // 2
    inner = amount[edge:-edge, edge:-edge]
    if float(inner.max()) < CHANGED:
        return None
    down, across = np.unravel_index(int(inner.argmax()), inner.shape)
    window = np.s_[down : down + len(steps), across : across + len(steps)]
    burnt = straight[place][window].min(axis=2) >= BURNT
    clear = (disc > 0) & ~burnt
    in_glare = bool(clear.sum() < 0.5 * disc.sum())
    body = now[window][clear] if clear.any() else now[window][disc > 0]
    blue, green, red = np.median(body, axis=0).tolist()
    return MeasuredChip(ChipColour(team, (blue, green, red), True), in_glare)


def looks_like(chip: MeasuredChip) -> str:
    """The team whose ordinary chips this one plainly resembles more than its own team's; empty for paper or shadow.

    Its own team where nothing speaks against it: where its hue is not far nearer to another's, it has hardly any, or it
    is violet, which is ordinarily nobody's.
    """
    lab = lab_of(chip.colour.colour)
    if np.hypot(*lab[1:]) < COLOURLESS:
        return "" if lab[0] > PALE else chip.colour.team
    hue = np.arctan2(lab[2], lab[1])
    off = {one.team: _apart(hue, np.arctan2(*lab_of(one.colour)[:0:-1])) for one in ORDINARY}
    nearest = min(off, key=lambda team: off[team])
    if _apart(hue, np.arctan2(*lab_of(VIOLET)[:0:-1])) < off[nearest]:
        return chip.colour.team
    return nearest if off[chip.colour.team] - off[nearest] > PLAINLY else chip.colour.team


def exchanged(chips: Sequence[MeasuredChip]) -> bool:
    """Whether the chips are those that were named, only each where another was said to lie."""
    seen = [looks_like(chip) for chip in chips]
    return len(chips) > 1 and sorted(seen) == sorted(chip.colour.team for chip in chips)


def spaces_to_lay_on(look: TableLook, layout: Layout, teams: Sequence[str]) -> dict[str, int]:
    """Team letter -> a space near the middle of the board for its chip, where no lamp mirrors if that can be had."""
    mirrors = burnt_share(look.empty, look.rows, look.columns).ravel()
    middle = np.array([(layout.rows - 1) / 2, (layout.columns - 1) / 2])

    def worth(space: int) -> tuple[bool, float]:
        off = np.array(divmod(space, layout.columns)) - middle
        return bool(mirrors[space] > MIRRORS), float(np.abs(off).sum())

    chosen: list[int] = []
    for space in sorted((space for space in range(layout.size) if space not in layout.free), key=worth):
        here = divmod(space, layout.columns)
        if all(
            max(abs(a - b) for a, b in zip(here, divmod(other, layout.columns), strict=True)) >= LAID_APART
            for other in chosen
        ):
            chosen.append(space)
        if len(chosen) == len(teams):
            break
    return dict(zip(teams, sorted(chosen), strict=True))


def lies_on(picture: Picture, look: TableLook, space: int, team: str) -> str:
    """The letter of the team whose chip seems to lie on a space where one of `team` is awaited; empty for none.

    A chip without a colour, as one that lies white side up, is none.
    """
    chip = measure_chip(Straightener(look.mesh).take(picture), look, space, team)
    return "" if chip is None else looks_like(chip)


def noise_between(one: Picture, other: Picture) -> float:
    """Noise of a pixel, in grey levels, from two straight pictures that show mostly the same."""
    difference = one.astype(np.int16) - other.astype(np.int16)
    middle = np.median(difference.reshape(-1, 3), axis=0)
    # The median absolute deviation is not moved by the few spaces that do differ.
    spread = float(np.median(np.abs(difference - middle)))
    return float(np.clip(1.4826 * spread / np.sqrt(2.0), 1.0, 12.0))


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Smallest angle between two hues, radians."""
    return float(np.abs(np.angle(np.exp(1j * (one - other)))))
