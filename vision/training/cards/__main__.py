"""`make train TRAIN=cards`: trains, on drawn cards alone, what finds indices, names them and sees whole cards."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training.cards.finding import Finding
from vision.training.cards.learn import Plan, Training, write_down
from vision.training.cards.naming import Naming
from vision.training.cards.whole_cards import WholeCards

TASKS: dict[str, type[Finding] | type[Naming] | type[WholeCards]] = {
    "find": Finding,
    "name": Naming,
    "whole": WholeCards,
}
DEFAULT = Path.home() / ".cache" / "sequence-referee" / "cards"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.cards", description=main.__doc__)
    parser.add_argument(
        "--network",
        choices=[*TASKS, "all"],
        default="all",
        help="finds indices, names them, sees whole cards",
    )
    parser.add_argument("--folder", type=Path, default=DEFAULT, help="where checkpoints and drawn pieces are kept")
    parser.add_argument("--minutes", type=float, default=120.0, help="for each network")
    parser.add_argument("--rate", type=float, default=Plan.rate)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--drawers", type=int, default=1, help="processes that draw pieces beside it")
    parser.add_argument("--every", type=float, default=Plan.every, help="minutes between two measurements")
    parser.add_argument("--times", type=int, default=Plan.times, help="batches are so many times as large")
    parser.add_argument("--workers", type=int, default=Plan.workers, help="processes that make batches")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--write", type=Path, help="train no more: write the network into this folder")
    told = parser.parse_args()
    plan = Plan(
        told.folder, told.minutes, told.rate, told.seed, told.drawers, told.every, told.times, told.workers, told.device
    )
    for name, task in TASKS.items():
        if told.network not in (name, "all"):
            continue
        if told.write is None:
            Training(task(), plan, told.folder / "decks").run()
        else:
            write_down(task(), told.folder, told.write)


if __name__ == "__main__":
    main()
