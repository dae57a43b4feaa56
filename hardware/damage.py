"""Pictures that were damaged on their way: a full cable, a weak Wi-Fi, a buffer handed out while it was filled.

A decoder that lost its place spoils everything from there to the end of the picture, or of a strip of it, over the
whole width and at once. Nothing on a table does: hands come from a side, and a light that was switched, or a camera
that was knocked, changes all of it. So a picture that changed in such a way is held back until the next one shows the
same.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Picture
from vision.rectify.channels import brightest_of

_STRIP = 16
"""Pixels of a row of blocks, in which decoders lose their place. 8 or 16."""
_STEP = 4
"""Pixels that count as one. 2 to 8; the print of a card has to survive it."""
_OTHER = 18
"""Grey levels by which a place differs from what it was; noise and coding stay below 10. 12 to 30."""
_PRINTED = 14
"""Grey levels within a block from which something stands in it, so that it can be seen to be elsewhere. 8 to 30."""
_ALL = 0.7
"""A strip is spoilt where such a part of its blocks changed. 0.6 to 0.95."""
_STRIPS = 2
"""Spoilt strips below one another from which it is damage: what reaches for a card does not fill the width. 1 to 4."""
_ALIKE = 0.7
"""Where this part of the blocks of two pictures in a row is alike, both show what is there. 0.5 to 0.9."""
_SAYS = 0.2
"""A strip tells something where something stands or changed in this part of its blocks. 0.1 to 0.4."""
_LONGEST = 3
"""Pictures held back one after the other at most: then what comes is taken for what there is. 2 to 10."""

_GLANCE = 0.1
"""Without a strip in which this part of single pixels changed nothing is looked at closer. 0.02 to 0.2."""

Blocks = NDArray[Any]


class _Looked:
    """A picture and what is made of it once it is compared, kept for the comparison with the next."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    @cached_property
    def small(self) -> Blocks:
        """With `_STEP` pixels as one, cut to whole blocks."""
        height, width = (max(_STRIP, side // _STRIP * _STRIP) for side in self.picture.shape[:2])
        size = width // _STEP, height // _STEP
        return np.asarray(cv2.resize(self.picture[:height, :width], size, interpolation=cv2.INTER_AREA))

    @cached_property
    def printed(self) -> Blocks:
        """In which blocks something stands; shape (rows, columns)."""
        return _by_block(_from_its_block(self.small)) >= _PRINTED / 4


class Damage:
    """Judges the pictures of one camera one after the other."""

    def __init__(self) -> None:
        self._good: _Looked | None = None
        self._held: _Looked | None = None
        self._in_a_row = 0

    def holds_back(self, picture: Picture) -> bool:
        """Whether a picture, shape (height, width, 3), is not to be looked at: it seems damaged."""
        now, good = _Looked(picture), self._good
        comparable = good is not None and good.picture.shape == picture.shape and self._in_a_row < _LONGEST
        if comparable and good is not None and _unlike(now, good) and not self._seen_again(now):
            self._held, self._in_a_row = now, self._in_a_row + 1
            return True
        self._good, self._held, self._in_a_row = now, None, 0
        return False

    def _seen_again(self, now: _Looked) -> bool:
        return self._held is not None and _share(*_compared(now, self._held)) <= 1 - _ALIKE


def _unlike(now: _Looked, before: _Looked) -> bool:
    """Whether it changed as nothing on a table does."""
    return _glance(now.picture, before.picture) and _spoilt(*_compared(now, before))


def _glance(picture: Picture, before: Picture) -> bool:
    """Whether there may be a spoilt strip, by a pixel of each block."""
    here, there = (one[_STRIP // 2 :: _STRIP, _STRIP // 2 :: _STRIP] for one in (picture, before))
    other = np.abs(here.astype(np.int16) - there).max(axis=2) >= _OTHER
    return bool((other.mean(axis=1) >= _GLANCE).any())


def _compared(now: _Looked, before: _Looked) -> tuple[Blocks, Blocks]:
    """Which blocks are other than they were, and in which something stands or stood: shape (rows, columns)."""
    return _by_block(cv2.absdiff(now.small, before.small)) >= _OTHER, now.printed | before.printed


def _from_its_block(small: Blocks) -> Blocks:
    """By how much each place differs from the middle of its block."""
    height, width = small.shape[:2]
    size = width * _STEP // _STRIP, height * _STEP // _STRIP
    middle = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.absdiff(small, cv2.resize(middle, (width, height), interpolation=cv2.INTER_NEAREST)))


def _by_block(differences: Blocks) -> Blocks:
    """The mean of each block of the most that differs in any colour."""
    height, width = differences.shape[:2]
    size = width * _STEP // _STRIP, height * _STEP // _STRIP
    return np.asarray(cv2.resize(brightest_of(differences), size, interpolation=cv2.INTER_AREA))


def _share(changed: Blocks, counted: Blocks) -> float:
    return float(changed[counted].mean()) if counted.any() else 0.0


def _spoilt(changed: Blocks, printed: Blocks) -> bool:
    """Whether enough strips below one another changed over their whole width, and one above them is as it was.

    Where all changed, the light was switched or the camera knocked, and the eye has words for that.
    """
    in_a_row, begun = 0, False
    for strip, counted in zip(changed, printed, strict=True):
        of = counted | strip
        # A strip in which hardly anything stands says nothing: it neither begins damage nor ends it.
        if np.count_nonzero(of) < _SAYS * len(strip):
            continue
        share = _share(strip, of)
        begun = begun or share <= 1 - _ALL
        in_a_row = in_a_row + 1 if begun and share >= _ALL else 0
        if in_a_row >= _STRIPS:
            return True
    return False
