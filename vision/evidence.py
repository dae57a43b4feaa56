"""What every pixel of the straight picture speaks for: the printed board, a chip of some team, or neither.

Maps only. Where chips lie and what is hidden is decided from them elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import likeness, opponent
from vision.light import BURNT, change_of_light, print_shows, smooth_up
from vision.look import TableLook
from vision.mesh import Picture

Map = NDArray[np.float32]


@dataclass(frozen=True)
class Evidence:
    """Maps over the straight picture, all of shape (height, width), 0 to 1 unless said otherwise."""

    changed: Map
    """The printed board does not explain the pixel, shadow and light allowed for."""
    chip: dict[str, Map]
    """Team -> the pixel shows the colour of its chips where the empty board does not."""
    raw: dict[str, Map]
    """Team -> the pixel shows that colour, printed or not."""
    mute: dict[str, Map]
    """Team -> the pixel says nothing about its chips: burnt out, or printed in their colour and unchanged."""
    tint: dict[str, Map]
    """Team -> how far the pixel turned towards the team's colour since the empty picture, in parts of
    paper white, -1 to 1: what a thin coloured ring on a white chip leaves."""
    shown: dict[str, Map]
    """Team -> how far the pixel is of the team's hue now, in parts of paper white, -1 to 1."""
    pale: Map
    """Bright and colourless, as the white side of a chip is."""
    burnt: Map
    """Clipped by glare now."""
    was_burnt: Map
    """Clipped by glare in the empty picture."""
    alike: Map
    """Correlation with the printed picture, -1 to 1."""
    told: Map
    """How much print there is to tell by."""
    overall: NDArray[np.float32]
    """Overall factor of the light against the empty picture, shape (3,)."""


def _plane(reflectance: NDArray[np.float32]) -> tuple[Map, Map]:
    """Coordinates in the opponent plane, not yet relative to the value."""
    blue, green, red = reflectance[..., 0], reflectance[..., 1], reflectance[..., 2]
    return red - green, blue - (red + green) * np.float32(0.5)


def weigh(straight: Picture, look: TableLook, teams: tuple[str, ...], slack: int = 1) -> Evidence:
    """Evidence of one straight picture. `slack` is how far print may seem to have crept, pixels."""
    now = cv2.blur(straight, (3, 3)).astype(np.float32)
    empty = cv2.blur(look.empty, (3, 3)).astype(np.float32)
    burnt_now = straight.min(axis=2) >= BURNT
    burnt_before = look.empty.min(axis=2) >= BURNT
    usable = (~(burnt_now | burnt_before)).astype(np.float32)
    overall, light = change_of_light(now, empty, usable)
    expected = empty * light
    near = np.ones((2 * slack + 1, 2 * slack + 1), np.uint8)
    low, high = cv2.erode(expected, near), cv2.dilate(expected, near)
    grey_now, grey_expected = now.mean(axis=2), expected.mean(axis=2)
    shade = cv2.blur(grey_now, (5, 5)) / np.maximum(cv2.blur(grey_expected, (5, 5)), 1.0)
    shade = np.clip(shade, 0.5, 1.1)[..., None]
    off = np.maximum(np.maximum(now - shade * high, shade * low - now), 0.0).max(axis=2)
    tolerance = 5.0 + 1.0 * look.noise + 0.05 * grey_expected
    changed = np.clip((off - tolerance) / tolerance, 0.0, 1.0).astype(np.float32)
    # Where both are burnt out there is nothing to compare.
    changed[burnt_now & burnt_before] = 0.0
    white = np.minimum(smooth_up(look.white, straight.shape[:2]) * light, 255.0)
    hue, saturation, value, _ = opponent(now / white)
    was_hue, was_saturation, was_value, _ = opponent(expected / white)
    raw: dict[str, Map] = {}
    chip: dict[str, Map] = {}
    mute: dict[str, Map] = {}
    tint: dict[str, Map] = {}
    shown: dict[str, Map] = {}
    now_at = _plane(now / white)
    was_at = _plane(expected / white)
    for team in teams:
        colour = look.colour_of(team)
        raw[team] = likeness(hue, saturation, value, colour)
        printed = likeness(was_hue, was_saturation, was_value, colour)
        printed = np.asarray(cv2.dilate(printed, near), np.float32)
        chip[team] = raw[team] * np.maximum(changed, 1.0 - np.minimum(printed * 2.0, 1.0))
        mute[team] = np.maximum(raw[team] - chip[team], burnt_now.astype(np.float32))
        cosine, sine = np.float32(math.cos(colour.hue)), np.float32(math.sin(colour.hue))
        shown[team] = now_at[0] * cosine + now_at[1] * sine
        tint[team] = shown[team] - was_at[0] * cosine - was_at[1] * sine
    pale = np.clip((0.35 - saturation) / 0.2, 0.0, 1.0) * np.clip((value - 0.6) / 0.2, 0.0, 1.0)
    alike, told = print_shows(grey_now, empty.mean(axis=2))
    return Evidence(
        changed,
        chip,
        raw,
        mute,
        tint,
        shown,
        pale.astype(np.float32),
        burnt_now.astype(np.float32),
        burnt_before.astype(np.float32),
        alike,
        told,
        overall,
    )
