"""Soft lamplight: what a lamp adds to the board where it mirrors in it, and the chips that lie there.

A lamp lays its own colour over whatever it mirrors in, so that green chips look yellow and all look grey. Light only
adds: in linear light a chip's colour lies in the plane of what it is elsewhere and of the lamp's, and seen along the
lamp's colour its hue is what it was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import Layout
from vision.colour import channels
from vision.discs import Chip, half_of, polars
from vision.evidence import Evidence
from vision.expected import SOFT
from vision.light import BURNT, darkest_of
from vision.look import TableLook
from vision.marks.faint import AROUND, DARKER, light_around
from vision.marks.stains import HELD, Doubts
from vision.straight import window

Colours = NDArray[Any]

GAMMA = 2.2
"""Pictures hold the light to about this root. 1.8 to 2.4."""
ADDED = 0.06
"""A lamp adds at least so much of what paper sends back. Parts; 0.04 to 0.1."""
NEITHER = -0.02
"""And takes hardly any of any colour away: what seems to is an error. Parts of paper white; -0.05 to 0."""
EDGE = 3
"""Pixels of a space that are left out at its edge. 1 to 5."""
SEEN = 0.5
"""At least so much of a space must not be burnt out. Parts; 0.3 to 0.7."""
WITHIN = (0.2, 0.4, 0.55, 0.7)
"""Where a chip shows its colour. Chip radii."""
COLOURED = 0.12
"""So much of its light must be of another colour than the lamp's. Parts; 0.08 to 0.2."""
WHOLE, STRANGE = 0.85, 0.2
"""A chip ends in so many of all directions, and is by so much more than what lies around it unlike the print and of
some team's hue. Parts; 0.8 to 1, 0.15 to 0.3."""
SKIN = 0.1
"""Where so little skin is around a disc, what hides the board there may be the disc itself. Parts; 0.05 to 0.2."""
LIKELY = 0.1
"""Something lies in a space that is less likely empty than this. 0.05 to 0.5."""
LEAST, MOST = 0.5, 2.5
"""A chip sends back so much of what it does elsewhere, the lamp's image aside: more light falls on it near a lamp.
Parts; 0.4 to 0.7, 1.5 to 3."""
OFF, APART = 0.35, 0.35
"""So near must that be to its team's, radians, and by this factor nearer than to any other's. 0.3 to 0.5, each."""


def with_lamplight(look: TableLook, layout: Layout) -> TableLook:
    """The look that also knows what lamps add to its board, if any do.

    Every card is printed twice. Light and shade change the contrast of both alike, colour by colour; where one has
    less for its lightness than the other something was added to it.
    """
    light = _linear(cv2.blur(look.empty, SOFT))
    clear = darkest_of(look.empty) < BURNT
    paper = _paper(look)
    added = np.zeros((look.rows * look.columns, 3))
    prints = {space: _print_of(light, clear, window(space, look.columns)) for space in layout.twins}
    for here, there in layout.twins.items():
        (mean, spread), (other, usual) = prints[here], prints[there]
        added[here] = (mean - other * spread / np.maximum(usual, 1e-4)) / paper
    plain = (added.mean(axis=1) < ADDED) | (added.min(axis=1) < NEITHER) | ~np.isfinite(added).all(axis=1)
    added[plain] = 0.0
    if plain.all():
        return look
    # The lamp spreads over the spaces beside it.
    shape = (look.rows, look.columns, 3)
    spread_out = cv2.blur(added.reshape(shape), (3, 3), borderType=cv2.BORDER_CONSTANT)
    return replace(look, lamplight=np.asarray(spread_out, np.float32))


def lit_chips(evidence: Evidence, doubt: Doubts, look: TableLook) -> list[Chip]:
    """The discs in a lamp's soft light that are some team's chips, as such."""
    if look.lamplight is None or len(evidence.at_home) < 2:
        return []
    lamp = look.lamplight.reshape(-1, 3)
    discs = {
        space: disc
        for space, disc in {**doubt.bare, **doubt.marked}.items()
        if lamp[space].any()
        and space not in look.free
        and disc.closed >= WHOLE
        and doubt.strange.get(space, 0.0) >= STRANGE
        and doubt.empty(space) < LIKELY
    }
    if not discs:
        return []
    marks, half = list(discs.values()), half_of(look.radius)
    planes = [polars(plane, marks, half, WITHIN) for plane in (*evidence.plane, evidence.lightness)]
    darker = planes[2].mean(axis=(1, 2)) <= light_around(evidence, marks, half) - DARKER
    # A chip that is not told seems to hide the board itself.
    warm = polars(evidence.warm, marks, half, AROUND).mean(axis=(1, 2))
    alone = [disc.held < HELD or skin < SKIN for disc, skin in zip(marks, warm, strict=True)]
    white = look.white.reshape(-1, 3)[list(discs)] / np.median(look.white, axis=(0, 1))
    seen = np.median(np.stack(channels(*planes), axis=-1).reshape(len(marks), -1, 3), axis=1)
    seen = np.clip(seen * white, 0.0, 1.5) ** GAMMA
    teams = {team: np.clip(evidence.colours[team].reflectance, 0.01, 1.5) ** GAMMA for team in evidence.at_home}
    return [
        disc._replace(team=team)
        for (space, disc), colour, may_be in zip(discs.items(), seen, darker & alone, strict=True)
        if may_be and (team := _team_of(colour, lamp[space], teams)) is not None
    ]


def _team_of(colour: Colours, lamp: Colours, teams: Mapping[str, Colours]) -> str | None:
    """The team whose hue a colour has, seen along the lamp's; None where it plainly has none. Linear light."""
    lamp = lamp / np.linalg.norm(lamp)

    def aside(one: Colours) -> Colours:
        return np.asarray(one - (one @ lamp) * lamp)

    own = aside(colour)
    strength = float(np.linalg.norm(own))
    if strength < COLOURED * float(np.linalg.norm(colour)):
        return None
    theirs = {team: aside(one) for team, one in teams.items()}
    strong = {team: float(np.linalg.norm(its)) + 1e-9 for team, its in theirs.items()}
    off = {t: math.acos(max(-1.0, min(float(own @ theirs[t]) / strength / strong[t], 1.0))) for t in teams}
    team, other = sorted(off, key=lambda one: off[one])[:2]
    told = off[team] <= OFF and off[team] <= APART * off[other]
    return team if told and LEAST <= strength / strong[team] <= MOST else None


def _linear(picture: NDArray[Any]) -> Colours:
    """The light a picture shows; 1 is white."""
    return np.asarray((picture.astype(np.float32) / 255.0) ** GAMMA)


def _paper(look: TableLook) -> Colours:
    """The light that paper sends back on the whole, b g r."""
    return _linear(np.median(look.white, axis=(0, 1)))


def _print_of(light: Colours, clear: NDArray[np.bool_], place: tuple[slice, slice]) -> tuple[Colours, Colours]:
    """Mean and spread of each colour in a space, where it is not burnt out; not finite where most of it is."""
    inner = tuple(slice(one.start + EDGE, one.stop - EDGE) for one in place)
    shown = light[inner][clear[inner]]
    if len(shown) < SEEN * clear[inner].size:
        return np.full(3, np.nan), np.full(3, np.nan)
    return shown.mean(axis=0), shown.std(axis=0)
