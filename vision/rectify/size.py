"""How large a chip is, in the two units in which it is counted, which are told apart by type."""

from __future__ import annotations

from typing import NewType

Radius = NewType("Radius", tuple[float, float])
"""Half width and half height of a chip, in parts of a space: as a table profile keeps it."""
PixelRadius = NewType("PixelRadius", tuple[float, float])
"""Half width and half height of a chip, in pixels of the smaller maps, in which chips are searched for."""
