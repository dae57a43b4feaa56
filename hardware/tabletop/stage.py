"""What happens on the simulated table from frame to frame: acts get their time, chips and cards move.

It has no clock of its own and draws no frames; `hardware.simulated` asks it to go on to a time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hardware.tabletop.acts import Act, CardChange, CardLaid, CardTaken, CardTurned, Change, Note, Reach, Rest, Stop
from hardware.tabletop.dealing import Deal
from hardware.tabletop.motion import Motion
from hardware.tabletop.scene import Scene
from hardware.tabletop.script import Habits, Script
from hardware.tabletop.slips import Slips

_BREATH = 0.25
"""Seconds after which players that wait look again whether they may play on."""


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
            script = Script(
                source=self.deal,
                habits=self._habits,
                cell=self.scene.cell,
                chance=random.Random(f"script {self._seed} {game}"),
                piles=self.scene.has_piles,
                card_chance=random.Random(f"cards {self._seed} {game}"),
                wrong_cards_from=() if game else self._habits.wrong_cards_from,
                slips=Slips(self.deal, random.Random(f"slips {self._seed} {game}"), self._habits.slips),
            )
            for act in script.acts():
                while self.waiting:
                    yield Rest(_BREATH)
                yield act
            game += 1

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

    def _apply(self, change: Change | CardChange) -> None:
        if isinstance(change, CardLaid):
            self.scene.discard(change.seat, change.card)
        elif isinstance(change, CardTaken):
            self.scene.take_card(change.seat)
        elif isinstance(change, CardTurned):
            self.scene.turn_card(change.seat)
        elif change.chip is not None:
            self.scene.put(change.space, change.chip)
        elif change.space in self.scene.laid:
            self.scene.take(change.space)
