"""Bands of light that lamps on mains put into pictures: evened out, so that what lies on the table reads as ever.

Lamps flicker twice in each period of the mains, and a sensor that reads row after row, each for less than a flicker,
sees some rows lighter than others; with the next picture the bands stand elsewhere. So rows are compared with what
they usually look like: where nearly all of a row is lighter by the same factor, and the next rows darker again, it is
the light and nothing that lies there.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Picture

_ROWS = 8
"""Pixels from one row that is looked at to the next. 4 to 16."""
_COLUMNS = 16
"""Pixels from one column that is looked at to the next. 8 to 32."""
_FEWEST = 10
"""Rows and columns that are looked at in a picture large enough to tell. 6 to 20."""
_USUAL = 0.1
"""Weight of a new picture in what is usual, so that bands that wander even out in it. 0.03 to 0.2."""
_SMOOTH = 0.03
"""Part of the height over which neighbouring rows are averaged; bands are far wider. 0.01 to 0.05."""
_ALIKE = 0.06
"""Natural logarithm of the factor by which a place may differ from its row's light. 0.03 to 0.1."""
_MOST = 0.5
"""Part of a row's places that must be alike; hands may hide the rest. 0.4 to 0.7."""
_DEEP = 0.06
"""Natural logarithm of lightest over darkest rows below which bands do no harm. 0.04 to 0.1."""
_DEEPEST = 0.8
"""Natural logarithm of lightest over darkest rows that no lamp makes. 0.5 to 1."""
_TURNS = 2
"""Least number of changes between lighter and darker down the picture: what lies on a table makes none. 2 to 4."""
_LOOKS = 12
"""Pictures by which it is judged whether there are bands. 8 to 30."""
_BEGIN = 7
"""Pictures with bands, of those, from which there are some. 4 to 12."""
_END = 2
"""Pictures with bands, of those, down to which there still are some. 0 to 4."""
_FLOOR = 8.0
"""Grey levels that are added before logarithms are taken, so that noise in the dark counts little. 4 to 16."""

Logs = NDArray[Any]


class Bands:
    """Evens the pictures of one camera, one after the other."""

    def __init__(self) -> None:
        self._usual: Logs | None = None
        self._light: Logs | None = None
        self._looks: deque[bool] = deque(maxlen=_LOOKS)
        self.there = False
        """Whether the pictures have bands now."""

    def evened(self, picture: Picture) -> Picture:
        """The picture, shape (height, width, 3), as it is under even light; the very same where there are no bands."""
        points = picture[_ROWS // 2 :: _ROWS, _COLUMNS // 2 :: _COLUMNS, 1]
        if min(points.shape) < _FEWEST:
            return picture
        seen = np.log(points.astype(np.float32) + _FLOOR)
        if self._usual is None or self._usual.shape != seen.shape:
            self._usual, self._light = seen, None
            return picture
        light = _light_of_rows(seen - self._usual)
        self._usual = self._usual + _USUAL * (seen - self._usual)
        self._looks.append(light is not None and self._light is not None and _are_bands(light, self._light))
        self._light = light
        count = sum(self._looks)
        self.there = count >= _BEGIN or (self.there and count > _END)
        return picture if light is None or not self.there else _without(picture, light)


def _light_of_rows(change: Logs) -> Logs | None:
    """By how much each row became lighter, as a logarithm, less what all did; None where too few rows can tell."""
    rows = np.median(change, axis=1)
    tell = (np.abs(change - rows[:, None]) < _ALIKE).mean(axis=1) >= _MOST
    if tell.mean() < _MOST:
        return None
    at = np.arange(len(rows))
    rows = np.interp(at, at[tell], rows[tell])
    width = max(1, round(_SMOOTH * len(rows)))
    smooth = cv2.blur(rows.astype(np.float32)[:, None], (1, width), borderType=cv2.BORDER_REPLICATE)[:, 0]
    return np.asarray(smooth - np.median(smooth))


def _are_bands(light: Logs, before: Logs) -> bool:
    """Whether rows are lighter and darker in turn, and others than in the picture before: a shadow stays."""
    signs = np.sign(light[np.abs(light) > _DEEP / 4])
    turns = int(np.count_nonzero(signs[1:] != signs[:-1]))
    return _DEEP <= _depth(light) <= _DEEPEST and turns >= _TURNS and _depth(light - before) >= _DEEP


def _depth(light: Logs) -> float:
    dark, bright = np.percentile(light, (5, 95))
    return float(bright - dark)


def _without(picture: Picture, light: Logs) -> Picture:
    height = picture.shape[0]
    rows = np.interp(np.arange(height), np.arange(len(light)) * _ROWS + _ROWS // 2, np.clip(light, -_DEEPEST, _DEEPEST))
    gain = np.exp(-rows).astype(np.float32)
    return np.asarray(np.clip(picture * gain[:, None, None] + 0.5, 0, 255), np.uint8)
