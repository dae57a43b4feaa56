"""What happens on the simulated table from frame to frame: acts get their time, hands reach, chips and cards move.

It has no clock of its own and draws no frames; `hardware.simulated` asks it to go on to a time.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hardware.tabletop.acts import Act, Change, Note, PileStop, Reach, Rest, Stop
from hardware.tabletop.dealing import Deal
from hardware.tabletop.hand import HandLook, Sprite, draw_hand
from hardware.tabletop.scene import Scene
from hardware.tabletop.script import Habits, Script

_ABOVE = 1.2
"""Centimetres between the table and the fingertips."""
_NEARER = 1.12
"""How much larger than on the table things look at the height of a hand."""
_TRAVEL = 0.75
"""Seconds a hand takes from beyond the picture to its goal."""
_BETWEEN = 0.32
"""Seconds from one stop to the next."""
_SHUTTER = 0.016
_BREATH = 0.25
"""Seconds after which players that wait look again whether they may play on."""


class Motion:
    """A reach laid out in time and in the picture, from `start` seconds to `end`."""

    def __init__(
        self, reach: Reach, scene: Scene, look: HandLook, seat_angle: float, start: float, pace: float
    ) -> None:
        """`seat_angle` is where the player sits, degrees clockwise from the picture's right; `pace` stretches time."""
        self.reach = reach
        self._scene = scene
        self._look = look
        goals = [self._goal(stop) for stop in reach.stops]
        middle = np.mean(goals, axis=0)
        width, height = scene.view.size
        turn = np.radians(seat_angle)
        shoulder = np.array([width / 2, height / 2]) * (1 + 1.5 * np.array([np.cos(turn), np.sin(turn)]))
        self._angle = float(np.degrees(np.arctan2(shoulder[1] - middle[1], shoulder[0] - middle[0])))
        away = (shoulder - middle) / np.linalg.norm(shoulder - middle)
        # As much of the arm as can be seen, however far the fingers reach in.
        self._length = max(self._steps_out(goal, away) for goal in goals)
        first = np.asarray(goals[0] + away * self._steps_out(goals[0], away), np.float32)
        last = np.asarray(goals[-1] + away * self._steps_out(goals[-1], away), np.float32)
        self._sprites: dict[tuple[str | None, int], Sprite] = {}
        self._at, self._tips = [start], [first]
        """When the fingertips are where; in between they move."""
        self.changes: list[tuple[float, Change | PileStop]] = []
        time = start
        for k, (stop, goal) in enumerate(zip(reach.stops, goals, strict=True)):
            time += (_TRAVEL if k == 0 else _BETWEEN) * pace
            if stop.change is not None:
                self.changes.append((time + reach.linger * pace / 2, stop.change))
            self._at += [time, time + reach.linger * pace]
            self._tips += [goal, goal]
            time += reach.linger * pace
        self.end = time + _TRAVEL * pace
        self._at.append(self.end)
        self._tips.append(last)
        chips = [at for at, change in self.changes if isinstance(change, Change)]
        self._turning = chips[-1] if chips else self.end
        self._light = scene.lit.at(float(middle[0]), float(middle[1]))

    def _goal(self, stop: Stop | PileStop) -> NDArray[np.float32]:
        if isinstance(stop, PileStop):
            return np.asarray(self._scene.view.project([self._scene.pile(stop.seat)], _ABOVE)[0])
        space = stop.space
        chip = None if stop.change is None else stop.change.chip
        if chip is None:
            chip = self._scene.laid.get(space)
        dx, dy = (chip.dx, chip.dy) if chip is not None else (0.0, 0.0)
        return np.asarray(self._scene.view.project([self._scene.middle(space, dx, dy)], _ABOVE)[0])

    def _steps_out(self, goal: NDArray[np.float32], away: NDArray[np.float64]) -> float:
        """Pixels to go back along the arm until nothing of the hand is seen."""
        size = np.array(self._scene.view.size, float)
        margin = 7 * self._scale
        steps = [((size[k] + margin - goal[k]) if away[k] > 0 else (goal[k] + margin)) / abs(away[k])
                 for k in (0, 1) if abs(away[k]) > 1e-3]  # fmt: skip
        return float(min(steps))

    @cached_property
    def _scale(self) -> float:
        return self._scene.view.pixels_per_cm() * _NEARER

    def tip(self, time: float) -> tuple[int, int]:
        """Pixel of the fingertips at a time."""
        x, y = self._place(time)
        return round(float(x)), round(float(y))

    def _place(self, time: float) -> NDArray[np.float32]:
        to = min(max(bisect(self._at, time), 1), len(self._at) - 1)
        share = float(np.clip((time - self._at[to - 1]) / max(self._at[to] - self._at[to - 1], 1e-6), 0, 1))
        share = share * share * (3 - 2 * share)
        return np.asarray(self._tips[to - 1] + (self._tips[to] - self._tips[to - 1]) * share, np.float32)

    def sprite(self, time: float) -> Sprite:
        """The hand as it looks at a time: with or without a chip, blurred while it moves fast."""
        held = self.reach.held_in if time < self._turning else self.reach.held_out
        moved = float(np.linalg.norm(self._place(time + _SHUTTER) - self._place(time)))
        blur = 0 if moved < 8 else 18
        key = (held, blur)
        if key not in self._sprites:
            colour = None if held is None else self._scene.decor.chips.colour(held)
            self._sprites[key] = draw_hand(
                self._look,
                self._scale,
                self._angle,
                pose=self.reach.pose,
                held=colour,
                light=self._light,
                blur=blur,
                length=self._length,
            )
        return self._sprites[key]


