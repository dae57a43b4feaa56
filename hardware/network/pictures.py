"""Pictures that a camera gives over HTTP: one to each call, or one behind the other in the parts of an endless answer.

They are fetched here and not by FFmpeg, which takes one picture for the end of a film, and decodes all of a stream for
the few that are looked at.
"""

from __future__ import annotations

import http.client
import threading
import time
from typing import Any

from hardware.address import Address
from hardware.capture import FixedProperties
from hardware.network.http import Deadline, ask, why_broken
from hardware.network.trouble import no_pictures, silent
from hardware.pace import Clock, Wait
from vision.rectify.decoding import decode_picture
from vision.rectify.pictures import PictureError

_FIRST_TRIES = 3
"""Pictures that are looked at for a first one that is whole. 1 to 10."""
_LARGEST = 32 * 2**20
"""Bytes of the largest picture; what is longer has lost its end. 2**23 to 2**27."""
_MAGIC = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"BM")
"""How files of JPEG, PNG, WebP and BMP begin, whatever a camera calls them."""
_PLAYLIST = b"#EXTM3U"
"""How a list of a film's pieces begins (RFC 8216), which many servers call plain text."""
_END = b"\xff\xd9"
"""The last two bytes of a JPEG."""
_CHUNK = 65_536
"""Bytes read at once."""


def kind_of(response: http.client.HTTPResponse) -> str:
    """What an answer holds: `picture`, `parts`, `text` or `film`. Raises what reading raises."""
    said = response.headers.get_content_type() if "Content-Type" in response.headers else ""
    if said.startswith("multipart/"):
        return "parts"
    start = response.peek(max(map(len, (*_MAGIC, _PLAYLIST))))
    if said.startswith("image/") or start.startswith(_MAGIC):
        return "picture"
    if start.startswith(b"--"):
        return "parts"
    if start.startswith(_PLAYLIST):
        return "film"
    return "text" if said.startswith("text/") or said.endswith(("json", "xml")) else "film"


class _Pictures(FixedProperties):
    """What both ways have in common; it is read like a `VideoCapture`."""

    def __init__(self, address: Address, response: http.client.HTTPResponse, deadline: Deadline, fps: float) -> None:
        self._address, self._response, self._deadline, self._fps = address, response, deadline, fps
        self._taken = True
        for _ in range(_FIRST_TRIES):
            self.grab()
            good, first = self.retrieve()
            if good:
                break
        else:
            raise no_pictures(address, "damaged")
        self._size = first.shape[1::-1]
        self._taken = False  # it told the size, and is the first to be looked at, too

    def _next(self) -> bytes:
        """The bytes of the next picture. Raises CameraError where none comes."""
        raise NotImplementedError

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's word
        """It is: otherwise it was not made."""
        return True

    def grab(self) -> bool:
        """Wait for the next picture. Raises CameraError with the reason where none comes."""
        if self._taken:
            self._deadline.begin_anew()
            self._data = self._next()
        self._taken = True
        return True

    def retrieve(self) -> tuple[bool, Any]:
        """The picture, shape (height, width, 3), always as its sensor lies; none where it is damaged beyond that.

        Cameras that look down cannot tell which way is up, and turn their pictures now and then by a mark in them.
        """
        try:
            return True, decode_picture(self._data, upright=False)
        except PictureError:
            return False, None

    def release(self) -> None:
        """Let the camera go."""
        self._response.close()


class Snapshots(_Pictures):
    """One picture to each call, at the wanted pace."""

    def __init__(
        self,
        address: Address,
        response: http.client.HTTPResponse,
        deadline: Deadline,
        fps: float,
        *,
        clock: Clock = time.monotonic,
        wait: Wait | None = None,
    ) -> None:
        """`response` is the first answer; `wait` lets seconds pass until the next call is due."""
        self._clock, self._wait = clock, wait or threading.Event().wait
        self._asked_at = clock()
        self._unread: http.client.HTTPResponse | None = response
        super().__init__(address, response, deadline, fps)

    def _next(self) -> bytes:
        response, self._unread = self._unread, None
        if response is None:
            due = self._asked_at + 1 / self._fps
            if (ahead := due - self._clock()) > 0:
                self._wait(ahead)
            self._asked_at = self._clock()
            self._deadline.begin_anew()
            answer = ask(self._address, self._deadline)
            if isinstance(answer, str):
                raise no_pictures(self._address, "RTSP")
            response = answer
        try:
            with response:
                return response.read(_LARGEST)
        except http.client.IncompleteRead as cut:
            return cut.partial
        except (OSError, http.client.HTTPException) as error:
            raise why_broken(self._address, error, self._deadline) from None


class Stream(_Pictures):
    """Pictures in the parts of one answer (RFC 2046, 5.1; `multipart/x-mixed-replace`)."""

    _mark = b""
    """What stands before each part; taken from the first, for many cameras announce another one."""
    _line = b""
    """The mark where it was read already, as the end of a part."""

    def _next(self) -> bytes:
        try:
            part = b""
            while not part.startswith(_MAGIC):
                length = self._headers()
                part = self._up_to_the_mark() if length is None else self._response.read(min(length, _LARGEST))
        except (OSError, http.client.HTTPException) as error:
            raise why_broken(self._address, error, self._deadline) from None
        return part

    def _headers(self) -> int | None:
        """Goes behind the headers of the next part; its length, where they tell it."""
        line, self._line = self._line or self._read_line(), b""
        while not line.startswith(self._mark or b"--"):
            line = self._read_line()
        self._mark = self._mark or line.strip()
        length = None
        while line := self._read_line().strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        return length

    def _up_to_the_mark(self) -> bytes:
        part = bytearray()
        while not (line := self._read_line()).startswith(self._mark) and len(part) < _LARGEST:
            # Some cameras begin no new line for the mark.
            picture, marked, rest = line.partition(_END + self._mark)
            if marked:
                part += picture + _END
                line = self._mark + rest
                break
            part += line
        self._line = line
        return bytes(part)

    def _read_line(self) -> bytes:
        line = self._response.readline(_CHUNK)
        if not line:
            raise silent(self._address)
        return line
