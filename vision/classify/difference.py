"""A straight picture against the empty board in the light of now, and what that does not explain.

Colours of chips are not asked for here; what they speak for is `vision.classify.evidence`.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.normalize.colour import Shades, opponent
from vision.normalize.expected import BURNT_OUT, SOFT, VEIL, Expected, Part, Printed, chosen
from vision.normalize.light import (
    BLOCK,
    BURNT,
    FULL,
    Blocks,
    Field,
    Shown,
    blocks_of,
    change_of_light,
    darkest_of,
    mean_of,
    over_pixels,
    planes_of,
    ramp,
)
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.region import Region
from vision.rectify.straight import AROUND

BRIGHTER, EXPOSED = 1.1, 215.0
"""In a picture brighter than the empty one by this factor, and where paper is expected to be so bright in every
channel, it is the exposure that burns out. 1.05 to 1.2; grey levels, 200 to 240."""
NO_LAMP = 225.0
"""Where nothing within a space is brighter than this no lamp is mirrored. Grey levels; 210 to 240."""
DIM = 0.05
"""Dimmed by less than this is noise, by three times as much is dimmed in full. Parts of paper white; 0.03 to 0.1."""
APART, NEARBY = 0.9, (11, 11)
"""Glare is told from paper where that is darker by this factor; and what is looked at around each pixel. 0.8 to
0.95; pixels."""
MOST = 0.4
"""So much of what was burnt out must look otherwise before the glare is held to have gone. Parts; 0.3 to 0.6."""
LEAP, SPARSE = 16, 4
"""Every how many pixels the light on the whole is looked at, in a row of all and each way. 4 to 64, 2 to 8."""
WHITER = 0.95
"""What sends back more than this of every colour, against paper, is white whatever its hue. Parts; 0.9 to 1.05."""
LEFT = (0.1, 0.2)
"""A veil of glare adds light to ink as to paper; where no more than this is left of the contrast of the print, light
allowed for, something lies over it. Parts; 0.05 to 0.15, 0.15 to 0.3."""
UNBURNT = 236
"""Where all channels are brighter than this the picture itself leaves little contrast. Grey levels; 225 to 245."""
VEILED = 0.7
"""How much less print counts where the empty picture was already veiled by glare. Parts; 0 to 1."""
DARKER = (0.2, 0.35)
"""What is darker by the first than the print, glare left out, may lie in more than a plain shadow, and does by the
second. Parts of paper white; 0.15 to 0.25, 0.3 to 0.4."""


class Difference(NamedTuple):
    """What a picture shows against the empty board in the light of now; maps of shape (height, width), 0 to 1 unless
    said otherwise."""

    empty: Expected
    """What is expected, glare that went away allowed for."""
    printed: Printed
    """The colours of what is expected."""
    shades: Shades
    """The colours of the picture, parts of the paper white of their place."""
    light: BoardLight
    changed: Field
    """The print does not explain the pixel, shadow, light and glare allowed for."""
    dimmed: Field
    """Sends back less of some colour than the print does."""
    whiter: Field
    """White whatever its hue."""
    flare: Field
    """Glare that was not there before."""
    burnt: Field
    """Clipped by glare now."""
    blind: Field
    """Clipped by glare now or in the empty picture, or right beside that."""
    dazzle: Field
    """Glare lies over the place, strongly or as a veil, or lay so strongly over the empty board."""
    alike: Field
    """Correlation with the printed picture, -1 to 1."""
    unlike: Field
    """Unlike the print, light and contrast aside."""
    told: Field
    """How much print there is to tell by."""


class BoardLight(NamedTuple):
    """What is known of the light on a whole board, when only a part of it is looked at again."""

    blocks: Blocks
    overall: NDArray[np.float32]
    """Overall factor of the light against the empty picture, shape (3,)."""
    glare_went: bool
    """Whether the glare that lay on the empty board has gone."""
    veiled: float
    """Paper so bright lies under a veil of glare. Grey levels."""


def difference_from_empty(
    straight: Picture, look: TableLook, slack: int, known: BoardLight | None = None, region: Region | None = None
) -> Difference:
    """Compare a straight picture with the empty board. `slack` is how far print may seem to have crept, pixels.

    Where it is only a `region` of the board the light on all of it must be `known`.
    """
    now = planes_of(cv2.blur(straight, SOFT))
    grey = mean_of(now)
    empty, shown, went = _expected(grey, look, slack, known)
    darkest = darkest_of(straight)
    burnt = (darkest >= BURNT).astype(np.uint8)
    blocks = _lit_blocks(now, empty, burnt, shown, known, region)
    overall, field = change_of_light(blocks)
    light = over_pixels(field if region is None else region.cut(field, BLOCK))
    if burnt.any():
        burnt &= ~_burnt_by_exposure(empty, overall)
    blind = near(np.maximum(burnt, empty.glow)).astype(np.float32)
    paper = np.clip(empty.white * light, 1.0, np.inf)
    part = now / paper
    if now.max() > FULL:
        # A clipped channel says at least so much; what is clipped is no darker than paper.
        part = np.maximum(part, (now > FULL).astype(np.float32))
    bright = mean_of(paper)
    del paper  # what is done with is let go, here and below: everything is as large as the picture
    shades = opponent(*part)
    changed, flare = _unexplained(now, empty, light, grey, shades.value, look.noise)
    printed, darkest_printed = empty.printed()
    dimmed = np.clip(((darkest_printed - part).max(axis=0) - DIM) / DIM / 2.0, 0.0, 1.0)
    whiter = np.clip((part.min(axis=0) - WHITER) / 0.1, 0.0, 1.0)
    flare = np.maximum(flare, burnt.astype(np.float32))
    veiled = flare * (1.0 - _taken(shown.left / overall.mean(), darkest))
    least_veiled = VEIL * float(np.median(bright.ravel()[::LEAP])) if known is None else known.veiled
    dazzle = np.maximum(_blind_now(blind, grey), np.asarray(empty.veil * (bright > least_veiled), np.float32))
    del now, light, bright, grey, part, darkest_printed
    darker = ramp(empty.shade - shades.lightness, *DARKER)
    # What lies in the dark is under no veil now: print would show there.
    washed = np.float32(VEILED) * empty.veil * (1.0 - darker)
    colourless = np.float32(0.5) * (shades.saturation < 0.25)
    changed *= 1.0 - np.maximum(flare, blind * (0.5 + colourless))
    return Difference(
        empty=empty,
        printed=printed,
        shades=shades,
        light=BoardLight(blocks, overall, went, least_veiled),
        changed=changed,
        dimmed=dimmed,
        whiter=whiter,
        flare=flare,
        burnt=burnt.astype(np.float32),
        blind=blind,
        dazzle=dazzle,
        alike=shown.alike,
        unlike=shown.unlike,
        told=empty.told * (1.0 - cv2.blur(np.maximum(np.maximum(blind, veiled), washed), (15, 15))),
    )


def _lit_blocks(
    now: Field, empty: Expected, burnt: Part, shown: Shown, known: BoardLight | None, region: Region | None
) -> Blocks:
    """What tells of the light, block by block of the whole board; those beyond the `region` are the `known` ones."""
    shows = np.clip(shown.alike * 5.0 - 3.5, 0.0, 1.0) * empty.told
    usable = np.float32(1.0) - near(np.maximum(burnt, empty.glow))
    blocks = blocks_of(now, empty.planes, usable, shows)
    if known is None or region is None:
        return blocks
    return known.blocks.with_part(blocks, region.place(BLOCK))


def _burnt_by_exposure(empty: Expected, overall: NDArray[np.float32]) -> Part:
    """1 where paper is so white that the exposure burns it out; a lamp is brighter than the light explains."""
    least = EXPOSED if overall.min() > BRIGHTER else BURNT_OUT
    exposed = (empty.white * overall[:, None, None]).min(axis=0) >= least
    return np.asarray((exposed & (empty.glow + empty.veil == 0)).view(np.uint8), np.uint8)


def _taken(left: Field, darkest: NDArray[np.uint8]) -> Field:
    """1 where the print is gone though nothing is burnt out, `left` being what there is of its contrast and `darkest`
    the darkest channel of each pixel."""
    bright = cv2.dilate(darkest, np.ones(NEARBY, np.uint8)) > UNBURNT
    return (1.0 - ramp(left, *LEFT)) * ~bright


def near(one: Part) -> Part:
    """All that is within two pixels of it."""
    return np.asarray(cv2.dilate(one, np.ones((5, 5), np.uint8)), np.uint8)


def _expected(grey: Field, look: TableLook, slack: int, known: BoardLight | None) -> tuple[Expected, Shown, bool]:
    """What is expected of a grey picture, how far the print shows in it, and whether glare has gone."""
    empty = look.expected(slack)
    shown = empty.print.shows_in(grey)
    if look.bare is None or (known is not None and not known.glare_went):
        return empty, shown, False
    away = _where_glare_went(grey, empty, look.bare, known)
    # What lies on the board darkens a part of the glare; only when the board moves or a lamp is off does it go.
    if known is None and away[empty.glow > 0].mean() <= MOST:
        return empty, shown, False
    bare = look.bare.expected(slack)
    other = bare.print.shows_in(grey)
    better = other.alike > shown.alike
    return empty.where(away, bare), Shown(*(chosen(better, *pair) for pair in zip(other, shown, strict=True))), True


def _unexplained(
    now: Field, empty: Expected, light: Field, grey: Field, value: Field, noise: float
) -> tuple[Field, Field]:
    """What the print in this light does not explain, shadow allowed for, and where light was added; `value` is the
    brightest channel, 1 being paper white."""
    most = np.float32(255.0 if now.max() > FULL else np.inf)
    # One channel after the other: all at once take three times the memory, and no less time.
    expected = sum(np.clip(plane * lit, 0.0, most) for plane, lit in zip(empty.planes, light, strict=True))
    grey_expected = np.asarray(expected * np.float32(1 / 3), np.float32)
    shade = cv2.blur(grey, (5, 5)) / np.clip(cv2.blur(grey_expected, (5, 5)), 1.0, np.inf)
    shade = np.clip(shade, 0.5, 1.1)
    off, lifted = np.full_like(grey, -np.inf), np.full_like(grey, -np.inf)
    kept = np.full_like(grey, np.inf)
    for seen, dark, bright, lit in zip(now, empty.low, empty.high, light, strict=True):
        # Light changes so slowly over the board that it may as well be laid over the range of the print. In place: with
        # fewer maps about more of them stay near the processor.
        low, high = dark * lit, bright * lit
        if most < np.inf:
            np.clip(low, 0.0, most, out=low)
            np.clip(high, 0.0, most, out=high)
            np.minimum(kept, seen - low + np.float32(256) * (seen > 250.0), out=kept)
        else:
            np.minimum(kept, seen - low, out=kept)
        np.maximum(lifted, seen - high, out=lifted)
        for one in (low, high):
            one *= shade
            one -= seen
        np.maximum(off, np.maximum(low, np.negative(high, out=high), out=low), out=off)
    tolerance = 5.0 + noise + 0.05 * grey_expected
    changed = np.clip((off - tolerance) / tolerance, 0.0, 1.0)
    # Glare only adds light, and white light at that; a clipped channel has lost none.
    lifted = np.clip((lifted - tolerance) / tolerance, 0.0, 1.0)
    flare = lifted * np.clip(1.0 + kept / tolerance, 0.0, 1.0) * np.clip((value - 0.95) / 0.1, 0.0, 1.0)
    return np.asarray(changed, np.float32), np.asarray(flare, np.float32)


def _where_glare_went(grey: Field, empty: Expected, bare: TableLook, known: BoardLight | None) -> NDArray[np.bool_]:
    """Where the picture is nearer to the board without the glare that lay on the empty one."""
    if known is None:
        few = (slice(None, None, SPARSE), slice(None, None, SPARSE))
        plain = empty.glow[few] + empty.veil[few] == 0
        light = np.float32(np.median(grey[few][plain] / np.maximum(empty.print.grey[few][plain], 1.0)))
    else:
        light = known.overall.mean()
    there = cv2.blur(np.minimum(light * empty.print.grey, 255.0), NEARBY)
    gone = light * cv2.blur(bare.grey, NEARBY)
    return np.asarray((cv2.blur(grey, NEARBY) < 0.5 * (there + gone)) & (gone < APART * there), np.bool_)


def _blind_now(blind: Field, grey: Field) -> Field:
    """What is `blind`, but where nothing near is bright: there no lamp mirrors any more."""
    if not blind.any():
        return blind
    return blind * (cv2.dilate(grey, AROUND) >= NO_LAMP)
