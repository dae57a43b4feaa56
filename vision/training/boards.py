"""Whole drawn boards as a reader sees them, with what lies on them: for training.

    python -m vision.training.boards OUT SEED SHARDS [--boards 64] [--keep 250]

writes OUT/b_SEED_NUMBER.npz, each of so many boards, and deletes the oldest beyond those to keep; stops where a file
OUT/STOP exists. The same seed writes the same boards. A sheet of them to be looked at draws `board_sheet` beside this.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import things
from vision.drawing.arrangement import WHITE, Arrangement, arranged, lay_on_twins
from vision.drawing.boards import FREE, cards_of, printed
from vision.drawing.camera import Camera, Exposure, camera_of, picked, slipped, whole
from vision.drawing.canvas import SPACES, Chance, Picture, Plane, Scale, enlarged, happens
from vision.drawing.chips import Make, chips_on, draw, flat, habit_of, make_of
from vision.drawing.colours import NOMINAL, names_of, team_colours
from vision.drawing.decks import Deck, deck_of
from vision.drawing.edges import cut, edges_of, outside
from vision.drawing.light import COARSE, Light, flickered, fold_of, glare, light_of, moved_glare, shadow
from vision.drawing.scene import Scene
from vision.rectify.straight import SIDE, burnt_share

TEAMS = 3
NEW_DECKS, DECKS = 6, 36
"""Decks a shard brings, and among which its boards choose."""
SHARP, SOFT = Scale(SIDE), Scale(40)
"""Scale of a board that is picked at single points, and of one of which a camera's own picture is drawn."""


@dataclass(frozen=True)
class Sample:
    """One board, empty and in play. Spaces are SPACES x SPACES."""

    now: Picture
    empty: Picture
    """Straight pictures, SIDE pixels a space with MARGIN around; shape (352, 352, 3)."""
    label: NDArray[np.uint8]
    """0 bare, 1 to 3 the face of a team, 4 to 6 its white side."""
    centre: NDArray[np.float16]
    """Where the foot of the chip lies from the middle of its space, across and down, spaces; 0 where none lies."""
    between: NDArray[np.uint8]
    """1 in both spaces that share a chip."""
    occ: NDArray[np.float16]
    burnt: NDArray[np.float16]
    """Shares of each space that are covered by hands and things, and burnt out."""
    team: NDArray[np.float16]
    nominal: NDArray[np.float16]
    """Linear colours of the teams relative to paper, blue green red, as measured and by their names; -1 for none."""
    twin: NDArray[np.uint8]
    """Row and column of the other space with the same card; 255 for none."""
    twinrot: NDArray[np.uint8]
    """Quarter turns that turn that space's picture onto this one, as np.rot90 counts them."""


def _ink_to_light(chance: Chance) -> Plane:
    """What printed grey levels send back; shape (1, 256, 3)."""
    levels = np.repeat(np.arange(256)[:, None] / 255, 3, 1)
    if happens(chance, 0.6):
        levels = levels ** chance.uniform(0.7, 1.4)
    if happens(chance, 0.5):
        # Prints are faded or matt, rarely as vivid as pure inks.
        faded = chance.uniform(0, 0.4)
        levels = levels * (1 - faded) + faded * chance.uniform(0.4, 1, 3)
    return np.clip(levels**2.2 * chance.uniform(0.72, 0.92), 0.004, 0.95).astype(np.float32)[None]


