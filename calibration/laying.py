"""Laying chips to be measured: on which spaces, and whether they lie there yet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.calibrate import chip_on
from calibration.colours import looks_like
from engine.equipment.board import Layout
from vision.memory.quality import burnt_share
from vision.rectify.mesh import Picture
from vision.rectify.straight import Straightener
from vision.table import TableLook

APART = 2
"""Fewest spaces from one chip to the next, so that hands find the right one and shadows do not meet."""
MIRRORS = 0.05
"""A space of which so large a part mirrors a lamp is none to measure a chip on. Parts; 0.02 to 0.2."""


def spaces_to_lay_on(look: TableLook, layout: Layout, teams: Sequence[str]) -> dict[str, int]:
    """Team letter -> a space near the middle of the board for its chip, where no lamp mirrors if that can be had."""
    mirrors = burnt_share(look.empty, look.rows, look.columns).ravel()
    middle = np.array([(layout.rows - 1) / 2, (layout.columns - 1) / 2])

    def worth(space: int) -> tuple[bool, float]:
        off = np.array(divmod(space, layout.columns)) - middle
        return bool(mirrors[space] > MIRRORS), float(np.abs(off).sum())

    chosen: list[int] = []
    for space in sorted((space for space in range(layout.size) if space not in layout.free), key=worth):
        here = divmod(space, layout.columns)
        if all(
            max(abs(a - b) for a, b in zip(here, divmod(other, layout.columns), strict=True)) >= APART
            for other in chosen
        ):
            chosen.append(space)
        if len(chosen) == len(teams):
            break
    return dict(zip(teams, sorted(chosen), strict=True))


def lies_on(picture: Picture, look: TableLook, space: int, team: str) -> str:
    """The letter of the team whose chip seems to lie on a space where one of `team` is awaited; empty for none.

    A chip without a colour, as one that lies white side up, is none.
    """
    chip = chip_on(Straightener(look.mesh).take(picture), look, space, team)
    return "" if chip is None else looks_like(chip)
