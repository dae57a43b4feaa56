"""`referee serve` on a recording at five frames a second: what it takes of memory and of one core."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.bench._figures import at_least, at_most, exactly
from tests.filming import film
from tests.rendered import SCENES
from tests.watched_table import WatchedTable

SECONDS = 30.0
WARM_UP = 8.0
PORT = 18_080
TICKS = os.sysconf("SC_CLK_TCK")


def memory_mib(process):
    """Resident memory of a process, MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def cpu_seconds(process):
    """Processor time a process has used, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def figures():
    """Memory and processor time, measured from outside while a game is refereed."""
    films = sorted(file.parent for file in SCENES.glob("games/*/truth.jsonl"))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if films:
            recording = films[0]
        else:
            recording = place / "film"
            film(WatchedTable(seed=3, live=False, cheats=0.0), recording, seconds=SECONDS + WARM_UP)
        first = sorted(recording.glob("0*.jpg"))[0]
        referee = [sys.executable, "-m", "referee"]
        environment = os.environ | {"REFEREE_DATA": str(place / "data")}
        subprocess.run(
            [*referee, "calibrate", "--empty", str(first), "--table", str(place / "table")],
            check=True,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        serving = subprocess.Popen(
            [
                *referee,
                *f"serve --camera recording:{recording} --table {place}/table --host 127.0.0.1 --port {PORT}".split(),
            ],
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            time.sleep(WARM_UP)
            began, used = time.monotonic(), cpu_seconds(serving.pid)
            most = 0.0
            while time.monotonic() - began < SECONDS:
                time.sleep(0.5)
                most = max(most, memory_mib(serving.pid))
            share = (cpu_seconds(serving.pid) - used) / (time.monotonic() - began)
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/state", timeout=5) as answer:
                turns = len(json.load(answer)["state"]["turns"])
        finally:
            serving.send_signal(signal.SIGINT)
            code = serving.wait(20)
    return {
        "serve: memory": at_most(most, 250, "MiB resident"),
        "serve: one core": at_most(100 * share, 25, "%"),
        "serve: turns on the page": at_least(turns, 11, "turns"),
        "serve: exit code after Ctrl-C": exactly(code, 0),
    }
