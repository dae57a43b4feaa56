"""Pictures as a full cable or a weak Wi-Fi leaves them: the ways in which JPEG, MJPEG and H.264 get damaged.

One number, one damage; `damaged` takes one picture, `through_h264` a film, in which a damage stays until the next key
picture.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import av
import cv2
import numpy as np

from hardware.network.cameras import SECONDS
from hardware.network.film import WholePictures

Picture = Any
BLOCK = 16
"""Pixels of a macroblock."""
KEY_EVERY = 25
"""Pictures from one key picture to the next."""
PACE = 5
"""Pictures a second."""


def _packed(picture, chance):
    """A picture as JPEG, as coarse as cameras make it, and where its content begins; now and then with restarts."""
    how = [cv2.IMWRITE_JPEG_QUALITY, chance.choice((60, 75, 90))]
    if chance.random() < 0.25:
        how += [cv2.IMWRITE_JPEG_RST_INTERVAL, chance.choice((8, 60))]
    content = bytearray(cv2.imencode(".jpg", picture, how)[1].tobytes())
    return content, content.index(b"\xff\xda") + 14


def _unpacked(content):
    return cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)


def _overwritten(picture, before, chance):
    content, start = _packed(picture, chance)
    size = chance.choice((4, 40, 400))
    at = chance.randrange(start, max(start + 1, len(content) - size - 2))
    content[at : at + size] = chance.randbytes(size) if chance.random() < 0.7 else bytes(size)
    return _unpacked(bytes(content))


def bits_turned(picture, before, chance):
    content, start = _packed(picture, chance)
    for _ in range(chance.choice((1, 3, 20))):
        content[chance.randrange(start, len(content) - 2)] ^= 1 << chance.randrange(8)
    return _unpacked(bytes(content))


def _lost(picture, before, chance):
    """Some packets went: what follows moves up, and the end is missing."""
    content, start = _packed(picture, chance)
    at = chance.randrange(start, len(content) - 2)
    del content[at : at + chance.choice((50, 1000, 5000))]
    return _unpacked(bytes(content).removesuffix(b"\xff\xd9") + b"\xff\xd9")


def _cut(picture, before, chance):
    content, start = _packed(picture, chance)
    end = b"\xff\xd9" if chance.random() < 0.5 else b""
    return _unpacked(bytes(content[: chance.randrange(start, len(content) - 2)]) + end)


def _blocks_shifted(picture, before, chance):
    """A decoder that lost its place: from some block on all stand elsewhere."""
    made = picture.copy()
    height, width = picture.shape[0] // BLOCK, picture.shape[1] // BLOCK
    rows = made[: height * BLOCK, : width * BLOCK].reshape(height, BLOCK, width, BLOCK, 3).swapaxes(1, 2)
    blocks = rows.reshape(height * width, BLOCK, BLOCK, 3).copy()
    at = chance.randrange(width, height * width)
    blocks[at:] = np.roll(blocks[at:], chance.choice((1, 3, width // 2)), axis=0)
    if chance.random() < 0.5:
        blocks[at:] = np.clip(
            blocks[at:].astype(np.int16) + np.array([chance.randrange(-60, 60) for _ in "bgr"]), 0, 255
        )
    again = blocks.reshape(height, width, BLOCK, BLOCK, 3).swapaxes(1, 2)
    made[: height * BLOCK, : width * BLOCK] = again.reshape(height * BLOCK, width * BLOCK, 3)
    return made


def grey_below(picture, before, chance):
    made = picture.copy()
    made[chance.randrange(picture.shape[0] // 4, picture.shape[0] - BLOCK) :] = 128
    return made


def previous_mixed_in(picture, before, chance):
    """The buffer was handed out while it was filled: the lower part is of the picture before."""
    made = picture.copy()
    at = chance.randrange(BLOCK, picture.shape[0] - BLOCK)
    made[at:] = before[at:]
    return made


KINDS: tuple[Callable[[Picture, Picture, random.Random], Picture | None], ...] = (
    _overwritten, bits_turned, _lost, _cut, _blocks_shifted, grey_below, previous_mixed_in
)  # fmt: skip


def damaged(picture, before, seed):
    """How a picture was damaged, and what a decoder makes of it; none where it gives nothing."""
    chance = random.Random(seed)
    kind = chance.choice(KINDS)
    return kind.__name__.strip("_").replace("_", " "), kind(picture, before, chance)


def through_h264(pictures, seed, share):
    """Number and picture of each that a camera gives of a film of which about that share of the pictures is spoilt:
    what is harmed in one stays in those after it until the next key picture. From the last one on all are whole."""
    chance = random.Random(seed)
    maker = av.CodecContext.create("libx264", "w")
    taker = av.CodecContext.create("h264", "r")
    maker.options = {"preset": "ultrafast", "tune": "zerolatency", "crf": "20"}
    maker.gop_size, maker.pix_fmt, maker.time_base = KEY_EVERY, "yuv420p", Fraction(1, PACE)
    taker.thread_count = 1
    now, last = [0.0], (len(pictures) - 1) // KEY_EVERY * KEY_EVERY
    harmed = 2 * share / KEY_EVERY
    """Share of the packets: each spoils on average half of what comes until the next key picture."""
    whole = WholePictures(taker, SECONDS, clock=lambda: now[0])
    for number, picture in enumerate(pictures):
        if not number:
            maker.height, maker.width = picture.shape[:2]
        frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
        frame.pts = number
        for packet in maker.encode(frame):
            content = bytearray(bytes(packet))
            if 0 < number < last and chance.random() < harmed:
                at, size = chance.randrange(min(40, len(content) - 1), len(content)), chance.choice((1, 20, 200))
                content[at : at + size] = (
                    b"" if chance.random() < 0.5 else chance.randbytes(len(content[at : at + size]))
                )
            now[0] = number / PACE
            for given in whole.of(av.Packet(bytes(content))):
                yield number, given.to_ndarray(format="bgr24")
