"""A simulated table of which is known what really lay there, frame by frame, and at which more happens than a game."""

from __future__ import annotations

import random
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.calibrate import calibrate
from hardware.camera import CameraError
from hardware.simulated import SimulatedTable
from hardware.tabletop.acts import Note, Reach, Rest, Stop
from hardware.tabletop.scene import Scene
from hardware.tabletop.script import CHEATS, Habits
from hardware.tabletop.stage import Stage
from tests.card_slips import Dealt, OddStop, SlippingScript, Slips
from vision.drawing.stamps import NOTHING

BETWEEN = 0.42
"""Part of a space by which a chip must be off its middle to be no one space's."""


def measured(table, **more):
    """How a simulated table looks to the eye: measured from its own pictures, by the chips that lie there for that."""
    chips = {team[0]: table.layout.space(space) for team, space in table.color_chips.items()}
    return calibrate(table.empty_picture(), table.colors_picture(), chips, layout=table.layout, **more).look


@dataclass(frozen=True)
class FrameTruth:
    """One frame as it is."""

    index: int
    at: float
    rows: tuple[str, ...]
    """What lies on each space: `.` nothing, `b` `g` `r` a chip, `*` a free corner; one text a row."""
    flipped: tuple[int, ...]
    between: tuple[int, ...]
    """Spaces whose chip lies so far over a line that it is no one space's."""
    hidden: tuple[float, ...]
    """Part of each space, 0 to 1, behind the hand; empty while no hand is in the picture."""
    hand: bool
    """Whether hand or arm are in the picture."""

    @property
    def letters(self) -> str:
        """All rows as one text."""
        return "".join(self.rows)


@dataclass(frozen=True)
class EventTruth:
    """Something that happened, and the frames in which it did."""

    note: Note
    hand_frames: tuple[int, int]
    """First and last frame with the hand in the picture (the same frame twice where none was needed)."""
    settled_frame: int
    """First frame in which it lies open."""
    rows: tuple[str, ...]
    """The board after it."""
    flipped: tuple[int, ...]


KEPT = 3000
"""Frames that are known at most."""


class Truth:
    """All events of a run, and its latest frames."""

    def __init__(self) -> None:
        self.events: list[EventTruth] = []
        self._frames: OrderedDict[int, FrameTruth] = OrderedDict()

    def add(self, frame: FrameTruth) -> None:
        """Keep the truth of a frame; the oldest goes when there are too many."""
        self._frames[frame.index] = frame
        while len(self._frames) > KEPT:
            self._frames.popitem(last=False)

    def __getitem__(self, index: int) -> FrameTruth:
        return self._frames[index]

    def __len__(self) -> int:
        return len(self._frames)


class WatchedTable(SimulatedTable):
    """A simulated table whose players have the habits named, whose `truth` is kept and whose `troubles` happen, each
    with kind, time and seconds: `lean`, an arm on the board; `black`, `frozen` or `gone`, a failing camera; any other
    kind happens to the scene. `slips` is the part of the turns at which something happens to a card."""

    def __init__(self, *, troubles=(), cheat_kinds=CHEATS, slips=0.0, **options):
        habits = {name: options.pop(name) for name in Habits.__dataclass_fields__ if name in options}
        super().__init__(habits=Habits(kinds=cheat_kinds, **habits), **options)
        self.truth = Truth()
        self._troubles, self._slips = troubles, slips
        self._last = None

    @cached_property
    def stage(self):
        """The players and the drawn table, watched."""
        watched = {"troubles": self._troubles, "slips": self._slips, "truth": self.truth, "fps": self.fps}
        return _WatchedStage(self._deal, Scene(self.layout, self.decor), self.seed, self._habits, **watched)

    def _draw(self, index, at):
        kind, until = self.stage.failing
        if at < until:
            if kind == "gone":
                raise CameraError("The simulated camera has vanished.", "It comes back by itself.")
            if kind == "frozen" and self._last is not None:
                return self._last.copy()
            if kind == "black":
                return np.zeros_like(self.scene.still)
        picture = super()._draw(index, at)
        self._last = picture if self._troubles else None
        return picture


