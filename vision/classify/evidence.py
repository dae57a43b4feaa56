"""What every pixel of the straight picture speaks for: the printed board, a chip of some team, or neither.

Maps only. Where chips lie and what is hidden is decided from them elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.difference import DIM, BoardLight, Difference, difference_from_empty
from vision.normalize.colour import ChipColour, Shades, hues_apart, hues_of, likeness
from vision.normalize.light import ramp
from vision.normalize.look import TableLook
from vision.rectify.mesh import Picture
from vision.rectify.region import Region

Map = NDArray[np.float32]
"""A value for each pixel of the straight picture, or of one made smaller."""
SpaceMap = NDArray[np.float32]
"""A value for each space of the board; shape (rows, columns)."""
HALO = 21
"""How far the colour of a lamp spills around its burnt-out mirror image. Pixels; 5 to 31."""
SKIN = math.radians(-45)
"""Hue towards which skin of every tone turns white paper: light skin is lighter but no other colour. Radians."""
WARM, WARMER = 0.06, 0.12
"""Turned towards it by this a pixel may be skin, and is by that. Parts of paper white; 0.04 to 0.2."""
LAMP = 3.0
"""By so much more it must have turned where a lamp was or is mirrored. Parts; 1 to 4."""
TURNED = 0.08
"""Turned towards a team's colour by this a pixel counts in full. Parts of paper white; 0.05 to 0.15."""
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
    mute: Mapping[str, Map]
    """Team -> the pixel says nothing about its chips: printed in their colour and unchanged."""
    tint: dict[str, Map]
    """Team -> how far the pixel turned towards the team's colour since the empty picture, in parts of
    paper white, -1 to 1: what a thin coloured ring on a white chip leaves."""
    plane: tuple[Map, Map]
    """Red against green, and blue against yellow, in parts of paper white, -1 to 1."""
    printed_plane: tuple[Map, Map]
    """The same for the empty board."""
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
    light: BoardLight
    """How the light on all of the board is."""

    @cached_property
    def lost(self) -> Map:
        """Where print should show and does not, 0 to 1."""
        lost = self.told * np.clip((PRINT_LOST - self.alike) / PRINT_LOST, 0.0, 1.0)
        return np.asarray(lost, np.float32)

    def most_of_any_team(self, maps: dict[str, Map]) -> Map:
        """The most that any team of this table has in its map, 0 where none has."""
        most = np.zeros_like(self.warm)
        for team in self.at_home:
            most = np.maximum(most, maps[team])
        return most


class _Rest(Mapping[str, Map]):
    """Maps without what others have of them, worked out when one is asked for: kept, they would take as much again."""

    def __init__(self, maps: dict[str, Map], without: dict[str, Map]) -> None:
        self._maps, self._without = maps, without

    def __getitem__(self, team: str) -> Map:
        return self._maps[team] - self._without[team]

    def __iter__(self) -> Iterator[str]:
        return iter(self._maps)

    def __len__(self) -> int:
        return len(self._maps)


def logistic(log_odds: float) -> float:
    """The probability that evidence in log odds stands for."""
    return 1.0 / (1.0 + math.exp(min(-log_odds, 700.0)))


def _gaps(hues: dict[str, float]) -> dict[str, float]:
    """Angle from each team's hue to the nearest other team's, radians."""
    return {
        team: min((hues_apart(hue, other) for t, other in hues.items() if t != team), default=math.pi)
        for team, hue in hues.items()
    }


