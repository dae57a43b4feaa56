"""Trains the small network from a seed and a number of steps, and writes it with a report of its training.

    python -m vision.training.spaces --seed 1 --steps 1200 --out FOLDER

The same seed and steps draw the same spaces. It goes on where it stopped, if FOLDER holds what it wrote on its way.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training.network import Network, export, log_chances
from vision.training.scenes import EMPTY, HIDDEN, IGNORED, draw

SCENES = 6
"""Scenes drawn for a step."""
RATE = 2e-3
"""Highest step of Adam."""
WARMING = 100
"""Steps until that is reached."""
CHECKED = 200
"""Scenes drawn from numbers never trained on, by which the report measures."""
SAVED = 200
"""Every how many steps what was learnt is kept."""
WRONG_COSTS = 50.0
"""A wrong letter costs as much as so many `?`."""


def batch(seed: int, step: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The spaces of one step."""
    drawn = [draw(np.random.default_rng([seed, step, number])) for number in range(SCENES)]
    planes = np.concatenate([one.planes for one in drawn])
    labels = np.concatenate([one.labels for one in drawn])
    return torch.from_numpy(planes[labels != IGNORED]), torch.from_numpy(labels[labels != IGNORED])


def rate(step: int, steps: int) -> float:
    """A short rise, then half a cosine."""
    return RATE * min((step + 1) / WARMING, 1.0) * (0.5 + 0.5 * math.cos(math.pi * step / steps))


def train(seed: int, steps: int, out: Path) -> dict[str, object]:
    """Trains, writes `spaces.onnx` and `spaces.json`, and returns the report."""
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    network = Network()
    adam = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    kept, first, losses = out / "on-the-way.pt", 0, []
    out.mkdir(parents=True, exist_ok=True)
    if kept.exists():
        stored = torch.load(kept)
        network.load_state_dict(stored["network"])
        adam.load_state_dict(stored["adam"])
        first, losses = stored["step"], stored["losses"]
    for step in range(first, steps):
        for group in adam.param_groups:
            group["lr"] = rate(step, steps)
        planes, labels = batch(seed, step)
        loss = torch.nn.functional.nll_loss(log_chances(network, planes), labels)
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        adam.step()
        losses.append(float(loss.detach()))
        if (step + 1) % SAVED == 0 or step + 1 == steps:
            state = {"network": network.state_dict(), "adam": adam.state_dict(), "step": step + 1, "losses": losses}
            torch.save(state, kept.with_suffix(".new"))
            kept.with_suffix(".new").replace(kept)
            export(network, out / "spaces.onnx")
            print(f"step {step + 1}: loss {np.mean(losses[-SAVED:]):.4f}", flush=True)
    report: dict[str, object] = {
        "seed": seed,
        "steps": steps,
        "spaces": steps * SCENES * 36,
        "loss": float(np.mean(losses[-SAVED:])),
    }
    report |= check(network, seed)
    (out / "spaces.json").write_text(json.dumps(report, indent=2))
    return report


def check(network: Network, seed: int) -> dict[str, object]:
    """How it does on drawn spaces never trained on: shares wrong and unsure where a letter is given from 0.95 on."""
    count: Counter[str] = Counter()
    with torch.no_grad():
        for number in range(CHECKED):
            drawn = draw(np.random.default_rng([seed, 10**9, number]))
            chances = log_chances(network, torch.from_numpy(drawn.planes)).exp().numpy()
            for chance, label in zip(chances, drawn.labels, strict=True):
                if label in (IGNORED, HIDDEN):
                    continue
                said = {-1: chance[EMPTY], **{t: chance[2 + 2 * t : 4 + 2 * t].sum() for t in range(3)}}
                best = max(said, key=lambda one: said[one])
                true = -1 if label == EMPTY else (label - 2) // 2
                count["visible"] += 1
                count["unsure"] += int(said[best] < 0.95)
                count["wrong"] += int(said[best] >= 0.95 and best != true)
    return {"checked": dict(count), "cost": (WRONG_COSTS * count["wrong"] + count["unsure"]) / count["visible"]}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    print(json.dumps(train(told.seed, told.steps, told.out), indent=2))


if __name__ == "__main__":
    main()
