"""`make bench`: every figure the product promises, measured here, as a table and as bench.json.

Each module beside this one that has `figures()` is a bench. It runs in a process of its own, one after the other,
so that no bench warms another's caches or adds to its memory. `make bench BENCH="engine web"` runs only those;
`make bench BENCH="corpus --sample 100 ..."` hands its options to that one.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
OUTPUT = Path("bench.json")


def benches() -> list[str]:
    """Names of the modules here, the helpers (which begin with an underscore) left out."""
    alone = {file.stem for file in HERE.glob("*.py") if not file.stem.startswith("_")}
    return sorted(alone | {file.parent.name for file in HERE.glob("*/__main__.py")})


def run_one(name: str) -> None:
    """Run one bench in this process and print its figures as JSON on the last line."""
    figures = importlib.import_module(f"tests.bench.{name}").figures()
    print(json.dumps(figures))


def run_apart(name: str) -> dict[str, dict[str, object]]:
    """Run one bench in a process of its own; what it prints meanwhile goes to standard error."""
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"), "1")
    process = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--one", name],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | one_thread,
        check=False,
    )
    if process.returncode != 0:
        return {name: {"value": None, "unit": "", "goal": "runs", "reached": False}}
    *said, last = process.stdout.strip().splitlines()
    for line in said:
        print(line, file=sys.stderr)
    figures: dict[str, dict[str, object]] = json.loads(last)
    return figures


def main(words: list[str]) -> int:
    """Run the benches asked for; 0 when every goal was reached."""
    if words[:1] == ["--one"]:
        run_one(words[1])
        return 0
    if words[1:] and words[0] == "corpus" and words[1].startswith("--"):
        return int(importlib.import_module("tests.bench.corpus.bench").main(words[1:]))
    words = [word.replace("-", "_") for word in words]
    unknown = [word for word in words if word not in benches()]
    if unknown:
        print(f"There is no bench {', '.join(unknown)}. There are: {', '.join(benches())}.", file=sys.stderr)
        return 2
    console = Console(width=None if sys.stdout.isatty() else 120)
    everything: dict[str, dict[str, object]] = {}
    for name in words or benches():
        began = time.perf_counter()
        found = run_apart(name)
        table = Table("figure", "value", "unit", "goal", "", title=f"{name}", title_justify="left", width=110)
        for key, figure in found.items():
            value = figure["value"]
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            reached = {True: "[green]reached", False: "[red]missed", None: ""}[figure.get("reached")]  # type: ignore[index]
            table.add_row(key, shown, str(figure.get("unit", "")), str(figure.get("goal", "")), reached)
        console.print(table)
        console.print(f"[dim]{name}: {time.perf_counter() - began:.0f} s")
        everything |= found
    OUTPUT.write_text(json.dumps(everything, indent=1) + "\n")
    console.print(f"Written to {OUTPUT}.")
    return 0 if all(figure.get("reached") is not False for figure in everything.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
