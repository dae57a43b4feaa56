"""Measuring chip colours and chip size from a picture with one chip of each colour on known spaces.

Only measuring; whether the result can be trusted is said in `calibration.calibrate`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.doubts import strangeness
from vision.classify.evidence import weigh
from vision.classify.patches import REPLACED, ROUND, Patch, patches
from vision.normalize.colour import DARK, ORDINARY, ChipColour, hues_of, opponent, room_beside
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.size import Radius
from vision.rectify.straight import MARGIN, SIDE, window

LIES_THERE = 0.07
"""A disc by so much more unlike the print than its surroundings lies on it. Parts; 0.05 to 0.1."""
TURNED_MOST = 97
"""Where a chip in glare is looked at: what turned to a colour more than so many of a hundred pixels, which is some
part of its edge. 90 to 98."""
PLAINLY_TURNED = 0.03
"""What turned by less shows no chip's colour, only noise and where print was left. Part of its light; 0.025 to 0.05."""
OF_ITS_COLOUR = 0.3
"""So much of that is of the team's colour; print beside it may have turned, too. Parts; 0.2 to 0.5."""
FAR_OFF = math.radians(60)
"""Hues farther apart than this are not of one team: a teal chip is nearer to blue than to green. Radians; 50 to 70
degrees."""
HARDLY_A_HUE = 0.03
"""So far the colour of nearly black or grey chips differs over a board, and turns their hue the more the less colour
they have. Parts of paper white; 0.02 to 0.04."""
AGREED = math.radians(8)
"""What is left to see is the chip's own hue where it differs from itself by no more than that. Radians; 5 to 12
degrees."""


@dataclass(frozen=True)
class MeasuredChip:
    """One chip found where it was said to lie."""

    colour: ChipColour
    radius: Radius
    """Half width and half height in parts of a space."""
    centre: tuple[float, float]
    """Along the row and along the column, in spaces from the outer edge of column a and row 1."""
    roundness: float
    """Area of the patch against the ellipse around it, 1 for a perfect disc."""


class ChipNotFoundError(Exception):
    """No chip lies where one was said to lie."""


def measure_chip(straight: Picture, look: TableLook, space: int, team: str) -> MeasuredChip:
    """The chip on a space of the straight picture of the `colors` shot.

    Raises ChipNotFoundError when nothing like a chip lies there.
    """
    evidence = weigh(straight, look, ())
    row, column = divmod(space, look.columns)
    reach = SIDE // 3
    top, left = MARGIN + row * SIDE - reach, MARGIN + column * SIDE - reach
    top, left = max(top, 0), max(left, 0)
    window = (slice(top, top + SIDE + 2 * reach), slice(left, left + SIDE + 2 * reach))
    here = [one for one in patches(evidence.changed[window], top, left) if _lies_on(one, row, column)]
    if not here:
        # A chip of hardly any colour changes the print as a shadow does, but darkens just the disc it lies on.
        dark = np.asarray(1.0 - evidence.lightness[window] / np.maximum(evidence.printed[window], DARK), np.float32)
        discs = [one for one in patches(dark, top, left) if one.roundness >= ROUND]
        here = [one for one in discs if _lies_on(one, row, column) and np.median(dark[one.outline > 0]) > REPLACED]
    if not here:
        raise ChipNotFoundError
    patch = max(here, key=lambda one: int(one.outline.sum()))
    light = np.minimum(look.white_map * evidence.light.overall, 255.0)
    reflectance = cv2.blur(straight, (3, 3)).astype(np.float32) / light
    inner = cv2.erode(patch.outline, np.ones((3, 3), np.uint8)).astype(bool)
    colour = _colour_of(reflectance[window][inner], team)
    return MeasuredChip(colour, patch.radius, (patch.across, patch.down), patch.roundness)


def _lies_on(patch: Patch, row: int, column: int) -> bool:
    return (math.floor(patch.down), math.floor(patch.across)) == (row, column)


