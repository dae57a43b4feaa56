"""`make bench`: every figure the product promises, measured here, as a table and as bench.json.

Each module beside this one that has `figures()` is a bench. It runs in a process of its own, one after the other,
so that no bench warms another's caches or adds to its memory. `make bench BENCH="engine eye"` runs only those;
`make bench BENCH="corpus --sample 100 ..."` hands its options to that one.

`make bench-check` holds the benches whose figures were kept at the last release against those, and fails where one is
worse by more than its noise; `make bench-keep BENCH="engine eye"` keeps today's in their place.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench import _released

HERE = Path(__file__).parent
OUTPUT = Path("bench.json")


def benches():
    """Names of the modules here, the helpers (which begin with an underscore) left out."""
    alone = {file.stem for file in HERE.glob("*.py") if not file.stem.startswith("_")}
    return sorted(alone | {file.parent.name for file in HERE.glob("*/__init__.py")})


def run_one(name):
    """Run one bench in this process and print its figures as JSON on the last line."""
    figures = importlib.import_module(f"tests.bench.{name}").figures()
    print(json.dumps(figures))


def run_apart(name):
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
    return json.loads(last)


def keep(names):
    """Run each of these benches several times and keep the medians as those of a release."""
    for name in names:
        _released.save(name, _released.yardstick(), [run_apart(name) for _ in range(_released.RUNS)])
        print(f"Kept the figures of {name} in {_released.FILE.name}.")
    return 0


def check(names):
    """0 when no figure of these benches, or of all that were kept, is worse than at the last release."""
    released = _released.load()
    missing = [name for name in names if name not in released]
    if missing:
        print(
            f"No figures of {', '.join(missing)} were kept. There are those of {', '.join(released)}.", file=sys.stderr
        )
        return 2
    found = []
    for name in names or released:
        before = released[name]
        faster = _released.yardstick() / before["yardstick"]
        runs = [run_apart(name)]
        # One run may be unlucky: what seems worse is measured again before it is said.
        if _released.complaints(runs, before["figures"], faster):
            runs += [run_apart(name) for _ in range(_released.RUNS - 1)]
        lines = _released.complaints(runs, before["figures"], faster)
        print(f"{name}: {len(before['figures'])} figures, {len(lines)} worse than at the last release")
        found += lines
    for line in found:
        print(f"worse: {line}")
    return 1 if found else 0


def main(words):
    """Run the benches asked for; 0 when every goal was reached."""
    if words[:1] == ["--one"]:
        run_one(words[1])
        return 0
    if words[1:] and words[0] == "corpus" and words[1].startswith("--"):
        return int(importlib.import_module("tests.bench.corpus.bench").main(words[1:]))
    purpose = words.pop(0) if words[:1] in (["--keep"], ["--check"]) else ""
    words = [word.replace("-", "_") for word in words]
    unknown = [word for word in words if word not in benches()]
    if unknown:
        print(f"There is no bench {', '.join(unknown)}. There are: {', '.join(benches())}.", file=sys.stderr)
        return 2
    if purpose:
        return {"--keep": keep, "--check": check}[purpose](words)
    console = Console(width=None if sys.stdout.isatty() else 120)
    everything = {}
    for name in words or benches():
        began = time.perf_counter()
        found = run_apart(name)
        table = Table("figure", "value", "unit", "goal", "", title=f"{name}", title_justify="left", width=110)
        for key, figure in found.items():
            value = figure["value"]
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
            reached = {True: "[green]reached", False: "[red]missed", None: ""}[figure.get("reached")]
            table.add_row(key, shown, str(figure.get("unit", "")), str(figure.get("goal", "")), reached)
        console.print(table)
        console.print(f"[dim]{name}: {time.perf_counter() - began:.0f} s")
        everything |= found
    OUTPUT.write_text(json.dumps(everything, indent=1) + "\n")
    console.print(f"Written to {OUTPUT}.")
    return 0 if all(figure.get("reached") is not False for figure in everything.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
