"""Colours of teams: what chips send back, and what people call it."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Chance, Plane, happens

NAMED = {
    "blue": (38, 80, 190),
    "green": (30, 130, 60),
    "red": (195, 35, 40),
    "black": (28, 28, 30),
    "white": (235, 235, 230),
    "yellow": (235, 200, 40),
    "orange": (230, 110, 30),
    "purple": (105, 50, 140),
    "teal": (20, 140, 140),
    "pink": (235, 130, 165),
    "brown": (110, 70, 40),
}
"""What people mean by the names of colours: grey levels, red green blue."""
SHADES = {
    "grey": (128, 128, 128),
    "light blue": (90, 160, 225),
    "dark blue": (20, 35, 100),
    "light green": (110, 180, 60),
}
"""Shades that go by another name: grey by black or white, the others by their hue."""
_CALLED = (*NAMED, "grey", "blue", "blue", "green")
_LEVELS: Plane = np.array([rgb[::-1] for rgb in (*NAMED.values(), *SHADES.values())], np.float32) / np.float32(255)
_LAB: Plane = np.asarray(cv2.cvtColor(_LEVELS[None], cv2.COLOR_BGR2LAB), np.float32)[0]
NOMINAL = {name: (_LEVELS[number] ** 2.2 / 0.9).astype(np.float32) for number, name in enumerate(NAMED)}
"""Linear colours of the names relative to paper, blue green red."""
NEAR, APART = 0.1, 0.26
"""Least distance of two teams' colours, in square roots of light: where shades are near, and elsewhere."""
ORDINARY = ("blue", "green", "red")
"""What teams are called where nobody looks closely: teal passes for green, orange for red."""
ALIKE = np.radians(75)
"""The hue of a chip lies no farther from that of such a name."""
VIVID = 4.0
"""Least distance from grey of a chip that has a hue, in CIE L*a*b*."""


def _lab_of(colour: NDArray[np.float64]) -> Plane:
    levels = (np.clip(colour, 0, 1) ** (1 / 2.2)).astype(np.float32)
    lab: Plane = np.asarray(cv2.cvtColor(levels[None, None], cv2.COLOR_BGR2LAB), np.float32)[0, 0]
    return lab


def name_of(colour: NDArray[np.float64]) -> str:
    """What people call a linear colour, blue green red."""
    lab = _lab_of(colour)
    apart = _LAB - lab
    apart[:, 0] *= 0.5
    name = _CALLED[int(np.linalg.norm(apart, axis=1).argmin())]
    return ("black" if lab[0] < 45 else "white") if name == "grey" else name


def _turn_apart(colour: NDArray[np.float64], name: str) -> float:
    """Angle between the hues of a colour and of a name, radians; pi for a colour without one."""
    one, other = _lab_of(colour)[1:], _LAB[list(NAMED).index(name)][1:]
    if np.hypot(*one) < VIVID:
        return np.pi
    cosine = float(one @ other / (np.hypot(*one) * np.hypot(*other)))
    return float(np.arccos(np.clip(cosine, -1, 1)))


def names_of(chance: Chance, colours: NDArray[np.float64]) -> tuple[str, ...]:
    """What a table calls its teams: often only blue, green and red, where that is not plainly wrong."""
    if happens(chance, 0.6):
        loose = min(
            permutations(ORDINARY, len(colours)),
            key=lambda names: sum(map(_turn_apart, colours, names)),
        )
        if max(map(_turn_apart, colours, loose)) < ALIKE:
            return loose
    return tuple(name_of(colour) for colour in colours)


def _one(chance: Chance, team: int) -> NDArray[np.float64]:
    """A chip's colour, square root of light: mostly a blue, a green or a red, sometimes any."""
    kind = chance.random()
    if kind < 0.62:
        hue = float(chance.normal((112, 68, 2)[team], (12, 16, 8)[team])) % 180
        saturation, value = chance.uniform(0.45, 1), chance.uniform(0.25, 0.9)
    else:
        hue = chance.uniform(0, 180)
        (low, high), (dark, light) = next(
            ranges
            for limit, ranges in (
                (0.84, ((0.4, 1.0), (0.25, 0.97))),
                (0.9, ((0.0, 0.5), (0.06, 0.2))),
                (0.945, ((0.0, 0.15), (0.85, 0.97))),
                (1.0, ((0.08, 0.45), (0.3, 0.9))),
            )
            if kind < limit
        )
        saturation, value = chance.uniform(low, high), chance.uniform(dark, light)
    pixel = np.array([[[hue * 2, saturation, value]]], np.float32)
    return np.asarray(np.clip(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], 0.02, 0.97), np.float64)


def _beside(chance: Chance, colour: NDArray[np.float64]) -> NDArray[np.float64]:
    """A shade near another."""
    pixel = cv2.cvtColor(colour.astype(np.float32)[None, None], cv2.COLOR_BGR2HSV)[0, 0]
    hue, saturation, value = pixel + chance.normal(0, 1, 3) * (14, 0.1, 0.12)
    near = np.array([[[hue % 360, *np.clip([saturation, value], 0.02, 0.97)]]], np.float32)
    return np.asarray(np.clip(cv2.cvtColor(near, cv2.COLOR_HSV2BGR)[0, 0], 0.02, 0.97), np.float64)


def team_colours(chance: Chance, teams: int) -> NDArray[np.float64]:
    """Linear colours of so many teams, shape (teams, 3): told apart by eye, and called by different names."""
    near = happens(chance, 0.18)
    while True:
        roots = [_one(chance, team) for team in range(teams)]
        if near:
            roots[1] = _beside(chance, roots[0])
        colours = np.array(roots) ** 2.2
        gaps = [np.linalg.norm(roots[i] - roots[j]) for i in range(teams) for j in range(i)]
        names = {name_of(colour) for colour in colours}
        if min(gaps) > (NEAR if near else APART) and len(names) == teams:
            return colours[chance.permutation(teams)]
