"""Batches for the reader: drawn boards as they come, each known in one of three ways, turned and shaken."""

from __future__ import annotations

import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from vision.drawing import boards as drawn
from vision.read import inputs
from vision.read.inputs import Floats, Twins
from vision.read.teams import ORDINARY
from vision.rectify.straight import SIDE
from vision.training.boards import newest_first
from vision.training.reader.covering import Covering
from vision.training.reader.network import Given, log_colour

Board = dict[str, NDArray[Any]]
"""One drawn board; its arrays are those of `vision.training.boards.Sample`."""
BARE, HIDDEN, FACES = 0, 1, 2
"""Places of the classes; the teams' faces begin at the third, their white sides after them."""
TEAMS = 3
WHITES = FACES + TEAMS
CLASSES = FACES + 2 * TEAMS


FEWEST = 200
"""Boards that must be drawn before the first batch."""
OFTEN = 1200
"""After so many boards it is looked for newly drawn ones."""
MORE = 0.2
"""Part of the boards that were not drawn for the training, where there are such."""
COVERED = 0.35
"""Part of those over which a thing is laid."""
LEARNT = 0.4
"""Part of the boards that nobody measured whose chips are known all the same, as where their colours were learnt."""


class Mode(Enum):
    """What is known of a table, with the part of the boards that are read so."""

    MEASURED = 0.45
    """Its print and its chips."""
    EMPTY = 0.30
    """Its print, and the colours of its chips by name."""
    COLD = 0.25
    """The colours of its chips by name."""


class Example(NamedTuple):
    """One board as the network takes it, and what it is to say."""

    planes: Floats
    """(height, width, CHANNELS)"""
    colours: Floats
    """(TEAMS, 3) linear, -1 where nobody plays."""
    flags: Floats
    """(TEAMS, 3)"""
    twins: Floats
    """(S, S)"""
    wanted: Floats
    """(S, CLASSES) chances."""
    weight: Floats
    """(S,)"""
    centres: Floats
    """(S, 2)"""
    lying: Floats
    """(S,) 1 where a chip lies whose middle can be told."""


class Batch(NamedTuple):
    """Several boards."""

    given: Given
    wanted: Tensor
    weight: Tensor
    centres: Tensor
    lying: Tensor


def boards_in(shard: Path) -> list[Board]:
    """The boards of a file of drawn ones; none where it is not whole, since it may still be written."""
    try:
        with np.load(shard) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, zipfile.BadZipFile):
        return []
    # Copies, for a view of one board would keep its whole file in memory.
    return [{name: one[number].copy() for name, one in arrays.items()} for number in range(len(arrays["now"]))]


@dataclass
class Pool:
    """Drawn boards to choose from, filled from a folder that others write to; old ones make room for new ones.

    Of several pools over one folder each takes its own share of the files: else all would take the same newest ones.
    """

    folder: Path
    chance: np.random.Generator
    share: tuple[int, int] = (0, 1)
    """Number of this pool, and of how many."""
    most: int = 4000
    boards: list[Board] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def refresh(self, most: int = 4) -> None:
        """Takes in up to so many new files."""
        for shard in newest_first(self.folder):
            if most <= 0:
                return
            if shard.name in self._taken or zlib.crc32(shard.name.encode()) % self.share[1] != self.share[0]:
                continue
            for board in boards_in(shard):
                if len(self.boards) < self.most:
                    self.boards.append(board)
                else:
                    self.boards[self.chance.integers(self.most)] = board
            self._taken.add(shard.name)
            most -= 1

    def draw(self) -> Board:
        """One of them."""
        return self.boards[self.chance.integers(len(self.boards))]


def classes_of(board: Board) -> NDArray[np.int64]:
    """What lies on each space, hidden ones too, as places of the classes; shape (rows, columns)."""
    label = board["label"].astype(np.int64)
    return np.where(label == 0, BARE, label - 1 + FACES)


