"""What every pixel of the straight picture speaks for: the printed board, a chip of some team, or neither.

Maps only. Where chips lie and what is hidden is decided from them elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import ChipColour, likeness, opponent
from vision.light import BURNT, brightest_of, change_of_light, darkest_of, grey_of, middle_of, print_shows
from vision.look import TableLook
from vision.mesh import Picture

Map = NDArray[np.float32]
HALO = 21
"""How far the colour of a lamp spills around its burnt-out mirror image. Pixels; 5 to 31."""
VEILED = 0.7
"""How much less print counts where the empty picture was already veiled by glare. Parts; 0 to 1."""


@dataclass(frozen=True)
class Evidence:
    """Maps over the straight picture, all of shape (height, width), 0 to 1 unless said otherwise."""

    changed: Map
    """The printed board does not explain the pixel, shadow, light and glare allowed for."""
    chip: dict[str, Map]
    """Team -> the pixel shows the colour of its chips where the empty board does not."""
    raw: dict[str, Map]
    """Team -> the pixel shows that colour, printed or not."""
    beyond: dict[str, Map]
    """Team -> where a chip's colour is held to go on beyond its edge."""
    mute: dict[str, Map]
    """Team -> the pixel says nothing about its chips: printed in their colour and unchanged."""
    tint: dict[str, Map]
    """Team -> how far the pixel turned towards the team's colour since the empty picture, in parts of
    paper white, -1 to 1: what a thin coloured ring on a white chip leaves."""
    plane: tuple[Map, Map]
    """Red against green, and blue against yellow, in parts of paper white, -1 to 1."""
    saturation: Map
    """0 to about 1.2."""
    lightness: Map
    """Mean of the channels, 1 being paper white."""
    printed: Map
    """The same for the empty board."""
    value: Map
    """Brightest channel, 1 being paper white."""
    darker: Map
    """Much darker than the print and a plain shadow explain, whatever the colour."""
    pale: Map
    """Bright and colourless, as the white side of a chip is."""
    burnt: Map
    """Clipped by glare now."""
    blind: Map
    """Clipped by glare now or in the empty picture, or right beside that: colours say little there."""
    dazzle: Map
    """Glare lies or lay over the place, strongly or as a veil."""
    flare: Map
    """Brighter than the light explains, towards white: glare that was not there before."""
    alike: Map
    """Correlation with the printed picture, -1 to 1."""
    told: Map
    """How much print there is to tell by."""
    colours: dict[str, ChipColour]
    """Team -> what its chips look like."""
    at_home: frozenset[str]
    """Teams whose chips belong to this table."""
    overall: NDArray[np.float32]
    """Overall factor of the light against the empty picture, shape (3,)."""


def _glows(picture: Picture, white: NDArray[np.float32]) -> Map:
    """Where a lamp mirrors so strongly that two channels are clipped, well above the paper elsewhere."""
    second = middle_of(picture).astype(np.float32)
    usual = float(np.median(middle_of(white)))
    return np.asarray((second >= max(min(BURNT, 1.25 * usual), 1.08 * usual)).astype(np.float32))


def _gaps(hues: dict[str, float]) -> dict[str, float]:
    """Angle from each team's hue to the nearest other team's, radians."""
    return {
        team: min((abs(float(np.angle(np.exp(1j * (hue - o))))) for t, o in hues.items() if t != team), default=math.pi)
        for team, hue in hues.items()
    }


