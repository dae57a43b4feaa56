"""A film from a network camera, of which only whole pictures are given.

Films hold differences: what is damaged in one picture stays in all that follow until the next key picture. FFmpeg knows
which it had to patch up, and says so of each; from there to the next key picture none is given.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import av
import av.error
from av.video.frame import VideoFrame

from hardware.capture import FixedProperties
from hardware.pace import Clock

_PATIENCE = 10
"""Factor by which the next whole key picture is waited for longer once a second one came. 3 to 20."""


class WholePictures:
    """Decodes the packets of a film and leaves out what is damaged."""

    def __init__(self, codec: Any, longest: float, clock: Clock = time.monotonic) -> None:
        """After `longest` seconds without a key picture what comes is given all the same: some films have but one."""
        self._codec, self._longest, self._clock = codec, longest, clock
        self._keys = 0
        self._harmed_at: float | None = None

    def of(self, packet: Any) -> Iterator[VideoFrame]:
        """The whole pictures that a packet makes."""
        try:
            pictures = self._codec.decode(packet)
        except av.error.FFmpegError:  # nothing at all can be made of it
            self._harm()
            return
        for picture in pictures:
            self._keys += picture.key_frame
            if picture.is_corrupt:
                self._harm()
            elif picture.key_frame:
                self._harmed_at = None
            longest = self._longest * (_PATIENCE if self._keys > 1 else 1)
            if self._harmed_at is None or self._clock() - self._harmed_at >= longest:
                yield picture

    def _harm(self) -> None:
        if self._harmed_at is None:
            self._harmed_at = self._clock()


class Film(FixedProperties):
    """A film at an address, read like OpenCV's VideoCapture."""

    def __init__(self, url: str, seconds: float, fps: float) -> None:
        """It has so many `seconds` to open and to give each packet; `fps` is told where the film does not tell it."""
        self._fps = fps
        self._picture: VideoFrame | None = None
        self._container: Any = None
        self.refused = ""
        """By which code a server refused it, as `401`; empty where none did."""
        self._coming: Iterator[VideoFrame] = iter(())
        try:
            self._container = av.open(url, timeout=(seconds, seconds), options={"rtsp_transport": "tcp"})
            stream = self._container.streams.video[0]
        except (av.error.FFmpegError, OSError, IndexError, ValueError) as error:
            if isinstance(error, av.error.HTTPError | av.error.HTTPClientError):  # of RTSP, too; errno ends in the code
                self.refused = int(error.errno or 0).to_bytes(4, "little")[1:].decode()
            self.release()
            return
        self._size = stream.codec_context.width, stream.codec_context.height
        self._fps = float(stream.average_rate or fps)
        whole = WholePictures(stream.codec_context, seconds)
        self._coming = (picture for packet in self._container.demux(stream) for picture in whole.of(packet))

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's word
        """Whether it is a film."""
        return self._container is not None

    def grab(self) -> bool:
        """Wait for the next whole picture; false where none comes."""
        try:
            self._picture = next(self._coming, None)
        except (av.error.FFmpegError, OSError):
            self._picture = None
        return self._picture is not None

    def retrieve(self) -> tuple[bool, Any]:
        """The picture that came, shape (height, width, 3)."""
        picture = self._picture
        return (False, None) if picture is None else (True, picture.to_ndarray(format="bgr24"))

    def release(self) -> None:
        """Let the camera go."""
        container, self._container = self._container, None
        if container is not None:
            container.close()
