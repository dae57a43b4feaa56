"""Notices when a camera runs and yet shows nothing: frames that are black, white, frozen or torn.

A few thousand pixels of each frame are looked at; what lies on the table is no business of this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hardware.bands import Bands
from hardware.camera import Camera, Frame, News, Report, Wrapped
from hardware.damage import Damage
from hardware.reconnecting import Reconnecting
from vision.rectify.pictures import WHITE

Fault = Literal["", "black", "white", "frozen", "torn"]

_STEP = 16
"""Every so many pixels one is looked at, both ways."""
_BLACK_LEVEL = 14
"""A picture is black when hardly a pixel is brighter, of 255; a dark room still shows 25 and more."""
_FROZEN_SECONDS = 3.0
"""Sensor noise makes any two frames differ; after so long without a difference nothing new comes."""
_ANEW_SECONDS = 15.0
"""A frozen camera is opened anew, and again after so long where that did not help. 5 to 60."""
_STALE_SECONDS = 0.5
"""After so long the same picture is held back: looked at again it would misread the same space again."""
_TORN_SECONDS = 1.0
"""After so long without a whole picture that is told: one torn picture among good ones is only held back. 0.5 to 3."""
_TORN_PART = 0.08
"""A strip of one colour, so high a part of the picture, at its lower end: the rest of the frame was lost."""


class Watchdog:
    """Judges frames one after the other."""

    def __init__(self) -> None:
        self._last: NDArray[np.uint8] | None = None
        self._since = 0.0
        self.same = 0.0
        """Seconds for which frames have shown what the one judged last shows."""

    def judge(self, frame: Frame) -> Fault:
        """What is wrong with a frame, given those before it."""
        sample = frame.picture[::_STEP, ::_STEP].copy()
        if self._last is None or sample.shape != self._last.shape or not np.array_equal(sample, self._last):
            self._last, self._since = sample, frame.at
        self.same = frame.at - self._since
        if float(np.percentile(sample.max(axis=2), 99.5)) < _BLACK_LEVEL:
            return "black"
        if float(np.percentile(sample.min(axis=2), 0.5)) > WHITE:
            return "white"
        if self.same >= _FROZEN_SECONDS:
            return "frozen"
        return "torn" if _is_torn(frame.picture) else ""


def _is_torn(picture: NDArray[np.uint8]) -> bool:
    """Whether the lower end is one flat colour, as decoders fill in what never arrived."""
    height = picture.shape[0]
    strip = picture[height - max(2, int(height * _TORN_PART)) :: 3, ::_STEP]
    if strip.size == 0 or (strip != strip[0, 0]).any():
        return False
    above = picture[: height // 2 : _STEP, ::_STEP]
    return bool((above != above[0, 0]).any()) and int(strip[0, 0].min()) < 250


class Watched(Wrapped):
    """A camera whose frames are judged: what is torn, damaged or frozen is held back, bands of light are evened out,
    changes are reported."""

    def __init__(self, camera: Camera, report: Report) -> None:
        super().__init__(camera)
        self._report = report
        self._fault: Fault = ""
        self._damage = Damage()
        self._bands = Bands()

    def frames(self) -> Iterator[Frame]:
        """The frames that can be looked at; black and white ones too, since the eye has a word for them."""
        dog, opened_at = Watchdog(), float("-inf")
        torn_since: float | None = None
        for frame in self.camera.frames():
            fault = dog.judge(frame)
            if fault != "torn":
                torn_since = None
            elif torn_since is None:
                torn_since = frame.at
            if torn_since is not None and frame.at - torn_since < _TORN_SECONDS:
                continue
            if fault == "frozen" and frame.at - opened_at >= _ANEW_SECONDS and isinstance(self.camera, Reconnecting):
                opened_at = frame.at
                self.camera.open_anew()
            if fault != self._fault:
                self._fault = fault
                self._report(News(fault or "well", at=frame.at))
            if fault in ("black", "white"):
                yield frame
            elif not fault and dog.same < _STALE_SECONDS:
                evened = self._evened(frame)
                if not self._damage.holds_back(evened.picture):
                    yield evened

    def _evened(self, frame: Frame) -> Frame:
        before = self._bands.there
        picture = self._bands.evened(frame.picture)
        if self._bands.there != before:
            self._report(News("bands" if self._bands.there else "even", at=frame.at))
        return frame if picture is frame.picture else replace(frame, picture=picture)
