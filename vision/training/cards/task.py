"""What the trainings of the three networks that read cards have in common: one pool of drawn pieces."""

from __future__ import annotations

import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import IterableDataset, get_worker_info

from vision.cards.patch import GREY, STEEP
from vision.training.cards.pool import Pool, drawers, held_pool
from vision.training.loop import Plan

SIZE = 9_000
"""Pieces in the pool."""
FIRST = 1_500
"""Pieces with which a training begins."""
HELD = 600
"""Pieces it is judged by."""
CURVED, TINTED = 0.2, 0.06
"""How otherwise tones may run: logarithm of their power, of all and of each colour."""
PRODUCT = Path(str(files("vision.cards")))
"""Where the product's networks lie."""


class CardTask(ABC):
    """A network that learns from pieces of drawn tables."""

    name: str
    batch: int
    zoom: float
    """Of the pieces it learns from, see `vision.training.cards.heaps.piece`."""
    steepest = 5.0
    """Length to which gradients are cut."""

    @property
    def weights(self) -> Path:
        """Those the product reads with."""
        return Path(__file__).with_name(f"{self.name}.pt")

    @abstractmethod
    def batch_of(self, pool: Pool, chance: np.random.Generator, times: int = 1) -> tuple[Tensor, ...]:
        """One batch, so many times as large as usual."""

    @abstractmethod
    def figures_on(self, network: nn.Module, held: Pool) -> str:
        """How a network does on held-out pieces."""

    @abstractmethod
    def save(self, network: nn.Module, folder: Path) -> None:
        """Writes a network as ONNX into a folder."""

    def draw(self, plan: Plan, steps: int) -> list[subprocess.Popen[bytes]]:
        """Starts what draws pieces, and waits until there are enough."""
        folder, seed = plan.folder / self._kind("pool"), plan.seed + steps
        drawing = drawers(folder, SIZE, seed, plan.drawers, plan.folder / "decks", self.zoom, plan.more)
        pool = Pool.at(folder, SIZE)
        while pool.filled < FIRST:
            time.sleep(1)
        return drawing

    def batches(self, plan: Plan, seed: tuple[int, int]) -> IterableDataset[tuple[Tensor, ...]]:
        """Batches without end."""
        return _Batches(self.batch_of, Pool.at(plan.folder / self._kind("pool"), SIZE), seed, plan.times)

    def count(self, batch: tuple[Tensor, ...]) -> int:
        """How many examples a batch holds."""
        return len(batch[0])

    def figures(self, network: nn.Module, folder: Path) -> str:
        """How a network does on the held-out pieces of a training's folder."""
        held = held_pool(folder / self._kind("held"), HELD, folder / "decks", self.zoom)
        return self.figures_on(network.cpu(), held)

    def write(self, network: nn.Module, seen: int, folder: Path) -> None:
        """Writes a network into its place in the product."""
        self.save(network, PRODUCT)

    def _kind(self, what: str) -> str:
        return what if self.zoom == 1 else f"{what}_{self.zoom:g}"


def toned(chance: np.random.Generator, given: Tensor) -> Tensor:
    """Pictures as `as_input` gives them, with tones as another camera may tell them: none is seen alike twice."""
    power = np.exp(chance.normal(0, CURVED, (len(given), 1)) + chance.normal(0, TINTED, (len(given), 3)))
    return ((given / STEEP + GREY) ** torch.from_numpy(power.astype(np.float32))[:, :, None, None] - GREY) * STEEP


class _Batches(IterableDataset[tuple[Tensor, ...]]):
    def __init__(
        self, batch_of: Callable[..., tuple[Tensor, ...]], pool: Pool, seed: tuple[int, int], times: int
    ) -> None:
        self.batch_of, self.pool, self.seed, self.times = batch_of, pool, seed, times

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        worker = get_worker_info()
        chance = np.random.default_rng([*self.seed, 0 if worker is None else worker.id])
        while True:
            yield self.batch_of(self.pool, chance, self.times)