def weigh(straight: Picture, look: TableLook, teams: tuple[str, ...], slack: int = 1) -> Evidence:
    """Evidence of one straight picture. `slack` is how far print may seem to have crept, pixels."""
    now = cv2.blur(straight, (3, 3)).astype(np.float32)
    empty = cv2.blur(look.empty, (3, 3)).astype(np.float32)
    burnt = (darkest_of(straight) >= BURNT).astype(np.float32)
    was_burnt = (darkest_of(look.empty) >= BURNT).astype(np.float32)
    glow = np.maximum(np.maximum(burnt, was_burnt), _glows(look.empty, look.white))
    near_burnt = cv2.dilate(glow, np.ones((5, 5), np.uint8))
    overall, light = change_of_light(now, empty, np.asarray(1.0 - near_burnt, np.float32))
    expected = empty * light
    near = np.ones((2 * slack + 1, 2 * slack + 1), np.uint8)
    low, high = cv2.erode(expected, near), cv2.dilate(expected, near)
    grey_now, grey_expected = grey_of(now), grey_of(expected)
    shade = cv2.blur(grey_now, (5, 5)) / np.maximum(cv2.blur(grey_expected, (5, 5)), 1.0)
    shade = np.clip(shade, 0.5, 1.1)[..., None]
    off = np.maximum(brightest_of(cv2.max(now - shade * high, shade * low - now)), 0.0)
    tolerance = 5.0 + 1.0 * look.noise + 0.05 * grey_expected
    changed = np.clip((off - tolerance) / tolerance, 0.0, 1.0).astype(np.float32)
    white = np.minimum(look.white_map * light, 255.0)
    shades, was = opponent(now / white), look.shades
    # Glare only adds light, and white light at that; where a disc was burnt out nothing is known of the print.
    lifted = np.clip((brightest_of(now - high) - tolerance) / tolerance, 0.0, 1.0)
    nothing_lost = np.clip(1.0 + darkest_of(np.where(now > 250.0, np.float32(1.0), now - low)) / tolerance, 0.0, 1.0)
    flare = lifted * nothing_lost * np.clip((shades.value - 0.95) / 0.1, 0.0, 1.0)
    flare = np.asarray(np.maximum(flare, burnt), np.float32)
    changed *= 1.0 - np.maximum(np.maximum(flare, burnt), near_burnt * np.where(shades.saturation < 0.25, 1.0, 0.5))
    raw: dict[str, Map] = {}
    chip: dict[str, Map] = {}
    mute: dict[str, Map] = {}
    tint: dict[str, Map] = {}
    colours: dict[str, ChipColour] = {}
    halo = cv2.dilate(near_burnt, np.ones((HALO, HALO), np.uint8)) > 0
    glows = bool(halo.any())
    nearest = _gaps({team: look.colour_of(team).hue for team in teams})
    turned = (shades.across - was.across, shades.along - was.along)
    for team in teams:
        colour = look.colour_of(team)
        raw[team] = likeness(shades, colour)
        if glows and team != "r" and team in look.at_home:
            # Beside a burnt-out disc the lamp's own colour lies over everything and turns the hue; red is its own
            # colour, and gets no more play.
            loose = replace(colour, spread=max(colour.spread, min(2.5 * colour.spread, 0.3 * nearest[team])))
            raw[team] = np.where(halo, likeness(shades, loose), raw[team])
        printed = look.printed[team]
        if slack > 1:
            printed = np.asarray(cv2.dilate(printed, near), np.float32)
        chip[team] = raw[team] * np.maximum(changed, 1.0 - np.minimum(printed * 2.0, 1.0))
        mute[team] = raw[team] - chip[team]
        cosine, sine = np.float32(math.cos(colour.hue)), np.float32(math.sin(colour.hue))
        tint[team] = turned[0] * cosine + turned[1] * sine
        colours[team] = colour
    pale = np.clip((0.35 - shades.saturation) / 0.2, 0.0, 1.0) * np.clip((shades.value - 0.6) / 0.2, 0.0, 1.0)
    # A glint that went away leaves its place darker than it was, but not darker than paper elsewhere.
    usual = np.minimum(1.0, 1.1 * look.usual_white / np.maximum(look.white_grey, 1.0))
    darker = np.clip((np.minimum(was.lightness, usual) - shades.lightness - 0.2) / 0.15, 0.0, 1.0)
    alike, told = print_shows(grey_now, grey_of(empty))
    veiled = np.maximum(np.maximum(near_burnt, flare), VEILED * look.veil)
    told *= 1.0 - cv2.blur(veiled, (15, 15))
    return Evidence(
        changed=changed,
        chip=chip,
        raw=raw,
        beyond=raw,
        mute=mute,
        tint=tint,
        plane=(shades.across, shades.along),
        saturation=shades.saturation,
        lightness=shades.lightness,
        printed=was.lightness,
        value=shades.value,
        darker=np.asarray(darker, np.float32),
        pale=np.asarray(pale, np.float32),
        burnt=burnt,
        blind=np.asarray(near_burnt, np.float32),
        dazzle=np.maximum(np.asarray(near_burnt, np.float32), look.veil),
        flare=flare,
        alike=alike,
        told=told,
        colours=colours,
        at_home=look.at_home & frozenset(teams),
        overall=overall,
    )
