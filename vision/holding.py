"""Whether the board still lies where it lay: its nodes in a glance, followed by optical flow.

It says "still", "moved" or "lost"; where the board went is for `vision.finding.known`.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.alignment import WINDOW, evened
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import GLANCE, SIDE, Glance, straight_mesh

UNLIKE = 0.7
"""A window counts as seen where it differs from its first look by less than so much of what a plain one would. 0.5 to
0.8."""
FEWEST = 0.2
"""Part of the board that must look as it did, nodes or print, for it to lie where it lay. 0.1 to 0.3."""
MOVED = 1.2
"""Pixels of the picture by which some node must have gone before the board is said to have moved. 0.8 to 2."""


class Hold(NamedTuple):
    """What one check says."""

    still: bool
    """The board lies where it lay."""
    seen: float
    """Share of the nodes that look as they did, 0 to 1."""

    @property
    def lost(self) -> bool:
        """Whether the board went far, or nearly all of it is hidden or black."""
        return self.seen < FEWEST


class Anchors:
    """The nodes of a board as they looked in one glance."""

    def __init__(self, glance: Glance, mesh: Mesh) -> None:
        self._before = _print(glance)
        self._at = straight_mesh(mesh).nodes.reshape(-1, 1, 2) / GLANCE
        self._window = (WINDOW // GLANCE, WINDOW // GLANCE)
        contrast = np.asarray(cv2.blur(cv2.absdiff(self._before, np.full_like(self._before, 128)), self._window))
        x, y = self._at.astype(int).reshape(-1, 2).T
        self._most = UNLIKE * contrast[y, x]
        space = np.sqrt(cv2.contourArea(mesh.corners) / (mesh.rows * mesh.columns))
        self._scale = GLANCE * float(space) / SIDE

    def check(self, glance: Glance) -> Hold:
        """Whether the board lies where it lay in that glance."""
        there, found, unlike = cv2.calcOpticalFlowPyrLK(
            self._before, _print(glance), self._at, self._at.copy(), winSize=self._window, maxLevel=0
        )
        alive = (found.ravel() > 0) & (unlike.ravel() < self._most)
        seen, at = float(alive.mean()), self._at[alive]
        affine = None if seen < FEWEST else cv2.estimateAffine2D(at, there[alive], ransacReprojThreshold=0.3)[0]
        if affine is None:
            return Hold(False, seen)
        gone = np.linalg.norm(cv2.transform(at, affine) - at, axis=2).max() * self._scale
        return Hold(bool(gone < MOVED), seen)


def _print(glance: Glance) -> Picture:
    return evened(cv2.cvtColor(glance.seen, cv2.COLOR_BGR2GRAY), SIDE // GLANCE)
