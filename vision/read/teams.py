"""Whose chips may lie on a board at a table, and what is known of their colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import CHIPS
from vision.read.inputs import GAMMA


@dataclass(frozen=True)
class Play:
    """Who plays, and what becomes of their chips. What nobody said stands as in the printed rule books."""

    teams: frozenset[str] = frozenset()
    """Letters of those who play, none where nobody said. Chips of others are believed only where they are plain."""
    turned: bool = True
    """Whether the chips of a sequence are turned white side up."""


ANY = Play()
"""Where nobody said what is played."""


@dataclass(frozen=True)
class ChipColour:
    """What the chips of one team look like on one table."""

    team: str
    """`b`, `g` or `r`."""
    colour: tuple[float, float, float]
    """Linear blue, green and red, 1 being as light as the paper."""
    measured: bool = False
    """Whether it was measured on this table, or is what chips of that name ordinarily look like."""


ORDINARY = (
    ChipColour("b", (0.581604, 0.08673, 0.016861)),
    ChipColour("g", (0.046058, 0.252374, 0.010024)),
    ChipColour("r", (0.018876, 0.014071, 0.615808)),
)
"""Chips that nobody measured: what people call blue, green and red."""


@dataclass(frozen=True)
class Teams:
    """Who plays with which chips, in the order of CHIPS."""

    colours: NDArray[np.float32]
    """Linear blue, green, red relative to paper; shape (teams, 3)."""
    playing: NDArray[np.bool_]
    """Shape (teams,)."""
    measured: NDArray[np.bool_]
    """Which colours were measured and not only named; shape (teams,)."""

    @classmethod
    def of(cls, chips: Iterable[ChipColour], play: Play) -> Teams:
        """The teams that play; where nobody said who does, those whose chips were measured, or all."""
        known = {one.team: one for one in (*ORDINARY, *chips)}
        ordered = [known[team] for team in CHIPS]
        said = np.array([team in play.teams for team in CHIPS])
        measured = np.array([one.measured for one in ordered])
        playing = next((some for some in (said, measured) if some.any()), np.ones_like(said))
        return cls(np.array([one.colour for one in ordered], np.float32), playing, measured)


def lab_of(colour: Iterable[float]) -> NDArray[np.float32]:
    """CIE L*a*b* of a linear blue, green, red, on paper that sends back nine tenths of the light; distances in it are
    what people see."""
    levels = np.clip(np.array(list(colour), np.float32) * np.float32(0.9), 0, 1) ** np.float32(1 / GAMMA)
    return np.asarray(cv2.cvtColor(levels.reshape(1, 1, 3), cv2.COLOR_BGR2LAB).ravel(), np.float32)


def apart(one: ChipColour, other: ChipColour) -> float:
    """How unlike two colours look: distance in L*a*b*, in which the eye tells about 2 apart."""
    return float(np.linalg.norm(lab_of(one.colour) - lab_of(other.colour)))
