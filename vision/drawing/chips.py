"""Chips of makes that nobody sells: face or white side up, embossed, printed, glossy, leaning, stacked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import sprites
from vision.drawing.canvas import STILL, Chance, Picture, Plane, grain, happens
from vision.drawing.scene import Colour, Place, Scene

one = np.float32


@dataclass(frozen=True)
class Gleam:
    """How a chip mirrors its lamp. Lengths in radii of the chip."""

    rim: float
    """How strongly edges of the relief glint."""
    dome: float
    """A round glint of a curved face: its strength,"""
    dome_at: tuple[float, float]
    dome_size: float
    tilt_share: float
    """Share of chips that lie a little askew and mirror a lamp or window all over."""
    tilt_strength: float
    ring: float
    """A bright thin ring of a polished groove: its strength, radius, width and how much of it faces the lamp."""
    ring_at: float
    ring_width: float
    ring_turned: float
    mirror: float
    """Share of what the board mirrors that the chip mirrors too."""


@dataclass(frozen=True)
class Make:
    """What all chips of one set have in common. Lengths in spaces, colours linear."""

    radius: tuple[float, float]
    """Half width and half height."""
    thick: float
    shadow: float
    """How much of the light its shadow takes."""
    shadow_soft: float
    shadow_at: tuple[float, float]
    """Where the shadow falls from the foot."""
    contact: float
    """Darkness right around the foot."""
    to_lamp: tuple[float, float]
    """Direction of the light."""
    height: Plane
    relief: float
    print: Picture | None
    print_colour: Colour | None
    """None: a darker shade of the chip's own."""
    edge: Picture | None
    edge_colour: Colour
    ink: Picture
    white: Colour
    ink_faded: float
    ink_tone: float
    ink_depth: float
    """Power to which the team's colour is raised: ink may be darker and purer than the plastic of the face."""
    white_edge: bool
    side: float
    """How dark its edge is against its face."""
    translucent: float
    gleam: Gleam
    texture: float
    variation: float
    """How much chips of one make differ in brightness."""
    edge_sharp: float


@dataclass(frozen=True)
class Chip:
    """One chip that lies on a board."""

    foot: Place
    colour: Colour
    white_up: bool = False
    above: float = 0.0
    """How high above the board it lies, spaces."""
    lean: tuple[float, float] = (0.0, 0.0)
    """How far its top slips aside because it lies askew, spaces."""
    squash: tuple[float, float] = (1.0, 1.0)
    """How much narrower and lower it looks because it lies askew."""


def _gleam(chance: Chance, to_lamp: NDArray[np.float64]) -> Gleam:
    dome_at = to_lamp * chance.uniform(0, 0.6) + chance.normal(0, 0.15, 2)
    return Gleam(
        rim=float(chance.uniform(0, 0.8)) * happens(chance, 0.6),
        dome=float(chance.uniform(0, 1) ** 2) * happens(chance, 0.4),
        dome_at=(float(dome_at[0]), float(dome_at[1])),
        dome_size=float(chance.uniform(0.06, 0.4)),
        tilt_share=float(chance.random() ** 2 * 0.3),
        tilt_strength=float(chance.uniform(0, 0.25)),
        ring=float(chance.uniform(0.05, 0.7)) * happens(chance, 0.35),
        ring_at=float(chance.uniform(0.45, 0.92)),
        ring_width=float(chance.uniform(0.04, 0.14)),
        ring_turned=float(chance.uniform(0, 1)),
        mirror=float(chance.uniform(0, 1)),
    )


def _radius(chance: Chance) -> tuple[float, float]:
    across = chance.uniform(0.18, 0.31) if happens(chance, 0.8) else chance.uniform(0.21, 0.27)
    flat = chance.uniform(1.0, 1.36) if happens(chance, 0.75) else chance.uniform(0.74, 1.0)
    return float(across), float(min(0.36, across * flat))


@dataclass(frozen=True)
class Habit:
    """How neatly a table lays its chips."""

    leaning: float
    """Share of chips that lie on an edge or a crumb."""
    stacked: float
    """Share of spaces on which two of a team lie."""


def habit_of(chance: Chance) -> Habit:
    """Mostly neat."""
    return Habit(
        leaning=float(chance.uniform(0.02, 0.25)) * happens(chance, 0.25),
        stacked=float(chance.uniform(0.02, 0.2)) * happens(chance, 0.12),
    )


