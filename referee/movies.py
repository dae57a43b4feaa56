"""Pictures with times written as film: MP4 that every phone plays.

H.264 baseline in MP4 with its index first: what browsers play without a plug-in and from the first byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from pathlib import Path

import av
import cv2
import numpy as np

from vision.rectify.mesh import Picture


def write_mp4(file: Path, pictures: Iterable[tuple[int, Picture]], ticks: int, settings: Mapping[str, str]) -> None:
    """Write pictures, each with the tick at which it appears, as MP4; ticks rise and there are `ticks` in a second.

    All pictures are b g r of one size with even sides; `settings` are those of the encoder, libx264. Raises ValueError
    where there is no picture.
    """
    coming = iter(pictures)
    first = next(coming, None)
    if first is None:
        raise ValueError("a film needs a picture")
    with av.open(str(file), "w", format="mp4", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=25)
        stream.height, stream.width = first[1].shape[:2]
        stream.pix_fmt = "yuv420p"
        stream.codec_context.thread_count = 1
        stream.options = {"profile": "baseline", **settings}
        stream.codec_context.time_base = Fraction(1, ticks)
        for at, picture in chain([first], coming):
            planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)  # much quicker than av's own conversion
            frame = av.VideoFrame.from_ndarray(planes.astype(np.uint8, copy=False), format="yuv420p")
            frame.pts, frame.time_base = at, Fraction(1, ticks)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