def weigh(
    straight: Picture,
    look: TableLook,
    teams: tuple[str, ...],
    slack: int = 1,
    known: BoardLight | None = None,
    region: Region | None = None,
) -> Evidence:
    """Evidence of one straight picture. `slack` is how far print may seem to have crept, pixels; `known` and `region`
    as for `difference_from_empty`."""
    lit = difference_from_empty(straight, look, slack, known, region)
    colours = {team: look.colour_of(team) for team in teams}
    at_home = look.at_home & frozenset(teams)
    raw = _likenesses(lit.shades, colours, at_home, lit.blind)
    chip = {team: raw[team] * np.maximum(lit.changed, np.float32(1 / 255) * lit.empty.bare[team]) for team in teams}
    tint, warm, turned = _turns(lit, colours)
    printed = lit.printed.lightness
    return Evidence(
        changed=lit.changed,
        chip=chip,
        raw=raw,
        beyond=raw,
        mute=_Rest(raw, chip),
        tint=tint,
        plane=(lit.shades.across, lit.shades.along),
        printed_plane=(lit.printed.across, lit.printed.along),
        saturation=lit.shades.saturation,
        lightness=lit.shades.lightness,
        printed=printed,
        value=lit.shades.value,
        warm=warm,
        dimmed=np.maximum(lit.dimmed, lit.blind * ramp(printed - lit.shades.lightness, DIM, 3.0 * DIM)),
        turned=turned,
        # Beside the yellow of old card white itself looks blue, but it lacks nothing that the card has.
        pale=np.maximum(_pale(lit.shades), lit.whiter),
        burnt=lit.burnt,
        blind=lit.blind,
        dazzle=lit.dazzle,
        flare=lit.flare,
        unlike=lit.unlike * (1.0 - lit.blind),
        strange=lit.unlike * turned,
        alike=lit.alike,
        told=lit.told,
        colours=colours,
        at_home=at_home,
        light=lit.light,
    )


def _turns(lit: Difference, colours: dict[str, ChipColour]) -> tuple[dict[str, Map], Map, Map]:
    """How far each pixel turned since the empty picture: to each team, to skin, and to the likeliest team."""
    turned = (lit.shades.across - lit.printed.across, lit.shades.along - lit.printed.along)
    tint = {team: _along(turned, colour.hue) for team, colour in colours.items()}
    # Nothing but what lies there takes a lamp's mirror image away, whatever its colour.
    return tint, _warm(turned, lit.blind), np.maximum(_turned_to_any(tint.values()), lit.dimmed * lit.blind)


def _pale(shades: Shades) -> Map:
    """Bright and colourless."""
    return np.asarray((1.0 - ramp(shades.saturation, 0.15, 0.35)) * ramp(shades.value, 0.6, 0.8), np.float32)


def _likenesses(shades: Shades, colours: dict[str, ChipColour], at_home: frozenset[str], blind: Map) -> dict[str, Map]:
    """How far each pixel shows the colour of each team, printed or not; `at_home` are the teams of this table."""
    halo, hues = _halo(blind), hues_of(shades)
    nearest = _gaps({team: colour.hue for team, colour in colours.items()})
    found: dict[str, Map] = {}
    for team, colour in colours.items():
        spread: float | Map = colour.spread
        if halo is not None and team != "r" and team in at_home:
            # Beside a burnt-out disc the lamp's own colour lies over everything and turns the hue; red is its
            # own colour, and gets no more play.
            loose = max(colour.spread, min(2.5 * colour.spread, 0.3 * nearest[team]))
            spread = colour.spread + np.float32(loose - colour.spread) * halo
        found[team] = likeness(hues, colour, spread)
    return found


def _along(turned: tuple[Map, Map], hue: float) -> Map:
    """How far each pixel is turned towards a hue, parts of paper white."""
    return turned[0] * np.float32(math.cos(hue)) + turned[1] * np.float32(math.sin(hue))


def _turned_to_any(tints: Iterable[Map]) -> Map:
    """How far a pixel turned towards the likeliest team, 0 to 1."""
    most = np.zeros((), np.float32)
    for one in tints:
        most = np.maximum(most, one)
    return np.asarray(np.minimum(most / TURNED, 1.0), np.float32)


def _warm(turned: tuple[Map, Map], blind: Map) -> Map:
    """What turned towards the hue of skin; light skin on white paper is told by nothing else."""
    towards = _along(turned, SKIN)
    # Paper from which a lamp's mirror image has gone has turned, too, but not as far.
    towards /= 1.0 + LAMP * blind
    return ramp(towards, WARM, WARMER)


def _halo(blind: Map) -> Map | None:
    """1 near all that is burnt out, 0 elsewhere; None where nothing is."""
    if not blind.any():
        return None
    return np.asarray(cv2.dilate(blind, np.ones((HALO, HALO), np.uint8)), np.float32)
