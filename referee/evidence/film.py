"""A few seconds of stills as a film that every phone plays.

H.264 baseline in MP4 with its index first: what browsers play without a plug-in and from the first byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from referee.evidence.ring import Still

_TICKS = 1000
"""Clock of the film, ticks a second: frames keep the very times at which they were taken."""


def write_film(file: Path, stills: Sequence[Still]) -> None:
    """Write the stills as MP4, at the pace at which they were taken.

    Raises:
        ValueError: there are fewer than two stills.
    """
    if len(stills) < 2:
        raise ValueError(f"a film needs two pictures, got {len(stills)}")
    first = stills[0].picture()
    with av.open(str(file), "w", format="mp4", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height = first.shape[1], first.shape[0]
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, _TICKS)
        stream.codec_context.thread_count = 1
        stream.options = {"profile": "baseline", "preset": "ultrafast", "crf": "29", "tune": "zerolatency"}
        last = -1
        for still in stills:
            planes = cv2.cvtColor(still.picture(), cv2.COLOR_BGR2YUV_I420)  # much quicker than av's own conversion
            frame = av.VideoFrame.from_ndarray(planes.astype(np.uint8, copy=False), format="yuv420p")
            last = max(last + 1, round((still.at - stills[0].at) * _TICKS))
            frame.pts, frame.time_base = last, Fraction(1, _TICKS)
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
