"""What every pixel of the straight picture speaks for: the printed board, a chip of some team, or neither.

Maps only. Where chips lie and what is hidden is decided from them elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import ChipColour, hues_apart, likeness, opponent
from vision.expected import SOFT, VEIL, Expected, Half
from vision.light import BURNT, FULL, Field, change_of_light, darkest_of, mean_of, planes_of
from vision.look import TableLook
from vision.mesh import Picture

Map = NDArray[np.float32]
BRIGHTER, EXPOSED = 1.1, 215.0
"""In a picture brighter than the empty one by this factor, and where paper is expected to be so bright in every
channel, it is the exposure that burns out. 1.05 to 1.2; grey levels, 200 to 240."""
HALO = 21
"""How far the colour of a lamp spills around its burnt-out mirror image. Pixels; 5 to 31."""
SKIN = math.radians(-45)
"""Hue towards which skin of every tone turns white paper: light skin is lighter but no other colour. Radians."""
WARM, WARMER = 0.06, 0.12
"""Turned towards it by this a pixel may be skin, and is by that. Parts of paper white; 0.04 to 0.2."""
PAPER, AROUND_LAMP = 0.97, (33, 33)
"""What sends back more than this there is paper, 0.95 to 0.99; and how far around it is looked for, pixels: a space."""
NO_LAMP = 225.0
"""Where nothing near is brighter than this no lamp is mirrored. Grey levels; 210 to 240."""
LAMP = 3.0
"""By so much more it must have turned where a lamp was or is mirrored. Parts; 1 to 4."""
TURNED = 0.08
"""Turned towards a team's colour by this a pixel counts in full. Parts of paper white; 0.05 to 0.15."""
DIM = 0.05
"""Dimmed by less than this is noise, by three times as much is dimmed in full. Parts of paper white; 0.03 to 0.1."""
APART, NEARBY = 0.9, (11, 11)
"""Glare is told from paper where that is darker by this factor; and what is looked at around each pixel. 0.8 to
0.95; pixels."""
MOST = 0.4
"""So much of what was burnt out must look otherwise before the glare is held to have gone. Parts; 0.3 to 0.6."""
LEAP, SPARSE = 16, 4
"""Every how many pixels the light on the whole is looked at, in a row of all and each way. 4 to 64, 2 to 8."""
WHITER = 0.95
"""What sends back more than this of every colour, against paper, is white whatever its hue. Parts; 0.9 to 1.05."""
VEILED = 0.7
"""How much less print counts where the empty picture was already veiled by glare. Parts; 0 to 1."""
PRINT_LOST = 0.5
"""Correlation with the print below which it counts as covered. -1 to 1."""


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
    printed_shades: tuple[Half, Half]
    """The same for the empty board, in little memory."""
    saturation: Map
    """0 to about 1.2."""
    lightness: Map
    """Mean of the channels, 1 being paper white."""
    printed: Map
    """The same for the empty board."""
    value: Map
    """Brightest channel, 1 being paper white."""
    warm: Map
    """Turned from the print towards the hue of skin, whatever its lightness."""
    darker: Map
    """Much darker than the print and a plain shadow explain, whatever the colour."""
    dimmed: Map
    """Sends back less of some colour than the print does, light allowed for: nothing but what lies there does so."""
    turned: Map
    """Turned towards the colour of some team's chips, printed or not."""
    pale: Map
    """Bright and colourless, as the white side of a chip is."""
    burnt: Map
    """Clipped by glare now."""
    blind: Map
    """Clipped by glare now or in the empty picture, or right beside that: colours say little there."""
    dazzle: Map
    """Glare lies over the place, strongly or as a veil, or lay so strongly over the empty board."""
    flare: Map
    """Brighter than the light explains, towards white: glare that was not there before."""
    unlike: Map
    """Unlike the print, light and contrast aside; 0 where glare lies or lay."""
    strange: Map
    """Unlike the print, light and contrast aside, and turned towards the colour of some team's chips."""
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

    @cached_property
    def printed_plane(self) -> tuple[Map, Map]:
        """Red against green, and blue against yellow of the empty board, in parts of paper white, -1 to 1."""
        across, along = (np.asarray(shade, np.float32) for shade in self.printed_shades)
        return across, along

    @cached_property
    def lost(self) -> Map:
        """Where print should show and does not, 0 to 1."""
        lost = self.told * np.clip((PRINT_LOST - self.alike) / PRINT_LOST, 0.0, 1.0)
        return np.asarray(lost, np.float32)

    def nearest_team(self, colour: complex) -> tuple[str, float, float]:
        """The team of this table a colour is nearest to in hue, how far off it is, radians, and that against the next.

        `colour` is red against green, and blue against yellow as its imaginary part.
        """
        off = {team: abs(float(np.angle(colour * np.exp(-1j * self.colours[team].hue)))) for team in self.at_home}
        team = min(off, key=lambda one: off[one])
        other = min((far for one, far in off.items() if one != team), default=np.pi)
        return team, off[team], off[team] / max(other, 0.01)


