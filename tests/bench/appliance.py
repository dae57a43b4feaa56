"""The appliance at rest: how soon its page and first reading come, what it takes while nobody plays, how it ends."""

import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np

from calibration.profile import save_profile
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from tests.bench._figures import at_most, exactly
from tests.bench.serve import cpu_seconds, memory_mib
from tests.watched_table import measured

SIZE = (1640, 1232)
"""Pixels a Pi's camera gives."""
PORT = 18_180
STARTS = 3
IDLE_SECONDS = 30.0
WARM_UP = 5.0
EVIDENCE = ("*.jpg", "*.mp4", "*.h264", "*.part")


def _answer(path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=2) as page:
            return int(page.status), page.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError:
        return 0, b""


def _until(reached, began, longest=60.0):
    """Seconds from `began` until that is so; infinite where it never is."""
    while time.monotonic() - began < longest:
        if reached():
            return time.monotonic() - began
        time.sleep(0.02)
    return float("inf")


def _is_read():
    told = _answer("/healthz")[1]
    return bool(told) and str(json.loads(told).get("eye", "")).startswith("The board is read")


def _table(place):
    """The settings file and the pictures of a board at rest."""
    table = SimulatedTable(size=SIZE, seed=4, live=False, habits=Habits(cheats=0.0))
    corners = [tuple(map(float, table.nodes[at])) for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))]
    empty = table.empty_picture()
    save_profile(place / "table", measured(table, corners=corners))
    random = np.random.default_rng(1)
    noisy = [np.clip(empty + random.normal(0, 1.5, empty.shape), 0, 255).astype(np.uint8) for _ in range(6)]
    np.save(place / "pictures.npy", np.stack(noisy))
    file = place / "table.toml"
    file.write_text(
        f'camera = "at rest"\ntable = "{place}/table"\ndata = "{place}/data"\nhost = "127.0.0.1"\nport = {PORT}\n'
    )
    return file, place / "pictures.npy"


def _evidence(data):
    return sum(file.stat().st_size for kind in EVIDENCE for file in data.rglob(kind))


def _written(data):
    return sum(file.stat().st_size for file in data.rglob("*") if file.is_file())


def figures():
    """Start, idling and end, measured from outside."""
    pages, worked, readings, ends, codes = [], [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        settings, pictures = _table(place)
        data = place / "data"
        for start in range(STARTS):
            began = time.monotonic()
            running = subprocess.Popen(
                [sys.executable, "-m", "tests.bench._appliance_run", str(settings), str(pictures)],
                stdout=subprocess.DEVNULL,
            )
            try:
                pages.append(_until(lambda: _answer("/")[0] == 200, began))
                worked.append(cpu_seconds(running.pid))
                readings.append(_until(_is_read, began))
                if start == STARTS - 1:
                    time.sleep(WARM_UP)
                    kept, before = _evidence(data), _written(data)
                    since, used = time.monotonic(), cpu_seconds(running.pid)
                    time.sleep(IDLE_SECONDS)
                    passed = time.monotonic() - since
                    share = (cpu_seconds(running.pid) - used) / passed
                    evidence = _evidence(data) - kept
                    hourly = (_written(data) - before) / 1e6 * 3600 / passed
                    memory = memory_mib(running.pid)
            finally:
                asked = time.monotonic()
                running.send_signal(signal.SIGTERM)
                codes.append(running.wait(30))
                ends.append(time.monotonic() - asked)
    page, work, reading, end = map(statistics.median, (pages, worked, readings, ends))
    return {
        "appliance: start to page": at_most(page, 3, "s"),
        "appliance: start to page, of a core": at_most(work, 3, "s"),
        "appliance: start to first reading": at_most(reading, 6, "s"),
        "appliance: idle": at_most(100 * share, 3, "% of a core"),
        "appliance: idle, evidence written": exactly(evidence, 0, "bytes"),
        "appliance: idle, written": at_most(hourly, 60, "MB an hour"),
        "appliance: memory": at_most(memory, 250, "MiB resident"),
        "appliance: SIGTERM to end": at_most(end, 2, "s"),
        "appliance: exit code": exactly(max(codes, key=abs), 0),
    }
