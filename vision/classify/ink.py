"""The ink of a white side: what its print and its ring take from the light of its white, and whose colour that is.

Worked out in light, not in grey levels: a thin or blurred ring is a mixture of light, so it lies on the straight way
from the white to the colour of its team there, and only there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.classify.evidence import Evidence, Map

Light = NDArray[np.float64]
"""Light b g r, along the first axis."""
GAMMA = 2.2
"""Power by which light follows from grey levels, as in sRGB. 2 to 2.4."""
BLACKEST = 0.003
"""Less light than this is none. Parts of that of white paper; 0.001 to 0.01."""
FAR = 0.02
"""Print so far from the white of a face, squared, is told from it in full. Parts of its light; 0.01 to 0.05."""
NOISE, TOLD = 0.05, 0.06
"""How far off the direction of a ring may be measured in good light; and by so much nearer it must be to the colour of
its team than to another, for print and blur turn thin rings more. Radians; 0.03 to 0.1, 0.04 to 0.1."""
COLOURED = 0.06
"""Nearer to grey than this ink is grey, and a team's colour within twice as far as good as black. Radians; 0.05 to
0.1."""
DULLER, BRIGHTER = 0.4, 1.5
"""By so much ink may be less vivid than its team's chips, or more: veils of light and blur take from it, and of some
teams nobody has seen the chips. Parts; 0.3 to 0.6, 1.2 to 2."""
GREY = np.full(3, 1.0 / math.sqrt(3.0))


def light_of(reflectance: Any) -> Light:
    """The light of what a picture shows, both in parts of that of white paper."""
    return np.asarray(np.maximum(reflectance, 0.0) ** GAMMA, np.float64)


@dataclass(frozen=True)
class Ink:
    """The ink of one white face or of several."""

    taken: dict[str, tuple[Light, Light]]
    """Team, or "" for grey -> how much light ink takes away, summed over its places, were it the team's and the rest
    print of the board; and what ink of the team takes away; parts of the light of the face's white, shape (3,)."""

    @classmethod
    def of(cls, face: Light, board: Light, white: Light, weight: Map, beside: Map, evidence: Evidence) -> Ink:
        """Of a face and of what is printed on the board beneath it, both of shape (3, places), with the weight of each
        place and how far the board may show there; `white` is that of the face, shape (3,)."""
        by = np.maximum(white, BLACKEST)[:, None]
        off, way = face / by - 1.0, board / by - 1.0
        seen = beside * np.clip((way * way).sum(axis=0) / FAR, 0.0, 1.0)
        taken = {}
        for team in ("", *sorted(evidence.at_home)):
            own = 1.0 - light_of(evidence.colours[team].reflectance) / by[:, 0] if team else GREY
            print_ = seen * _share_of_print(off, way, own) * way
            taken[team] = ((print_ - off) * weight).sum(axis=1), own
        return cls(taken)

    def __add__(self, other: Ink) -> Ink:
        """Of two faces together."""
        return Ink(
            {t: (one + other.taken[t][0], 0.5 * (own + other.taken[t][1])) for t, (one, own) in self.taken.items()}
        )

    def team(self, evidence: Evidence) -> tuple[str, float]:
        """The team of this table whose colour takes light as it does, and how near the next comes, or grey; 0 to 1."""
        off, coloured = {}, {}
        for team, (taken, own) in self.taken.items():
            off[team], coloured[team] = _angle(taken, _as_vivid(own, taken)), _angle(own, GREY) >= 2.0 * COLOURED
        grey = off.pop("") < COLOURED
        team = min(off, key=lambda one: off[one])
        nearest = off.pop(team)
        next_ = min(off.values(), default=math.inf)
        # Colours that nobody showed may be turned by as much again.
        told = TOLD if all(evidence.colours[one].measured for one in (team, *off)) else 2.0 * TOLD
        # Ink of no colour is nobody's, but for a team whose chips have hardly any.
        if next_ - nearest < told or (grey and coloured[team]):
            return team, 1.0
        return team, (nearest + NOISE) / (next_ + NOISE)


def _share_of_print(off: Light, way: Light, own: Light) -> Map:
    """How much of the way to the board's print each place lies, if it is a mixture of that, of ink that takes `own`
    away, and of white; least squares, 0 to 1."""
    ink, board = float(own @ own), (way * way).sum(axis=0) + BLACKEST
    both, to_ink, to_board = -(own @ way), -(own @ off), (way * off).sum(axis=0)
    det = np.maximum(ink * board - both * both, BLACKEST)
    share = np.where(to_ink * board > to_board * both, (to_board * ink - to_ink * both) / det, to_board / board)
    return np.asarray(np.clip(share, 0.0, 1.0), np.float32)


def _angle(one: Light, other: Light) -> float:
    """Between two directions, radians."""
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return math.acos(min(max(float(one @ other) / max(lengths, BLACKEST), -1.0), 1.0))


def _as_vivid(colour: Light, other: Light) -> Light:
    """A colour as far from grey as another one, within reason."""
    hue = colour - (colour @ GREY) * GREY
    usual = _angle(colour, GREY)
    angle = min(max(_angle(other, GREY), usual * DULLER), usual * BRIGHTER)
    return np.asarray(math.cos(angle) * GREY + math.sin(angle) * hue / max(float(np.linalg.norm(hue)), BLACKEST))
