"""Makes the reader of card indices from nothing but fonts, drawn pips and a seed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.cards.patch import as_input
from vision.training.cards.camera import Example, examples
from vision.training.cards.corners import draw_corner
from vision.training.cards.glyphs import Glyphs, fonts
from vision.training.cards.network import POSE_UNITS, IndexReader, save

CHUNK, BATCH = 3072, 96
"""Examples drawn at once, and examples of a step. Each is shown twice."""
CHUNKS, SEED = 110, 7
"""How long to train, and the seed. The network that comes with the program was trained so, and then for 42 chunks more
with seed 12, at a highest rate of 1.6e-3 and with threes that have a flat top."""
FASTEST = 2.5e-3
"""Learning rate at its highest."""


def train(file: Path, chunks: int, seed: int, begun: Path | None = None) -> None:
    """Trains for so many chunks of examples and writes the network to `file`, also along the way.

    Args:
        file: where the network goes, as ONNX; its weights go beside it (`.pt`), to be gone on with.
        chunks: how many examples are drawn, in thousands about three of each.
        seed: decides every drawing and every step.
        begun: weights to go on from, with other drawings.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    glyphs = Glyphs(fonts())
    reader = IndexReader()
    if begun is not None:
        reader.load_state_dict(torch.load(begun, weights_only=True))
    steps = chunks * 2 * (CHUNK // BATCH)
    learner = torch.optim.AdamW(reader.parameters(), lr=FASTEST, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, FASTEST, total_steps=steps, pct_start=0.1)
    before: Learnt | None = None
    began = time.monotonic()
    for chunk in range(chunks):
        rng = np.random.default_rng((seed, chunk))
        fresh: list[Example] = []
        while len(fresh) < CHUNK:
            fresh += examples(draw_corner(glyphs, rng), rng)
        new = Learnt.of(fresh[:CHUNK])
        # Each is shown once beside new ones and once beside those of the chunk before.
        pool = new.beside(before or new)
        before = new
        reader.train()
        losses = []
        for some in torch.from_numpy(rng.permutation(2 * CHUNK)).split(BATCH):
            losses.append(_step(reader, learner, pool.some(some)))
            pace.step()
        taken = time.monotonic() - began
        print(f"{chunk + 1}/{chunks} {taken:.0f}s  loss {np.mean(losses):.3f}", flush=True)
        if chunk % 20 == 19:
            save(reader, file)
    save(reader, file)
    torch.save(reader.state_dict(), file.with_suffix(".pt"))


def _step(reader: IndexReader, learner: torch.optim.Optimizer, batch: Learnt) -> float:
    told = reader(batch.patches.float())
    is_one = batch.rank >= 0
    loss = functional.binary_cross_entropy_with_logits(told[:, 17], is_one.float())
    if is_one.any():
        share = is_one.float().mean()
        said = told[is_one]
        loss = loss + share * functional.cross_entropy(said[:, :13], batch.rank[is_one], label_smoothing=0.01)
        loss = loss + share * functional.cross_entropy(said[:, 13:17], batch.suit[is_one], label_smoothing=0.01)
        loss = loss + share * 4 * functional.smooth_l1_loss(said[:, 18:], batch.pose[is_one])
    learner.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(reader.parameters(), 5.0)
    learner.step()
    return float(loss.detach())


@dataclass(frozen=True)
class Learnt:
    """Examples as the network takes them."""

    patches: Tensor
    """As `as_input` makes them, in half precision; (n, 3, HEIGHT, WIDTH)."""
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