class Board:
    """One board on its way to a sample: what stays the same between its empty picture and the one in play."""

    def __init__(self, chance: Chance, deck: Deck) -> None:
        self.chance, self.deck = chance, deck
        self.cards = cards_of(chance)
        self.board = printed(chance, deck, self.cards)
        if happens(chance, 0.06):
            self.board = np.ascontiguousarray(self.board[..., chance.permutation(3)])
        self.camera: Camera = camera_of(chance)
        self.scale = SHARP if self.camera.many_pixels else SOFT
        self.slip = slipped(chance, chance.uniform(0, 0.025))
        self.inks = _ink_to_light(chance)
        self.light: Light = light_of(chance)
        self.fold = fold_of(chance)
        self.edges = edges_of(chance)
        self.turned = happens(chance, 0.5)
        self.colours = team_colours(chance, 2 if happens(chance, 0.5) else 3)
        make = make_of(chance)
        self.make: Make = flat(make) if happens(chance, 0.1) else make
        self.habit = habit_of(chance)
        self.paper = self._art(self.slip)

    def _art(self, slip: Plane) -> Plane:
        """What the print sends back where the straight picture looks; shape (side, side, 3)."""
        art = picked(self.board, slip) if self.camera.many_pixels else whole(self.board, self.scale)
        return np.asarray(cv2.LUT(art, self.inks), np.float32)

    def moments(self) -> tuple[Scene, Scene]:
        """The board empty, and in the light of now, still bare."""
        chance, light, scale = self.chance, self.light, self.scale
        mirrored = glare(chance, scale, light) if happens(chance, 0.7 if light.hard else 0.2) else None
        mirrored_now = moved_glare(chance, scale, light, mirrored)
        falls, falls_now = enlarged(light.empty, scale.side), enlarged(light.now, scale.side)
        if self.fold:
            self.fold.lit(falls, scale, self.fold.step)
            self.fold.lit(falls_now, scale, self.fold.step_now)
        if happens(chance, 0.2 if light.hard else 0.08):
            lasting = shadow(chance, scale, 0.1, 0.7)
            falls *= lasting
            falls_now *= lasting
        if happens(chance, 0.35 if light.hard else 0.15):
            falls_now *= shadow(chance, scale, 0.1, 0.75)
        # Mostly a board is found again to a few thousandths of a space.
        off = 0.055 * chance.random() if light.hard else 0.03 * chance.random() ** 2
        self.slip_now = self.slip + slipped(chance, off)
        art_now = self._art(self.slip_now) if self.camera.many_pixels else self.paper.copy()
        if happens(chance, 0.3):
            self._spill(art_now)
        empty: Plane = np.asarray(self.paper * falls, np.float32)
        now: Plane = np.asarray(art_now * falls_now, np.float32)
        if mirrored is not None:
            empty += mirrored * np.float32(chance.uniform(0.7, 1))
        if mirrored_now is not None:
            now += mirrored_now
        if happens(chance, 0.06):
            flickered(chance, scale, empty)
            flickered(chance, scale, now)
        shift = self.camera.stand.shift
        return (
            Scene(scale, empty, falls, mirrored, light.lamp, shift),
            Scene(scale, now, falls_now, mirrored_now, light.lamp, shift),
        )

    def _spill(self, art: Plane) -> None:
        """Crumbs, stains and coins that were not there before."""
        chance, space = self.chance, self.scale.space
        for _ in range(int(chance.integers(1, 8))):
            own = happens(chance, 0.6)
            colour = chance.random(3) ** 2.2 if own else self.colours[chance.integers(len(self.colours))]
            at = chance.uniform(0, self.scale.side, 2).astype(int).tolist()
            axes = [int(chance.uniform(0.03, most) * space) + 1 for most in (0.2, 0.15)]
            cv2.ellipse(art, at, axes, chance.uniform(0, 180), 0, 360, colour.tolist(), -1, cv2.LINE_AA)

    def lay_chips(self, scene: Scene, chips: Arrangement) -> None:
        """Draw the chips of an arrangement, and some that wait on the border."""
        chance = self.chance
        for row, column in chance.permutation(np.argwhere(chips.label > 0)):
            label = int(chips.label[row, column])
            across, down = chips.offset[row, column]
            if self.camera.many_pixels:
                knot = 2 * row + 3, 2 * column + 3
                across, down = (across, down) - self.slip_now[knot]
            self._lay(scene, (column + 1 + across, row + 1 + down), (label - 1) % WHITE, label > WHITE)
        if happens(chance, 0.15):
            for _ in range(int(chance.integers(1, 12))):
                along, off = chance.uniform(0, SPACES + 1), chance.uniform(-0.1, 0.18)
                x, y = ((off, along), (SPACES + 1 - off, along), (along, off), (along, SPACES + 1 - off))[
                    chance.integers(4)
                ]
                team = int(chance.integers(len(self.colours)))
                self._lay(scene, (x, y), team, self.turned and happens(chance, 0.2))

    def _lay(self, scene: Scene, foot: tuple[float, float], team: int, white_up: bool) -> None:
        for chip in chips_on(self.chance, self.make, self.habit, foot, self.colours[team], white_up):
            draw(scene, self.make, chip, self.chance)

    def cover(self, scene: Scene) -> Picture:
        """Hands and things over the board; gives back what they cover, 0 to 255."""
        chance = self.chance
        covered = np.zeros((self.scale.side,) * 2, np.uint8)
        if not happens(chance, 0.3):
            return covered
        for _ in range(int(chance.choice([1, 2, 3], p=[0.7, 0.22, 0.08]))):
            cover, arm = things.thing(chance, scene, self.deck, self.colours)
            held = arm is not None and happens(chance, 0.4)
            under = held and happens(chance, 0.7)
            if arm is not None and under:
                self._hold(scene, arm.tips)
            if happens(chance, 0.2):
                cover.moving(chance)
            covered = np.maximum(covered, cover.paint(scene, chance))
            if arm is not None and held:
                if not under:
                    self._hold(scene, arm.tips)
                radius = [int(part * self.scale.space) for part in self.make.radius]
                cv2.ellipse(covered, arm.tips.astype(int).tolist(), radius, 0, 0, 360, 255, -1)
        return covered

    def stand_over(self, empty: Scene, scene: Scene, chips: Arrangement) -> Picture:
        """What stood over the board when it was measured and still does; gives back where it hides what is to be read,
        0 to 255: a space is read that shows beside it, unless it hides most of a chip."""
        chance = self.chance
        hides = np.zeros((self.scale.side,) * 2, np.uint8)
        if not happens(chance, 0.15):
            return hides
        pole, seed = things.pole(chance, scene, self.colours), int(chance.integers(1 << 31))
        mask, _ = (pole.paint(each, np.random.default_rng(seed)) for each in (empty, scene))
        space = self.scale.space
        for row, column in np.ndindex(chips.label.shape):
            top, left = (int((at + 0.5) * space) for at in (row, column))
            whole = np.s_[top : top + space, left : left + space]
            part = whole
            if chips.label[row, column]:
                across, down = chips.offset[row, column]
                x, y, half = left + (0.5 + across) * space, top + (0.5 + down) * space, 0.8 * min(self.make.radius)
                reach = half * space
                part = np.s_[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
            if mask[part].mean() > 0.5 * 255:
                hides[whole] = 255
        return hides

    def _hold(self, scene: Scene, tips: NDArray[np.float64]) -> None:
        """A chip between fingertips."""
        x, y = tips / self.scale.space
        self._lay(scene, (x, y), int(self.chance.integers(len(self.colours))), happens(self.chance, 0.15))

    def measured(self) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
        """The teams' colours as somebody measured them on this board, and as their names say; shape (TEAMS, 3)."""
        chance, camera = self.chance, self.camera.development
        told, named = np.full((TEAMS, 3), -1, np.float16), np.full((TEAMS, 3), -1, np.float16)
        haze = chance.uniform(0, 0.05) * happens(chance, 0.4)
        field = self.paper[self.scale.field, self.scale.field]
        by_spaces = field.reshape(SPACES, self.scale.space, SPACES, self.scale.space, 3)
        names = names_of(chance, self.colours)
        for team, colour in enumerate(self.colours):
            row, column = chance.integers(0, SPACES, 2).tolist()
            space = by_spaces[row, ::2, column, ::2].reshape(-1, 3)
            order = np.argsort(space @ np.array([0.1, 0.6, 0.3], np.float32))
            paper = space[order[int(0.78 * len(space)) : int(0.95 * len(space))]].mean(0)
            at = (np.array([row + 1, column + 1]) * COARSE / (SPACES + 1)).astype(int)
            falls = self.light.empty[at[0], at[1]]
            white = camera.read((paper + haze) * falls)
            if white.max() > 0.97:
                white = camera.read(paper * falls * 0.7) / 0.7
            error = chance.uniform(0.82, 1.1) * np.exp(chance.normal(0, 0.03, 3))
            told[team] = np.clip((camera.read((colour + haze) * falls * error) + 0.001) / (white + 0.001), 0, 1.6)
            named[team] = NOMINAL[names[team]]
        return told, named


def sample(chance: np.random.Generator, deck: Deck) -> Sample:
    """A whole board from chance, printed with this deck."""
    board = Board(chance, deck)
    scene_empty, scene = board.moments()
    exposure = Exposure(board.camera, board.scale, chance)
    chips = arranged(chance, len(board.colours), board.turned, board.cards.cards == FREE)
    twin, twinrot = board.cards.twins()
    if happens(chance, 0.3):
        lay_on_twins(chance, chips, twin)
    board.lay_chips(scene, chips)
    standing = board.stand_over(scene_empty, scene, chips)
    covered = np.maximum(standing, board.cover(scene))
    empty = exposure.take(scene_empty.radiance, board.slip, float(chance.uniform(0.5, 1)))
    now = exposure.take(scene.radiance, board.slip_now, float(chance.uniform(0.7, 1.4)), happens(chance, 0.07))
    if board.edges:
        empty, now = (cut(picture, board.edges, SHARP) for picture in (empty, now))
        covered = np.maximum(covered, outside(board.edges, board.scale))
    field = covered[board.scale.field, board.scale.field]
    hidden = cv2.resize(field, (SPACES, SPACES), interpolation=cv2.INTER_AREA)
    team, nominal = board.measured()
    return Sample(
        now=now,
        empty=empty,
        label=chips.label,
        centre=chips.offset.astype(np.float16),
        between=chips.between,
        occ=(np.asarray(hidden, np.float32) / 255).astype(np.float16),
        burnt=burnt_share(now, SPACES, SPACES).astype(np.float16),
        team=team,
        nominal=nominal,
        twin=twin,
        twinrot=twinrot,
    )


@lru_cache(maxsize=DECKS + NEW_DECKS)
def _deck(seed: int, number: int) -> Deck:
    return deck_of(np.random.default_rng([seed, 77, number]))


def deck_in(chance: Chance, seed: int, shard: int) -> Deck:
    """One of the decks among which the boards of a shard choose."""
    return _deck(seed, shard * NEW_DECKS + int(chance.integers(DECKS)))


def sample_of(seed: int, shard: int, board: int) -> Sample:
    """A board of a shard: the same numbers give the same one."""
    chance = np.random.default_rng([seed, shard, board])
    return sample(chance, deck_in(chance, seed, shard))


def stacked(samples: Sequence[Sample]) -> dict[str, NDArray[np.generic]]:
    """Several samples as one array a field, as a file holds them."""
    return {one.name: np.stack([getattr(each, one.name) for each in samples]) for one in fields(Sample)}


def save(to: Path, arrays: dict[str, NDArray[np.generic]]) -> None:
    """Writes a shard so that whoever looks for it meanwhile finds all of it or nothing."""
    part = to.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    part.rename(to)


def newest_first(folder: Path) -> list[Path]:
    """The shards in a folder, the last written first; one that is deleted meanwhile is left out."""
    written: dict[Path, float] = {}
    for one in folder.glob("b_*.npz"):
        with suppress(FileNotFoundError):
            written[one] = one.stat().st_mtime
    return sorted(written, key=written.__getitem__, reverse=True)


def write(out: Path, seed: int, shards: int, boards: int, keep: int) -> None:
    """Write shards into a folder until they are all there or somebody says stop."""
    out.mkdir(parents=True, exist_ok=True)
    for number in range(shards):
        if (out / "STOP").exists():
            return
        busy, since = time.process_time(), time.perf_counter()
        save(out / f"b_{seed}_{number:05d}.npz", stacked([sample_of(seed, number, board) for board in range(boards)]))
        for old in newest_first(out)[keep:]:
            old.unlink(missing_ok=True)
        spent, passed = time.process_time() - busy, time.perf_counter() - since
        print(
            f"shard {number}: {spent / boards * 1000:.1f} ms of a core a board, {passed / boards * 1000:.1f} ms passed"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.boards", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the shards")
    parser.add_argument("seed", type=int)
    parser.add_argument("shards", type=int)
    parser.add_argument("--boards", type=int, default=64, help="boards a shard")
    parser.add_argument("--keep", type=int, default=250, help="shards that may lie in the folder")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    write(given.out, given.seed, given.shards, given.boards, given.keep)


if __name__ == "__main__":
    main()
