"""Only the newest frame counts: a thread reads the camera, and whoever is slow skips what came in between.

Frames are dropped, never queued. Sources that are not live wait instead, so that nothing of a
recording is lost.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from hardware.camera import Camera, CameraError, Frame, Report, Wrapped
from hardware.pace import Wait
from hardware.reconnecting import Reconnecting
from hardware.room_light import Keep, Resettling
from hardware.watchdog import Watched


class Latest(Wrapped):
    """The newest frame of a camera, for one reader."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._ended = False
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Open the camera and, where it is live, begin to read it."""
        self.camera.open()
        if not self.live or (self._thread is not None and self._thread.is_alive()):
            return
        self._ended, self._error = False, None
        self._thread = threading.Thread(target=self._read, name=f"camera {self.name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and close the camera."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self.camera.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def _read(self) -> None:
        try:
            for frame in self.camera.frames():
                with self._changed:
                    if self._ended:
                        return
                    self._frame = frame
                    self._changed.notify_all()
        except BaseException as error:  # noqa: BLE001 - handed to the reader, whatever it is
            self._error = error
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def take(self, timeout: float | None = None) -> Frame | None:
        """The newest frame not yet taken; waits for one. None after `timeout` seconds, or at the end.

        Raises:
            CameraError: the camera failed, and its last frame was taken.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self._ended, timeout)
            frame, self._frame = self._frame, None
        if frame is None and self._error is not None:
            error, self._error = self._error, None
            if isinstance(error, CameraError):
                raise error
            raise CameraError(f"Reading the camera {self.name} failed: {error}.") from error
        return frame

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._ended and self._frame is None

    def frames(self) -> Iterator[Frame]:
        """The newest frame, again and again, until the source ends."""
        if not self.live:
            yield from self.camera.frames()
            return
        while (frame := self.take()) is not None:
            yield frame


def steady(camera: Camera, report: Report, *, keep: Keep | None = None, wait: Wait | None = None) -> Latest:
    """Wrap a camera: it is opened again when it vanishes, measures a light that changed for good anew, its frames are
    judged, only the newest is given.

    `report` hears of everything that people should know; `keep` takes settings that were found anew; `wait` lets time
    pass between tries (tests pass none).
    """
    return Latest(Watched(Reconnecting(Resettling(camera, report, keep), report, wait=wait), report))
