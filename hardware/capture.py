"""What cameras on a USB cable and over the network have in common: they are read as OpenCV reads devices."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.camera import Camera, CameraError, Frame, Picture
from hardware.pace import Clock

_opencv: Any = cv2
# What a camera or a film lacks is said once, in words, by the camera itself. Whoever looks for a cause sets these two
# variables and hears everything.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # read when the first film or address is opened
if "OPENCV_LOG_LEVEL" not in os.environ:
    # OpenCV 5 moved it.
    (_opencv.setLogLevel if hasattr(_opencv, "setLogLevel") else _opencv.utils.logging.setLogLevel)(0)

MOST_DAMAGED = 30
"""Damaged pictures one after the other after which the camera is opened anew. 5 to 100."""
EARLY = 0.1
"""This part of its time a picture may come early and count as due: devices keep no exact beat. 0 to 0.3."""


class Capture(Protocol):
    """The part of OpenCV's VideoCapture that is used; tests put another in its place."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's word
        """Whether the device answered."""

    def grab(self) -> bool:
        """Wait for the next picture; false where none comes."""

    def retrieve(self) -> tuple[bool, Any]:
        """The picture that came, decoded."""

    def get(self, what: int, /) -> float:
        """A property."""

    def set(self, what: int, value: float, /) -> bool:
        """Ask for a property."""

    def release(self) -> None:
        """Let the device go."""


class FixedProperties:
    """The properties of what gives pictures and takes no wishes."""

    _size: tuple[int, ...]
    """Width and height of its pictures."""
    _fps: float

    def get(self, what: int, /) -> float:
        """Width, height and pace; 0 for all else."""
        width, height = self._size
        known = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height, cv2.CAP_PROP_FPS: self._fps}
        return float(known.get(what, 0.0))

    def set(self, what: int, value: float, /) -> bool:
        """Nothing can be asked for."""
        return False


Opener = Callable[[], Capture]


class CapturedCamera(Camera):
    """A camera behind OpenCV's VideoCapture."""

    live = True

    def __init__(
        self,
        name: str,
        opener: Opener,
        *,
        model: str,
        missing: Callable[[], CameraError],
        lost: Callable[[], CameraError],
        size: tuple[int, int] | None = None,
        fps: float | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """`missing` makes the error for a device that does not answer, `lost` that for one that stops giving.

        `fps` is how many pictures a second are decoded at most: most devices give more than are looked at.
        """
        self.name = name
        self._opener = opener
        self._model = model
        self._missing = missing
        self._lost = lost
        self._wanted = size
        self._fps = fps
        self._clock = clock
        self._capture: Capture | None = None
        self._index = 0
        self._reading = threading.Lock()

    def open(self) -> None:
        """Open the device and ask for size and pace; what it really gives is in `describe`."""
        if self._capture is not None:
            return
        capture = self._opener()
        if not capture.isOpened():
            capture.release()
            raise self._missing()
        if self._wanted is not None:
            # Uncompressed pictures of that size would not fit through a USB 2 cable.
            capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(self._wanted[0]))
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(self._wanted[1]))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)  # the newest picture, not the oldest
        self._capture = capture

    def close(self) -> None:
        """Let the device go, once the picture that is being read is there."""
        capture, self._capture = self._capture, None
        if capture is not None:
            with self._reading:
                capture.release()

    def describe(self) -> dict[str, Any]:
        """Model, picture size and pace as the device tells them."""
        known: dict[str, Any] = {"model": self._model}
        if self._capture is not None:
            known["width"] = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
            known["height"] = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
            known["fps"] = self._capture.get(cv2.CAP_PROP_FPS)
        return known

    def frames(self) -> Iterator[Frame]:
        """The pictures as they come. Raises CameraError when the device stops giving them."""
        capture = self._capture
        if capture is None:
            raise CameraError(f"The camera {self.name} is not open.")
        damaged, due = 0, float("-inf")
        while self._capture is capture:
            with self._reading:
                why: CameraError | None = None
                try:
                    good = capture.grab() if self._capture is capture else False
                except CameraError as error:
                    good, why = False, error
                at = self._clock()
                if good and at < due:
                    continue  # taken from the queue, so that the next is new, and not decoded
                try:
                    picture = capture.retrieve()[1] if good else None
                except cv2.error:  # what came is no picture; the next may be one
                    picture = None
            if self._capture is not capture:
                return
            damaged = damaged + 1 if good and picture is None else 0
            if not good or damaged >= MOST_DAMAGED:
                self.close()
                raise why or self._lost()
            if picture is None:
                continue
            if self._fps is not None:
                due = at + (1 - EARLY) / self._fps
            index, self._index = self._index, self._index + 1
            yield Frame(_three_colours(picture, self.name), at, index)


def _three_colours(picture: Any, name: str) -> Picture:
    """The picture as blue, green, red; grey ones are spread over the three."""
    array = np.asarray(picture)
    if array.dtype == np.uint8 and array.ndim == 3 and array.shape[2] == 3:
        return array
    if array.dtype == np.uint8 and array.ndim == 2:
        return np.asarray(cv2.cvtColor(array, cv2.COLOR_GRAY2BGR), np.uint8)
    reason = f"The camera {name} gives something of shape {array.shape} and type {array.dtype}, which is no picture."
    mend = "Another picture format may be set in the camera; MJPEG works."
    raise CameraError(reason, mend)
