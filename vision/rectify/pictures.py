"""Is this a picture at all, and is there anything to see in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble
from vision.rectify.mesh import Picture

BLACK = 12.0
"""Brightness below which a picture shows nothing. Unit: grey levels; 4 to 30."""
WHITE = 250
"""Brightness above which a picture shows nothing, either. Unit: grey levels; 240 to 254."""
GREY = 6
"""Channels that differ by no more than this anywhere are those of a picture without colours. Grey levels; 2 to 10."""
MARGIN = 0.2
"""Where nobody knows where the board ends, what is flat in less of the height at the end did not break off. Parts; 0.1
to 0.3."""
SAMPLES = 48
"""In so many rows and columns a picture is looked at, at least. 30 to 100."""
LEAST_SIDE = 160
"""The smallest picture that can show a board: about 12 pixels a space. Unit: pixels."""
LONGEST_SIDE = 20_000
"""Width and height up to which a picture can be looked at: OpenCV's sampling counts pixels in 16 bits. 16,000 to
32,000."""


class PictureError(Trouble, ValueError):
    """What was given is no picture the eye can use: one sentence with the reason, one with the mend."""


def check_picture(picture: object, size: tuple[int, int] | None = None) -> Picture:
    """The picture, if it is one: uint8, shape (height, width, 3), and of `size` (width, height) if given.

    Raises PictureError in words otherwise. Nothing is copied.
    """
    if not isinstance(picture, np.ndarray):
        raise PictureError(
            f"This is no picture: a {type(picture).__name__} was given.",
            "Give an array of shape (height, width, 3) with 8 bits a channel.",
        )
    if picture.ndim != 3 or picture.shape[2] != 3:
        raise PictureError(
            f"This is no colour picture: its shape is {picture.shape}.",
            "Three channels are needed: blue, green, red.",
        )
    if picture.dtype != np.uint8:
        raise PictureError(
            f"This is no 8-bit picture: its values are {picture.dtype}.",
            "Convert it to whole numbers from 0 to 255.",
        )
    height, width = picture.shape[:2]
    if min(height, width) < LEAST_SIDE:
        raise PictureError(
            f"The picture is too small to read a board from: {width}x{height} pixels.",
            "640x480 is the least that makes sense.",
            code="picture-small",
            size=f"{width}x{height}",
        )
    if max(height, width) > LONGEST_SIDE:
        raise PictureError(
            f"The picture is too large to be looked at: {width}x{height} pixels.",
            f"Make it smaller; {LONGEST_SIDE} pixels is the longest side.",
        )
    if size is not None:
        must_be_of_size((width, height), size)
    return picture


def must_be_of_size(size: tuple[int, int], measured: tuple[int, int]) -> None:
    """Raises PictureError for pictures of another size, width and height in pixels, than the table was measured at."""
    if size != measured:
        given, wanted = (f"{width}x{height}" for width, height in (size, measured))
        raise PictureError(
            f"The picture is {given} pixels, the table was measured at {wanted}.",
            "Set the camera to that size, or calibrate again.",
            code="picture-size",
            size=given,
            measured=wanted,
        )


def problem_of(picture: Picture, lowest: float | None = None) -> str:
    """`black`, `white` or `torn` when the picture shows nothing or broke off, else an empty text.

    `lowest` is the row in which the board ends, in pixels, where that is known: a picture that ends in one flat colour
    only below it has a margin. Looks at a few thousand pixels, as a rule.
    """
    height, width = picture.shape[:2]
    sample = _sample(picture)
    if float(sample.mean()) < BLACK and float(sample.max()) < 6 * BLACK:
        return "black"
    if int(sample.min()) > WHITE:
        return "white"
    # A frame that broke off ends in rows of one flat colour; no lens ever gives that.
    step = max(1, width // SAMPLES)
    across = picture[:, ::step]
    if not _flat(across[-2:]).all():
        return ""
    shown = height - int(np.argmin(np.append(_flat(across)[::-1], False)))
    # The tip of a corner may lie between two of the columns that are looked at.
    return "torn" if shown < (height * (1.0 - MARGIN) if lowest is None else min(lowest, height) - step) else ""


def is_grey(picture: Picture) -> bool:
    """Whether it has no colours to tell by whose a chip is. Looks at a few thousand pixels."""
    return int(np.ptp(_sample(picture), axis=2).max()) <= GREY


def _sample(picture: Picture) -> Picture:
    """A few thousand of its pixels, evenly spread."""
    height, width = picture.shape[:2]
    return picture[:: max(1, height // SAMPLES), :: max(1, width // SAMPLES)]


def _flat(rows: Picture) -> NDArray[np.bool_]:
    """Which rows are all of the colour in which the last one ends, rounding aside."""
    off = rows.astype(np.int16) - rows[-1, -1]
    return np.asarray(np.abs(off).max(axis=(1, 2)) <= 1, np.bool_)
