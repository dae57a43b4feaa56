"""What happens on the simulated table from frame to frame: acts get their time, chips move, truth is noted.

It has no clock of its own and draws no frames; `hardware.simulated` asks it to go on to a time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from hardware.tabletop.acts import Act, CardChange, CardLaid, CardTaken, CardTurned, Change, Note, Reach, Rest, Stop
from hardware.tabletop.dealing import Deal
from hardware.tabletop.motion import Motion
from hardware.tabletop.scene import Scene
from hardware.tabletop.script import CHEATS, Script
from hardware.tabletop.slips import Slips
from hardware.tabletop.truth import EventTruth, FrameTruth, Truth

_BREATH = 0.25
"""Seconds after which players that wait look again whether they may play on."""
_BETWEEN = 0.42
"""Part of a space by which a chip must be off its middle to be no one space's."""


class Trouble(Protocol):
    """Something else that happens at a time of the table's clock: `lean`, an arm on the board, or `black`, `frozen` or
    `gone`, a failing camera, for so many seconds; any other kind happens to the scene."""

    @property
    def kind(self) -> str:
        """Its name."""

    @property
    def at(self) -> float:
        """When it happens, seconds."""

    @property
    def seconds(self) -> float:
        """How long a camera fails or an arm lies there."""

    def happen(self, scene: Scene, chance: random.Random, /) -> None:
        """Change the scene."""


@dataclass(frozen=True)
class Habits:
    """How the players behave."""

    cheats: float = 0.05
    """Part of the turns before which somebody cheats."""
    kinds: tuple[str, ...] = CHEATS
    stands: float = 0.0
    """Part of the faults that nobody puts right."""
    games: int | None = 1
    """Games until all is over; none for ever."""
    quick: float = 1.0
    """Factor of all their times."""
    wrong_cards_from: tuple[int, ...] = ()
    """Turns of the first game from each of which on the next card that can be is a wrong one."""
    slips: float = 0.0
    """Part of the turns at which something happens to a card."""


class Stage:
    """The players and their table."""

    def __init__(
        self, deal: Deal, scene: Scene, seed: int, habits: Habits, troubles: tuple[Trouble, ...], truth: Truth
    ) -> None:
        self.deal = deal
        self.scene = scene
        self.truth = truth
        self.motion: Motion | None = None
        """The hand over the table, if there is one."""
        self.waiting = False
        """Whether the players wait: what was begun is ended, nothing more is begun."""
        self.failing: tuple[str, float] = ("", 0.0)
        """How the camera fails, and until when."""
        self.troubles = sorted(troubles, key=lambda trouble: trouble.at)
        self._seed = seed
        self._habits = habits
        self._chance = random.Random(f"troubles {seed}")
        self._acts = self._story()
        self._act: Act | None = None
        self._act_ends = 0.0
        self._now = 0.0
        self._seen_in: tuple[int, int] | None = None
        self._pending: list[tuple[Note, tuple[int, int] | None]] = []

    def _story(self) -> Iterator[Act]:
        game = 0
        while self._habits.games is None or game < self._habits.games:
            if game:
                self.deal = self.deal.again(game)
                self.scene.clear_cards()
                yield self._clear_away()
            script = Script(
                source=self.deal,
                rows=self.scene.layout.rows,
                columns=self.scene.layout.columns,
                free=frozenset(s for s, card in enumerate(self.scene.layout.cards) if card is None),
                cell=self.scene.decor.board.cell,
                chance=random.Random(f"script {self._seed} {game}"),
                cheats=self._habits.cheats,
                kinds=self._habits.kinds,
                stands=self._habits.stands,
                quick=self._habits.quick,
                piles=self.scene.has_piles,
                card_chance=random.Random(f"cards {self._seed} {game}"),
                wrong_cards_from=() if game else self._habits.wrong_cards_from,
                slips=Slips(self.deal, random.Random(f"slips {self._seed} {game}"), self._habits.slips),
            )
            for act in script.acts():
                leaning = self._leaning()
                if leaning is not None:
                    yield leaning
                    yield Rest(0.6)
                while self.waiting:
                    yield Rest(_BREATH)
                yield act
            game += 1

    def _clear_away(self) -> Reach:
        """Everybody's chips are swept off for the next game."""
        spaces = sorted(self.scene.laid)
        stops = tuple(Stop(space, Change(space, None)) for space in spaces)
        return Reach(0, stops, note=Note("clear"), pose="flat", linger=0.02)

    def _leaning(self) -> Reach | None:
        now = self._now
        for trouble in self.troubles:
            if trouble.kind == "lean" and trouble.at <= now:
                self.troubles.remove(trouble)
                middle = self.scene.layout.rows // 2 * self.scene.layout.columns + self.scene.layout.columns // 2
                return Reach(0, (Stop(middle),), note=Note("trouble", code="lean"), pose="flat", linger=trouble.seconds)
        return None

    def advance(self, index: int, at: float) -> bool:
        """Bring the table to a time, that of the frame `index`; false when the story is over."""
        self._now = at
        while self._act is None or at >= self._act_ends:
            if self._act is not None:
                self._finish(index)
            act = next(self._acts, None)
            if act is None:
                return False
            began = self._act_ends if self._act is not None else at
            self._begin(act, began)
        motion = self.motion
        while motion is not None and motion.changes and at >= motion.changes[0][0]:
            self._apply(motion.changes.pop(0)[1])
        for trouble in [t for t in self.troubles if t.at <= at and t.kind != "lean"]:
            self.troubles.remove(trouble)
            if trouble.kind in ("black", "frozen", "gone"):
                self.failing = (trouble.kind, at + trouble.seconds)
            else:
                trouble.happen(self.scene, self._chance)
            self._pending.append((Note("trouble", code=trouble.kind), None))
        self._record(index, at)
        return True

    def _begin(self, act: Act, at: float) -> None:
        self._act, self.motion, self._seen_in = act, None, None
        if isinstance(act, Rest) or not act.stops:
            self._act_ends = at + (act.seconds if isinstance(act, Rest) else 0.0)
            return
        look = self.scene.decor.hand(act.seat)
        seats = len(self.deal.teams)
        angle = 90.0 - 360.0 * act.seat / seats + random.Random(f"{self._seed} {at}").uniform(-12, 12)
        self.motion = Motion(act, self.scene, look, angle, at, self._habits.quick)
        self._act_ends = self.motion.end

    def _finish(self, index: int) -> None:
        motion, act = self.motion, self._act
        while motion is not None and motion.changes:
            self._apply(motion.changes.pop(0)[1])
        self.motion = None
        if act is not None and act.note is not None:
            self._pending.append((act.note, self._seen_in))

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

    def _record(self, index: int, at: float) -> None:
        scene, motion = self.scene, self.motion
        width, height = scene.cell
        letters = ["*" if card is None else "." for card in self.scene.layout.cards]
        flipped, between = [], []
        for space, chip in sorted(scene.laid.items()):
            if abs(chip.dx) > _BETWEEN * width or abs(chip.dy) > _BETWEEN * height:
                between.append(space)
                continue
            letters[space] = chip.team
            if chip.flipped:
                flipped.append(space)
        columns = self.scene.layout.columns
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
