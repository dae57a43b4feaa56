"""A camera as the live table wants it: kept going, watched, and never a frame behind."""

from __future__ import annotations

from hardware.camera import Camera, Report
from hardware.latest import Latest
from hardware.pace import Wait
from hardware.reconnecting import Reconnecting
from hardware.room_light import Keep, Resettling
from hardware.watchdog import Watched


def steady(camera: Camera, report: Report, *, keep: Keep | None = None, wait: Wait | None = None) -> Latest:
    """Wrap a camera: it is opened again when it vanishes, measures a light that changed for good anew, its frames are
    judged, only the newest is given.

    `report` hears of everything that people should know; `keep` takes settings that were found anew; `wait` lets time
    pass between tries (tests pass none).
    """
    return Latest(Watched(Reconnecting(Resettling(camera, report, keep), report, wait=wait), report))