class _WatchedStage(Stage):
    """Notes what happens, and lets troubles happen."""

    def __init__(self, deal, scene, seed, habits, *, troubles, slips, truth, fps):
        super().__init__(deal, scene, seed, habits)
        self.truth, self._slips = truth, slips
        self.failing = ("", 0.0)
        """How the camera fails, and until when."""
        self._fps = fps
        self._troubles = sorted(troubles, key=lambda trouble: trouble.at)
        self._chance = random.Random(f"troubles {seed}")
        self._now = 0.0
        self._seen_in = None
        self._pending = []
        self._points = None, None

    def _story(self):
        for act in super()._story():
            lean = next((one for one in self._troubles if one.kind == "lean" and one.at <= self._now), None)
            if lean is not None:
                self._troubles.remove(lean)
                layout = self.scene.layout
                middle = layout.rows // 2 * layout.columns + layout.columns // 2
                yield Reach(0, (Stop(middle),), note=Note("trouble", code="lean"), pose="flat", linger=lean.seconds)
                yield Rest(0.6)
            yield act

    def _script(self, game):
        slips = Slips(Dealt(self.deal), random.Random(f"slips {self._seed} {game}"), self._slips)
        return SlippingScript.of(super()._script(game), slips)

    def _apply(self, change):
        if isinstance(change, OddStop):
            change.happen(self.scene)
        else:
            super()._apply(change)

    def advance(self, at):
        """Bring the table to a time, with whatever happens then; false when the story is over."""
        self._now = at
        goes_on = super().advance(at)
        if goes_on:
            for trouble in [one for one in self._troubles if one.at <= at and one.kind != "lean"]:
                self._troubles.remove(trouble)
                if trouble.kind in ("black", "frozen", "gone"):
                    self.failing = (trouble.kind, at + trouble.seconds)
                else:
                    trouble.happen(self.scene, self._chance)
                self._pending.append((Note("trouble", code=trouble.kind), None))
            self._record(round(at * self._fps), at)
        return goes_on

    def _begin(self, act, at):
        self._seen_in = None
        super()._begin(act, at)

    def _finish(self):
        note = self._act.note
        super()._finish()
        if note is not None:
            self._pending.append((note, self._seen_in))

    def _record(self, index, at):
        scene, motion = self.scene, self.motion
        width, height = scene.cell
        letters = ["*" if card is None else "." for card in scene.layout.cards]
        flipped, between = [], []
        for space, chip in sorted(scene.laid.items()):
            if abs(chip.dx) > BETWEEN * width or abs(chip.dy) > BETWEEN * height:
                between.append(space)
                continue
            letters[space] = chip.team
            if chip.flipped:
                flipped.append(space)
        columns = scene.layout.columns
        text = "".join(letters)
        rows = tuple(text[k : k + columns] for k in range(0, len(text), columns))
        hidden, hand = (), False
        if motion is not None:
            x, y = motion.tip(at)
            sprite = motion.sprite(at)
            hand = sprite.window(*scene.view.size, x, y) != NOTHING
            if hand:
                if self._points[0] != (scene.view, scene.lie):
                    self._points = (scene.view, scene.lie), samples(scene)
                points = self._points[1]
                hidden = tuple(_covered(sprite, points.reshape(-1, 2), x, y).reshape(points.shape[:2]).mean(1).tolist())
                self._seen_in = (self._seen_in[0] if self._seen_in else index, index)
        self.truth.add(FrameTruth(index, at, rows, tuple(flipped), tuple(between), hidden, hand))
        for note, seen in self._pending:
            self.truth.events.append(EventTruth(note, seen or (index, index), index, rows, tuple(flipped)))
        self._pending.clear()


def samples(scene):
    """Pixels of 5 x 5 points spread evenly over every space, shape (spaces, 25, 2)."""
    rows, columns = scene.layout.rows, scene.layout.columns
    across, down = (
        (np.arange(0.5, 5 * many) / 5 - many / 2) * side for many, side in zip((columns, rows), scene.cell, strict=True)
    )
    grid = np.stack(np.meshgrid(across, down), -1)
    fine = scene.view.project(scene.lie.place(grid)).reshape(grid.shape)
    blocks = fine.reshape(rows, 5, columns, 5, 2).swapaxes(1, 2)
    return np.ascontiguousarray(blocks).reshape(rows * columns, 25, 2)


def _covered(sprite, points, x, y):
    """Which picture points, shape (n, 2), a hand hides when its fingertips are at (x, y)."""
    at = np.round(points).astype(int) - (x - sprite.tip[0], y - sprite.tip[1])
    height, width = sprite.cover.shape
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < width) & (at[:, 1] < height)
    hidden = np.zeros(len(at), bool)
    hidden[inside] = sprite.cover[at[inside, 1], at[inside, 0]] > 127
    return hidden