class Stage:
    """The players and their table."""

    def __init__(self, deal: Deal, scene: Scene, seed: int, habits: Habits) -> None:
        self.deal = deal
        self.scene = scene
        self.motion: Motion | None = None
        """The hand over the table, if there is one."""
        self.waiting = False
        """Whether the players wait: what was begun is ended, nothing more is begun."""
        self._seed = seed
        self._habits = habits
        self._acts = self._story()
        self._act: Act | None = None
        self._act_ends = 0.0

    def _story(self) -> Iterator[Act]:
        game = 0
        while self._habits.games is None or game < self._habits.games:
            if game:
                self.deal = self.deal.again(game)
                self.scene.clear_cards()
                yield self._clear_away()
            for act in self._script(game).acts():
                while self.waiting:
                    yield Rest(_BREATH)
                yield act
            game += 1

    def _script(self, game: int) -> Script:
        """What the players do in one game."""
        return Script(
            source=self.deal,
            habits=self._habits,
            cell=self.scene.cell,
            chance=random.Random(f"script {self._seed} {game}"),
            piles=self.scene.has_piles,
            card_chance=random.Random(f"cards {self._seed} {game}"),
            wrong_cards_from=() if game else self._habits.wrong_cards_from,
        )

    def _clear_away(self) -> Reach:
        """Everybody's chips are swept off for the next game."""
        spaces = sorted(self.scene.laid)
        stops = tuple(Stop(space, Change(space, None)) for space in spaces)
        return Reach(0, stops, note=Note("clear"), pose="flat", linger=0.02)

    def advance(self, at: float) -> bool:
        """Bring the table to a time; false when the story is over."""
        while self._act is None or at >= self._act_ends:
            if self._act is not None:
                self._finish()
            act = next(self._acts, None)
            if act is None:
                return False
            began = self._act_ends if self._act is not None else at
            self._begin(act, began)
        motion = self.motion
        while motion is not None and motion.changes and at >= motion.changes[0][0]:
            self._apply(motion.changes.pop(0)[1])
        return True

    def _begin(self, act: Act, at: float) -> None:
        self._act, self.motion = act, None
        if isinstance(act, Rest) or not act.stops:
            self._act_ends = at + (act.seconds if isinstance(act, Rest) else 0.0)
            return
        look = self.scene.decor.hand(act.seat)
        seats = len(self.deal.teams)
        angle = 90.0 - 360.0 * act.seat / seats + random.Random(f"{self._seed} {at}").uniform(-12, 12)
        self.motion = Motion(act, self.scene, look, angle, at, self._habits.quick)
        self._act_ends = self.motion.end

    def _finish(self) -> None:
        motion = self.motion
        while motion is not None and motion.changes:
            self._apply(motion.changes.pop(0)[1])
        self.motion = None

    def _apply(self, change: Change | PileStop) -> None:
        if isinstance(change, PileStop):
            self.scene.discard(change.seat, change.card)
        elif change.chip is not None:
            self.scene.put(change.space, change.chip)
        elif change.space in self.scene.laid:
            self.scene.take(change.space)
