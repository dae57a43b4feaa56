"""What the network that reads boards learns from, its loss, and where it is written down."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from vision.training.loop import Plan
from vision.training.reader.batches import Batch, Batches, Board, Mode, boards_in
from vision.training.reader.export import write_down
from vision.training.reader.held import figures_of
from vision.training.reader.network import ReaderNetwork, Told

BOARDS = 12
"""Boards a step."""
HELD_SEED = 900_001
"""Held-out boards are drawn from this number: other decks, chips and light than any that are learnt from."""
HELD_SHARDS, HELD_SIZE = 4, 48
"""Files of held-out boards, and boards in each."""


class Reading:
    """What lies on each space of a board."""

    name = "reader"
    weights = Path(__file__).with_name("weights.pt")
    steepest = 1.0

    def network(self) -> nn.Module:
        """A new network."""
        return ReaderNetwork()

    def draw(self, plan: Plan, steps: int) -> list[subprocess.Popen[bytes]]:
        """Starts what draws boards, each from a number that none had before; batches wait for the first."""
        first = 1 + plan.seed * 1000 + steps
        return [_drawer(plan.folder / "boards", first + number, 1_000_000) for number in range(plan.drawers)]

    def batches(self, plan: Plan, seed: tuple[int, int]) -> Batches:
        """Batches without end."""
        return Batches(plan.folder / "boards", BOARDS * plan.times, seed, plan.more)

    def count(self, batch: Batch) -> int:
        """How many spaces a batch holds."""
        return batch.weight.numel()

    def loss(self, network: nn.Module, batch: Batch) -> torch.Tensor:
        """How wrong the network is on a batch."""
        return loss_of(network(batch.given, half=True), batch)

    def figures(self, network: nn.Module, folder: Path) -> str:
        """How held-out boards are read in each mode: per cent wrong if all were told; wrong, unsure, flawless."""
        assert isinstance(network, ReaderNetwork)
        held = held_boards(folder)
        return "; ".join(f"{mode.name.lower()} {figures_of(network, held, mode)}" for mode in Mode)

    def write(self, network: nn.Module, seen: int, folder: Path) -> None:
        """Writes a network and its report into their place in the product."""
        assert isinstance(network, ReaderNetwork)
        write_down(network, seen, held_boards(folder), Path(str(files("vision.read"))))


def loss_of(told: Told, batch: Batch) -> torch.Tensor:
    """Cross entropy with the chances that are wanted, and how far the middles of chips are told aside."""
    chances = torch.log_softmax(told.logits, -1)
    entropy = -(batch.wanted * chances.clamp(min=-30)).sum(-1)
    # So that nothing is told with boundless sureness: a little of both that are always there.
    entropy = entropy - 0.001 * chances[..., :2].mean(-1)
    letters = (batch.weight * entropy).sum() / batch.weight.sum()
    aside = functional.smooth_l1_loss(told.centres, batch.centres, reduction="none", beta=0.05).sum(-1)
    return letters + 0.3 * (batch.lying * aside).sum() / batch.lying.sum().clamp(min=1)


def held_boards(folder: Path) -> list[Board]:
    """The boards of a training's folder that nobody trains on, drawn where they are missing."""
    own = folder / "held_boards"
    if len(list(own.glob("b_*.npz"))) < HELD_SHARDS:
        _drawer(own, HELD_SEED, HELD_SHARDS, "--boards", str(HELD_SIZE)).wait()
    return [board for shard in sorted(own.glob("b_*.npz")) for board in boards_in(shard)]


def _drawer(folder: Path, seed: int, shards: int, *more: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "vision.training.boards", str(folder), str(seed), str(shards), *more]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)
