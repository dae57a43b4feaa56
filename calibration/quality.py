"""How well a picture shows a board: what measuring a table refuses and remarks on, and `doctor` shows."""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from vision.read.teams import ChipColour, apart
from vision.rectify.mesh import Mesh, Picture


def sharpness(straight: Picture) -> float:
    """Mean strength of fine detail relative to brightness, per cent."""
    grey = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.Laplacian(cv2.blur(grey, (3, 3)), cv2.CV_32F)
    return float(100.0 * np.abs(fine).mean() / max(float(grey.mean()), 1.0))


def size_of_space(mesh: Mesh) -> float:
    """Length of the shorter side of the smallest space, pixels."""
    return float(min(np.linalg.norm(np.diff(mesh.nodes, axis=axis), axis=2).min() for axis in (0, 1)))


def separation(chips: tuple[ChipColour, ...]) -> float:
    """How far apart the two closest chip colours look, in L*a*b*; 100 where there is only one."""
    return min((apart(one, other) for one, other in itertools.combinations(chips, 2)), default=100.0)