def _leaning(chance: Chance, make: Make) -> tuple[tuple[float, float], tuple[float, float]]:
    """By how much a leaning chip's top slips aside, and how much narrower and lower it looks."""
    angle, rise = chance.uniform(0, 2 * np.pi), chance.uniform(0.2, 1.0)
    slip = rise * make.thick * np.array([np.cos(angle), np.sin(angle)])
    narrow = 1 - 0.18 * rise * np.abs([np.cos(angle), np.sin(angle)])
    return (float(slip[0]), float(slip[1])), (float(narrow[0]), float(narrow[1]))


def chips_on(chance: Chance, make: Make, habit: Habit, foot: Place, colour: NDArray[Any], white_up: bool) -> list[Chip]:
    """The chip that lies on a place, with what lies under it; from the board upwards."""
    own, other = ((colour * (1 + chance.normal(0, make.variation))).astype(np.float32) for _ in range(2))
    lean, squash = (0.0, 0.0), (1.0, 1.0)
    if happens(chance, habit.leaning):
        lean, squash = _leaning(chance, make)
    if not happens(chance, habit.stacked):
        return [Chip(foot, own, white_up, 0.0, lean, squash)]
    x, y = foot + chance.normal(0, 0.04, 2)
    under = Chip(foot, other, happens(chance, 0.3) if white_up else happens(chance, 0.05))
    return [under, Chip((float(x), float(y)), own, white_up, make.thick, lean, squash)]


def make_of(chance: Chance) -> Make:
    """A make of chips from chance."""
    radius = _radius(chance)
    direction = chance.normal(0, 1, 2)
    direction /= np.linalg.norm(direction)
    aside = direction * chance.uniform(0.02, 0.3) * radius[0]
    printed = happens(chance, 0.22)
    own = chance.uniform(0.02, 0.9, 3) ** 1.5 if happens(chance, 0.6) else None
    edge = sprites.edge_spots(chance) if happens(chance, 0.1) else None
    edge_colour = chance.uniform(0.7, 0.95, 3) if happens(chance, 0.7) else chance.random(3)
    return Make(
        radius=radius,
        thick=float(chance.uniform(0.02, 0.1)),
        shadow=float(chance.uniform(0.1, 0.8)),
        shadow_soft=float(chance.uniform(0.06, 0.6)),
        shadow_at=(float(aside[0]), float(aside[1])),
        contact=float(chance.uniform(0, 0.45)),
        to_lamp=(float(-direction[0]), float(-direction[1])),
        height=sprites.relief(chance),
        relief=float(chance.uniform(0, 0.45) if happens(chance, 0.8) else chance.uniform(0.3, 0.8)),
        print=sprites.face_print(chance) if printed else None,
        print_colour=None if own is None else own.astype(np.float32),
        edge=edge,
        edge_colour=edge_colour.astype(np.float32),
        ink=sprites.white_print(chance),
        white=(chance.uniform(0.62, 0.97) * np.exp(chance.normal(0, 0.03, 3))).astype(np.float32),
        ink_faded=float(chance.uniform(0, 0.4)) * happens(chance, 0.4),
        ink_tone=float(chance.uniform(0.6, 1.25)),
        ink_depth=float(chance.uniform(0.8, 1.8)) if happens(chance, 0.5) else 1.0,
        white_edge=happens(chance, 0.4),
        side=float(chance.uniform(0.35, 0.95)),
        translucent=float(chance.uniform(0.15, 0.6)) * happens(chance, 0.08),
        gleam=_gleam(chance, -direction),
        texture=float(chance.uniform(0, 0.1)) * happens(chance, 0.5),
        variation=float(chance.uniform(0.01, 0.08)),
        edge_sharp=float(chance.uniform(0.7, 1.3)),
    )


def flat(make: Make) -> Make:
    """Discs of paper or thin card in the place of chips: no height, no relief, hardly a shadow, nothing that shines."""
    dull = replace(make.gleam, rim=0.0, dome=0.0, tilt_share=0.0, ring=0.0)
    return replace(make, thick=0.005, shadow=0.1 * make.shadow, contact=0.1 * make.contact, relief=0.0, gleam=dull)


def _clip(values: NDArray[Any], low: float, high: float) -> Any:
    return np.minimum(np.maximum(values, one(low)), one(high))


def _each(plane: Any) -> Any:
    """A plane for each of three colours. Numpy is slow where it has to repeat a last axis of one itself."""
    return cv2.merge((plane, plane, plane))


