"""Everything that may go wrong with what a camera shows, done on purpose: leans, bumps, torn and damaged frames.

One number decides all of it. What is done here hides or harms pictures, never the game: the truth stays the truth.
"""

import random
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.damaged_frames import bits_turned, grey_below, previous_mixed_in

Picture = NDArray[np.uint8]
Kind = Literal["lean", "cover", "bump", "bits", "torn", "black", "frozen", "stale", "light", "clear"]
KINDS: tuple[Kind, ...] = ("lean", "cover", "bump", "bits", "torn", "black", "frozen", "stale", "light", "clear")
SLEEVES = ((40, 60, 150), (120, 60, 40), (60, 60, 60), (140, 170, 215), (90, 120, 190), (200, 200, 205))
"""Colours of what leans over a board or is laid on it; blue, green, red."""


@dataclass(frozen=True)
class Spell:
    """One trouble.

    `lean`: something covers most rows of the board. `cover`: all of it. `bump`: the stand is knocked, for good.
    `bits`: bits of the JPEG flipped. `torn`: the picture breaks off, in grey or in the one before. `black`. `frozen`:
    the picture before again. `stale`: the one of some time ago. `light`: the lamp's brightness and colour change, for
    good. `clear`: nothing.
    """

    kind: Kind
    looks: int
    """Frames it lasts."""


def spells(seed, count, kinds=KINDS):
    """So many troubles, one right after the other, in an order that the seed decides."""
    chance = random.Random(seed)
    return [Spell(chance.choice(kinds), chance.choice((1, 2, 4, 6, 12))) for _ in range(count)]


@dataclass
class Tormentor:
    """Does troubles to the pictures of one camera, in the order in which they come."""

    seed: int
    corners: NDArray[np.float32]
    """Where the board lies in the pictures: a1, the end of row 1, the last space, the end of column a; (4, 2)."""
    place: NDArray[np.float64] = field(default_factory=lambda: np.eye(2, 3))
    """By how much all bumps until now moved the picture."""
    gain: NDArray[np.float64] = field(default_factory=lambda: np.ones(3))
    """By how much the light changed until now; b g r."""

    def __post_init__(self):
        self._chance = random.Random(self.seed)
        self._noise = np.random.default_rng(self.seed)
        self._shown = []

    def through(self, spell, pictures):
        """The pictures with the trouble in them; None for one that came too damaged to be a picture."""
        if spell.kind == "bump":
            self.bump()
        if spell.kind == "light":
            self.relight()
        sheet = self._sheet(spell.kind) if spell.kind in ("lean", "cover") else None
        before = self._shown[-1] if self._shown else None
        long_ago = self._shown[0] if self._shown else None
        for picture in pictures:
            seen = self.as_it_is(picture)
            if sheet is not None:
                seen = _under(seen, *sheet)
            elif spell.kind == "bits":
                seen = bits_turned(seen, before, self._chance)
            elif spell.kind == "torn":
                no_end = before is None or self._chance.random() < 0.5
                seen = (grey_below if no_end else previous_mixed_in)(seen, before, self._chance)
            elif spell.kind == "black":
                seen = (seen // 64).astype(np.uint8)
            elif spell.kind == "frozen" and before is not None:
                seen = before
            elif spell.kind == "stale" and long_ago is not None:
                seen = long_ago
            if seen is not None:
                self._shown = [*self._shown[-9:], seen]
            yield seen

    def as_it_is(self, picture):
        """The picture after all bumps and changes of light, with the noise of a sensor."""
        height, width = picture.shape[:2]
        seen = cv2.warpAffine(picture, self.place, (width, height), borderMode=cv2.BORDER_REPLICATE)
        noise = self._noise.normal(0, 1.5, picture.shape)
        return np.clip(seen * self.gain + noise, 0, 255).astype(np.uint8)

    def bump(self, right=None, down=0.0, turn=0.0):
        """Knock the stand: by so many pixels and degrees, or by as much as chance says."""
        if right is None:
            side = float(np.linalg.norm(self.corners[1] - self.corners[0])) / 10
            # A bump of less than a space is what happens; beyond it the board would leave the picture after a few.
            right, down = (self._chance.choice((-1, 1)) * self._chance.uniform(0.1, 0.5) * side for _ in range(2))
            turn = self._chance.uniform(-0.8, 0.8)
            # Back towards where it stood, so that many bumps do not add up to a board outside the picture.
            right, down = right - 0.5 * self.place[0, 2], down - 0.5 * self.place[1, 2]
        middle = self.corners.mean(0)
        knock = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, 1.0)
        knock[:, 2] += (right, down)
        whole = np.vstack([knock, (0, 0, 1)]) @ np.vstack([self.place, (0, 0, 1)])
        self.place = whole[:2]

    def relight(self):
        """Another brightness and another colour of the light."""
        self.gain = np.array([self._chance.uniform(0.72, 1.0)] * 3) * [self._chance.uniform(0.93, 1.05) for _ in "bgr"]

    def _sheet(self, kind):
        """Outline and colour of something that lies over seven to nine rows of the board, or all of it."""
        a1, end, last, first = cv2.transform(self.corners[None].astype(np.float64), self.place)[0]
        part = 1.15 if kind == "cover" else self._chance.uniform(0.7, 0.9)
        top, bottom = 0.1 * (end - a1), 0.1 * (last - first)
        corners = [a1 - top, end + top, last + bottom, first - bottom]
        if self._chance.random() < 0.5:
            corners = corners[2:] + corners[:2]
        far, near = corners[0] - 0.1 * (corners[3] - corners[0]), corners[1] - 0.1 * (corners[2] - corners[1])
        outline = [far, near, near + part * 1.1 * (corners[2] - near), far + part * 1.1 * (corners[3] - far)]
        return np.round(outline).astype(np.int32), self._chance.choice(SLEEVES)


def _under(picture, outline, colour):
    """The picture with a piece of cloth over it, its shade and weave its own."""
    height, width = picture.shape[:2]
    covered = np.zeros((height, width), np.uint8)
    cv2.fillPoly(covered, [outline], 255)
    down, across = np.mgrid[:height, :width]
    shade = 1.0 + 0.12 * np.sin(across / 23.0 + down / 57.0) + 0.04 * ((across // 3 + down // 3) % 2)
    cloth = np.clip(np.array(colour) * shade[..., None], 0, 255).astype(np.uint8)
    return np.where(covered[..., None] > 0, cloth, picture)