def logistic(log_odds: float) -> float:
    """The probability that evidence in log odds stands for."""
    return 1.0 / (1.0 + math.exp(min(-log_odds, 700.0)))


def _gaps(hues: dict[str, float]) -> dict[str, float]:
    """Angle from each team's hue to the nearest other team's, radians."""
    return {
        team: min((hues_apart(hue, other) for t, other in hues.items() if t != team), default=math.pi)
        for team, hue in hues.items()
    }


def weigh(straight: Picture, look: TableLook, teams: tuple[str, ...], slack: int = 1) -> Evidence:
    """Evidence of one straight picture. `slack` is how far print may seem to have crept, pixels."""
    now = planes_of(cv2.blur(straight, SOFT))
    grey = mean_of(now)
    empty = look.expected(slack)
    burnt = (darkest_of(straight) >= BURNT).astype(np.float32)
    alike, unlike = empty.print.shows_in(grey)
    if look.bare is not None:
        away = _where_glare_went(grey, empty, look.bare)
        if away is not None:
            bare = look.bare.expected(slack)
            empty = empty.where(away, bare)
            shown, hidden = bare.print.shows_in(grey)
            alike, unlike = np.where(shown > alike, (shown, hidden), (alike, unlike))
    shows = np.clip(alike * 5.0 - 3.5, 0.0, 1.0) * empty.told
    usable = np.asarray(1.0 - _near(np.maximum(burnt, empty.glow)), np.float32)
    overall, light = change_of_light(now, empty.planes, usable, shows)
    # Paper that the exposure burns out is as white as it ever was; only a lamp is brighter than the light explains.
    if overall.min() > BRIGHTER:
        exposed = (empty.white * overall[:, None, None]).min(axis=0) >= EXPOSED
        burnt[exposed & (empty.glow + empty.veil == 0)] = 0.0
    blind = _near(np.maximum(burnt, empty.glow))
    paper = np.maximum(empty.white * light, 1.0)
    part = now / paper
    clipped = now > FULL
    if clipped.any():
        # A clipped channel says at least so much; what is clipped is no darker than paper.
        part = np.where(clipped, np.maximum(part, 1.0), part)
    changed, flare = _unexplained(now, empty, light, grey, part.max(axis=0), look.noise)
    dimmed = np.clip(((empty.least - part).max(axis=0) - DIM) / DIM / 2.0, 0.0, 1.0)
    whiter = np.clip((part.min(axis=0) - WHITER) / 0.1, 0.0, 1.0)
    flare = np.maximum(flare, burnt)
    dazzle = np.maximum(_blind_now(blind, grey), _veil_now(empty.veil, paper))
    # What is done with is let go: everything here is as large as the picture.
    del now, clipped, light, paper, grey, shows, usable
    shades = opponent(*part)
    del part
    colourless = np.float32(0.5) * (shades.saturation < 0.25)
    changed *= 1.0 - np.maximum(flare, blind * (0.5 + colourless))
    told = empty.told * (1.0 - cv2.blur(np.maximum(np.maximum(blind, flare), VEILED * empty.veil), (15, 15)))
    pale = np.clip((0.35 - shades.saturation) / 0.2, 0.0, 1.0) * np.clip((shades.value - 0.6) / 0.2, 0.0, 1.0)
    # Beside the yellow of old card white itself looks blue, but it lacks nothing that the card has.
    pale = np.maximum(pale, whiter)
    darker = np.clip((empty.shade - shades.lightness - 0.2) / 0.15, 0.0, 1.0)
    raw: dict[str, Map] = {}
    chip: dict[str, Map] = {}
    tint: dict[str, Map] = {}
    colours = {team: look.colour_of(team) for team in teams}
    halo = _halo(blind)
    nearest = _gaps({team: colour.hue for team, colour in colours.items()})
    turned = (shades.across - empty.across, shades.along - empty.along)
    beside = _beside_lamp(turned, shades.lightness, empty.glow)
    printed, unprinted = np.asarray(empty.lightness, np.float32), empty.bare
    printed_shades = empty.across, empty.along
    del whiter, colourless, empty
    for team, colour in colours.items():
        spread: float | Map = colour.spread
        if halo is not None and team != "r" and team in look.at_home:
            # Beside a burnt-out disc the lamp's own colour lies over everything and turns the hue; red is its
            # own colour, and gets no more play.
            loose = max(colour.spread, min(2.5 * colour.spread, 0.3 * nearest[team]))
            spread = colour.spread + np.float32(loose - colour.spread) * halo
        raw[team] = likeness(shades, colour, spread)
        chip[team] = raw[team] * np.maximum(changed, unprinted[team])
        tint[team] = _along(turned, colour.hue)
    warm = _warm(turned, blind)
    tints = tint.values() if beside is turned else (_along(beside, colour.hue) for colour in colours.values())
    towards = _turned_to_any(tints)
    # Nothing but what lies there takes a lamp's mirror image away, whatever its colour.
    towards = np.maximum(towards, dimmed * blind)
    lacking = (printed - shades.lightness - DIM) / DIM / 2.0
    dimmed = np.maximum(dimmed, blind * np.clip(lacking, 0.0, 1.0))
    plane, lightness = (shades.across, shades.along), shades.lightness
    saturation, value = shades.saturation, shades.value
    del shades, turned, halo, unprinted
    return Evidence(
        changed=changed,
        chip=chip,
        raw=raw,
        beyond=raw,
        mute={team: raw[team] - chip[team] for team in raw},
        tint=tint,
        plane=plane,
        printed_shades=printed_shades,
        saturation=saturation,
        lightness=lightness,
        printed=printed,
        value=value,
        warm=warm,
        darker=np.asarray(darker, np.float32),
        dimmed=np.asarray(dimmed, np.float32),
        turned=towards,
        pale=np.asarray(pale, np.float32),
        burnt=burnt,
        blind=blind,
        dazzle=dazzle,
        flare=flare,
        unlike=unlike * (1.0 - blind),
        strange=unlike * towards,
        alike=alike,
        told=told,
        colours=colours,
        at_home=look.at_home & frozenset(teams),
        overall=overall,
    )


