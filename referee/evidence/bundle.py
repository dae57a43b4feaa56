"""The files kept of one ruling: pictures before and after with its spaces marked, a film, what the eye said.

Of a fault also the board as if seen straight from above, so that the page can point into it as into its own board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from referee.evidence.ring import QUALITY, Picture, Still
from referee.movies import write_mp4
from vision.rectify.mesh import Mesh

SPACE = (40, 44)
"""Width and height of a space seen from straight above, pixels: those of the page's board."""
EDGE = 13
"""Pixels shown around the field, as on the page's board."""
_MARK = (0, 215, 255)
_TICKS = 1000
"""Clock of the film, ticks a second: frames keep the very times at which they were taken."""

Nodes = NDArray[np.float32]


@dataclass(eq=False)
class Pending:
    """What is to be kept of one ruling, waiting for its last seconds."""

    place: Path
    at: float
    seconds: tuple[float, float]
    before: Still | None
    after: Still | None
    outlines: list[Nodes]
    """Spaces to mark, corner points in the kept picture."""
    mesh: Nodes
    """The board's mesh in the kept picture, shape (rows + 1, columns + 1, 2)."""
    said: dict[str, object] = field(default_factory=dict)


def write_files(folder: Path, bundle: Pending, stills: Sequence[Still], *, straight: bool) -> None:
    """Write its files into a folder; no film of fewer than two `stills`. Raises OSError, cv2.error."""
    for name, still in (("before", bundle.before), ("after", bundle.after)):
        if still is not None:
            _write_marked(folder / f"{name}.jpg", still, bundle.outlines)
    if bundle.after is not None and straight:
        seen = straight_picture(bundle.after.picture(), bundle.mesh)
        _write_picture(folder / "straight.jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if len(stills) >= 2:
        write_film(folder / "film.mp4", stills)
    (folder / "evidence.json").write_bytes(msgspec.json.encode(bundle.said))


def write_film(file: Path, stills: Sequence[Still]) -> None:
    """Write the stills as MP4, at the pace at which they were taken. Raises ValueError where there are none."""
    write_mp4(file, _timed(stills), _TICKS, {"preset": "ultrafast", "crf": "29", "tune": "zerolatency"})


def _timed(stills: Sequence[Still]) -> Iterator[tuple[int, Picture]]:
    """Each picture with the tick at which it appears, no two at the same."""
    last = -1
    for still in stills:
        last = max(last + 1, round((still.at - stills[0].at) * _TICKS))
        yield last, still.picture()


def straight_picture(picture: Picture, nodes: Nodes) -> Picture:
    """The field of `picture` with every space the same size, shape (rows * 44 + 26, columns * 40 + 26, 3).

    `nodes`: the board's mesh in the picture, shape (rows + 1, columns + 1, 2).
    """
    mesh = Mesh(nodes)
    across, down = (
        (np.arange(many * side + 2 * EDGE) + 0.5 - EDGE) / side
        for many, side in zip((mesh.columns, mesh.rows), SPACE, strict=True)
    )
    at = mesh.pixels(across, down)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.uint8, copy=False)


def _write_marked(file: Path, still: Still, outlines: list[Nodes]) -> None:
    picture = still.picture()
    for outline in outlines:
        cv2.polylines(picture, [np.round(outline).astype(np.int32)], True, _MARK, 2, cv2.LINE_AA)
    _write_picture(file, picture)


def _write_picture(file: Path, picture: Picture, how: Sequence[int] = ()) -> None:
    if not cv2.imwrite(str(file), picture, list(how)):
        raise OSError(f"{file} could not be written")
