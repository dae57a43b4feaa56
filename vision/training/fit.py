"""Fits a small classifier to the statistics of labelled spaces, and says how it does on tables it never saw.

    python -m vision.training.fit LABELLED.npz --hidden 24

LABELLED is what `python -m tests.bench.corpus.labelled` wrote.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

OUTPUTS = 4
"""Empty, hidden, face up, white side up."""
STEPS, BATCH, RATE = 400, 2048, 3e-3
LETTERS, ALONE = np.array(list(".#bbggrr")), np.array(list(".#bgr"))
SURE, DISAGREES = 0.95, 0.03
"""A letter is given from so much on; and one of the eye is doubted that is given less than this."""


def net(count: int, hidden: int) -> nn.Module:
    """Logistic regression, or one layer of `hidden` between."""
    if not hidden:
        return nn.Linear(count, OUTPUTS)
    return nn.Sequential(nn.Linear(count, hidden), nn.ReLU(), nn.Linear(hidden, OUTPUTS))


def log_chances(model: nn.Module, seen: Tensor) -> Tensor:
    """Log probabilities of shape (spaces, 2 + 2 teams) for statistics of shape (spaces, teams, count)."""
    scores = model(seen)
    return torch.log_softmax(torch.cat([scores[:, :, :2].mean(1), scores[:, :, 2:].flatten(1)], 1), 1)


def fit(seen: NDArray[np.float32], labels: NDArray[np.int64], hidden: int, seed: int) -> nn.Module:
    """A classifier for standardised statistics."""
    torch.manual_seed(seed)
    model = net(seen.shape[2], hidden)
    adam = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-3)
    chance = np.random.default_rng(seed)
    # Empty spaces are by far the most and mostly easy; of each label the same part would teach little of the rest.
    count = np.bincount(labels, minlength=8)
    likely = (1.0 / np.sqrt(np.maximum(count, 50)))[labels]
    likely /= likely.sum()
    for step in range(STEPS):
        for group in adam.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * step / STEPS))
        pick = chance.choice(len(labels), BATCH, p=likely)
        noisy = seen[pick] + chance.normal(0, 0.05, seen[pick].shape).astype(np.float32)
        told = torch.nn.functional.nll_loss(log_chances(model, torch.from_numpy(noisy)), torch.from_numpy(labels[pick]))
        adam.zero_grad()
        told.backward()  # type: ignore[no-untyped-call]
        adam.step()
    return model


def chances(model: nn.Module, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of shape (spaces, 8)."""
    with torch.no_grad():
        return np.asarray(log_chances(model, torch.from_numpy(seen)).exp().numpy(), np.float32)


def by_letter(found: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of empty, hidden, blue, green and red; shape (spaces, 5)."""
    return np.concatenate([found[:, :2], found[:, 2::2] + found[:, 3::2]], axis=1)


class Labelled:
    """What was labelled, taken apart by space."""

    def __init__(self, path: Path) -> None:
        told = np.load(path)
        pictures, spaces, *rest = told["statistics"].shape
        self.seen = told["statistics"].reshape(pictures * spaces, *rest).astype(np.float32)
        self.labels = told["labels"].ravel()
        self.letters = told["letters"].ravel()
        self.table, self.tag, self.how = (np.repeat(told[name], spaces) for name in ("table", "tag", "how"))
        # All simulated tables are drawn alike: left out together.
        self.group = np.array([name.split()[0] for name in self.table])

    def usual(self, rows: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Mean and spread of each statistic over some spaces."""
        part = self.seen[rows].reshape(-1, self.seen.shape[2])
        return part.mean(axis=0), part.std(axis=0) + 1e-3


def held_out_chances(told: Labelled, hidden: int, folds: int, seed: int) -> NDArray[np.float32]:
    """Probabilities of every space by a classifier that never saw its table; shape (spaces, 5)."""
    groups = sorted(set(told.group))
    found = np.zeros((len(told.labels), 5), np.float32)
    for fold in range(min(folds, len(groups))):
        out = np.isin(told.group, groups[fold::folds])
        rows = ~out & (told.labels >= 0)
        mean, spread = told.usual(rows)
        model = fit((told.seen[rows] - mean) / spread, told.labels[rows], hidden, seed)
        found[out] = by_letter(chances(model, (told.seen[out] - mean) / spread))
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labelled", type=Path)
    parser.add_argument("--hidden", type=int, default=0, help="0 is logistic regression")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    torch.set_num_threads(1)
    told = Labelled(said.labelled)
    found = held_out_chances(told, said.hidden, said.folds, said.seed)
    true = np.where(told.labels < 0, "", LETTERS[told.labels])
    given = np.where(found.max(axis=1) >= SURE, ALONE[found.argmax(axis=1)], "?")
    own = np.array([found[space, k] if k >= 0 else 1.0 for space, k in enumerate(map(".#bgr".find, told.letters))])
    doubted = np.where((own < DISAGREES) & (told.letters != "#"), "?", told.letters)
    for how in ("measured", "empty"):
        for name, plain in (("as they are", True), ("made worse", False)):
            rows = (told.labels >= 0) & (told.labels != 1) & (told.how == how) & ((told.tag == "plain") == plain)
            for reader, letters in (("the eye", told.letters), ("classifier", given), ("eye, doubted", doubted)):
                unsure = np.isin(letters, ["?", "#"])
                wrong = int((rows & ~unsure & (letters != true)).sum())
                print(
                    f"{how}, {name}, {reader}: {wrong} wrong, {int((rows & unsure).sum())} unsure of {int(rows.sum())}"
                )


if __name__ == "__main__":
    main()
