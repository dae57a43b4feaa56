"""Where things on the drawn table appear in the picture: a pinhole camera with a little lens distortion.

Lengths are centimetres. Seen from above with the board the right way up, x runs right along a row, y runs
from row 1 towards the last row, z runs *down* into the table, so that a chip's top has a negative z.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]

_COARSE = 8
"""Pixels between points where the way back from pixel to table is worked out; smooth in between."""


@dataclass(frozen=True)
class View:
    """A camera over the table. Immutable: a bump is another view."""

    size: tuple[int, int]
    """Width and height of the picture in pixels."""
    fov: float
    """Horizontal angle of view in degrees."""
    turn: float
    """Degrees by which the board is turned in the picture, clockwise."""
    tilt: float
    """Degrees between the optical axis and the plumb line."""
    distortion: tuple[float, float]
    """Radial coefficients k1 and k2 of OpenCV's model."""
    distance: float = 60.0
    """From the lens to the middle of the board."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Where the middle of the board lies beside the optical axis."""

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The camera matrix, shape (3, 3)."""
        width, height = self.size
        focal = width / 2 / np.tan(np.radians(self.fov) / 2)
        return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])

    @property
    def rotation(self) -> NDArray[np.float64]:
        """From table to camera axes, shape (3, 3)."""
        turn, tilt = np.radians(self.turn), -np.radians(self.tilt)
        c, s = np.cos(turn), np.sin(turn)
        about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        c, s = np.cos(tilt), np.sin(tilt)
        about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        return np.asarray(about_x @ about_z)

    @property
    def translation(self) -> NDArray[np.float64]:
        """From the camera to the middle of the board, in camera axes, shape (3,)."""
        return np.array([*self.shift, self.distance], np.float64)

    @property
    def eye(self) -> NDArray[np.float64]:
        """Where the lens is on the table's axes, shape (3,)."""
        return np.asarray(-self.translation @ self.rotation)

    def project(self, points: object, height: float = 0.0) -> Points:
        """Pixels of table points: shape (n, 2) at one height over the table, or (n, 3); gives (n, 2)."""
        at = np.asarray(points, np.float64)
        at = at.reshape(-1, at.shape[-1])
        if at.shape[1] == 2:
            at = np.column_stack([at, np.full(len(at), -height)])
        rod, _ = cv2.Rodrigues(self.rotation)
        lens = np.array([*self.distortion, 0.0, 0.0])
        found, _ = cv2.projectPoints(at.reshape(-1, 1, 3), rod, self.translation, self.matrix, lens)
        return found.reshape(-1, 2).astype(np.float32)

    def table_maps(self, zoom: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """x and y on the table plane for every pixel of a picture `zoom` times as fine; two (h, w) arrays."""
        width, height = self.size
        xs = np.arange(-_COARSE, width + 2 * _COARSE, _COARSE, dtype=np.float64)
        ys = np.arange(-_COARSE, height + 2 * _COARSE, _COARSE, dtype=np.float64)
        pixels = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(pixels, self.matrix, np.array([*self.distortion, 0.0, 0.0])).reshape(-1, 2)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        eye = self.eye
        reach = -eye[2] / np.maximum(directions[:, 2], 1e-3)
        table = (eye[:2] + directions[:, :2] * reach[:, None]).astype(np.float32)
        coarse = table.reshape(len(ys), len(xs), 2)
        step = 1 / (_COARSE * zoom)
        start = (0.5 / zoom - 0.5) / _COARSE + 1
        fine = cv2.warpAffine(
            coarse,
            np.array([[step, 0, start], [0, step, start]]),
            (width * zoom, height * zoom),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])

    def pixels_per_cm(self) -> float:
        """How long a centimetre on the table is in the picture, on average over directions."""
        ends = self.project([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]])
        return float((np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 2)

    def framed(self, outline: object, fill: float) -> View:
        """This view from so far that `outline`, (n, 2) on the table, fills that part of the picture."""
        width, height = self.size
        view = self
        for _ in range(6):
            seen = view.project(outline)
            low, high = seen.min(0), seen.max(0)
            share = float(max((high[0] - low[0]) / width, (high[1] - low[1]) / height)) / fill
            middle = (low + high) / 2 - np.array([(width - 1) / 2, (height - 1) / 2])
            focal = float(view.matrix[0, 0])
            distance = view.distance * share
            x = view.shift[0] - float(middle[0]) * distance / focal
            y = view.shift[1] - float(middle[1]) * distance / focal
            view = replace(view, distance=distance, shift=(x, y))
        return view
