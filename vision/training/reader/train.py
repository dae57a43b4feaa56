"""The training loop: from a seed, resumable, with held-out figures on the way.

A folder outside the repository holds all of it: `boards` as they are drawn, `held` those nobody trains on, `last.pt` to
go on from, `best.pt`, and `curve.tsv`.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import DataLoader

from vision.training.reader.batches import Batch, Batches, Board, Mode, boards_in
from vision.training.reader.held import Figures, figures_of
from vision.training.reader.network import Given, ReaderNetwork, Told, weights_of
from vision.training.upkeep import first_checkpoint, follow, keep_memory, write_whole

WEIGHTS = Path(__file__).with_name("weights.pt")
"""The weights the product reads with, from which a training in a new folder goes on."""
HELD_SEED = 900_001
"""Held-out boards are drawn from this number: other decks, chips and light than any that are learnt from."""
HELD_SHARDS, HELD_SIZE = 4, 48
"""Files of held-out boards, and boards in each."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    folder: Path
    minutes: float
    seed: int = 1
    rate: float = 2e-3
    """Step size, decaying to a twentieth along a cosine."""
    batch: int = 12
    """Boards a step."""
    drawers: int = 1
    """Processes that draw boards beside it; 0 where others draw them."""
    workers: int = 1
    """Processes that prepare batches beside it."""
    mean: float = 0.998
    """Share of the running mean of the weights that stays at each step; the mean is what is used."""
    every: float = 10.0
    """Minutes between two figures on held-out boards."""
    device: str = "cpu"


def loss_of(told: Told, batch: Batch) -> torch.Tensor:
    """Cross entropy with the chances that are wanted, and how far the middles of chips are told aside."""
    chances = torch.log_softmax(told.logits, -1)
    entropy = -(batch.wanted * chances.clamp(min=-30)).sum(-1)
    # So that nothing is told with boundless sureness: a little of both that are always there.
    entropy = entropy - 0.001 * chances[..., :2].mean(-1)
    letters = (batch.weight * entropy).sum() / batch.weight.sum()
    aside = functional.smooth_l1_loss(told.centres, batch.centres, reduction="none", beta=0.05).sum(-1)
    return letters + 0.3 * (batch.lying * aside).sum() / batch.lying.sum().clamp(min=1)


class Training:
    """One training; `run` goes on from where the folder stands."""

    def __init__(self, plan: Plan) -> None:
        keep_memory()
        cv2.setNumThreads(1)
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.network = ReaderNetwork().to(plan.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        plain = [one for one in self.network.parameters() if one.ndim < 2]
        decayed = [one for one in self.network.parameters() if one.ndim >= 2]
        self.optimiser = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}],
            lr=plan.rate,
            betas=(0.9, 0.98),
        )
        self.mean = {name: one.detach().clone() for name, one in self.network.state_dict().items()}
        self.steps = self.spaces = 0
        self.best = float("inf")
        if state := first_checkpoint(plan.folder / "last.pt", WEIGHTS, device=plan.device):
            self._load(state)
        self.chance = np.random.default_rng([plan.seed, self.spaces])

    def run(self) -> None:
        """Trains for the planned minutes."""
        plan = self.plan
        plan.folder.mkdir(parents=True, exist_ok=True)
        held = self._held()
        drawers = self._draw()
        print(f"{weights_of(self.network)} weights, {self.spaces / 1e6:.2f} million spaces seen", flush=True)
        try:
            self._learn(held)
        finally:
            for one in drawers:
                one.terminate()

    def _learn(self, held: list[Board]) -> None:
        plan = self.plan
        batches = Batches(plan.folder / "boards", plan.batch, (plan.seed, self.steps))
        begun = told_at = measured_at = time.monotonic()
        losses: list[float] = []
        for batch in DataLoader(batches, batch_size=None, num_workers=plan.workers):
            now = time.monotonic()
            part = (now - begun) / 60 / plan.minutes
            if part >= 1:
                break
            rate = plan.rate * (0.05 + 0.95 * (0.5 + 0.5 * math.cos(math.pi * part)))
            for group in self.optimiser.param_groups:
                group["lr"] = rate * min(1.0, (self.steps + 1) / 150)
            losses.append(self._step(batch))
            if now - told_at > 60:
                seen = 1e-6 * self.spaces
                print(
                    f"{(now - begun) / 60:6.1f} min {seen:7.3f} million spaces, loss {np.mean(losses):.4f}", flush=True
                )
                losses, told_at = [], now
                self.save("last.pt")
            if now - measured_at > 60 * plan.every:
                measured_at = now
                self._measure(held)
        self._measure(held)
        self.save("last.pt")

    def _step(self, batch: Batch) -> float:
        device = self.plan.device
        given = Given(*(one.to(device) for one in batch.given))
        rest = (one.to(device) for one in batch[1:])
        loss = loss_of(self.network(given, half=True), Batch(given, *rest))  # type: ignore[arg-type]
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        self.steps += 1
        self.spaces += batch.weight.numel()
        keep = min(self.plan.mean, (self.steps + 1) / (self.steps + 20))
        follow(self.mean, self.network, keep)
        return float(loss.detach())

    def _measure(self, held: list[Board]) -> None:
        """Figures of the running mean on held-out boards, written down."""
        network = ReaderNetwork().to(self.plan.device)
        network.load_state_dict(self.mean)
        network.eval()
        costs = []
        for mode in Mode:
            figures: Figures = figures_of(network, held, mode)
            costs.append(figures.cost)
            line = f"{self.spaces}\t{mode.name.lower()}\t{figures}"
            print(line, flush=True)
            with (self.plan.folder / "curve.tsv").open("a") as file:
                file.write(line + "\n")
        if sum(costs) < self.best:
            self.best = sum(costs)
            self.save("best.pt")

    def _held(self) -> list[Board]:
        folder = self.plan.folder / "held"
        if len(list(folder.glob("b_*.npz"))) < HELD_SHARDS:
            self._drawer(folder, HELD_SEED, HELD_SHARDS, "--boards", str(HELD_SIZE)).wait()
        return held_boards(self.plan.folder)

    def _draw(self) -> list[subprocess.Popen[bytes]]:
        """Processes that draw boards, each from a number that none had before."""
        folder, first = self.plan.folder / "boards", 1 + self.plan.seed * 1000 + self.steps
        return [self._drawer(folder, first + number, 1_000_000) for number in range(self.plan.drawers)]

    @staticmethod
    def _drawer(folder: Path, seed: int, shards: int, *more: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "vision.training.boards", str(folder), str(seed), str(shards), *more]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL)

    def save(self, name: str) -> None:
        """Writes all that is needed to go on."""
        state = {
            "mean": self.mean,
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "spaces": self.spaces,
            "best": self.best,
        }
        write_whole(state, self.plan.folder / name)

    def _load(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"] if "network" in state else state["mean"])
        self.mean = dict(state["mean"])
        if "optimiser" in state:
            self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.spaces, self.best = int(state["steps"]), int(state["spaces"]), float(state.get("best", "inf"))


def held_boards(folder: Path) -> list[Board]:
    """The boards of a training's folder that nobody trains on."""
    return [board for shard in sorted((folder / "held").glob("b_*.npz")) for board in boards_in(shard)]