def _where_glare_went(grey: Map, empty: Expected, bare: TableLook) -> NDArray[np.bool_] | None:
    """Where the picture is nearer to the board without the glare that lay on the empty one; None where it stays."""
    few = (slice(None, None, SPARSE), slice(None, None, SPARSE))
    plain = empty.glow[few] + empty.veil[few] == 0
    light = np.float32(np.median(grey[few][plain] / np.maximum(empty.print.grey[few][plain], 1.0)))
    there = cv2.blur(np.minimum(light * empty.print.grey, 255.0), NEARBY)
    gone = light * cv2.blur(bare.grey, NEARBY)
    away = (cv2.blur(grey, NEARBY) < 0.5 * (there + gone)) & (gone < APART * there)
    # What lies on the board darkens a part of the glare; only when the board moves or a lamp is off does it go.
    return away if away[empty.glow > 0].mean() > MOST else None


def _veil_now(veil: Half, paper: Field) -> Map:
    """1 where the veil of glare that lay over the empty board lies there still: a lamp may have been switched off.
    `paper` is its white now, planes b g r."""
    there = veil.astype(np.float32)
    if not there.any():
        return there
    light = mean_of(paper)
    return there * (light > VEIL * float(np.median(light.ravel()[::LEAP])))


def _blind_now(blind: Map, grey: Map) -> Map:
    """What is `blind`, but where nothing near is bright: there no lamp mirrors any more."""
    if not blind.any():
        return blind
    return blind * (cv2.dilate(grey, np.ones(AROUND_LAMP, np.uint8)) >= NO_LAMP)