class _Oval:
    """A chip's outline somewhere in a window, and how far each pixel lies from its middle, in its radii."""

    def __init__(
        self, scene: Scene, centre: tuple[float, float], radius: tuple[float, float], pads: tuple[float, float]
    ) -> None:
        self.centre, self.radius = centre, radius
        side = scene.scale.side
        spans = [
            (max(0, int(at - reach - pad)), min(side, int(at + reach + pad) + 2))
            for at, reach, pad in zip(centre, radius, pads, strict=True)
        ]
        (self.left, right), (self.upper, lower) = spans
        self.empty = right - self.left < 2 or lower - self.upper < 2
        self.place = (slice(self.upper, lower), slice(self.left, right))
        axis = scene.scale.axis
        self.across, self.down = axis[self.left : right], axis[self.upper : lower]

    def around(self, step: tuple[float, float] = (0.0, 0.0)) -> tuple[Plane, Plane]:
        """Every pixel's distance from a point so far from the middle, across and down, in radii."""
        u = (self.across - one(self.centre[0] + step[0])) * one(1 / self.radius[0])
        w = (self.down - one(self.centre[1] + step[1])) * one(1 / self.radius[1])
        return u[None], w[:, None]

    def distance(self, step: tuple[float, float] = (0.0, 0.0)) -> Any:
        """Every pixel's distance from that point in any direction, in radii."""
        u, w = self.around(step)
        return np.sqrt(w * w + u * u)


class _Drawing:
    """One chip on its way into a scene. Lengths in pixels."""

    def __init__(self, scene: Scene, make: Make, chip: Chip) -> None:
        space = scene.scale.space
        self.scene, self.make, self.chip = scene, make, chip
        x, y = scene.pixel(chip.foot)
        low, high = (scene.shift(*chip.foot, up) for up in (chip.above, chip.above + make.thick))
        self.radius = (make.radius[0] * chip.squash[0] * space, make.radius[1] * chip.squash[1] * space)
        self.foot = (x + low[0] * space, y + low[1] * space)
        self.step = ((high[0] - low[0] + chip.lean[0]) * space, (high[1] - low[1] + chip.lean[1]) * space)
        self.top = (self.foot[0] + self.step[0], self.foot[1] + self.step[1])

    def shade(self) -> None:
        """Take the light that the chip takes from what lies around it."""
        make = self.make
        lift = self.scene.scale.space * (1 + 6 * self.chip.above)
        aside = (make.shadow_at[0] * lift, make.shadow_at[1] * lift)
        soft = 2 + make.shadow_soft * self.radius[0] * 0.5
        oval = _Oval(self.scene, self.foot, self.radius, (soft + abs(aside[0]), soft + abs(aside[1])))
        if oval.empty:
            return
        taken = _clip((one(1.03) - oval.distance(aside)) * one(1 / make.shadow_soft) + one(0.5), 0, 1)
        taken *= one(make.shadow)
        if make.contact and not self.chip.above:
            close = _clip((one(1.22) - oval.distance()) * one(2.5), 0, 1) * one(make.contact)
            taken = np.maximum(taken, close)
        self.scene.radiance[oval.place] *= _each(one(1) - taken)

    def edge(self) -> None:
        """The side of the chip: its foot swept up to its top."""
        oval = _Oval(self.scene, self.foot, self.radius, (abs(self.step[0]) + 1, abs(self.step[1]) + 1))
        if np.hypot(*self.step) <= 0.4 or oval.empty:
            return
        along, down = one(self.step[0] / self.radius[0]), one(self.step[1] / self.radius[1])
        u, w = oval.around()
        where = _clip((u * along + w * down) * (1 / (along * along + down * down)), 0, 1)
        apart = np.sqrt(np.square(u - where * along) + np.square(w - where * down))
        solid = _clip((1 - apart) * one(self.radius[0]) + one(0.5), 0, 1)
        colour = self.make.white if self.chip.white_up and self.make.white_edge else self.chip.colour
        part = self.scene.radiance[oval.place]
        sent = cv2.merge([solid * one(level * self.make.side) for level in colour.tolist()])
        part *= _each(1 - solid)
        part += sent * self.scene.light[oval.place]

    def face(self, chance: Chance) -> None:
        """The top of the chip."""
        oval = _Oval(self.scene, self.top, self.radius, (1, 1))
        if oval.empty:
            return
        make, scene = self.make, self.scene
        part, light = scene.radiance[oval.place], scene.light[oval.place]
        distance = oval.distance()
        solid = _clip((1 - distance) * one(self.radius[0] * make.edge_sharp) + one(0.5), 0, 1)
        turn = _turn(chance, oval)
        slope = _slope(make, oval, turn) if make.relief else None
        tone = np.ones_like(solid) if slope is None else _clip(1 - slope * one(0.45), 0.35, 1.7)
        if make.texture:
            tone *= 1 + (grain(chance, *solid.shape)[..., 0] - one(STILL)) * one(make.texture / 32)
        base = cv2.merge([level * tone for level in _levels(make, self.chip, oval, turn)])
        if make.translucent:
            through = part / (light + one(0.01)) * np.sqrt(self.chip.colour) * one(1.2)
            base += one(make.translucent) * (through - base * one(0.6))
        base *= light
        glints = _glints(chance, make, oval, slope, distance)
        if glints is not None:
            base += cv2.merge([glints * level for level in scene.lamp])
        if scene.mirrored is not None:
            base += scene.mirrored[oval.place] * one(make.gleam.mirror)
        base -= part
        base *= _each(solid)
        part += base


