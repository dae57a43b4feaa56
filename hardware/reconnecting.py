"""A camera that vanishes and comes back is survived: it is tried again, patiently, and people are told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

from hardware.camera import Camera, CameraError, Frame, News, Report, Wrapped
from hardware.pace import Wait

FIRST_WAIT = 0.5
"""Seconds until the first new try; each further wait is twice as long, up to the longest."""
LONGEST_WAIT = 10.0
_NO_NEWS = ("", "camera-none")
"""Why a camera that is away cannot be opened, told by that it is away."""


class Reconnecting(Wrapped):
    """Keeps a live camera going. Indices and times go on where they stood; the first opening may still fail."""

    def __init__(self, camera: Camera, report: Report, *, wait: Wait | None = None) -> None:
        """`wait` is how to let seconds pass; tests pass none."""
        super().__init__(camera)
        self._report = report
        self._stop = threading.Event()
        self._open = self._anew = False
        self._wait: Wait = wait or self._stop.wait
        self._away = False

    def open(self) -> None:
        """Open the camera. Raises CameraError when it is not there to begin with."""
        self._stop.clear()
        self.camera.open()
        self._open = True

    def close(self) -> None:
        """Close the camera, and stop trying."""
        self._open = False
        self._stop.set()
        self.camera.close()

    def open_anew(self) -> None:
        """Close the camera and open it again: it gives pictures in which nothing comes any more."""
        self._anew = True
        self.camera.close()

    def frames(self) -> Iterator[Frame]:
        """Frames for as long as the source has any, over all interruptions."""
        if not self._open:
            raise CameraError(f"The camera {self.name} is not open.")
        index = -1
        at = float("-inf")
        while not self._stop.is_set():
            shift, told = None, ""
            try:
                for frame in self.camera.frames():
                    if shift is None:  # a camera opened anew may count from 0 again
                        shift = max(0, index + 1 - frame.index)
                    if shift or frame.at < at:
                        frame = replace(frame, index=frame.index + shift, at=max(frame.at, at))
                    index, at = frame.index, frame.at
                    if self._away:
                        self._away = False
                        self._report(News("back", at=at))
                    yield frame
                if not self._anew:
                    return
                self._anew = False
            except CameraError as error:
                if self._stop.is_set():
                    return
                if not self.live:
                    raise
                if not self._away:
                    self._away = True
                    self._report(News("lost", error))
                told = error.reason
            if not self._open_again(told):
                return

    def _open_again(self, told: str) -> bool:
        """Whether it could be opened. What keeps it from that is told where it is not `told` and twice the same."""
        pause, last = FIRST_WAIT, ""
        while not self._stop.is_set():
            self._wait(pause)
            pause = min(pause * 2, LONGEST_WAIT)
            if self._stop.is_set():
                return False
            try:
                self.camera.close()
                self.camera.open()
            except CameraError as error:
                if error.reason == last != told and error.code not in _NO_NEWS:
                    self._report(News("lost", error))
                    told = last
                last = error.reason
                continue
            return True
        return False
