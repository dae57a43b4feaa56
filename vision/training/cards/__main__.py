"""`python -m vision.training.cards`: trains the networks that read card indices and puts them in their place."""

from __future__ import annotations

import argparse
from pathlib import Path

import vision.cards
from vision.training.cards.train import FASTEST, FINDING, NAMING, train

TASKS = {"find": (FINDING,), "name": (NAMING,), "both": (FINDING, NAMING)}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the networks that read card indices.")
    parser.add_argument("--network", choices=TASKS, default="both", help="that finds indices, or that names them")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--chunks", type=int, help="of 3072 drawn examples each")
    parser.add_argument("--out", type=Path, default=Path(vision.cards.__file__).parent, help="a folder")
    parser.add_argument("--further", type=Path, help="a network to be trained further, an ONNX file")
    parser.add_argument("--fastest", type=float, default=FASTEST, help="learning rate at its highest")
    asked = parser.parse_args()
    for task in TASKS[asked.network]:
        train(
            task,
            asked.out,
            task.chunks if asked.chunks is None else asked.chunks,
            task.seed if asked.seed is None else asked.seed,
            asked.further,
            asked.fastest,
        )
