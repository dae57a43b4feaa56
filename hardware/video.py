"""A video file, played as a camera: at its own pace, or as fast as frames are taken."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import hardware.quiet  # noqa: F401 - for its effect
from hardware.camera import CameraError, Frame, WithOpen
from hardware.pace import Clock, Pace, Wait

ENDINGS = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".ts", ".h264", ".mjpeg", ".mjpg")
"""Endings of files that are taken for videos."""
_FALLBACK_FPS = 25.0
_WHOLE = 0.9
"""Part of the announced frames that must be there; containers announce a few too many."""


class Video(WithOpen):
    """A video file. `Frame.index` counts its own frames, also those that `fps` leaves out."""

    def __init__(
        self,
        path: str | Path,
        *,
        fps: float | None = None,
        speed: float = 1.0,
        live: bool = True,
        clock: Clock = time.monotonic,
        wait: Wait | None = None,
    ) -> None:
        """`fps` takes only so many frames of each second; none takes all."""
        self.path = Path(path)
        self.name = str(path)
        self.live = live
        self._wanted = fps
        self._pace = Pace(speed, clock, wait)
        self._capture: cv2.VideoCapture | None = None
        self._reading = threading.Lock()
        self._fps = _FALLBACK_FPS
        self._index = 0

    def open(self) -> None:
        """Open the file and see that it holds frames."""
        if self._capture is not None:
            self._pace.start()
            return
        if not self.path.is_file():
            raise CameraError(
                f"There is no file {self.path}.", "Check the path.", code="video-none", file=str(self.path)
            )
        capture = cv2.VideoCapture(str(self.path))
        if not capture.isOpened() or not capture.grab():
            capture.release()
            raise CameraError(
                f"{self.path} cannot be played: it is damaged, cut short or no video.",
                "Play it in a video player, or make it again; MP4 with H.264 works everywhere.",
                code="video-damaged",
                file=str(self.path),
            )
        capture.release()
        self._capture = cv2.VideoCapture(str(self.path))
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = told if 0.5 <= told <= 240 else _FALLBACK_FPS
        if self._index:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(self._index))
        self._pace.start()

    def go_on_after(self, index: int) -> None:
        """Leave out the frames up to this index."""
        self._index = index + 1
        if self._capture is not None:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, float(self._index))

    def close(self) -> None:
        """Stop playing and let the file go. Opening again goes on from there."""
        self._pace.stop()
        capture, self._capture = self._capture, None
        if capture is not None:
            with self._reading:
                capture.release()

    def describe(self) -> dict[str, Any]:
        """File, picture size, frames and pace."""
        known: dict[str, Any] = {"model": "video", "file": str(self.path), "fps": self._wanted or self._fps}
        if self._capture is not None:
            known["width"] = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
            known["height"] = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
            known["frames"] = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        return known

    def frames(self) -> Iterator[Frame]:
        """The frames in order. Raises CameraError at the end when the file breaks off before its end."""
        capture = self._capture
        if capture is None:
            raise CameraError(f"The video {self.path} is not open.")
        step = 1.0 if self._wanted is None else max(1.0, self._fps / self._wanted)
        due = float(self._index)
        while self._capture is capture:
            with self._reading:
                if self._capture is not capture:
                    return
                try:
                    if not capture.grab():
                        break
                except cv2.error:
                    break  # as where it breaks off
            index, self._index = self._index, self._index + 1
            if index + 0.5 < due:
                continue
            due += step
            at = index / self._fps
            if self.live:
                if self._pace.late(at) > 1.5 * step / self._fps:
                    continue  # a real camera would have dropped it
                if not self._pace.until(at):
                    return
            with self._reading:
                try:
                    good, picture = capture.retrieve() if self._capture is capture else (False, None)
                except cv2.error:
                    good, picture = False, None
            if not good or picture is None:
                continue
            yield Frame(np.asarray(picture, np.uint8), at, index)
        else:
            return
        announced = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self.close()
        if announced > 0 and self._index < announced * _WHOLE:
            raise CameraError(
                f"{self.path} breaks off after {self._index} of {announced:.0f} frames.",
                "What came before is kept; copy the file again to see the rest.",
                code="video-breaks-off",
                file=str(self.path),
            )