def _turn(chance: Chance, oval: _Oval) -> NDArray[np.float32]:
    """From the window to the sprite, any way round."""
    angle = chance.uniform(0, 2 * np.pi)
    cos, sin = np.cos(angle), np.sin(angle)
    kx, ky = sprites.RADIUS / oval.radius[0], sprites.RADIUS / oval.radius[1]
    x, y = oval.centre[0] - oval.left, oval.centre[1] - oval.upper
    return np.array(
        [
            [cos * kx, -sin * ky, sprites.MIDDLE - cos * kx * x + sin * ky * y],
            [sin * kx, cos * ky, sprites.MIDDLE - sin * kx * x - cos * ky * y],
        ],
        np.float32,
    )


def _turned(sprite: NDArray[Any], oval: _Oval, turn: NDArray[np.float32]) -> Any:
    """A sprite as it lies on this chip."""
    size = (len(oval.across), len(oval.down))
    return cv2.warpAffine(sprite, turn, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _slope(make: Make, oval: _Oval, turn: NDArray[np.float32]) -> Any:
    """How steeply the face rises towards the lamp, and so turns away from it."""
    height = _turned(make.height, oval, turn)
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) * one(make.relief * make.to_lamp[0])
    slope += cv2.Sobel(height, cv2.CV_32F, 0, 1) * one(make.relief * make.to_lamp[1])
    return slope


def _levels(make: Make, chip: Chip, oval: _Oval, turn: NDArray[np.float32]) -> list[Any]:
    """What the top sends back of its light: blue, green and red, each a number or a plane."""
    under = make.white if chip.white_up else chip.colour
    printed: list[tuple[Picture, NDArray[Any], float]] = []
    if chip.white_up:
        printed.append((make.ink, np.clip(chip.colour**make.ink_depth * make.ink_tone, 0, 0.95), 1 - make.ink_faded))
    elif make.print is not None:
        printed.append((make.print, chip.colour * 0.5 if make.print_colour is None else make.print_colour, 1))
    if make.edge is not None and not chip.white_up:
        printed.append((make.edge, make.edge_colour, 1))
    levels: list[Any] = list(under)
    for sprite, colour, strength in printed:
        share = _turned(sprite, oval, turn) * one(strength / 255)
        levels = [level + share * one(there - here) for level, there, here in zip(levels, colour, under, strict=True)]
    return levels


def _glints(chance: Chance, make: Make, oval: _Oval, slope: Any, distance: Any) -> Any:
    """Share of the lamp that the top mirrors; None for none."""
    gleam = make.gleam
    u, w = oval.around()
    glints: list[Any] = []
    if slope is not None and gleam.rim:
        glints.append(_clip(-slope - one(0.35), 0, 1) * one(gleam.rim))
    if gleam.dome > 0.03:
        off = np.square(u - one(gleam.dome_at[0])) + np.square(w - one(gleam.dome_at[1]))
        glints.append(np.exp(off * one(-1 / gleam.dome_size**2)) * one(gleam.dome))
    if gleam.ring:
        facing = (u * one(make.to_lamp[0]) + w * one(make.to_lamp[1])) * one(gleam.ring_turned)
        ring = np.exp(np.square((distance - one(gleam.ring_at)) * one(1 / gleam.ring_width)) * one(-1))
        glints.append(ring * _clip(facing + one(1 - gleam.ring_turned), 0, 1) * one(gleam.ring))
    if happens(chance, gleam.tilt_share):
        across, down = chance.normal(0, 0.6, 2)
        plane = _clip(one(chance.uniform(0.2, 1.2)) + one(across) * u + one(down) * w, 0, 1)
        glints.append(plane * one(gleam.tilt_strength * chance.uniform(0.3, 2)))
    return sum(glints[1:], glints[0]) if glints else None


def draw(scene: Scene, make: Make, chip: Chip, chance: Chance) -> None:
    """Draw a chip with its shadow into a scene."""
    drawing = _Drawing(scene, make, chip)
    drawing.shade()
    drawing.edge()
    drawing.face(chance)