def twins_of(board: Board) -> Twins:
    """Which spaces carry the same card."""
    rows, columns = board["label"].shape
    at = board["twin"].astype(np.intp)
    of = np.where(at[..., 0] < rows, at[..., 0] * columns + at[..., 1], -1)
    return Twins(of.ravel(), board["twinrot"].astype(np.intp).ravel())


def planes_of(board: Board, mode: Mode, now: NDArray[np.uint8] | None = None, light: Floats | float = 1.0) -> Floats:
    """The picture the network takes; `now` replaces the board's own, and its light is multiplied by `light`."""
    seen = np.asarray(board["now"] if now is None else now, np.uint8)
    if mode is Mode.COLD:
        paper = inputs.paper_without_profile(seen)
        return inputs.planes_without_print(seen, np.asarray(paper / light, np.float32), twins_of(board))
    bare = np.asarray(board["empty"], np.uint8)
    between = np.asarray(inputs.light_between(seen, bare) / light, np.float32)
    return inputs.planes_with_print(seen, bare, inputs.inverse_of(inputs.paper_of(bare)), between)


def teams_of(board: Board, mode: Mode) -> tuple[Floats, Floats]:
    """Colours told of the teams (TEAMS, 3), -1 where nobody plays, and flags (TEAMS, 3)."""
    measured, named = (board[name].astype(np.float32) for name in ("team", "nominal"))
    plays = named[:, 0] >= 0
    known = plays & (measured[:, 0] >= 0) & (mode is Mode.MEASURED)
    told = np.where(known[:, None], measured, named)
    return told, np.stack([plays, known, plays & ~known], 1).astype(np.float32)


def with_idle_team(told: Floats, flags: Floats) -> tuple[Floats, Floats]:
    """With a team more that is awaited but has no chips, as where nobody said who plays: of blue, green and red the one
    least like those that do."""
    absent = np.flatnonzero(flags[:, 0] == 0)
    if not len(absent):
        return told, flags
    colours = np.array([one.colour for one in ORDINARY], np.float32)
    far = np.linalg.norm(np.sqrt(colours[:, None]) - np.sqrt(np.maximum(told[flags[:, 0] > 0], 0)), axis=2).min(axis=1)
    told, flags = told.copy(), flags.copy()
    told[absent[0]], flags[absent[0]] = colours[far.argmax()], (1, 0, 1)
    return told, flags


def wanted_of(board: Board) -> tuple[Floats, Floats]:
    """Chances the network is to give (S, CLASSES), and how much each space counts (S,)."""
    classes, covered, burnt = classes_of(board).ravel(), board["occ"].ravel(), board["burnt"].ravel()
    surely = np.eye(CLASSES, dtype=np.float32)
    wanted = surely[classes]
    # A chip on the line is neither here nor there: half of it is told in both spaces.
    shared = np.flatnonzero(board["between"].ravel() > 0)
    first = next((one for one in classes[shared] if one != BARE), BARE)
    for space in shared:
        chip = classes[space] if classes[space] != BARE else first
        wanted[space] = 0.5 * (surely[BARE] + surely[chip])
    hidden = covered > 0.5
    wanted[hidden] = surely[HIDDEN]
    weight = np.where((burnt >= 0.1) & ~hidden, 0.5, 1.0)
    # A letter is told of every space of which three quarters are seen, so it is learnt for some that are covered more:
    # where it is to be sure nothing may change. What is covered by about a half may be told either way.
    weight[(covered > 0.25) & ~hidden] = 0.5
    weight[(covered > 0.4) & ~hidden] = 0.0
    return wanted, weight.astype(np.float32)


