"""The training loop: from a seed, resumable, with figures on held-out drawings on the way.

A folder outside the repository holds all of it: what is drawn, `NAME.pt` to go on from, and `NAME.txt`, the curve.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

MEAN = 0.998
"""Share of the running mean of the weights that stays at each step; the mean is what is used."""
LAST = 0.05
"""Part of the step size that is left at the end of a cosine."""
WARM = 200
"""Steps over which a training begins gently."""
DECAY = 0.02
"""Weight decay of matrices; biases and scales are left alone."""


@dataclass(frozen=True)
class Plan:
    """One training."""

    folder: Path
    minutes: float
    rate: float = 2e-3
    """Step size at the beginning."""
    seed: int = 1
    times: int = 1
    """Batches are so many times as large, for an accelerator."""
    drawers: int = 1
    """Processes that draw beside it; 0 where others draw."""
    workers: int = 1
    """Processes that prepare batches beside it."""
    every: float = 10.0
    """Minutes between two measurements."""
    device: str = "cpu"
    more: Path | None = None
    """Folder of boards, or a pool of pieces with cards, that were not drawn for it, to learn from too."""


class Task(Protocol):
    """What is trained: a network, what it learns from, its loss and its figures."""

    @property
    def weights(self) -> Path:
        """Those the product reads with, from which a training in a new folder goes on."""
        ...

    name: str
    steepest: float
    """Length to which gradients are cut."""

    def network(self) -> nn.Module:
        """A new network."""
        ...

    def draw(self, plan: Plan, steps: int) -> list[subprocess.Popen[bytes]]:
        """Starts what draws beside the training, and waits until there is enough to begin with."""
        ...

    def batches(self, plan: Plan, seed: tuple[int, int]) -> IterableDataset[Any]:
        """Batches without end: tensors, or tuples of them."""
        ...

    def count(self, batch: Any) -> int:
        """How many examples a batch holds."""
        ...

    def loss(self, network: nn.Module, batch: Any) -> Tensor:
        """How wrong the network is on a batch."""
        ...

    def figures(self, network: nn.Module, folder: Path) -> str:
        """How it does on the held-out drawings of a training's folder, which are drawn where they are missing."""
        ...

    def write(self, network: nn.Module, seen: int, folder: Path) -> None:
        """Writes a network that saw so many examples into its place in the product; `folder` is the training's."""
        ...


class Training:
    """One training; `run` goes on from where the folder stands."""

    def __init__(self, task: Task, plan: Plan) -> None:
        _keep_memory()
        cv2.setNumThreads(1)
        torch.manual_seed(plan.seed)
        plan.folder.mkdir(parents=True, exist_ok=True)
        self.task, self.plan = task, plan
        self.network = task.network().to(plan.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        weights = list(self.network.parameters())
        groups = [
            {"params": [one for one in weights if one.ndim > 1], "weight_decay": DECAY},
            {"params": [one for one in weights if one.ndim < 2], "weight_decay": 0.0},
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.98))
        self.mean = {name: one.detach().clone() for name, one in self.network.state_dict().items()}
        self.steps = self.seen = 0
        """Steps, and examples in them, so far."""
        self._last = plan.folder / f"{task.name}.pt"
        self._load()
        self._gentle = self.steps if not self.optimiser.state else 0
        """The step at which it begins, gently, where weights were kept but not what the optimiser knew; else 0."""

    def _load(self) -> None:
        there = next((file for file in (self._last, self.task.weights) if file.exists()), None)
        if there is None:
            return
        state = torch.load(there, map_location=self.plan.device, weights_only=True)
        self.mean = {name: one.to(self.mean[name].dtype) for name, one in state["mean"].items()}
        self.network.load_state_dict(state.get("network", self.mean))
        if "optimiser" in state:
            self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.seen = state["steps"], state["seen"]

    def run(self) -> None:
        """Trains for the planned minutes."""
        drawing = self.task.draw(self.plan, self.steps)
        try:
            self._learn()
        finally:
            for one in drawing:
                one.terminate()
        self.keep()
        self._measure()

    def _learn(self) -> None:
        plan = self.plan
        batches = self.task.batches(plan, (plan.seed, self.steps))
        begun = told_at = measured_at = time.monotonic()
        losses: list[float] = []
        for batch in DataLoader(batches, batch_size=None, num_workers=plan.workers):
            now = time.monotonic()
            part = (now - begun) / 60 / plan.minutes
            if part >= 1:
                break
            rate = plan.rate * (LAST + (1 - LAST) * (0.5 + 0.5 * math.cos(math.pi * part)))
            for group in self.optimiser.param_groups:
                group["lr"] = rate * min(1.0, (self.steps - self._gentle + 1) / WARM)
            losses.append(self.learn(batch))
            if now - told_at > 60:
                minutes, seen = part * plan.minutes, self.seen / 1e6
                print(f"{minutes:6.1f} min, {seen:.3f} million seen, loss {np.mean(losses):.4f}", flush=True)
                losses, told_at = [], now
                self.keep()
            if now - measured_at > 60 * plan.every:
                measured_at = now
                self._measure()

    def learn(self, batch: Any) -> float:
        """One step; tells how wrong the network was."""
        self.network.train()
        batch = _on(self.plan.device, batch)
        loss = self.task.loss(self.network, batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.task.steepest)
        self.optimiser.step()
        self.steps += 1
        self.seen += self.task.count(batch)
        stays = min(MEAN, (self.steps + 1) / (self.steps + 20))
        with torch.no_grad():
            for name, one in self.network.state_dict().items():
                if one.is_floating_point():
                    self.mean[name].lerp_(one, 1 - stays)
        return float(loss.detach())

    def judged(self) -> nn.Module:
        """The network with the running mean of the weights, as it is used."""
        network = self.task.network().to(self.plan.device)
        network.load_state_dict(self.mean)
        return network.eval()

    def _measure(self) -> None:
        line = f"{self.seen / 1e6:.3f} million: {self.task.figures(self.judged(), self.plan.folder)}"
        print(line, flush=True)
        with (self.plan.folder / f"{self.task.name}.txt").open("a") as file:
            file.write(line + "\n")

    def keep(self) -> None:
        """Writes all that is needed to go on; whoever reads it meanwhile finds the state before."""
        part = self._last.with_name(f"{self._last.name}.part")
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "mean": self.mean}
        torch.save(state | {"steps": self.steps, "seen": self.seen}, part)
        part.replace(self._last)

    def write(self) -> None:
        """Writes the network into its place in the product; to go on from, its weights are kept there in 16 bits."""
        self.task.write(self.judged().cpu(), self.seen, self.plan.folder)
        mean = {name: one.half() if one.is_floating_point() else one for name, one in self.mean.items()}
        torch.save({"mean": mean, "steps": self.steps, "seen": self.seen}, self.task.weights)


def _on(device: str, batch: Any) -> Any:
    if isinstance(batch, Tensor):
        return batch.to(device)
    parts = [_on(device, one) for one in batch]
    return type(batch)(*parts) if hasattr(batch, "_fields") else tuple(parts)


def _keep_memory() -> None:
    """Makes the C library keep what a step needed for the next one (mallopt(3)), which saves a fifth of the time."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(-3, 2_000_000_000)  # M_MMAP_THRESHOLD
        mallopt(-1, 2_000_000_000)  # M_TRIM_THRESHOLD
