"""Training of the two networks that read cards, from one pool of drawn pieces: one finds indices, one names them."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.cards.detector import CELL
from vision.cards.patch import NAMING, Pose, as_input, cut
from vision.training.cards.detector import DetectorNetwork, coarse_loss_of, loss_of
from vision.training.cards.heaps import FINER, FOUND_SIDE, SIDE
from vision.training.cards.network import NAMER, POSE_UNITS, IndexNetwork, save
from vision.training.cards.pool import Pool, drawers, held_pool, turned
from vision.training.reader.train import keep_memory

SIZE = 24_000
"""Pieces in the pool."""
FIRST = 3_000
"""Pieces with which a training begins."""
HELD = 1_500
"""Pieces it is judged by."""
MEAN = 0.998
"""How much of the running mean of the weights stays at each step."""
COARSE_SIDE = FOUND_SIDE // 2 // CELL * CELL
"""Pixels along a piece at half the scale."""
OFF = (1.6, 0.09, 0.07)
"""By how much a patch is cut otherwise than right: pixels of the patch, radians, logarithm of its size."""
SMOOTHED = 0.002


@dataclass(frozen=True)
class Plan:
    """One training."""

    folder: Path
    minutes: float
    rate: float = 2e-3
    seed: int = 1
    drawers: int = 1
    every: float = 10.0
    """Minutes between two measurements."""


class Task(Protocol):
    """What is trained: a network, its batches, its loss and its figures."""

    name: str
    batch: int

    def network(self) -> nn.Module:
        """A new network."""
        ...

    def batch_of(self, pool: Pool, chance: np.random.Generator) -> tuple[Tensor, ...]:
        """One batch."""
        ...

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        ...

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        ...

    def figures(self, network: nn.Module, held: Pool) -> tuple[float, str]:
        """What it costs on held-out pieces, and the same in words."""
        ...


# ---- finding


def shown_to_detector(pictures: list[NDArray[np.uint8]]) -> Tensor:
    """Pieces as the detector sees them; (n, 3, FOUND_SIDE, FOUND_SIDE), 0 to 1."""
    small = [cv2.resize(one, (FOUND_SIDE, FOUND_SIDE), interpolation=cv2.INTER_AREA) for one in pictures]
    stacked = torch.from_numpy(np.stack(small)).permute(0, 3, 1, 2)
    return stacked.float() / 255


class Finding:
    """Where indices lie, and what lies uppermost."""

    name, batch = "find", 64

    def network(self) -> nn.Module:
        """A new network."""
        return DetectorNetwork()

    def batch_of(self, pool: Pool, chance: np.random.Generator) -> tuple[Tensor, ...]:
        """Pictures, marks in pixels of the detector, and surfaces, each turned by quarters."""
        pictures, marks, surfaces = [], [], []
        for number in pool.some(chance, self.batch):
            quarters = int(chance.integers(4))
            picture, own = turned(pool.pictures[number], pool.marks[number], quarters)
            pictures.append(picture)
            own[:, :2] = (own[:, :2] + 0.5) / FINER - 0.5
            own[:, 2] = np.maximum(own[:, 2] / FINER, 1)
            marks.append(own)
            surfaces.append(np.rot90(pool.surface[number], -quarters).copy())
        return shown_to_detector(pictures), torch.from_numpy(np.stack(marks)), torch.from_numpy(np.stack(surfaces))

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        pictures, marks, surface = batch
        half = functional.interpolate(pictures, (COARSE_SIDE, COARSE_SIDE), mode="area")
        with torch.autocast("cpu", dtype=torch.bfloat16):
            told = network(pictures.contiguous(memory_format=torch.channels_last))
            coarse = network(half.contiguous(memory_format=torch.channels_last))
        return loss_of(told, marks, surface) + 0.3 * coarse_loss_of(coarse, surface)

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        sides = {2: "height", 3: "width"}
        torch.onnx.export(
            network,
            (torch.zeros(1, 3, FOUND_SIDE, FOUND_SIDE),),
            str(folder / "index_detector.onnx"),
            input_names=["pictures"],
            output_names=["told"],
            dynamic_axes={"pictures": sides, "told": sides},
            opset_version=13,
            dynamo=False,
        )

    def figures(self, network: nn.Module, held: Pool) -> tuple[float, str]:
        """Which indices are found at a chance of 0.3, how many others are, and how well their place is told."""
        must = found = false = 0
        aside, turned = [], []
        for first in range(0, held.filled, 50):
            numbers = range(first, min(first + 50, held.filled))
            with torch.no_grad():
                told = network(shown_to_detector([held.pictures[i] for i in numbers])).numpy()
            for answer, number in zip(told, numbers, strict=True):
                marks = held.marks[number][held.marks[number][:, 6] >= 0].copy()
                marks[:, :2] = (marks[:, :2] + 0.5) / FINER - 0.5
                peaks = peaks_of(answer, 0.3)
                must += int((marks[:, 6] == 1).sum())
                for peak in peaks:
                    far = np.hypot(marks[:, 0] - peak[0], marks[:, 1] - peak[1]) if len(marks) else np.array([1e9])
                    near = int(far.argmin())
                    if far[near] > CELL:
                        false += 1
                    elif marks[near, 6] == 1:
                        found += 1
                        aside.append(far[near])
                        turned.append(abs(math.remainder(peak[3] - marks[near, 3], 2 * math.pi)))
        off = float(np.percentile(aside, 95)) if aside else 0.0
        turn = float(np.percentile(turned, 95)) if turned else 0.0
        words = (
            f"found {found / must:.4f} of {must}, "
            f"false {false / held.filled:.4f} a piece, 95 % within {off:.2f} pixels and {turn:.2f} rad"
        )
        return (must - found + false) / must, words


def peaks_of(answer: NDArray[np.float32], least: float) -> list[tuple[float, ...]]:
    """Peaks of one piece: x, y, chance, turn."""
    chance = 1 / (1 + np.exp(-answer[0]))
    highest = cv2.dilate(chance, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((chance >= least) & (chance == highest))
    peaks: list[tuple[float, ...]] = []
    for row, column in zip(rows, columns, strict=True):
        said = answer[:, row, column]
        x, y = ((c + 0.5 + said[i]) * CELL - 0.5 for i, c in ((1, column), (2, row)))
        peaks.append((x, y, float(chance[row, column]), math.atan2(said[4], said[5])))
    return peaks


# ---- naming


class Naming:
    """Rank and suit of an index that was found."""

    name, batch = "name", 192

    def network(self) -> nn.Module:
        """A new network."""
        return IndexNetwork(NAMING, NAMER, 48, 128)

    def batch_of(self, pool: Pool, chance: np.random.Generator) -> tuple[Tensor, ...]:
        """Patches, ranks and suits (-1 where none must be read), and poses."""
        return _patches(pool, chance, pool.some(chance, self.batch * 3), self.batch)

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        patches, rank, suit, pose = batch
        with torch.autocast("cpu", dtype=torch.bfloat16):
            told = network(patches.contiguous(memory_format=torch.channels_last))
        told = told.float()
        is_one = rank >= 0
        loss = functional.binary_cross_entropy_with_logits(told[:, 17], is_one.float())
        if bool(is_one.any()):
            said, share = told[is_one], is_one.float().mean()
            loss = loss + share * functional.cross_entropy(said[:, :13], rank[is_one], label_smoothing=SMOOTHED)
            loss = loss + share * functional.cross_entropy(said[:, 13:17], suit[is_one], label_smoothing=SMOOTHED)
            loss = loss + share * 4 * functional.smooth_l1_loss(said[:, 18:], pose[is_one])
        return loss

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        assert isinstance(network, IndexNetwork)
        save(network, folder / "index_namer.onnx")

    def figures(self, network: nn.Module, held: Pool) -> tuple[float, str]:
        """How often rank and suit are right, and what is told surely and wrong."""
        chance = np.random.default_rng(5)
        patches, rank, suit, _ = _patches(held, chance, np.arange(held.filled), 4000)
        with torch.no_grad():
            told = torch.cat([network(part) for part in torch.split(patches, 256)])
        is_one = rank >= 0
        index = torch.sigmoid(told[:, 17])
        sure = torch.softmax(told[:, :13], 1).amax(1) * torch.softmax(told[:, 13:17], 1).amax(1)
        right = (told[:, :13].argmax(1) == rank) & (told[:, 13:17].argmax(1) == suit)
        nll = functional.cross_entropy(told[is_one, :13], rank[is_one]) + functional.cross_entropy(
            told[is_one, 13:17], suit[is_one]
        )
        telling = (sure > 0.99) & (index > 0.6)
        wrong = int((telling & is_one & ~right).sum())
        words = (
            f"right {float(right[is_one].float().mean()):.4f} of {int(is_one.sum())}, log loss {float(nll):.4f}, "
            f"sure {float(telling[is_one].float().mean()):.4f}, sure and wrong {wrong}, "
            f"sure where none is {int((telling & ~is_one).sum())} of {int((~is_one).sum())}"
        )
        return float(nll), words


def _patches(
    pool: Pool, chance: np.random.Generator, numbers: NDArray[np.int64], most: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    patches, ranks, suits, poses = [], [], [], []
    for number in numbers:
        picture, marks = pool.pictures[number], pool.marks[number]
        for x, y, height, turn, rank, suit, _ in marks[marks[:, 6] == 1]:
            right = Pose(float(x), float(y), float(height), float(turn))
            off = chance.normal(0, 1, 4) * (OFF[0], OFF[0], OFF[1], OFF[2])
            wrong = right.moved(off[0], off[1], float(np.exp(off[3])), off[2], NAMING)
            patches.append(_patch(picture, wrong))
            ranks.append(int(rank))
            suits.append(int(suit))
            poses.append(_seen_from(wrong, right))
        if chance.random() < 0.55:
            patches.append(_patch(picture, _nowhere(chance, picture, marks)))
            ranks.append(-1)
            suits.append(-1)
            poses.append(np.zeros(4, np.float32))
        if len(patches) >= most:
            break
    units = torch.tensor(POSE_UNITS)
    return (
        torch.from_numpy(as_input(patches[:most])),
        torch.tensor(ranks[:most]),
        torch.tensor(suits[:most]),
        torch.from_numpy(np.stack(poses[:most])) / units,
    )


def _patch(picture: NDArray[np.uint8], pose: Pose) -> NDArray[np.uint8]:
    return cut(picture, pose.matrix(NAMING), NAMING)


def _seen_from(pose: Pose, index: Pose) -> NDArray[np.float32]:
    """How the index lies in a patch that was cut at `pose`: right, down, larger, turned."""
    scale = NAMING.index / pose.height
    c, s = np.cos(-pose.turn) * scale, np.sin(-pose.turn) * scale
    dx, dy = index.x - pose.x, index.y - pose.y
    turn = math.remainder(index.turn - pose.turn, 2 * math.pi)
    return np.array([c * dx - s * dy, s * dx + c * dy, np.log(index.height / pose.height), turn], np.float32)


def _nowhere(chance: np.random.Generator, picture: NDArray[np.uint8], marks: NDArray[np.float32]) -> Pose:
    """A pose in which nothing must be read: amid other print, or an index upside down, across, or far too large."""
    there = marks[marks[:, 6] == 1]
    if len(there) and chance.random() < 0.4:
        x, y, height, turn = (float(value) for value in there[int(chance.integers(len(there))), :4])
        if chance.random() < 0.6:
            return Pose(x, y, height * chance.uniform(0.7, 1.4), turn + chance.uniform(0.9, 2 * np.pi - 0.9))
        size = chance.uniform(2, 3) if chance.random() < 0.5 else chance.uniform(0.3, 0.5)
        return Pose(x, y, height * size, turn + chance.normal(0, 0.3))
    best, most = Pose(SIDE / 2, SIDE / 2, 36, 0), -1.0
    for _ in range(4):
        x, y = (float(value) for value in chance.uniform(10, SIDE - 10, 2))
        if len(marks) and (np.hypot(marks[:, 0] - x, marks[:, 1] - y)[marks[:, 6] >= 0] < 26).any():
            continue
        around = picture[int(y) - 9 : int(y) + 10, int(x) - 9 : int(x) + 10]
        if (busy := float(around.std())) > most:
            best, most = Pose(x, y, float(chance.uniform(26, 52)), float(chance.uniform(0, 2 * np.pi))), busy
    return best


# ---- the training itself


def write_down(task: Task, folder: Path, into: Path) -> None:
    """Writes the mean of a training's weights as ONNX into a folder."""
    network = task.network()
    network.load_state_dict(torch.load(folder / f"{task.name}.pt", weights_only=True)["mean"])
    task.save(network.eval(), into)


