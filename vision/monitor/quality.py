"""How the eye is doing: numbers with a bound and what to do about each.

Shown by `doctor` and on the page; nothing here decides what is read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.decode.reading import Reading
from vision.normalize.colour import ChipColour, hues_apart
from vision.normalize.look import TableLook
from vision.rectify.mesh import Mesh, Picture


@dataclass(frozen=True)
class Measure:
    """One number, its bound, and what helps when it is out of bounds."""

    name: str
    value: float
    unit: str
    bound: str
    good: bool
    advice: str


@dataclass(frozen=True)
class Quality:
    """All the numbers of one picture."""

    focus: Measure
    exposure: Measure
    glare: Measure
    size: Measure
    hidden: Measure
    separation: Measure

    @property
    def measures(self) -> tuple[Measure, ...]:
        """In the order they are shown."""
        return (self.focus, self.exposure, self.glare, self.size, self.hidden, self.separation)


def sharpness(straight: Picture) -> float:
    """Mean strength of fine detail relative to brightness, per cent."""
    grey = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.Laplacian(cv2.blur(grey, (3, 3)), cv2.CV_32F)
    return float(100.0 * np.abs(fine).mean() / max(float(grey.mean()), 1.0))


def size_of_space(mesh: Mesh) -> float:
    """Length of the shorter side of the smallest space, pixels."""
    nodes = mesh.nodes
    across = np.linalg.norm(nodes[:, 1:] - nodes[:, :-1], axis=2)
    down = np.linalg.norm(nodes[1:] - nodes[:-1], axis=2)
    return float(min(across.min(), down.min()))


def separation(chips: tuple[ChipColour, ...], teams: tuple[str, ...]) -> float:
    """How far apart the two closest chip colours are, in their own spreads; above 3 they are not confused."""
    used = [chip for chip in chips if chip.team in teams]
    nearest = 12.0
    for index, one in enumerate(used):
        for other in used[index + 1 :]:
            gap = hues_apart(one.hue, other.hue)
            nearest = min(nearest, gap / (0.5 * (one.spread + other.spread)))
    return nearest


def measure_quality(straight: Picture, reading: Reading, look: TableLook) -> Quality:
    """The numbers of one picture that was read."""
    focus = sharpness(straight)
    least = 0.45 * look.sharpness
    white = float(np.percentile(straight[::4, ::4].max(axis=2), 90))
    glare = 100.0 * float((reading.glare > 0.4).mean())
    size = size_of_space(look.mesh)
    hidden = 100.0 * float((reading.hidden > 0.4).mean())
    apart = separation(look.chips, tuple(chip.team for chip in look.chips))
    return Quality(
        Measure(
            "focus",
            focus,
            "%",
            f"at least {least:.1f}",
            focus >= least,
            "Focus the lens on the board, clean it, and let nothing shake the stand.",
        ),
        Measure(
            "exposure",
            white,
            "grey levels",
            "90 to 252",
            90 <= white <= 252,
            "More light on the board if it is dark, less or a shorter exposure if the paper is burnt out.",
        ),
        Measure(
            "glare",
            glare,
            "% of spaces",
            "at most 2",
            glare <= 2,
            "Move the lamp or the camera until no lamp mirrors in the board.",
        ),
        Measure(
            "size of a space",
            size,
            "pixels",
            "at least 18",
            size >= 18,
            "Bring the camera nearer or choose a larger picture.",
        ),
        Measure(
            "hidden",
            hidden,
            "% of spaces",
            "at most 25",
            hidden <= 25,
            "Clear the view between camera and board.",
        ),
        Measure(
            "colours apart",
            apart,
            "spreads",
            "at least 3",
            apart >= 3,
            "Whiter and stronger light, or chips of other colours.",
        ),
    )
