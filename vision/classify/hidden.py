"""What is hidden: hands, arms, sleeves, held cards, anything that is neither board nor chip.

Works on evidence maps; says how much of each space cannot be seen. Shadows and glare do not hide.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.discs import SEARCH, Chip, disc, draw, half_of, smaller, weighed
from vision.classify.evidence import Evidence, Map, SpaceMap
from vision.classify.placing import likely
from vision.normalize.light import ramp
from vision.rectify.size import Radius
from vision.rectify.straight import AROUND, MARGIN, SIDE, by_space

SKIN = 0.6
"""How much what is of the hue of skin counts, so that a hand does not seem larger than it is. Parts; 0.4 to 0.8."""

SHOWS = (0.85, 0.95)
"""Correlation with the print from which on it may be seen, and from which on it is. 0.8 to 0.98."""

PLAIN, PLAY = 0.23, 0.05
"""Where so much of a chip's disc shows plain board there is none, give or take. Parts; 0.2 to 0.4, 0.03 to 0.1."""

HALF_LOST = 1.6
"""Where half of the print is missing it is held to be hidden by so much of that. 1 to 2."""

SPECK, MORE = 0.6, 0.07
"""And so much more of it where something in it shows so much of a team's colour. Parts; 0.5 to 0.8, 0.05 to 0.15."""

GONE, NEAR, MUCH = 0.5, (15, 15), 1.5
"""Where a lamp's image has gone from so much of what lies around, pixels, an arm lies that is seen to hide so much of
the board beside it. Parts, 0.4 to 0.6; spaces, 1 to 3."""

LARGER = 1.4
"""What is larger than a chip by more than this, and what lies within half a space of that, is part of a hand. Parts;
1.2 to 1.7."""


def hidden_map(evidence: Evidence, chips: list[Chip], radius: Radius) -> tuple[Map, Map]:
    """Two maps over the straight picture, 0 to 1: something other than a chip lies there; print is missing there."""
    cover = np.maximum(evidence.changed, SKIN * evidence.warm)
    # Where print shows in all its detail nothing lies over it, whatever the light makes of its colours.
    cover *= 1.0 - evidence.told * ramp(evidence.alike, *SHOWS)
    lost = evidence.lost.copy()
    # The window in which print is compared reaches over the chip's edge.
    wide = Radius((1.1 * radius[0] + 0.25, 1.1 * radius[1] + 0.25))
    for chip in chips:
        draw(cover, chip, radius, 1.3, 0.0)
        draw(lost, chip, wide, 1.0, 0.0)
    both = np.maximum(cover, lost).astype(np.float32)
    hidden = _solid(both)
    # Where a lamp mirrors nothing but what lies there takes its image away, as the light skin of an arm does.
    gone = cv2.blur(evidence.dazzle * evidence.blind * evidence.dimmed * (1.0 - evidence.burnt), NEAR) > GONE
    if gone.any():
        _, parts = cv2.connectedComponents(np.maximum(hidden, gone))
        hidden = np.maximum(hidden, _reached(parts, hidden > 0, MUCH * SIDE * SIDE))
    return np.asarray(hidden, np.float32), lost


def _solid(one: Map) -> NDArray[np.uint8]:
    """1 where a map is large over more than a few pixels."""
    # Skin over white paper changes little, over print much: close the gaps, drop crumbs.
    even = cv2.blur(one, (9, 9))
    solid = (even > 0.3).astype(np.uint8)
    opened = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((13, 13), np.uint8)), np.uint8)


def _reached(parts: NDArray[Any], seeds: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """Which pixels belong to a part that `seeds` mark in so many of its pixels at least; part 0 is none."""
    marked = np.bincount(parts[seeds], minlength=int(parts.max()) + 1) >= least
    marked[0] = False
    return np.asarray(marked[parts], np.bool_)


def without_things(cover: Map, radius: Radius) -> Map:
    """The cover without things no larger than a chip that lie on the board: a hand reaches over it from outside.

    A tall chip shows its side as well as its face, a white one differs from yellow paper as much as skin does.
    """
    if not cover.any():
        return cover
    count, parts, boxes, _ = cv2.connectedComponentsWithStats((cover > 0).astype(np.uint8))
    larger = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, [2 * round(LARGER * part * SIDE) + 1 for part in radius])
    is_hand = np.zeros(count, bool)
    for number in range(1, count):
        left, top, width, height, _ = boxes[number].tolist()
        box = (slice(top, top + height), slice(left, left + width))
        from_outside = left == 0 or top == 0 or box[1].stop == cover.shape[1] or box[0].stop == cover.shape[0]
        # Only what is as wide and high as that need be looked at more closely.
        is_hand[number] = from_outside or (
            height >= larger.shape[0]
            and width >= larger.shape[1]
            and cv2.erode((parts[box] == number).astype(np.uint8), larger, borderValue=0).any()
        )
    beside = cv2.dilate(is_hand[parts].view(np.uint8), AROUND) > 0
    return np.where(_reached(parts, beside, 1), cover, 0.0).astype(np.float32)


def hidden_share(hidden: Map, rows: int, columns: int) -> SpaceMap:
    """Share of each space that is hidden; shape (rows, columns), 0 to 1."""
    field = hidden[MARGIN : MARGIN + rows * SIDE, MARGIN : MARGIN + columns * SIDE]
    return np.asarray(cv2.resize(field, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def room_for_chips(evidence: Evidence, cover: Map, radius: Radius, shape: tuple[int, int]) -> SpaceMap:
    """How many of the places at which a chip would lie in each space leave room for one, 0 to 1; shape `shape`.

    An arm over an outer part of a space hides no chip that lies in it as chips do: too much of the board would be seen
    bare through it.
    """
    bare = (1.0 - np.maximum(evidence.changed, SKIN * evidence.warm)) * (1.0 - cover)
    # Where a lamp still mirrors nothing lies.
    bare *= 1.0 - np.maximum(evidence.flare, evidence.blind) * evidence.dimmed
    # A forearm over the whole of a card, of the colour of its paper, takes all of the print away, if not all at once.
    bare *= 1.0 - np.minimum(HALF_LOST * evidence.lost, 1.0)
    half = half_of(radius)
    seen = weighed(smaller(bare), disc(half[0] * 0.92, half[1] * 0.92))
    colour = smaller(evidence.most_of_any_team(evidence.chip) * (1.0 - evidence.warm))
    size = (2 * round(half[0]) + 1, 2 * round(half[1]) + 1)
    speck = cv2.dilate(colour, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, size)) > SPECK
    fits = np.clip((PLAIN + MORE * speck + PLAY - seen) / (2.0 * PLAY), 0.0, 1.0)
    places = likely(SIDE // SEARCH)
    return np.asarray(np.einsum("rycx,y,x->rc", by_space(fits, shape, SEARCH), places, places), np.float32)