def _colour_of(pixels: NDArray[np.float32], team: str) -> ChipColour:
    """The colour of a chip's body from its pixels over paper white, shape (n, 3) in OpenCV's order.

    Raises ChipNotFoundError where too few of them have any colour.
    """
    shades = opponent(*pixels.T)
    hues = hues_of(shades)
    hue, saturation, value = hues.hue, shades.saturation, shades.value
    # Highlights are faint, the rim is dark: the middle of what is left is the body of the chip.
    vivid = (saturation > 0.6 * np.percentile(saturation, 75)) & (value > DARK)
    if vivid.sum() < 12:
        raise ChipNotFoundError
    turn = np.angle(np.exp(1j * hue[vivid].astype(np.float64)).mean())
    off = np.angle(np.exp(1j * (hue[vivid] - turn)))
    spread = float(np.clip(1.5 * np.percentile(np.abs(off), 68), np.radians(7), np.radians(20)))
    return ChipColour(
        team,
        float(turn),
        spread,
        float(np.median(saturation[vivid])),
        float(np.median(value[vivid])),
        float(np.median((hues.length / np.maximum(1.0 - shades.lightness, 0.12))[vivid])),
        True,
    )


def colour_in_glare(straight: Picture, look: TableLook, space: int, team: str) -> ChipColour | None:
    """The colour of a chip in which a lamp mirrors: what such chips ordinarily look like, half turned to the hue that
    is left to see of it, or fully if that is of one hue. None when nothing of a chip's size lies on the space, or
    nothing of the team's colour.
    """
    evidence = weigh(straight, look, ())
    # No print can be told where the lamp burnt the board out; but nothing takes its image away but what lies there.
    other = np.maximum(evidence.unlike, evidence.dimmed * evidence.blind)
    covered = strangeness(other, look.radius, [], (look.rows, look.columns))
    if covered[divmod(space, look.columns)] < LIES_THERE:
        return None
    place = window(space, look.columns)
    printed = look.expected(1).printed()[0]
    print_across, print_along = printed.across[place], printed.along[place]
    across, along = evidence.plane[0][place], evidence.plane[1][place]
    turned = np.minimum(np.hypot(across - print_across, along - print_along), np.hypot(across, along))
    least = float(np.percentile(turned, TURNED_MOST))
    if least < PLAINLY_TURNED:
        return None
    most = turned >= least
    usual = next(colour for colour in ORDINARY if colour.team == team)
    off = np.angle(np.exp(1j * (np.arctan2(along[most], across[most]) - usual.hue)))
    own = off[np.abs(off) < FAR_OFF]
    if own.size < OF_ITS_COLOUR * off.size:
        return None
    share = 1.0 if own.std() <= AGREED else 0.5
    return replace(usual, hue=usual.hue + share * float(np.median(own)), measured=True)


def _with_room(colour: ChipColour, others: list[ChipColour]) -> ChipColour:
    """The colour with as much play as its neighbours leave.

    One chip in one place shows less of a colour than a board under two lamps does. Red gets little,
    because skin lies beside it.
    """
    most = max(
        float(np.radians(7.0 if colour.team == "r" else 18.0)), HARDLY_A_HUE / (colour.saturation * colour.value)
    )
    room = min(most, room_beside(colour, others))
    return replace(colour, spread=float(max(min(colour.spread, most), room)))


def with_chips(look: TableLook, chips: list[MeasuredChip], in_glare: Sequence[ChipColour] = ()) -> TableLook:
    """The look with these colours, and the size they agree on; `in_glare` are colours of chips hardly seen."""
    radius = look.radius
    if chips:
        across, down = np.median([chip.radius for chip in chips], axis=0).tolist()
        radius = Radius((across, down))
    colours = [*(chip.colour for chip in chips), *in_glare]
    measured = tuple(_with_room(colour, colours) for colour in colours)
    teams = {colour.team for colour in measured}
    others = tuple(colour for colour in look.chips if colour.team not in teams)
    return replace(look, chips=measured + others, radius=radius, radius_measured=bool(chips))


def noise_between(one: Picture, other: Picture) -> float:
    """Noise of a pixel, in grey levels, from two straight pictures that show mostly the same."""
    difference = one.astype(np.int16) - other.astype(np.int16)
    middle = np.median(difference.reshape(-1, 3), axis=0)
    # The median absolute deviation is not moved by the few spaces that do differ.
    spread = float(np.median(np.abs(difference - middle)))
    return float(np.clip(1.4826 * spread / np.sqrt(2.0), 1.0, 12.0))
