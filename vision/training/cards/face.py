"""Faces of playing cards as pictures, and where their indices are printed."""

from __future__ import annotations

from dataclasses import dataclass

from vision.drawing.canvas import Picture

PX = 30
"""Pixels of a centimetre of a drawn face."""
CORNER = 0.34
"""Radius of a card's corners, centimetres."""


@dataclass(frozen=True)
class Spot:
    """Where an index is printed: its middle in centimetres from the card's middle, its height, its turn in radians."""

    x: float
    y: float
    width: float
    height: float
    turn: float


@dataclass(frozen=True)
class Face:
    """One side of a card."""

    picture: Picture
    """PX pixels a centimetre."""
    rank: int
    """Place in RANKS; -1 where what is printed at the spots is no index of a playing card."""
    suit: int
    spots: tuple[Spot, ...]
    back: bool = False


@dataclass(frozen=True)
class Design:
    """All cards of one maker."""

    faces: tuple[Face, ...]
    backs: tuple[Face, ...]
    others: tuple[Face, ...]
    """Jokers, and what belongs to other games."""
