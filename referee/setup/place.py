"""Where a table is set up and played at: its camera, the folder of its profile, what is played there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import FILES, ProfileError, load_profile
from engine.equipment.board import Layout, LayoutError, layout_names, load_layout
from hardware.camera import Camera
from hardware.present import cameras_present
from referee.wiring import Rules
from vision.table import TableLook

_log = logging.getLogger(__name__)


REPLACED = "Measuring the table again replaces it; a copy of its folder, made now, keeps it."
"""What is said with the reason why a table profile cannot be used, before anything is written over it."""


@dataclass(frozen=True)
class Place:
    """A table to be set up and played at."""

    open_camera: Callable[[str], Camera]
    """Gives a camera by its name, to be opened."""
    camera: str
    """The name of the one that is asked for."""
    profile: Path
    """Folder of the table profile."""
    asked: Rules
    """What is played unless something else is chosen on a phone."""
    cameras: Callable[[], tuple[str, ...]] = cameras_present
    """Names of the cameras there are."""

    def layouts(self) -> tuple[Layout, ...]:
        """What may be printed on the board, the likeliest first."""
        names = [self.asked.layout] if self.asked.layout else ["classic", *layout_names()]
        found = []
        for name in dict.fromkeys(names):
            try:
                found.append(load_layout(name))
            except LayoutError as error:
                _log.warning("%s", error)
        return tuple(found) or (load_layout("classic"),)

    def look(self) -> TableLook | None:
        """What was measured of the table; none where nothing was, or cannot be used."""
        try:
            return load_profile(self.profile)
        except ProfileError:
            return None


def unusable_profile(folder: Path) -> ProfileError | None:
    """Why the table profile in a folder cannot be used: it is damaged, or of a newer program; none where there is none.

    Whoever measures the table again replaces it, and is told so before.
    """
    if not any((folder / name).is_file() for name in FILES):
        return None
    try:
        load_profile(folder)
    except ProfileError as error:
        return error
    return None