class _Batches(IterableDataset[tuple[Tensor, ...]]):
    def __init__(self, task: Task, pool: Pool, seed: tuple[int, int]) -> None:
        self.task, self.pool, self.seed = task, pool, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        chance = np.random.default_rng(self.seed)
        while True:
            yield self.task.batch_of(self.pool, chance)


def train(task: Task, plan: Plan, store: Path) -> None:
    """Trains for the planned minutes, going on from where the folder stands.

    Args:
        task: which of the two.
        plan: how long, how fast, and where it is kept.
        store: a folder for the pictures of free decks.
    """
    keep_memory()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    network = task.network().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=0.01, betas=(0.9, 0.98))
    mean = {name: one.detach().clone() for name, one in network.state_dict().items()}
    steps = 0
    last = plan.folder / f"{task.name}.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        network.load_state_dict(state["network"])
        optimiser.load_state_dict(state["optimiser"])
        mean, steps = state["mean"], state["steps"]
    pool = Pool.at(plan.folder / "pool", SIZE)
    drawing = drawers(plan.folder / "pool", SIZE, plan.seed + steps, plan.drawers, store)
    held = held_pool(plan.folder / "held", HELD, store)
    pool.wait(FIRST)

    def keep() -> None:
        part = last.with_suffix(".part")
        torch.save(
            {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "mean": mean, "steps": steps}, part
        )
        part.replace(last)

    def measure() -> None:
        judged = task.network()
        judged.load_state_dict(mean)
        judged.eval()
        _, words = task.figures(judged, held)
        line = f"{task.name} {steps * task.batch / 1e6:.3f} million, {pool.drawn[0]} pieces: {words}"
        print(line, flush=True)
        with (plan.folder / f"{task.name}.txt").open("a") as file:
            file.write(line + "\n")

    begun = told_at = measured_at = time.monotonic()
    losses: list[float] = []
    try:
        for batch in DataLoader(_Batches(task, pool, (plan.seed, steps)), batch_size=None, num_workers=1):
            now = time.monotonic()
            part = (now - begun) / 60 / plan.minutes
            if part >= 1:
                break
            rate = plan.rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * part)))
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, (steps + 1) / 200)
            network.train()
            loss = task.loss(network, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            steps += 1
            losses.append(float(loss.detach()))
            share = min(MEAN, (steps + 1) / (steps + 20))
            with torch.no_grad():
                for name, one in network.state_dict().items():
                    if one.is_floating_point():
                        mean[name].lerp_(one, 1 - share)
            if now - told_at > 60:
                print(f"{part * plan.minutes:6.1f} min, {steps} steps, loss {np.mean(losses):.4f}", flush=True)
                losses, told_at = [], now
                keep()
            if now - measured_at > 60 * plan.every:
                measured_at = now
                measure()
    finally:
        for one in drawing:
            one.terminate()
    measure()
    keep()
