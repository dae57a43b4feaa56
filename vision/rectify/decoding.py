"""Bytes to a picture, whatever was made of them on their way: a picture comes out, or a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import imagesize
import numpy as np

from vision.rectify.mesh import Picture
from vision.rectify.pictures import LONGEST_SIDE, PictureError

MOST_PIXELS = 80_000_000
"""Pixels of the largest picture that is decoded; the largest camera for a Pi gives 64 million. 70 to 200 million."""
MOST_BYTES = 1 << 28
"""Bytes of the largest file that is taken for a picture. 2**26 to 2**30."""


def decode_picture(content: bytes, *, upright: bool = True) -> Picture:
    """The picture in the bytes of a file, shape (height, width, 3), turned `upright` as the camera noted it, or not.

    Raises PictureError where there is none, and for one that claims to be larger than any camera's.
    """
    # Before room is made for it: a header of twenty bytes may ask for gigabytes.
    width, height = _claimed(content)
    if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
        raise PictureError(
            f"The picture claims to be {width}x{height} pixels, more than any camera gives.",
            "It is damaged, or has to be made smaller.",
        )
    how = cv2.IMREAD_COLOR if upright else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), how)
    except (cv2.error, MemoryError):
        decoded = None
    brands = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
    if decoded is None and content[4:8] == b"ftyp" and content[8:12] in brands:
        raise PictureError(
            "This is a HEIC picture, as iPhones take them, which is not read.",
            "Save it as JPEG; in the phone's settings: Camera, Formats, Most Compatible.",
        )
    if decoded is None:
        raise PictureError(
            f"This is no picture that can be read ({len(content)} bytes).",
            "JPEG, PNG, WebP, TIFF and BMP are; it may have been cut off while it was copied.",
        )
    return decoded.astype(np.uint8, copy=False)


def picture_in(file: Path) -> Picture:
    """The picture in a file. Raises PictureError as `decode_picture` does, OSError where the file cannot be read."""
    if file.exists() and not file.is_file():
        raise PictureError("This is no file.", "Name a picture.")
    if file.stat().st_size > MOST_BYTES:
        raise PictureError(f"This is no picture: no camera's takes {file.stat().st_size >> 20} MB.", "Name a picture.")
    return decode_picture(file.read_bytes())


def _claimed(content: bytes) -> tuple[int, int]:
    """Width and height that a picture's header claims; less than 0 where that cannot be told."""
    try:
        width, height = imagesize.get(io.BytesIO(content))
        return int(width), int(height)
    except Exception:  # noqa: BLE001 - whatever it stumbles over in a header that is none, the decoder does, too
        return -1, -1
