"""Running a table: a camera's frames to the live table until the source ends or somebody stops it.

Live cameras give their newest frame only and are tried again when they vanish; recordings give every frame.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from hardware.camera import Camera, Frame
from hardware.latest import Latest, steady
from hardware.room_light import Keep
from referee.session.table import LiveTable

WAKE_SECONDS = 0.5
"""How often a table that waits for a frame looks whether it should stop."""

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a service's stop, and a terminal that is closed."""

AfterFrame = Callable[[], None]


class Stop(threading.Event):
    """Set by whoever wants a table to end: for good, or to be set up anew."""

    for_good = False
    """Whether the program is asked to end."""

    def go_on(self) -> None:
        """Take back what ended one table, unless the program is asked to end."""
        self.clear()
        if self.for_good:  # asked between the two
            self.set()


def run(
    table: LiveTable,
    camera: Camera,
    stop: threading.Event,
    after_frame: AfterFrame | None = None,
    each_round: AfterFrame | None = None,
    keep: Keep | None = None,
) -> None:
    """Feed the table until the source ends or `stop` is set.

    `each_round` is called after each frame, as `after_frame` is, and while a live camera gives none, at least twice a
    second: for a watchdog that wants to know whether anything still goes round here. `keep` takes the settings of a
    camera that measured the room's light anew, on the thread that reads it.

    Raises:
        CameraError: the camera cannot be opened at all, or a recording breaks off.
        PictureError: the first frame does not fit the table profile.
    """
    with steady(camera, table.hear_of_camera, keep=keep) as source:
        for frame in _rounds(source, stop):
            if frame is not None:
                table.see(frame)
                if after_frame is not None:
                    after_frame()
            if each_round is not None:
                each_round()
            if stop.is_set():
                return
    if not stop.is_set():
        table.end_of_source()


def _rounds(source: Latest, stop: threading.Event) -> Iterator[Frame | None]:
    """Every frame of a recording, the newest of a live camera; none where it gave none for a while."""
    if not source.live:
        yield from source.frames()
        return
    while not stop.is_set():
        newest = source.take(WAKE_SECONDS)
        if newest is None and source.ended:
            return
        yield newest


@contextmanager
def stopping() -> Iterator[Stop]:
    """An event that Ctrl-C, a service's stop and a closed terminal set, however often they come.

    Whoever was asked to stop ends: until it has, being asked again must not keep it from saving.
    """
    stop = Stop()

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.for_good = True
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, ask) for number in STOPPING}
    try:
        yield stop
    finally:
        if not stop.is_set():
            for number, handler in before.items():
                signal.signal(number, handler)