class Preparing:
    """Makes examples of drawn boards, each time another."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.chance = chance

    @cached_property
    def covering(self) -> Covering:
        """What lays things over boards that were not drawn."""
        return Covering(self.chance)

    def example(self, board: Board, mode: Mode) -> Example:
        """One board, turned, shaken, in a little other light, its teams in another order."""
        chance = self.chance
        board = turned(board, int(chance.integers(4)), bool(chance.random() < 0.5))
        light = np.exp(chance.normal(0, 0.012) + chance.normal(0, 0.006, 3)).astype(np.float32)
        planes = planes_of(board, mode, self._shaken(board["now"]), light)
        knows = mode is Mode.MEASURED or (mode is Mode.COLD and chance.random() < LEARNT)
        told, flags = teams_of(board, Mode.MEASURED if knows else mode)
        if knows and chance.random() < 0.1:
            # Not always were the chips of all teams shown.
            unknown = chance.random(TEAMS) < 0.4
            named = teams_of(board, Mode.EMPTY)
            told, flags = (np.where(unknown[:, None], *pair) for pair in zip(named, (told, flags), strict=True))
        if chance.random() < (0.2 if knows else 0.5):
            told, flags = with_idle_team(told, flags)
        stray = np.exp(chance.normal(0, 0.03, (TEAMS, 1)) + chance.normal(0, 0.015, (TEAMS, 3)))
        told = np.where(told >= 0, told * stray, told).astype(np.float32)
        wanted, weight = wanted_of(board)
        order = chance.permutation(TEAMS)
        columns = np.concatenate([[BARE, HIDDEN], FACES + order, WHITES + order])
        lying = (board["label"].ravel() > 0) & (board["occ"].ravel() < 0.25)
        return Example(
            planes,
            told[order],
            flags[order],
            inputs.twin_matrix(twins_of(board)),
            wanted[:, columns],
            weight,
            board["centre"].astype(np.float32).reshape(-1, 2),
            lying.astype(np.float32),
        )

    def _shaken(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture never lies exactly where the other lay."""
        if self.chance.random() < 0.5:
            return picture
        aside, size = 0.35 * self.chance.normal(size=2), 1 + 0.0008 * self.chance.normal(size=2)
        height, width = picture.shape[:2]
        place = np.array(
            [
                [size[0], 0, aside[0] + width / 2 * (1 - size[0])],
                [0, size[1], aside[1] + height / 2 * (1 - size[1])],
            ],
            np.float32,
        )
        return np.asarray(cv2.warpAffine(picture, place, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def turned(board: Board, quarters: int, mirrored: bool) -> Board:
    """The board lying in one of eight ways; its spaces change their places."""

    def way(array: NDArray[Any]) -> NDArray[Any]:
        array = np.rot90(array, quarters)
        return np.ascontiguousarray(array[:, ::-1] if mirrored else array)

    def way_of_picture(picture: NDArray[np.uint8]) -> NDArray[Any]:
        # OpenCV, since numpy takes four times as long.
        picture = drawn.turned(picture, quarters)
        return cv2.flip(picture, 1) if mirrored else picture

    out: Board = dict(board) | {name: way(board[name]) for name in ("label", "occ", "burnt", "between")}
    out |= {name: way_of_picture(board[name]) for name in ("now", "empty")}
    x, y = np.moveaxis(way(board["centre"]), 2, 0)
    for _ in range(quarters):
        x, y = y, -x
    out["centre"] = np.stack([-x if mirrored else x, y], 2)
    rows, columns = board["label"].shape
    old = np.arange(rows * columns).reshape(rows, columns)
    now_at = np.empty(rows * columns, np.intp)
    now_at[way(old).ravel()] = np.arange(rows * columns)
    twin, wide = way(board["twin"]).astype(np.intp), out["label"].shape[1]
    there = twin[..., 0] < rows
    at = now_at[np.where(there, twin[..., 0] * columns + twin[..., 1], 0)]
    out["twin"] = np.where(there[..., None], np.stack([at // wide, at % wide], 2), 255).astype(np.uint8)
    turns = way(board["twinrot"])
    out["twinrot"] = -turns % 4 if mirrored else turns
    return out


def part_of(board: Board, rows: int, columns: int, chance: np.random.Generator) -> Board:
    """A smaller board cut out of a larger one."""
    all_rows, all_columns = board["label"].shape
    top, left = int(chance.integers(all_rows - rows + 1)), int(chance.integers(all_columns - columns + 1))
    spaces = np.s_[top : top + rows, left : left + columns]
    pixels = np.s_[top * SIDE : (top + rows + 1) * SIDE, left * SIDE : (left + columns + 1) * SIDE]
    names = ("label", "occ", "burnt", "centre", "between", "twinrot")
    out: Board = dict(board) | {name: board[name][spaces] for name in names}
    out |= {name: np.ascontiguousarray(board[name][pixels]) for name in ("now", "empty")}
    twin = board["twin"][spaces].astype(np.int64) - (top, left)
    inside = (twin >= 0).all(axis=2) & (twin[..., 0] < rows) & (twin[..., 1] < columns)
    out["twin"] = np.where(inside[..., None], twin, 255).astype(np.uint8)
    return out


def batch_of(examples: list[Example], shape: tuple[int, int], dtype: torch.dtype = torch.float32) -> Batch:
    """Several boards of one shape (rows, columns) as tensors, their pictures in numbers of a `dtype`."""
    pictures = torch.stack([torch.from_numpy(one.planes).to(dtype) for one in examples])
    them = Example(examples[0].planes, *map(np.stack, zip(*(one[1:] for one in examples), strict=True)))
    given = Given(
        # Channels last: the order in which planes are made is the one in which the processor convolves fastest.
        pictures.permute(0, 3, 1, 2),
        log_colour(torch.from_numpy(them.colours)),
        torch.from_numpy(them.flags),
        torch.from_numpy(them.twins),
        torch.from_numpy(inputs.apart_of(*shape)),
    )
    wanted, weight, centres, lying = (torch.from_numpy(part) for part in them[4:])
    return Batch(given, wanted, weight, centres, lying)


class Batches(IterableDataset[Batch]):
    """Batches without end, for a loader: each of its processes keeps drawn boards of its own to choose from."""

    def __init__(self, folder: Path, boards: int, seed: tuple[int, ...], more: Path | None = None) -> None:
        """`more`: a folder of boards in the same form that were not drawn for the training; they are MORE of all."""
        self.folder, self.boards, self.seed, self.more = folder, boards, seed, more

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        worker = get_worker_info()
        share = (0, 1) if worker is None else (worker.id, worker.num_workers)
        chance = np.random.default_rng([*self.seed, share[0]])
        pool = Pool(self.folder, chance, share)
        more = Pool(self.more, chance) if self.more is not None else None
        while True:
            pool.refresh(8 if pool.boards else 200)
            if more is not None:
                more.refresh(200)
            if len(pool.boards) < FEWEST:
                time.sleep(5)
                continue
            preparing = Preparing(chance)  # with another deck to lay over boards
            for _ in range(max(1, OFTEN // self.boards)):
                yield random_batch(pool, preparing, self.boards, more)


def random_batch(pool: Pool, preparing: Preparing, boards: int, more: Pool | None) -> Batch:
    """A batch of that many boards in random modes, MORE of them from a second pool if that has some; now and then of a
    smaller shape."""
    chance = preparing.chance
    modes = tuple(list(Mode)[number] for number in chance.choice(len(Mode), boards, p=[mode.value for mode in Mode]))
    pools = [more if more and more.boards and chance.random() < MORE else pool for _ in range(boards)]
    drawn = [one.draw() for one in pools]
    drawn = [
        preparing.covering.over(board) if one is more and chance.random() < COVERED else board
        for one, board in zip(pools, drawn, strict=True)
    ]
    shape = (10, 10)
    if chance.random() < 0.04:
        # Square, for all of a batch have one shape and are turned in all ways.
        shape = (int(chance.integers(4, 10)),) * 2
        drawn = [part_of(board, *shape, chance) for board in drawn]
    examples = [preparing.example(board, mode) for board, mode in zip(drawn, modes, strict=True)]
    # Half as much to hand over; a step of 16 bits is about a grey level, which is less than noise.
    return batch_of(examples, shape, torch.bfloat16)
