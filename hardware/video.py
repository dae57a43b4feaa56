"""A video file, played as a camera: at its own pace, or as fast as frames are taken."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import hardware.capture  # noqa: F401 - so that OpenCV holds its tongue
from hardware.camera import Camera, CameraError, Frame
from hardware.pace import Clock, Pace, Wait

ENDINGS = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".ts", ".h264", ".mjpeg", ".mjpg")
"""Endings of files that are taken for videos."""
_FALLBACK_FPS = 25.0
_WHOLE = 0.9
"""Part of the announced frames, or of their time, that must be there; containers announce a few too many."""


class Video(Camera):
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
            reason = f"{self.path} cannot be played: it is damaged, cut short or no video."
            mend = "Play it in a video player, or make it again; MP4 with H.264 works everywhere."
            raise CameraError(reason, mend, code="video-damaged", file=str(self.path))
        told = capture.get(cv2.CAP_PROP_FPS)
        self._fps = told if 0.5 <= told <= 240 else _FALLBACK_FPS
        capture.release()
        self._capture = self._opened()
        self._pace.start()

    def _opened(self) -> cv2.VideoCapture:
        """The file, so that its next frame is the one that is due."""
        capture = cv2.VideoCapture(str(self.path))
        if self._index:
            capture.set(cv2.CAP_PROP_POS_FRAMES, float(self._index))
            if capture.get(cv2.CAP_PROP_POS_FRAMES) != self._index:
                # Into this one there is no way but from its beginning.
                capture.release()
                capture = cv2.VideoCapture(str(self.path))
                for _ in range(self._index):
                    _grabbed(capture)
        return capture

    def go_on_after(self, index: int) -> None:
        """Leave out the frames up to this index."""
        self._index = index + 1
        if self._capture is not None:
            self._capture.release()
            self._capture = self._opened()

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
        beat, step = 1 / self._fps, 0.0 if self._wanted is None else 1 / self._wanted
        at = due = 0.0
        while self._capture is capture:
            with self._reading:
                if self._capture is not capture:
                    return
                if not _grabbed(capture):
                    break
                # Phones and browsers film at a pace that changes; some files keep no times.
                told = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            index, self._index = self._index, self._index + 1
            at = max(at, told if told > 0 else index * beat)
            if at + beat / 2 < due:
                continue
            due = max(due + step, at + step / 2)
            if self.live:
                if self._pace.late(at) > 1.5 * max(step, beat):
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
        if announced > 0 and max(self._index, at * self._fps) < announced * _WHOLE:
            reason = f"{self.path} breaks off after {self._index} of {announced:.0f} frames."
            mend = "What came before is kept; copy the file again to see the rest."
            raise CameraError(reason, mend, code="video-breaks-off", file=str(self.path))


def _grabbed(capture: cv2.VideoCapture) -> bool:
    """Whether there is a next frame; none where the file breaks off."""
    try:
        return bool(capture.grab())
    except cv2.error:
        return False
