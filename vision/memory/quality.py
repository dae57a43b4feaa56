"""The last picture that was read, and how well it was seen: numbers with their bounds.

Shown by `doctor` and on the page; nothing here decides what is read.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import HIDDEN
from vision.read.letters import Told
from vision.read.reader import Seen
from vision.read.teams import ChipColour, apart
from vision.rectify.channels import BURNT, darkest_of
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.straight import spaces_of
from vision.table import TableLook


@dataclass(frozen=True)
class Measure:
    """One number and its bounds; what it is called and what helps is said where it is shown."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def trouble(self) -> str:
        """Code of what is wrong with it, `NAME-low` or `NAME-high`; empty where it is good."""
        if self.least is not None and self.value < self.least:
            return f"{self.name}-low"
        return f"{self.name}-high" if self.most is not None and self.value > self.most else ""


def sharpness(straight: Picture) -> float:
    """Mean strength of fine detail relative to brightness, per cent."""
    grey = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.Laplacian(cv2.blur(grey, (3, 3)), cv2.CV_32F)
    return float(100.0 * np.abs(fine).mean() / max(float(grey.mean()), 1.0))


def size_of_space(mesh: Mesh) -> float:
    """Length of the shorter side of the smallest space, pixels."""
    return float(min(np.linalg.norm(np.diff(mesh.nodes, axis=axis), axis=2).min() for axis in (0, 1)))


def separation(chips: tuple[ChipColour, ...], teams: tuple[str, ...]) -> float:
    """How far apart the two closest chip colours look, in L*a*b*; 100 where there is only one."""
    used = [chip for chip in chips if chip.team in teams]
    return min((apart(one, other) for one, other in itertools.combinations(used, 2)), default=100.0)


def burnt_share(straight: Picture, rows: int, columns: int) -> NDArray[np.float64]:
    """Part of each space that glare has burnt out; shape (rows, columns)."""
    burnt = (darkest_of(straight) >= BURNT).astype(np.float32)
    return np.asarray(spaces_of(burnt, rows, columns).mean(axis=(2, 3)))


def measures_of(straight: Picture, told: Told, look: TableLook) -> tuple[Measure, ...]:
    """The numbers of one picture that was read, in the order in which they are shown."""
    focus, least = sharpness(straight), 0.45 * look.sharpness
    white = float(np.percentile(straight[::4, ::4].max(axis=2), 90))
    glare = 100.0 * float((burnt_share(straight, look.rows, look.columns) > 0.4).mean())
    size = size_of_space(look.mesh)
    hidden = 100.0 * told.letters.count(HIDDEN) / len(told.letters)
    distance = separation(look.chips, tuple(chip.team for chip in look.chips))
    return (
        Measure("focus", focus, "%", least),
        Measure("exposure", white, "grey", 90.0, 252.0),
        Measure("glare", glare, "spaces", most=2.0),
        Measure("size", size, "pixels", 18.0),
        Measure("hidden", hidden, "spaces", most=25.0),
        Measure("colours", distance, "L*a*b*", 20.0),
    )


@dataclass(frozen=True)
class LastFrame:
    """A picture, where its board lay, what was read in it, and the table as it was known."""

    seen: Seen
    told: Told
    mesh: Mesh
    straight: Picture
    table: TableLook

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """How well it was seen; worked out when somebody asks, which is far seldomer than a picture comes."""
        return measures_of(self.straight, self.told, self.table)
