"""A folder of numbered frames, played as a camera: `00000.jpg`, `00001.jpg`, ... or PNG.

It keeps its own pace, faster or slower on request, or gives frames as fast as they are taken. A gap in the
numbers is a gap in time. Nothing here writes files.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.camera import Camera, CameraError, Frame, Picture
from hardware.pace import Clock, Pace, Wait
from vision.rectify.decoding import MOST_BYTES, decode_picture
from vision.rectify.pictures import PictureError

FPS = 5.0
"""Frames a second of a recording that does not say."""
_NAME = re.compile(r"(?!\.)(?:.*\D)?(\d{1,9})\)?\.(jpe?g|png)", re.IGNORECASE | re.DOTALL)
"""`00000.jpg`, `frame 3.png`, `frame (3).jpg`. More digits are a time of day or a code, and no count of frames; what a
system hides is none, either."""
_BAD_IN_A_ROW = 10
"""Damaged frames one after the other from which it is no accident."""


class Recording(Camera):
    """A folder of numbered frames. `Frame.index` is the number in the file's name."""

    def __init__(
        self,
        folder: str | Path,
        *,
        fps: float | None = None,
        speed: float = 1.0,
        live: bool = True,
        clock: Clock = time.monotonic,
        wait: Wait | None = None,
    ) -> None:
        """`fps` is the pace at which it was taken, `speed` the factor at which it plays when `live`; both above 0."""
        self.folder = Path(folder)
        self.name = f"recording:{folder}"
        self.live = live
        self.fps = fps or FPS
        self.damaged: list[str] = []
        """Files that held no whole picture and were passed over."""
        self._pace = Pace(speed, clock, wait)
        self._files: list[tuple[int, Path]] = []
        self._size: tuple[int, int] | None = None
        self._position = 0
        self._open = False

    def open(self) -> None:
        """Look through the folder. Opening again goes on where `close` stopped."""
        self._must_be_there()
        self._files = self._numbered()
        if not self._files:
            reason = f"The folder {self.folder} holds no numbered frames."
            mend = "Frames are JPEG or PNG files whose names end in a number of up to nine digits, like 00000.jpg."
            raise CameraError(reason, mend, code="recording-empty", folder=str(self.folder))
        self._pace.start()
        self._open = True

    def _must_be_there(self) -> None:
        if not self.folder.is_dir():
            reason = f"There is no folder {self.folder}."
            mend = "Name a folder that holds numbered frames (00000.jpg, 00001.jpg)."
            raise CameraError(reason, mend, code="recording-none", folder=str(self.folder))

    def _numbered(self) -> list[tuple[int, Path]]:
        found = [(int(match[1]), path) for path in self.folder.iterdir() if (match := _NAME.fullmatch(path.name))]
        return sorted(found)

    def _grew(self) -> bool:
        """Whether frames came behind the last since the folder was looked through; they are taken in."""
        last = self._files[-1][0]
        with contextlib.suppress(OSError):  # the folder may be gone by now
            self._files += [(number, path) for number, path in self._numbered() if number > last]
        return self._files[-1][0] > last

    def go_on_after(self, index: int) -> None:
        """Leave out the frames up to this number."""
        self._position = sum(number <= index for number, _ in self._files)

    def close(self) -> None:
        """Stop playing."""
        self._open = False
        self._pace.stop()

    def describe(self) -> dict[str, Any]:
        """Folder, number of frames and pace; the picture size of the latest frame, or of the first whole one."""
        known: dict[str, Any] = {"model": "recording", "folder": str(self.folder), "frames": len(self._files)}
        known["fps"] = self.fps
        if self._size is None:
            whole = (read_picture(path) for _, path in self._files[:_BAD_IN_A_ROW])
            first = next((picture for picture in whole if picture is not None), None)
            self._size = None if first is None else (first.shape[1], first.shape[0])
        if self._size is not None:
            known["width"], known["height"] = self._size
        if self.damaged:
            known["damaged"] = len(self.damaged)
        return known

    def frames(self) -> Iterator[Frame]:
        """The frames in order of their numbers; damaged files are passed over and noted. Raises CameraError where too
        many are, or the folder is gone."""
        if not self._open:
            raise CameraError(f"The recording {self.folder} is not open.")
        first = self._files[0][0]
        bad = 0
        while self._open and (self._position < len(self._files) or self._grew()):
            number, path = self._files[self._position]
            at = (number - first) / self.fps
            last = self._position == len(self._files) - 1
            if self.live:
                if not last and self._pace.late(at) > 1.5 / self.fps:
                    self._position += 1  # a real camera would have dropped it
                    continue
                if not self._pace.until(at):
                    return
            self._position += 1
            picture = read_picture(path)
            if picture is None:
                self._must_be_there()  # it may be deleted, or on a stick that was pulled out
                self.damaged.append(path.name)
                bad += 1
                if bad >= _BAD_IN_A_ROW or bad == len(self._files):
                    name = path.name.encode("utf-8", "replace").decode()  # it may be in another encoding
                    reason = f"{name} in {self.folder} is no whole picture, and neither are the {bad - 1} before it."
                    mend = "Copy the recording again, or take the damaged files out."
                    raise CameraError(reason, mend, code="recording-damaged", file=name, folder=str(self.folder))
                continue
            bad = 0
            self._size = (picture.shape[1], picture.shape[0])
            yield Frame(picture, at, number)


def read_picture(path: Path) -> Picture | None:
    """The picture of a file; none when it is damaged, cut short or no picture at all."""
    try:
        data = path.read_bytes() if path.is_file() and path.stat().st_size <= MOST_BYTES else b""
        # OpenCV fills what is missing of a JPEG with grey and calls it read.
        if data[:2] == b"\xff\xd8" and b"\xff\xd9" not in data[-4096:]:
            return None
        return decode_picture(data)
    except (OSError, PictureError):
        return None
