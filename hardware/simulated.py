"""A table that is drawn instead of filmed: board, cards, chips and hands, seen through a camera's faults.

Every frame takes the same road as a real one; the players play by the rules engine. Here lives the camera
and its clock; what is drawn is in `hardware.tabletop`. Nothing here reads pictures.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from hardware.camera import CameraError, Frame, Picture
from hardware.pace import Clock, Pace, Wait
from hardware.tabletop import decor as decoration
from hardware.tabletop.boards import PrintedLayout
from hardware.tabletop.dealing import deal
from hardware.tabletop.light import Sensor
from hardware.tabletop.motion import Motion
from hardware.tabletop.optics import Points
from hardware.tabletop.scene import Laid, Scene
from hardware.tabletop.script import CHEATS, Act, Change, Note, Reach, Rest, Script, Stop
from hardware.tabletop.trouble import Trouble, happen
from hardware.tabletop.truth import EventTruth, FrameTruth, Truth

_WORDS = {"b": "blue", "g": "green", "r": "red"}
_BETWEEN = 0.42
"""Part of a space by which a chip must be off its middle to be no one space's."""
_APART = 1_000_003
"""Frame indices of calibration pictures lie beyond those of any game, so that their noise is their own."""


class SimulatedTable:
    """A camera over a drawn table. The same seed gives the same frames, to the last bit."""

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
        cheats: float = 0.05,
        cheat_kinds: tuple[str, ...] = CHEATS,
        stands: float = 0.0,
        style: str = "",
        orientation: int | None = None,
        tilt: float | None = None,
        clutter: bool = True,
        games: int | None = 1,
        troubles: tuple[Trouble, ...] = (),
        quick: float = 1.0,
        clock: Clock = time.monotonic,
        wait: Wait | None = None,
    ) -> None:
        """Nothing is drawn before `open` (or until somebody asks what is to be seen).

        Args:
            seed: decides the table, the cards and all that chance decides.
            edition: rule book, with its switches in `rules`; `layout` is the edition's own when not named.
            seats: turn order, as `blue green` or `blue:North green:East`.
            size: width and height of the frames.
            fps: frames a second of the table's own clock, which `Frame.at` shows.
            speed: seconds of the table's clock that pass in a second; only when `live`.
            live: whether frames come at their pace; otherwise as fast as they are asked for.
            cheats: part of the turns before which somebody cheats, in one of `cheat_kinds`.
            stands: part of those faults that nobody puts right.
            style: name of a board style; `orientation` turns it by quarters; `tilt` of the camera in degrees.
            games: games until the film ends; none for ever.
            troubles: what else happens, and when.
            quick: factor of all times of the players; 0.5 plays twice as hastily.
            clock, wait: replaced in tests, which never sleep.

        Raises:
            CameraError: the game or the table cannot be as asked, with the reason.
        """
        self.name = "simulated"
        self.live = live
        self.seed = seed
        self.fps = fps
        self.speed = speed
        if fps <= 0:
            raise CameraError(f"A simulated camera cannot give {fps:g} frames a second.", "Say a number above 0.")
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
        unknown = [kind for kind in cheat_kinds if kind not in CHEATS]
        if unknown:
            raise CameraError(f"Nobody can cheat by {unknown[0]!r}.", f"There are {', '.join(CHEATS)}.")
        self._cheats, self._kinds, self._stands = cheats, cheat_kinds, stands
        self._games, self._quick = games, quick
        self._troubles = sorted(troubles, key=lambda trouble: trouble.at)
        self._chance = random.Random(f"troubles {seed}")
        self.truth = Truth()
        self._scene: Scene | None = None
        self._sensor: Sensor | None = None
        self._open = False
        self._acts = self._story()
        self._next = 0
        self._act: Act | None = None
        self._motion: Motion | None = None
        self._act_ends = 0.0
        self._seen_in: tuple[int, int] | None = None
        self._pending: list[tuple[Note, tuple[int, int] | None]] = []
        self._failing: tuple[str, float] = ("", 0.0)
        self._last: Picture | None = None
        self._exposure = 1.0
        self._reference = 0.0

    # What a test or a calibration may know

    @property
    def layout(self) -> PrintedLayout:
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

    @property
    def need(self) -> int:
        """Sequences that win."""
        return self._deal.game.need

    @property
    def winner(self) -> str | None:
        """Letter of the team that has won the game on the table."""
        return self._deal.winner

    @property
    def scene(self) -> Scene:
        """The drawn table."""
        if self._scene is None:
            self._scene = Scene(self.layout, self.decor)
        return self._scene

    @property
    def nodes(self) -> Points:
        """Pixels of the grid nodes as they lie now, shape (rows + 1, columns + 1, 2), row 1 first."""
        return self.scene.lattice()

    @property
    def color_chips(self) -> dict[str, str]:
        """Where the chips of `colors_picture` lie: `{"blue": "d5", ...}`."""
        columns = self.layout.columns
        return {_WORDS[t]: f"{chr(97 + s % columns)}{s // columns + 1}" for t, s in self._color_spaces().items()}

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
        sensor = self._open_sensor()
        sensor.develop(scene.still, _APART + number, sensor.drift(0.0), picture)
        scene.show(before)
        return picture

    # The camera

    def open(self) -> None:
        """Draw the table. Opening again goes on where the game stood."""
        _ = self.scene
        self._open_sensor()
        self._pace.start()
        self._open = True

    def close(self) -> None:
        """Stop giving frames."""
        self._open = False
        self._pace.stop()

    def __enter__(self) -> SimulatedTable:
        self.open()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

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
            if not self._advance(index, at):
                return
            self._next += 1
            if self._failing[0] == "gone" and at < self._failing[1]:
                raise CameraError("The simulated camera has vanished.", "It comes back by itself.")
            if overdue and index % 8:  # a camera does not wait for those who are slow
                continue
            yield Frame(self._draw(index, at), at, index)

    # The story

    def _story(self) -> Iterator[Act]:
        game = 0
        while self._games is None or game < self._games:
            if game:
                self._deal = self._deal.again(game)
                self.scene.clear_cards()
                yield self._clear_away()
            script = Script(
                self._deal,
                self.layout.rows,
                self.layout.columns,
                frozenset(s for s, card in enumerate(self.layout.cards) if card is None),
                self.decor.board.cell,
                random.Random(f"script {self.seed} {game}"),
                self._cheats,
                self._kinds,
                self._stands,
                self._quick,
            )
            for act in script.acts():
                leaning = self._leaning()
                if leaning is not None:
                    yield leaning
                    yield Rest(0.6)
                yield act
            game += 1

    def _clear_away(self) -> Reach:
        """Everybody's chips are swept off for the next game."""
        spaces = sorted(self.scene.laid)
        stops = tuple(Stop(space, Change(space, None)) for space in spaces)
        return Reach(0, stops, note=Note("clear"), pose="flat", linger=0.02)

    def _leaning(self) -> Reach | None:
        now = self._next / self.fps
        for trouble in self._troubles:
            if trouble.kind == "lean" and trouble.at <= now:
                self._troubles.remove(trouble)
                middle = self.layout.rows // 2 * self.layout.columns + self.layout.columns // 2
                return Reach(0, (Stop(middle),), note=Note("trouble", code="lean"), pose="flat", linger=trouble.seconds)
        return None

    def _advance(self, index: int, at: float) -> bool:
        """Bring the table to a time; false when the story is over."""
        while self._act is None or at >= self._act_ends:
            if self._act is not None:
                self._finish(index)
            act = next(self._acts, None)
            if act is None:
                return False
            began = self._act_ends if self._act is not None else at
            self._begin(act, began)
        motion = self._motion
        while motion is not None and motion.changes and at >= motion.changes[0][0]:
            self._apply(motion.changes.pop(0)[1])
        for trouble in [t for t in self._troubles if t.at <= at and t.kind != "lean"]:
            self._troubles.remove(trouble)
            if trouble.kind in ("black", "frozen", "gone"):
                self._failing = (trouble.kind, at + trouble.seconds)
            else:
                happen(trouble, self.scene, self._chance)
            self._pending.append((Note("trouble", code=trouble.kind), None))
        self._record(index, at)
        return True

    def _begin(self, act: Act, at: float) -> None:
        self._act, self._motion, self._seen_in = act, None, None
        note = act.note
        if note is not None and note.kind == "turn" and note.seat is not None:
            for card in (*note.dead, *((note.card,) if note.card else ())):
                self.scene.discard(note.seat, card)
        if isinstance(act, Rest) or not act.stops:
            self._act_ends = at + (act.seconds if isinstance(act, Rest) else 0.0)
            return
        look = self.decor.hand(act.seat)
        seats = len(self._deal.teams)
        angle = 90.0 - 360.0 * act.seat / seats + random.Random(f"{self.seed} {at}").uniform(-12, 12)
        self._motion = Motion(act, self.scene, look, angle, at, self._quick)
        self._act_ends = self._motion.end

    def _finish(self, index: int) -> None:
        motion, act = self._motion, self._act
        while motion is not None and motion.changes:
            self._apply(motion.changes.pop(0)[1])
        self._motion = None
        if act is not None and act.note is not None:
            self._pending.append((act.note, self._seen_in))

    def _apply(self, change: Change) -> None:
        if change.chip is not None:
            self.scene.put(change.space, change.chip)
        elif change.space in self.scene.laid:
            self.scene.take(change.space)

    # Truth

    def _record(self, index: int, at: float) -> None:
        scene, motion = self.scene, self._motion
        width, height = scene.cell
        letters = ["*" if card is None else "." for card in self.layout.cards]
        flipped, between = [], []
        for space, chip in sorted(scene.laid.items()):
            if abs(chip.dx) > _BETWEEN * width or abs(chip.dy) > _BETWEEN * height:
                between.append(space)
                continue
            letters[space] = chip.team
            if chip.flipped:
                flipped.append(space)
        columns = self.layout.columns
        text = "".join(letters)
        rows = tuple(text[k : k + columns] for k in range(0, len(text), columns))
        hidden: tuple[float, ...] = ()
        hand = False
        if motion is not None:
            x, y = motion.tip(at)
            sprite = motion.sprite(at)
            hand = sprite.window(*scene.view.size, x, y) is not None
            if hand:
                points = scene.samples()
                covered = sprite.covers(points.reshape(-1, 2), x, y).reshape(points.shape[:2])
                hidden = tuple(covered.mean(1).tolist())
                self._seen_in = (self._seen_in[0] if self._seen_in else index, index)
        self.truth.add(FrameTruth(index, at, rows, tuple(flipped), tuple(between), hidden, hand))
        for note, seen in self._pending:
            self.truth.events.append(EventTruth(note, seen or (index, index), index, rows, tuple(flipped)))
        self._pending.clear()

    # Drawing

    def _open_sensor(self) -> Sensor:
        if self._sensor is None:
            self._sensor = Sensor(self.decor.view.size, self.decor.noise, self.seed)
        return self._sensor

    def _draw(self, index: int, at: float) -> Picture:
        kind, until = self._failing
        if at < until and kind == "frozen" and self._last is not None:
            return self._last.copy()
        scene, sensor = self.scene, self._open_sensor()
        if at < until and kind == "black":
            return np.zeros_like(scene.still)
        motion = self._motion
        gain = sensor.drift(at) * self._metered()
        if motion is None:
            picture = sensor.develop(scene.still, index, gain, np.empty_like(scene.still))
        else:
            picture = scene.still.copy()
            motion.sprite(at).lay(picture, *motion.tip(at))
            sensor.develop(picture, index, gain, picture)
        self._last = picture if self._troubles else None
        return picture

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
