"""`python -m vision.training.cards`: trains the reader of card indices from nothing and puts it in its place."""

from __future__ import annotations

import argparse
from pathlib import Path

import vision.cards
from vision.training.cards.train import CHUNKS, SEED, train

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the reader of card indices.")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--chunks", type=int, default=CHUNKS, help="of 3072 drawn examples each")
    parser.add_argument("--out", type=Path, default=Path(vision.cards.__file__).parent / "index_reader.onnx")
    asked = parser.parse_args()
    train(asked.out, asked.chunks, asked.seed)
