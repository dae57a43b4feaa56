"""How wide the spaces of a board are against their height, from the mesh in one picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.rectify.mesh import Mesh

LENS = 0.8
"""Focal length assumed, in widths of the picture: 64 degrees across, as the common cameras have."""


def aspect_of(mesh: Mesh, size: tuple[int, int]) -> float:
    """Width of a space against its height, of a mesh in pictures of `size` (width, height); 1 where nothing tells.

    Takes the plane-to-picture homography apart as in Zhang, "A flexible new technique for camera
    calibration", PAMI 2000, section 3.1, with the focal length taken as known.
    """
    rows, columns = mesh.rows, mesh.columns
    spaces = np.stack(np.meshgrid(np.arange(columns + 1), np.arange(rows + 1)), -1).reshape(-1, 2)
    width, height = size
    rays = (mesh.nodes.reshape(-1, 2).astype(np.float64) - ((width - 1) / 2, (height - 1) / 2)) / (LENS * max(size))
    plane = np.asarray(cv2.findHomography(spaces.astype(np.float64), rays)[0])
    if plane.shape != (3, 3):
        return 1.0
    wide, high = float(np.linalg.norm(plane[:, 0])), float(np.linalg.norm(plane[:, 1]))
    return wide / high if np.isfinite(wide / high) else 1.0
