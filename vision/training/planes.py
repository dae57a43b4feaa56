"""What the network sees: crops around spaces out of planes, the same for the pictures of a table and for drawn ones."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify.straight import MARGIN, SIDE

SPACE, CROP = 24, 36
"""Pixels along a space, and along what is seen of it and its surroundings."""
PLANES = 13
"""How many planes a team has."""
FAR = np.float32(0.5)
"""Colours so far apart are nothing alike. Parts of paper white."""


class Teams(NamedTuple):
    """What is known of the teams' colours."""

    colours: NDArray[np.float32]
    """Shape (teams, 3), b g r, parts of paper white."""
    measured: NDArray[np.float32]
    """1 where it was measured on this table; shape (teams,)."""


def planes(now: NDArray[np.float32], empty: NDArray[np.float32] | None, teams: Teams) -> NDArray[np.float32]:
    """The planes of each team; shape (teams, PLANES, height, width).

    `now` and `empty` are b g r in parts of paper white, shape (height, width, 3); `empty` is None where
    nobody knows it.
    """
    height, width = now.shape[:2]
    bare = np.zeros_like(now) if empty is None else empty
    across, along = now[..., 2] - now[..., 1], now[..., 0] - (now[..., 2] + now[..., 1]) / 2
    bare_across, bare_along = bare[..., 2] - bare[..., 1], bare[..., 0] - (bare[..., 2] + bare[..., 1]) / 2
    hue = np.stack([teams.colours[:, 2] - teams.colours[:, 1], teams.colours[:, 0] - teams.colours[:, 1:].mean(1)], 1)
    hue = hue / np.maximum(np.linalg.norm(hue, axis=1, keepdims=True), 0.02)
    distance = [np.minimum(np.linalg.norm(now - colour, axis=2) / FAR, 2.0) for colour in teams.colours]
    towards = [across * one[0] + along * one[1] for one in hue]
    out = np.empty((len(teams.colours), PLANES, height, width), np.float32)
    for team in range(len(teams.colours)):
        others = [other for other in range(len(teams.colours)) if other != team]
        out[team, 0:3] = np.moveaxis(now, 2, 0)
        out[team, 3:6] = np.moveaxis(bare, 2, 0)
        out[team, 6] = 2.0 * towards[team]
        out[team, 7] = 2.0 * (along * hue[team, 0] - across * hue[team, 1])
        out[team, 8] = 2.0 * (bare_across * hue[team, 0] + bare_along * hue[team, 1])
        out[team, 9] = distance[team]
        out[team, 10] = np.min([distance[other] for other in others], axis=0) if others else 2.0
        out[team, 11] = teams.measured[team]
        out[team, 12] = empty is not None
    return out


def crops(planes: NDArray[np.float32], rows: int, columns: int) -> NDArray[np.float32]:
    """What is seen of each space; shape (spaces, teams, PLANES, CROP, CROP)."""
    margin = (CROP - SPACE) // 2
    if planes.shape[2:] != (rows * SPACE + 2 * margin, columns * SPACE + 2 * margin):
        raise ValueError(
            f"{rows}x{columns} spaces need other planes than of {planes.shape[2]}x{planes.shape[3]} pixels"
        )
    windows = np.lib.stride_tricks.sliding_window_view(planes, (CROP, CROP), axis=(2, 3))[:, :, ::SPACE, ::SPACE]
    teams = planes.shape[0]
    return np.ascontiguousarray(windows.transpose(2, 3, 0, 1, 4, 5)).reshape(rows * columns, teams, PLANES, CROP, CROP)


def at_space_scale(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """A straight picture made as large as `crops` wants it."""
    small = cv2.resize(picture, None, fx=SPACE / SIDE, fy=SPACE / SIDE, interpolation=cv2.INTER_AREA)
    edge = MARGIN * SPACE // SIDE - (CROP - SPACE) // 2
    inside = small[edge : small.shape[0] - edge, edge : small.shape[1] - edge] if edge else small
    return np.asarray(inside, np.float32)
