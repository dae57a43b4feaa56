"""The last picture that was read, and how well a picture shows a board."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.letters import Told
from vision.read.reader import Seen
from vision.read.teams import ChipColour, apart
from vision.rectify.channels import BURNT, darkest_of
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import spaces_of
from vision.table import TableLook


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


def burnt_share(straight: Picture, rows: int, columns: int) -> NDArray[np.float64]:
    """Part of each space that glare has burnt out; shape (rows, columns)."""
    burnt = (darkest_of(straight) >= BURNT).astype(np.float32)
    return np.asarray(spaces_of(burnt, rows, columns).mean(axis=(2, 3)))


@dataclass(frozen=True, eq=False)
class LastFrame:
    """A picture, where its board lay, what was read in it, and the table as it was known."""

    seen: Seen
    told: Told
    mesh: Mesh
    straight: Picture
    table: TableLook