def _near(one: Map) -> Map:
    """All that is within two pixels of it."""
    return np.asarray(cv2.dilate(one, np.ones((5, 5), np.uint8)), np.float32)


def _along(turned: tuple[Map, Map], hue: float) -> Map:
    """How far each pixel is turned towards a hue, parts of paper white."""
    return turned[0] * np.float32(math.cos(hue)) + turned[1] * np.float32(math.sin(hue))


def _turned_to_any(tints: Iterable[Map]) -> Map:
    """How far a pixel turned towards the likeliest team, 0 to 1."""
    most = np.zeros((), np.float32)
    for one in tints:
        most = np.maximum(most, one)
    return np.asarray(np.minimum(most / TURNED, 1.0), np.float32)


def _beside_lamp(turned: tuple[Map, Map], lightness: Map, glow: Half) -> tuple[Map, Map]:
    """How far each pixel is turned; where a lamp burnt out the empty board, against the paper around it.

    What burns out is as good as white, whatever the colour of the lamp; that shows in a picture exposed otherwise.
    """
    if not glow.any():
        return turned
    near = _near(np.asarray(glow, np.float32))
    paper = near * (lightness > PAPER)
    heard = cv2.blur(paper, AROUND_LAMP) + np.float32(1e-3)
    across, along = (one - near * (cv2.blur(one * paper, AROUND_LAMP) / heard) for one in turned)
    return across, along


def _warm(turned: tuple[Map, Map], blind: Map) -> Map:
    """What turned towards the hue of skin; light skin on white paper is told by nothing else."""
    towards = _along(turned, SKIN)
    # Paper from which a lamp's mirror image has gone has turned, too, but not as far.
    towards /= 1.0 + LAMP * blind
    return np.asarray(np.clip((towards - WARM) / (WARMER - WARM), 0.0, 1.0), np.float32)


def _unexplained(now: Field, empty: Expected, light: Field, grey: Map, value: Map, noise: float) -> tuple[Map, Map]:
    """What the print in this light does not explain, shadow allowed for, and where light was added; `value` is the
    brightest channel, 1 being paper white."""
    most = np.float32(255.0 if now.max() > FULL else np.inf)
    # One channel after the other: all at once take three times the memory, and no less time.
    expected = sum(np.minimum(plane * lit, most) for plane, lit in zip(empty.planes, light, strict=True))
    grey_expected = np.asarray(expected * np.float32(1 / 3), np.float32)
    shade = cv2.blur(grey, (5, 5)) / np.clip(cv2.blur(grey_expected, (5, 5)), 1.0, np.inf)
    shade = np.clip(shade, 0.5, 1.1)
    off = lifted = np.full_like(grey, -np.inf)
    kept = np.full_like(grey, np.inf)
    for seen, dark, bright, lit in zip(now, empty.low, empty.high, light, strict=True):
        # Light changes so slowly over the board that it may as well be laid over the range of the print.
        low, high = np.minimum(dark * lit, most), np.minimum(bright * lit, most)
        off = np.maximum(off, np.maximum(seen - high * shade, low * shade - seen))
        lifted = np.maximum(lifted, seen - high)
        kept = np.minimum(kept, seen - low + np.float32(256) * (seen > 250.0))
    tolerance = 5.0 + noise + 0.05 * grey_expected
    changed = np.clip((off - tolerance) / tolerance, 0.0, 1.0)
    # Glare only adds light, and white light at that; a clipped channel has lost none.
    lifted = np.clip((lifted - tolerance) / tolerance, 0.0, 1.0)
    flare = lifted * np.clip(1.0 + kept / tolerance, 0.0, 1.0) * np.clip((value - 0.95) / 0.1, 0.0, 1.0)
    return np.asarray(changed, np.float32), np.asarray(flare, np.float32)


def _halo(blind: Map) -> Map | None:
    """1 near all that is burnt out, 0 elsewhere; None where nothing is."""
    if not blind.any():
        return None
    return np.asarray(cv2.dilate(blind, np.ones((HALO, HALO), np.uint8)), np.float32)
