"""`make train TRAIN=reader`: trains the network that reads a board, on drawn boards alone."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training.reader.export import write_down
from vision.training.reader.train import Plan, Training, held_boards

DEFAULT = Path.home() / ".cache" / "sequence-referee" / "reader"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.reader", description=main.__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT, help="where checkpoints and drawn boards are kept")
    parser.add_argument("--minutes", type=float, default=240.0)
    parser.add_argument("--rate", type=float, default=Plan.rate)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--drawers", type=int, default=1, help="processes that draw boards beside it")
    parser.add_argument("--workers", type=int, default=1, help="processes that prepare batches beside it")
    parser.add_argument("--batch", type=int, default=Plan.batch, help="boards a step")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--write", type=Path, help="train no more: write the best weights into this folder")
    told = parser.parse_args()
    torch.set_num_threads(told.threads)
    plan = Plan(
        told.folder,
        told.minutes,
        told.seed,
        told.rate,
        told.batch,
        drawers=told.drawers,
        workers=told.workers,
        device=told.device,
    )
    if told.write is None:
        Training(plan).run()
        return
    state = torch.load(told.folder / "best.pt", map_location="cpu", weights_only=True)
    write_down(state, held_boards(told.folder), told.write)


if __name__ == "__main__":
    main()
