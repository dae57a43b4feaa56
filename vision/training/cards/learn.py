"""Training of the networks that read cards, from one pool of drawn pieces."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.cards.pool import Pool, drawers, held_pool
from vision.training.upkeep import first_checkpoint, follow, keep_memory, write_whole

SIZE = 9_000
"""Pieces in the pool."""
FIRST = 1_500
"""Pieces with which a training begins."""
HELD = 600
"""Pieces it is judged by."""
MEAN = 0.998
"""How much of the running mean of the weights stays at each step."""


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
    times: int = 1
    """Batches are so many times as large, for an accelerator."""
    workers: int = 1
    """Processes that make batches."""
    device: str = "cpu"


class Task(Protocol):
    """What is trained: a network, its batches, its loss and its figures."""

    name: str
    batch: int
    zoom: float
    """Of the pieces it learns from, see `vision.training.cards.heaps.piece`."""

    def network(self) -> nn.Module:
        """A new network."""
        ...

    def batch_of(self, pool: Pool, chance: np.random.Generator, times: int = 1) -> tuple[Tensor, ...]:
        """One batch, so many times as large as usual."""
        ...

    def loss(self, network: nn.Module, batch: tuple[Tensor, ...]) -> Tensor:
        """How wrong the network is on a batch."""
        ...

    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes the network as ONNX into a folder."""
        ...

    def figures(self, network: nn.Module, held: Pool) -> str:
        """How it does on held-out pieces."""
        ...


class _Batches(IterableDataset[tuple[Tensor, ...]]):
    def __init__(self, task: Task, pool: Pool, seed: tuple[int, int], times: int) -> None:
        self.task, self.pool, self.seed, self.times = task, pool, seed, times

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        worker = get_worker_info()
        chance = np.random.default_rng([*self.seed, 0 if worker is None else worker.id])
        while True:
            yield self.task.batch_of(self.pool, chance, self.times)


class Training:
    """One training; `run` goes on from where the folder stands."""

    def __init__(self, task: Task, plan: Plan, store: Path) -> None:
        """`store` is a folder for the pictures of free decks."""
        keep_memory()
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        torch.manual_seed(plan.seed)
        self.task, self.plan, self.store, self.steps = task, plan, store, 0
        self.network = task.network().to(plan.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=plan.rate, weight_decay=0.01, betas=(0.9, 0.98)
        )
        self.mean = {name: one.detach().clone() for name, one in self.network.state_dict().items()}
        self.seen = 0
        """Examples so far."""
        self.last = plan.folder / f"{task.name}.pt"
        if state := first_checkpoint(self.last, weights_of(task), device=plan.device):
            self._load(state)

    def _load(self, state: dict[str, Any]) -> None:
        self.mean = {name: one.to(self.mean[name].dtype) for name, one in state["mean"].items()}
        self.network.load_state_dict(state.get("network", self.mean))
        if "optimiser" in state:
            self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.seen = state["steps"], state["seen"]

    def run(self) -> None:
        """Trains for the planned minutes."""
        plan = self.plan
        zoom = self.task.zoom
        kind = "" if zoom == 1 else f"_{zoom:g}"
        pool = Pool.at(plan.folder / f"pool{kind}", SIZE)
        drawing = drawers(plan.folder / f"pool{kind}", SIZE, plan.seed + self.steps, plan.drawers, self.store, zoom)
        try:
            held = held_pool(plan.folder / f"held{kind}", HELD, self.store, zoom)
            pool.wait(FIRST)
            self._learn(pool, held)
        finally:
            for one in drawing:
                one.terminate()
        self._keep()
        self._measure(held)

    def _learn(self, pool: Pool, held: Pool) -> None:
        plan = self.plan
        begun = told_at = measured_at = time.monotonic()
        losses: list[float] = []
        batches = _Batches(self.task, pool, (plan.seed, self.steps), plan.times)
        for batch in DataLoader(batches, batch_size=None, num_workers=plan.workers):
            now = time.monotonic()
            part = (now - begun) / 60 / plan.minutes
            if part >= 1:
                break
            rate = plan.rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * part)))
            for group in self.optimiser.param_groups:
                group["lr"] = rate * min(1.0, (self.steps + 1) / 200)
            losses.append(self._step(batch))
            if now - told_at > 60:
                print(f"{part * plan.minutes:6.1f} min, {self.steps} steps, loss {np.mean(losses):.4f}", flush=True)
                losses, told_at = [], now
                self._keep()
            if now - measured_at > 60 * plan.every:
                measured_at = now
                self._measure(held)

    def _step(self, batch: tuple[Tensor, ...]) -> float:
        self.network.train()
        batch = tuple(one.to(self.plan.device) for one in batch)
        loss = self.task.loss(self.network, batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        self.seen += len(batch[0])
        share = min(MEAN, (self.steps + 1) / (self.steps + 20))
        follow(self.mean, self.network, share)
        return float(loss.detach())

    def _measure(self, held: Pool) -> None:
        """Figures of the running mean on held-out pieces, written down."""
        judged = self.task.network()
        judged.load_state_dict(self.mean)
        judged.eval()
        words = self.task.figures(judged, held)
        line = f"{self.task.name} {self.seen / 1e6:.3f} million: {words}"
        print(line, flush=True)
        with (self.plan.folder / f"{self.task.name}.txt").open("a") as file:
            file.write(line + "\n")

    def _keep(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "mean": self.mean,
            "steps": self.steps,
            "seen": self.seen,
        }
        write_whole(state, self.last)


def weights_of(task: Task) -> Path:
    """The weights the product reads with, in 16 bits, from which a training in a new folder goes on."""
    return Path(__file__).with_name(f"{task.name}.pt")


def write_down(task: Task, folder: Path, into: Path) -> None:
    """Writes the mean of a training's weights as ONNX into a folder; to go on from, it is kept here."""
    network = task.network()
    state = torch.load(folder / f"{task.name}.pt", map_location="cpu", weights_only=True)
    network.load_state_dict(state["mean"])
    task.save(network.eval(), into)
    mean = {name: one.half() if one.is_floating_point() else one for name, one in state["mean"].items()}
    torch.save({"mean": mean, "steps": state["steps"], "seen": state["seen"]}, weights_of(task))
