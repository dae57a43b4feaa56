"""The camera while a table is set up: open only as long as somebody looks, tried again where it fails.

One thread reads it; whoever wants a picture gets the newest, or one that was taken after a moment.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.trouble import Trouble
from hardware.camera import Camera, CameraError, Frame, Posable, is_film
from referee.session.camera_memory import settle_and_keep

_log = logging.getLogger(__name__)

LOOKED_SECONDS = 20.0
"""So long after somebody looked last the camera is let go: others may want it, and it warms the machine."""
AGAIN_SECONDS = 2.0
"""How long a camera that failed is left alone before it is tried again."""
PAUSE_SECONDS = 0.2
"""Between two pictures of a camera that keeps no pace of its own."""
FRESH_SECONDS = 8.0
"""How long a picture may take to come."""
SETTLE_SECONDS = 20.0
"""How long a camera may take to find its settings."""


class Viewfinder:
    """Pictures of a camera for whoever looks."""

    def __init__(self, camera_of: Callable[[], Camera]) -> None:
        """`camera_of` gives the camera, to be opened here; after `change` another one, perhaps."""
        self._camera_of = camera_of
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._count = 0
        self._trouble: Trouble | None = None
        self._until = float("-inf")
        self._closed = False
        self._opening = 0
        self._settle_for: Path | None = None
        self._pose: dict[int, str] = {}
        self._thread: threading.Thread | None = None
        self.recorded = False
        """Whether the camera is a recording or a film: nobody can lay chips in it."""

    @property
    def trouble(self) -> Trouble | None:
        """Why no pictures come; none while they do, and before anybody looked."""
        with self._changed:
            return self._trouble

    @property
    def newest(self) -> tuple[int, Frame | None]:
        """The newest picture and its number; none before the first."""
        with self._changed:
            return self._count, self._frame

    @property
    def watched(self) -> bool:
        """Whether somebody looked a short while ago."""
        return time.monotonic() < self._until

    @property
    def _stuck(self) -> bool:
        """Whether it is of no use to wait for a picture."""
        return self._closed or self._trouble is not None

    def look(self) -> None:
        """Somebody looks: the camera is opened, and kept open for a while."""
        with self._changed:
            self._until = time.monotonic() + LOOKED_SECONDS
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._read, name="viewfinder", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def fresh(self) -> Frame:
        """A picture that was taken from now on. Raises Trouble where none comes in time."""
        with self._changed:
            on_its_way = self._count + 1  # it may have been taken before
            self._changed.wait_for(lambda: self._count > on_its_way or self._stuck, FRESH_SECONDS)
            if self._frame is None or self._count <= on_its_way:
                raise self._trouble or _no_picture()
            return self._frame

    def settle(self, profile: Path) -> None:
        """Let the camera find its settings for the light there is, and keep them with that profile. Raises Trouble."""
        with self._changed:
            self._settle_for = profile
            done = self._changed.wait_for(lambda: self._settle_for is None or self._stuck, SETTLE_SECONDS)
            if not done or self._stuck:
                self._settle_for = None
                raise self._trouble or _no_picture()

    def pose(self, chips: Mapping[int, str]) -> None:
        """Show these chips, where the table is drawn and nobody could lay them."""
        with self._changed:
            self._pose = dict(chips)

    def change(self) -> None:
        """Let the camera go and open the one that is given now."""
        with self._changed:
            self._opening += 1
            self._trouble = self._frame = None
            self._changed.notify_all()

    def close(self) -> None:
        """Let the camera go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=10)

    def _read(self) -> None:
        while self._awaited():
            try:
                self._show(self._camera_of())
            except Trouble as error:
                self._fail(error)
            except Exception:  # noqa: BLE001 - whatever a driver stumbles over
                _log.exception("the camera failed while a table was set up")
                reason, mend = "The camera failed; the log says why.", "Pull its plug and put it back."
                self._fail(CameraError(reason, mend, code="camera-failed"))

    def _awaited(self) -> bool:
        """Wait until somebody looks; false where the camera is not needed any more."""
        with self._changed:
            self._changed.wait_for(lambda: self.watched or self._closed)
            return not self._closed

    def _fail(self, error: Trouble) -> None:
        with self._changed:
            self._trouble, self._frame = error, None
            self._changed.notify_all()
            opening = self._opening
            self._changed.wait_for(lambda: self._closed or self._opening != opening, AGAIN_SECONDS)

    def _show(self, camera: Camera) -> None:
        """Read one opening of the camera until nobody looks any more, or another is chosen."""
        opening = self._opening
        self.recorded = is_film(camera)
        if isinstance(camera, Posable):
            camera.pose(self._pose)
        with camera:
            for frame in _first_again(camera) if self.recorded else camera.frames():
                with self._changed:
                    if self._opening != opening:
                        return
                    self._frame, self._trouble = frame, None
                    self._count += 1
                    self._changed.notify_all()
                    settle_for = self._settle_for
                    if isinstance(camera, Posable):
                        camera.pose(self._pose)
                if settle_for is not None:
                    settle_and_keep(camera, settle_for)
                    with self._changed:
                        self._settle_for = None
                        self._changed.notify_all()
                if self._closed or not self.watched:
                    return
                if self.recorded or not camera.live:  # it would give its pictures as fast as they are taken
                    with self._changed:
                        self._changed.wait_for(lambda: self._closed, PAUSE_SECONDS)
        reason = f"The camera {camera.name} gives no more pictures."
        raise CameraError(reason, "Check its cable, or choose another.", code="camera-gone", camera=camera.name)


def _no_picture() -> CameraError:
    return CameraError("The camera gives no picture.", "Check that it is connected.", code="camera-no-picture")


def _first_again(camera: Camera) -> Iterator[Frame]:
    """The first picture of a recording again and again: nobody plays on while their table is set up."""
    first = next(camera.frames(), None)
    while first is not None:
        yield first
