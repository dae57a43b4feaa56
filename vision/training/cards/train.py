"""Makes the networks that read card indices from nothing but fonts, drawn pips and a seed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.cards.patch import as_input
from vision.training.cards.camera import FIND, NAME, Cutting, Example, examples
from vision.training.cards.corners import draw_corner
from vision.training.cards.glyphs import Glyphs, fonts
from vision.training.cards.network import FINDER, NAMER, POSE_UNITS, IndexNetwork, Layer, restore, save

CHUNK, BATCH = 3072, 96
"""Examples drawn at once, and examples of a step. Each is shown twice."""
FASTEST = 2.5e-3
"""Learning rate at its highest."""
SMOOTHED = 0.002
"""No answer is trained to be surer than this from certain: among the drawings some cannot be told."""


@dataclass(frozen=True)
class Task:
    """One of the two networks: what it is made of and learns from."""

    file: str
    cutting: Cutting
    layers: tuple[Layer, ...]
    narrow: int
    hidden: int
    chunks: int
    """How long to train, by default."""
    seed: int

    def network(self) -> IndexNetwork:
        """The network, knowing nothing."""
        return IndexNetwork(self.cutting.frame, self.layers, self.narrow, self.hidden)


# The network that finds indices and comes with the program was trained from earlier drawings: fewer shapes of suits, no
# cards underneath, and 42 chunks more with seed 12 at a highest rate of 1.6e-3. That which names them was trained 70
# chunks further: --network name --further vision/cards/index_namer.onnx --chunks 70 --seed 22 --fastest 1.2e-3.
FINDING = Task("index_finder.onnx", FIND, FINDER, 24, 96, chunks=110, seed=7)
NAMING = Task("index_namer.onnx", NAME, NAMER, 48, 128, chunks=160, seed=21)


def train(
    task: Task, folder: Path, chunks: int, seed: int, further: Path | None = None, fastest: float = FASTEST
) -> None:
    """Trains for so many chunks of examples and writes the network into `folder`, also along the way.

    Args:
        task: which network.
        folder: where it goes, as ONNX.
        chunks: how many examples are drawn, in thousands about three of each.
        seed: decides every drawing and every step.
        further: a network that was written before, to be trained further; a new one where none is given.
        fastest: learning rate at its highest; less where one is trained further.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    glyphs = Glyphs(fonts())
    network = task.network().to(memory_format=torch.channels_last)
    steps = chunks * 2 * (CHUNK // BATCH)
    learner = torch.optim.AdamW(network.parameters(), lr=fastest, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, fastest, total_steps=steps, pct_start=0.1)
    before: Learnt | None = None
    began = time.process_time()
    for chunk in range(chunks):
        rng = np.random.default_rng((seed, chunk))
        fresh: list[Example] = []
        while len(fresh) < CHUNK:
            fresh += examples(draw_corner(glyphs, rng), task.cutting, rng)
        new = Learnt.of(fresh[:CHUNK])
        # Each is shown once beside new ones and once beside those of the chunk before.
        pool = new.beside(before or new)
        if before is None and further is not None:
            restore(network, further, new.patches[:512].float())
        before = new
        network.train()
        losses = []
        for some in torch.from_numpy(rng.permutation(2 * CHUNK)).split(BATCH):
            losses.append(_step(network, learner, pool.some(some)))
            pace.step()
        taken = time.process_time() - began
        print(f"{task.file} {chunk + 1}/{chunks} {taken:.0f}s  loss {np.mean(losses):.3f}", flush=True)
        if chunk % 20 == 19:
            save(network, folder / task.file)
    save(network, folder / task.file)


def _step(network: IndexNetwork, learner: torch.optim.Optimizer, batch: Learnt) -> float:
    # Half the time of whole floats, on processors that have these; what is learnt differs by less than between seeds.
    with torch.autocast("cpu", dtype=torch.bfloat16):
        told = network(batch.patches.float().contiguous(memory_format=torch.channels_last))
    told = told.float()
    is_one = batch.rank >= 0
    loss = functional.binary_cross_entropy_with_logits(told[:, 17], is_one.float())
    if is_one.any():
        share = is_one.float().mean()
        said = told[is_one]
        loss = loss + share * functional.cross_entropy(said[:, :13], batch.rank[is_one], label_smoothing=SMOOTHED)
        loss = loss + share * functional.cross_entropy(said[:, 13:17], batch.suit[is_one], label_smoothing=SMOOTHED)
        loss = loss + share * 4 * functional.smooth_l1_loss(said[:, 18:], batch.pose[is_one])
    learner.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    learner.step()
    return float(loss.detach())


@dataclass(frozen=True)
class Learnt:
    """Examples as the network takes them."""

    patches: Tensor
    """As `as_input` makes them, in half precision; (n, 3, height, width)."""
    rank: Tensor
    suit: Tensor
    pose: Tensor
    """In POSE_UNITS; (n, 4)."""

    @classmethod
    def of(cls, examples: list[Example]) -> Learnt:
        """Of drawn examples."""
        return cls(
            torch.from_numpy(as_input([one.patch for one in examples])).half(),
            torch.tensor([one.rank for one in examples]),
            torch.tensor([one.suit for one in examples]),
            torch.from_numpy(np.stack([one.pose for one in examples])) / torch.tensor(POSE_UNITS),
        )

    def beside(self, other: Learnt) -> Learnt:
        """These and others."""
        return Learnt(*(torch.cat(pair) for pair in zip(self._all(), other._all(), strict=True)))

    def some(self, which: Tensor) -> Learnt:
        """Some of these."""
        return Learnt(*(one[which] for one in self._all()))

    def _all(self) -> tuple[Tensor, ...]:
        return self.patches, self.rank, self.suit, self.pose
