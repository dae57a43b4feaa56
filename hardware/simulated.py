"""A table that is drawn instead of filmed: board, cards, chips and hands, seen through a camera's faults.

Every frame takes the same road as a real one; the players play by the rules engine. Here lives the camera
and its clock; what is drawn is in `hardware.tabletop`. Nothing here reads pictures.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from engine.editions.edition import TEAM_OF
from engine.equipment.board import Layout
from hardware.camera import Camera, CameraError, Frame, Picture
from hardware.pace import Clock, Pace, Wait
from hardware.tabletop import decor as decoration
from hardware.tabletop.dealing import deal
from hardware.tabletop.light import Sensor
from hardware.tabletop.optics import Points
from hardware.tabletop.scene import Laid, Scene
from hardware.tabletop.script import Habits
from hardware.tabletop.stage import Stage

_APART = 1_000_003
"""Frame indices of calibration pictures lie beyond those of any game, so that their noise is their own."""


class SimulatedTable(Camera):
    """A camera over a drawn table. The same seed gives the same frames, to the last bit.

    Nothing is drawn before `open` (or until somebody asks what is to be seen).

    Args:
        seed: decides the table, the cards and all that chance decides.
        edition: rule book, with its switches in `rules`; `layout` is the edition's own when not named.
        seats: turn order, as `blue green` or `blue:North green:East`.
        size: width and height of the frames.
        fps: frames a second of the table's own clock, which `Frame.at` shows.
        speed: seconds of the table's clock that pass in a second; only when `live`.
        live: whether frames come at their pace; otherwise as fast as they are asked for.
        habits: how the players behave, and how many games they play.
        style: name of a board style; `orientation` turns it by quarters; `tilt` of the camera in degrees.
        clock, wait: replaced in tests, which never sleep.

    Raises:
        CameraError: the game or the table cannot be as asked, with the reason.
    """

    def __init__(
        self,
        *,
        seed: int = 1,
        edition: str = "classic",
        seats: str = "blue green",
        rules: str = "",
        layout: str | None = None,
        size: tuple[int, int] = (1280, 960),
        fps: float = 5.0,
        speed: float = 1.0,
        live: bool = True,
        habits: Habits = Habits(),  # noqa: B008 - frozen
        style: str = "",
        orientation: int | None = None,
        tilt: float | None = None,
        clutter: bool = True,
        clock: Clock = time.monotonic,
        wait: Wait | None = None,
    ) -> None:
        self.name = f"simulated:{seed}"
        self.live = live
        self.seed = seed
        self.fps = fps
        _must_be_possible(speed, habits)
        try:
            self._pace = Pace(speed, clock, wait)
            self._deal = deal(edition, seats, rules, layout, seed)
            self.decor = decoration.choose(
                seed, self.layout, size, style=style, orientation=orientation, tilt=tilt, clutter=clutter
            )
        except ValueError as error:
            raise CameraError(
                f"The simulated table cannot be set up: {str(error).rstrip(chr(46))}.", "Change that, or leave it out."
            ) from error
        self._habits = habits
        self._open = False
        self._next = 0
        self._exposure = 1.0
        self._reference = 0.0
        self._posed: dict[int, str] | None = None
        self._held = self._lays_cards = False
        self._to_lay: deque[str] = deque()
        """Cards that are to be shown; whoever draws the frames lays them."""

    # What a test or a calibration may know

    @property
    def layout(self) -> Layout:
        """The layout printed on the board."""
        return self._deal.layout

    @property
    def teams(self) -> tuple[str, ...]:
        """Letters of the teams that play, in order of their first seat."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def seats(self) -> tuple[str, ...]:
        """Letter of each seat's team, in turn order."""
        return self._deal.teams

    @cached_property
    def stage(self) -> Stage:
        """The players and the drawn table, drawn when first asked for."""
        return Stage(self._deal, Scene(self.layout, self.decor), self.seed, self._habits)

    @property
    def scene(self) -> Scene:
        """The drawn table."""
        return self.stage.scene

    @property
    def nodes(self) -> Points:
        """Pixels of the grid nodes as they lie now, shape (rows + 1, columns + 1, 2), row 1 first."""
        return self.scene.lattice()

    @property
    def color_chips(self) -> dict[str, str]:
        """Where the chips of `colors_picture` lie: `{"blue": "d5", ...}`."""
        return {TEAM_OF[team]: self.layout.name_of(space) for team, space in self._color_spaces().items()}

    def _color_spaces(self) -> dict[str, int]:
        row, columns = (self.layout.rows - 1) // 2, self.layout.columns
        first = columns // 2 - 2
        return {team: row * columns + first + 2 * k for k, team in enumerate(self.teams)}

    def empty_picture(self) -> Picture:
        """The board with nothing on it, from this camera, in this light."""
        return self._calibration({}, 0)

    def colors_picture(self) -> Picture:
        """The board with one chip of each team that plays, where `color_chips` says."""
        chance = random.Random(f"colors {self.seed}")
        spaces = self._color_spaces()
        chips = {
            s: Laid(t, chance.gauss(0, 0.2), chance.gauss(0, 0.2), chance.uniform(0, 72)) for t, s in spaces.items()
        }
        return self._calibration(chips, 1)

    def _calibration(self, chips: dict[int, Laid], number: int) -> Picture:
        scene, before = self.scene, dict(self.scene.laid)
        scene.show(chips)
        picture = np.empty_like(scene.still)
        self._sensor.develop(scene.still, _APART + number, self._sensor.drift(0.0), picture)
        scene.show(before)
        return picture

    # The camera

    def open(self) -> None:
        """Draw the table. Opening again goes on where the game stood."""
        _ = self.scene, self._sensor
        self._pace.start()
        self._open = True

    def go_on_after(self, index: int) -> None:
        """Let the players play on, unseen, until after the frame of this index."""
        while self._next <= index and self.stage.advance(self._next / self.fps):
            self._next += 1

    def hold(self, waiting: bool) -> None:
        """Let the players wait from their next movement on, or play on."""
        self._held = waiting
        self.stage.waiting = self._held or self._lays_cards

    def pose(self, chips: Mapping[int, str] | None) -> None:
        """Show the board with these chips on it and nobody at play, until None lets the players play on."""
        self._posed = None if chips is None else dict(chips)

    def lay_card(self, card: str | None) -> None:
        """Lay this card straight on a pile, one face down for an empty name, while nobody plays; None: they play on."""
        self._lays_cards = card is not None
        self.stage.waiting = self._held or self._lays_cards
        if card is not None:
            self._to_lay.append(card)

    def close(self) -> None:
        """Stop giving frames."""
        self._open = False
        self._pace.stop()

    def describe(self) -> dict[str, Any]:
        """What is simulated."""
        width, height = self.decor.view.size
        return {
            "model": "simulated table",
            "width": width,
            "height": height,
            "fps": self.fps,
            "seed": self.seed,
            "board": self.decor.board.name,
            "table": self.decor.surface,
        }

    def frames(self) -> Iterator[Frame]:
        """The frames of the game, each drawn into an array of its own."""
        if not self._open:
            raise CameraError("The simulated camera is not open.")
        while self._open:
            index, at = self._next, self._next / self.fps
            overdue = False
            if self.live:
                overdue = self._pace.late(at) > 1.5 / self.fps
                if not overdue and not self._pace.until(at):
                    return
            posed = self._posed
            if posed is not None:
                self._next += 1
                yield Frame(self._draw_posed(posed, index, at), at, index)
                continue
            while self._to_lay and self.stage.motion is None:
                self.scene.lay_straight(self._to_lay.popleft())
            if not self.stage.advance(at):
                return
            self._next += 1
            if overdue and index % 8:  # a camera does not wait for those who are slow
                continue
            yield Frame(self._draw(index, at), at, index)

    # Drawing

    @cached_property
    def _sensor(self) -> Sensor:
        return Sensor(self.decor.view.size, self.decor.noise, self.seed)

    def _draw(self, index: int, at: float) -> Picture:
        scene, sensor, motion = self.scene, self._sensor, self.stage.motion
        gain = sensor.drift(at) * self._metered()
        if motion is None:
            return sensor.develop(scene.still, index, gain, np.empty_like(scene.still))
        picture = scene.still.copy()
        motion.sprite(at).lay(picture, *motion.tip(at))
        return sensor.develop(picture, index, gain, picture)

    def _draw_posed(self, chips: Mapping[int, str], index: int, at: float) -> Picture:
        scene, sensor = self.scene, self._sensor
        if {space: laid.team for space, laid in scene.laid.items()} != chips:
            scene.show({space: Laid(team) for space, team in chips.items()})
        return sensor.develop(scene.still, index, sensor.drift(at), np.empty_like(scene.still))

    def _metered(self) -> float:
        """Automatic exposure: most of a change of light is made good within a second."""
        middle = float(self.scene.still[::32, ::32].mean())
        self._reference = self._reference or middle
        wanted = float(np.clip((self._reference / max(middle, 1.0)) ** 0.7, 0.6, 1.8))
        step = min(1.0, 2.5 / self.fps)
        if abs(wanted - 1.0) < 0.06:  # chips alone do not make it hunt
            wanted = 1.0
        self._exposure += (wanted - self._exposure) * step
        return self._exposure


def _must_be_possible(speed: float, habits: Habits) -> None:
    """Refuses paces and habits that no table has."""
    if not 0 < speed < math.inf:
        raise CameraError(f"The players' speed cannot be {speed:g}.", "1 is a quick family, 2 twice as fast.")
    if not 0 <= habits.cheats <= 1:
        raise CameraError(f"Nobody can cheat at {habits.cheats:g} of the turns.", "Say a part from 0 to 1, as 0.1.")
