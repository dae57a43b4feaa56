"""`make train TRAIN=reader` or `TRAIN=cards`: trains the networks of the product, on tables drawn for it."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training.cards.finding import Finding
from vision.training.cards.naming import Naming
from vision.training.cards.whole_cards import WholeCards
from vision.training.loop import Plan, Task, Training
from vision.training.reader.reading import Reading

TASKS: dict[str, type[Task]] = {"reader": Reading, "find": Finding, "name": Naming, "whole": WholeCards}
FOLDER = Path.home() / ".cache" / "sequence-referee" / "training"


def main() -> None:
    """Trains networks of the product, or puts what was learnt into the product."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=main.__doc__)
    parser.add_argument(
        "network",
        choices=[*TASKS, "cards"],
        help="reads boards; finds indices of cards, names them, sees whole cards; `cards` are these three in turn",
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where checkpoints and drawings are kept")
    parser.add_argument("--minutes", type=float, default=120.0, help="for each network")
    parser.add_argument("--rate", type=float, default=Plan.rate, help="step size at the beginning")
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--times", type=int, default=Plan.times, help="batches are so many times as large")
    parser.add_argument("--drawers", type=int, default=Plan.drawers, help="processes that draw beside it")
    parser.add_argument("--workers", type=int, default=Plan.workers, help="processes that prepare batches")
    parser.add_argument("--every", type=float, default=Plan.every, help="minutes between two measurements")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument(
        "--more",
        type=Path,
        help="folder of boards, or of pieces with cards, that were not drawn for it, to learn from too",
    )
    parser.add_argument("--write", action="store_true", help="train no more: put what was learnt into the product")
    told = vars(parser.parse_args())
    asked, writes = told.pop("network"), told.pop("write")
    torch.set_num_threads(1)
    for name in ("find", "name", "whole") if asked == "cards" else (asked,):
        training = Training(TASKS[name](), Plan(**told))
        if writes:
            training.write()
        else:
            training.run()


if __name__ == "__main__":
    main()
