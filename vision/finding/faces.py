"""What is printed on the spaces of a lattice: its inks, its paper, what it looks like, and whether anything lies on it.

Nothing is said here of which cards they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Plane
from vision.rectify.mesh import Mesh

Array = NDArray[Any]

SAMPLES = 20
"""Samples a space, each way, in the straightened picture that the evidence is taken from."""
FACE = 10
"""Samples, each way, of the face of one card when two are compared; divides SAMPLES."""
SHARE = 0.92
"""Share of a card that is looked at: its very edge is left out."""
COLD = 0.1
"""By so much more blue or green than any other colour is ink of that colour. Parts of paper white; 0.05 to 0.15."""


@dataclass(frozen=True)
class Faces:
    """What is printed on each space of a patch of lattice; arrays start with (rows, columns)."""

    origin: tuple[int, int]
    """Column and row of the first space in the coordinates of the plane."""
    red: Array
    """Share of red ink, (rows, columns)."""
    black: Array
    """Share of black ink, (rows, columns)."""
    blue: Array
    """How blue its ink is, (rows, columns)."""
    green: Array
    """How green its ink is, (rows, columns)."""
    looks: Array
    """What the face looks like, centred and normed, (rows, columns, FACE * FACE * 2)."""
    clear: Array
    """How surely nothing lies on the card, 0 to 1, (rows, columns)."""
    paper: Array
    """Logarithm of the colour of its paper, (rows, columns, 3)."""


def look_at_faces(
    picture: Array, plane: Plane, first: tuple[int, int], size: tuple[int, int], half: tuple[float, float]
) -> Faces:
    """Straighten `size` (columns, rows) of spaces from `first` and measure what is printed on each."""
    x, y = (_sampled(first[k], size[k], half[k]) for k in (0, 1))
    return _faces_at(picture, plane.to_picture(np.stack(np.meshgrid(x, y), -1)), first)


def faces_of(picture: Array, mesh: Mesh, half: tuple[float, float]) -> Faces:
    """What is printed on each space of a mesh."""
    x, y = _sampled(0, mesh.columns, half[0]), _sampled(0, mesh.rows, half[1])
    return _faces_at(picture, mesh.pixels(x, y), (0, 0))


def _sampled(first: int, spaces: int, half: float) -> Array:
    """Where so many spaces are sampled along one axis; shape (spaces * SAMPLES,)."""
    within = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * 2 * SHARE * half
    return np.asarray(((first + np.arange(spaces) + 0.5)[:, None] + within).ravel())


def _faces_at(picture: Array, pixels: Array, first: tuple[int, int]) -> Faces:
    """The faces sampled at `pixels`, shape (rows * SAMPLES, columns * SAMPLES, 2)."""
    n = SAMPLES
    rows, columns = pixels.shape[0] // n, pixels.shape[1] // n
    at = pixels.astype(np.float32)
    flat = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cells = flat.reshape(rows, n, columns, n, 3).transpose(0, 2, 1, 3, 4).reshape(rows, columns, n * n, 3)
    cells = cells.astype(np.float32)
    # Of every second sample the light end: the paper, whatever is printed on it.
    own = np.partition(cells[:, :, ::2], int(0.4 * n * n), axis=2)[:, :, int(0.4 * n * n)]
    paper = np.maximum(cv2.medianBlur(np.ascontiguousarray(own), 3), 12.0)
    share = np.clip(cells / paper[:, :, None], 0.0, 1.2)
    blue, green, red = share[..., 0], share[..., 1], share[..., 2]
    red_ink = np.clip(red - (blue + green) / 2 - 0.08, 0.0, 1.0)
    black_ink = np.clip(0.9 - red, 0.0, 1.0)
    inks = np.stack([red_ink, black_ink], -1).reshape(rows * columns * n, n * 2)
    looks = _shrunk(inks, rows * columns).reshape(rows, columns, -1)
    looks = looks - looks.mean(2, keepdims=True)
    looks = looks / np.maximum(np.linalg.norm(looks, axis=2, keepdims=True), 0.15)
    red_share, black_share = red_ink.mean(2), black_ink.mean(2)
    clear = _clear(share, red_share + black_share)
    # Every third sample will do: it says which colour all of a card's print has, not what is printed.
    few_blue, few_green, few_red = blue[:, :, ::3], green[:, :, ::3], red[:, :, ::3]
    blue_share = np.clip(few_blue - np.maximum(few_red, few_green) - COLD, 0.0, 1.0).mean(2)
    green_share = np.clip(few_green - np.maximum(few_red, few_blue) - COLD, 0.0, 1.0).mean(2)
    return Faces(
        origin=first,
        red=red_share,
        black=black_share,
        blue=blue_share,
        green=green_share,
        looks=looks,
        clear=clear,
        paper=np.log(np.maximum(own, 4.0)),
    )


def products(one: Array, other: Array) -> Array:
    """Every row of one times every row of the other; OpenCV's, whose threads do not fight over small work."""
    a, b = np.ascontiguousarray(one, np.float32), np.ascontiguousarray(other, np.float32)
    return np.asarray(cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T))  # type: ignore[call-overload]


def _shrunk(inks: Array, count: int) -> Array:
    """FACE by FACE samples of each of `count` faces of SAMPLES by SAMPLES, two inks each."""
    tall = inks.reshape(count * SAMPLES, SAMPLES, 2)
    # Faces stand one on the other; SAMPLES to FACE divides evenly, so none runs into the next.
    small = cv2.resize(tall, (FACE, count * FACE), interpolation=cv2.INTER_AREA)
    return np.asarray(small).reshape(count, FACE, FACE, 2)


def _clear(share: Array, ink: Array) -> Array:
    """Chips are blue or green somewhere, or have far more colour than any card here."""
    blue, green, red = share[..., 0], share[..., 1], share[..., 2]
    foreign = (np.maximum(blue, green) - red > 0.25).mean(2)
    much = ink / (1.6 * np.median(ink) + 0.02)
    return np.asarray(1 / (1 + (foreign / 0.12) ** 2) / (1 + much**4))
