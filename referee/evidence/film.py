"""A few seconds of stills as a film that every phone plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.evidence.ring import Still
from referee.movies import write_mp4
from vision.rectify.mesh import Picture

_TICKS = 1000
"""Clock of the film, ticks a second: frames keep the very times at which they were taken."""


def write_film(file: Path, stills: Sequence[Still]) -> None:
    """Write the stills as MP4, at the pace at which they were taken.

    Raises:
        ValueError: there are fewer than two stills.
    """
    if len(stills) < 2:
        raise ValueError(f"a film needs two pictures, got {len(stills)}")
    write_mp4(file, _timed(stills), _TICKS, {"preset": "ultrafast", "crf": "29", "tune": "zerolatency"})


def _timed(stills: Sequence[Still]) -> Iterator[tuple[int, Picture]]:
    """Each picture with the tick at which it appears, no two at the same."""
    last = -1
    for still in stills:
        last = max(last + 1, round((still.at - stills[0].at) * _TICKS))
        yield last, still.picture()
