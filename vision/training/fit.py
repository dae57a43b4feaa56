"""Fits a witness to labelled spaces, and says what its doubts are worth on tables it never saw.

    python -m vision.training.fit LABELLED.npz [MORE.npz ...]

LABELLED is what `python -m tests.bench.corpus.labelled` wrote. The eye does not ask this witness: docs/accuracy.md says
why.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

OUTPUTS, NODES = 4, 32
"""Empty, hidden, face up, white side up; nodes of the layer between."""
STEPS, BATCH, RATE, DECAY, NOISE = 2500, 2048, 3e-3, 1e-2, 0.05
LETTERS = np.array(list(".#bbggrr"))
DISAGREES = 0.5
"""A letter is made unsure to which the witness gives less than this. Probability; 0.1 to 0.9."""


class Net(nn.Module):
    """One layer of nodes, and a direct way around it."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.nodes, self.out = nn.Linear(count, NODES), nn.Linear(NODES, OUTPUTS)
        self.direct = nn.Linear(count, OUTPUTS)

    def forward(self, seen: Tensor) -> Tensor:
        """Log probabilities of shape (spaces, 2 + 2 teams) for statistics of shape (spaces, teams, count)."""
        scores = self.out(torch.relu(self.nodes(seen))) + self.direct(seen)
        return torch.log_softmax(torch.cat([scores[:, :, :2].mean(1), scores[:, :, 2:].flatten(1)], 1), 1)


def fit(seen: NDArray[np.float32], labels: NDArray[np.int64], seed: int) -> Net:
    """A net for standardised statistics."""
    torch.manual_seed(seed)
    model = Net(seen.shape[2])
    adam = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    chance = np.random.default_rng(seed)
    # Empty spaces are by far the most and mostly easy; of each label the same part would teach little of the rest.
    likely = (1.0 / np.sqrt(np.maximum(np.bincount(labels, minlength=8), 50)))[labels].cumsum()
    for step in range(STEPS):
        for group in adam.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * step / STEPS))
        pick = np.searchsorted(likely, chance.random(BATCH) * likely[-1]).clip(max=len(labels) - 1)
        noisy = seen[pick] + chance.normal(0, NOISE, seen[pick].shape).astype(np.float32)
        told = nn.functional.nll_loss(model(torch.from_numpy(noisy)), torch.from_numpy(labels[pick]))
        adam.zero_grad()
        told.backward()  # type: ignore[no-untyped-call]
        adam.step()
    return model


class Labelled:
    """What was labelled, taken apart by space."""

    def __init__(self, paths: list[Path]) -> None:
        parts = [np.load(path) for path in paths]
        told = {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}
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


def belief(model: Net, seen: NDArray[np.float32], letters: NDArray[np.str_]) -> NDArray[np.float32]:
    """Probability of the letter that was given, 1 where none was; shape (spaces,)."""
    with torch.no_grad():
        found = model(torch.from_numpy(seen)).exp().numpy()
    found = np.concatenate([found[:, :2], found[:, 2::2] + found[:, 3::2]], axis=1)
    place = np.array([".#bgr".find(letter) if letter != "#" else -1 for letter in letters])
    return np.where(place >= 0, found[np.arange(len(place)), place.clip(min=0)], 1.0).astype(np.float32)


def held_out_belief(told: Labelled, folds: int, seed: int) -> NDArray[np.float32]:
    """`belief` by a net that never saw the table."""
    groups = np.random.default_rng(seed).permutation(sorted(set(told.group)))
    found = np.ones(len(told.labels), np.float32)
    for fold in range(min(folds, len(groups))):
        out = np.isin(told.group, groups[fold::folds])
        rows = ~out & (told.labels >= 0)
        mean, spread = told.usual(rows)
        model = fit((told.seen[rows] - mean) / spread, told.labels[rows], seed)
        found[out] = belief(model, (told.seen[out] - mean) / spread, told.letters[out])
    return found


def held_out_figures(told: Labelled, folds: int, seed: int) -> list[dict[str, str | int]]:
    """Wrong and unsure letters with the witness and without, on tables it never saw."""
    true = np.where(told.labels < 0, "", LETTERS[told.labels])
    doubted = np.where(held_out_belief(told, folds, seed) < DISAGREES, "?", told.letters)
    figures: list[dict[str, str | int]] = []
    for how in ("measured", "empty"):
        for name, plain in (("as they are", True), ("made worse", False)):
            rows = (told.labels >= 0) & (told.labels != 1) & (told.how == how) & ((told.tag == "plain") == plain)
            figure: dict[str, str | int] = {"how": how, "pictures": name, "spaces": int(rows.sum())}
            for reader, letters in (("alone", told.letters), ("with the witness", doubted)):
                unsure = np.isin(letters, ["?", "#"])
                figure[f"{reader}: wrong"] = int((rows & ~unsure & (letters != true)).sum())
                figure[f"{reader}: unsure"] = int((rows & unsure).sum())
            figures.append(figure)
    return figures


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labelled", type=Path, nargs="+")
    parser.add_argument("--folds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    said = parser.parse_args()
    torch.set_num_threads(1)
    told = Labelled(said.labelled)
    report = {
        "seed": said.seed,
        "steps": STEPS,
        "tables": len(set(told.table)),
        "spaces": int((told.labels >= 0).sum()),
        "doubted below": DISAGREES,
        "on tables not seen": held_out_figures(told, said.folds, said.seed),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
