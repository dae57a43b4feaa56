"""What each space of a board that nobody measured shows by itself and against its twin: paper, colour, the hue of skin.

Maps in, shares of each space out; what they mean is decided elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from engine.equipment.board import Layout
from vision.classify.evidence import Evidence, Map
from vision.cold.ground import COLOURLESS, PAPER, Ground
from vision.normalize.light import grey_of
from vision.rectify.mesh import Picture
from vision.rectify.size import Radius
from vision.rectify.straight import SIDE, spaces_of

EDGE = 3
"""Pixels left out along the edges of a space: lines and a neighbour's chip say nothing about it."""
FULL, LARGER = 0.62, 1.4
"""No chip fills so much of its space with its colour, unless the chips of this board are so large, for print of their
colour may lie beside one, their side and the tint they throw add to it; a hand, a sleeve or a cup does. Parts; 0.55 to
0.75, and 1.3 to 1.45."""
TOLD = 0.1
"""Where less of a space can be compared with its twin the two count as alike. Parts; 0.05 to 0.2."""
PLAIN, GLARE = 0.12, 1.15
"""Lightness ranges over less than this where nothing is printed, and from this on it is glare that hides print.
Parts of paper white; 0.08 to 0.2, and 1.1 to 1.3."""


@dataclass(frozen=True)
class Signs:
    """What each space shows, shares of 0 to 1; arrays of shape (spaces,)."""

    full: float
    """No chip of this board fills so much of its space."""

    paper: Map
    warm: Map
    alike: Map
    blind: Map
    colour: dict[str, Map]


def signs_of(evidence: Evidence, layout: Layout, ground: Ground | None, radius: Radius) -> Signs:
    """What the spaces show, of a board with chips of this radius, parts of a space."""
    card = np.ones_like(evidence.value) if ground is None else 1.0 - ground.place.astype(np.float32)

    def inner(one: Map) -> Map:
        return np.asarray(spaces_of(one, layout.rows, layout.columns)[:, :, EDGE:-EDGE, EDGE:-EDGE], np.float32)

    cards = inner(card)
    size = cards.sum(axis=(2, 3))

    def by_card(one: Map) -> Map:
        return np.asarray(((inner(one) * cards).sum(axis=(2, 3)) / size).ravel(), np.float32)

    inside = 1.0 - 2.0 * EDGE / SIDE
    light = (evidence.lightness > PAPER) & (evidence.saturation < COLOURLESS)
    told = by_card(evidence.told)
    return Signs(
        full=max(FULL, LARGER * math.pi * radius[0] * radius[1] / inside**2),
        paper=by_card(light.astype(np.float32)),
        warm=by_card(evidence.warm),
        alike=np.where(told > TOLD, by_card(evidence.alike * evidence.told) / np.maximum(told, TOLD), 1.0),
        blind=by_card(evidence.blind),
        colour={team: inner(one).mean(axis=(2, 3)).ravel() for team, one in evidence.raw.items()},
    )


def plain_spaces(straight: Picture, white: Map, layout: Layout) -> frozenset[int]:
    """Spaces that show no print at all, as no card does: a sleeve, a cup, the back of a hand.

    `straight` is the straight picture, `white` the paper white of each space, shape (rows, columns, 3).
    """
    grey = grey_of(cv2.blur(straight, (3, 3)).astype(np.float32))
    inner = spaces_of(grey, layout.rows, layout.columns)[:, :, EDGE:-EDGE, EDGE:-EDGE]
    # The one pip of an ace covers a few hundredths of its space.
    low, high = np.percentile(inner, (1, 99), axis=(2, 3)) / white.mean(axis=2)
    plain = (high - low < PLAIN) & (high < GLARE)
    return frozenset(np.flatnonzero(plain).tolist()) - layout.free
