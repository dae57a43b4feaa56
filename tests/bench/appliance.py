"""The appliance at rest: how soon its page and first reading come, what it takes while nobody plays, how it ends."""

from __future__ import annotations

import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from calibration.calibrate import calibrate, parse_chips
from calibration.profile import save_profile
from engine.equipment.board import load_layout
from hardware.simulated import SimulatedTable
from tests.bench.serve import cpu_seconds, memory_mib

SIZE = (1640, 1232)
"""Pixels a Pi's camera gives."""
PORT = 18_180
STARTS = 3
IDLE_SECONDS = 30.0
WARM_UP = 5.0
EVIDENCE = ("*.jpg", "*.mp4", "*.h264", "*.part")


def _answer(path: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=2) as page:
            return int(page.status), page.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError:
        return 0, b""


def _until(reached: Callable[[], bool], began: float, longest: float = 60.0) -> float:
    """Seconds from `began` until that is so; infinite where it never is."""
    while time.monotonic() - began < longest:
        if reached():
            return time.monotonic() - began
        time.sleep(0.02)
    return float("inf")


def _is_read() -> bool:
    told = _answer("/healthz")[1]
    return bool(told) and str(json.loads(told).get("eye", "")).startswith("The board is read")


def _table(place: Path) -> tuple[Path, Path]:
    """The settings file and the pictures of a board at rest."""
    table = SimulatedTable(size=SIZE, seed=4, live=False, cheats=0.0)
    layout = load_layout("classic")
    chips = parse_chips(" ".join(f"{team}:{space}" for team, space in table.color_chips.items()), layout)
    corners = [tuple(map(float, table.nodes[at])) for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))]
    empty = table.empty_picture()
    look = calibrate(empty, table.colors_picture(), chips, layout=layout, corners=corners).look
    save_profile(place / "table", look)
    random = np.random.default_rng(1)
    noisy = [np.clip(empty + random.normal(0, 1.5, empty.shape), 0, 255).astype(np.uint8) for _ in range(6)]
    np.save(place / "pictures.npy", np.stack(noisy))
    file = place / "table.toml"
    file.write_text(
        f'camera = "at rest"\ntable = "{place}/table"\ndata = "{place}/data"\nhost = "127.0.0.1"\nport = {PORT}\nutf-8',
    )
    return file, place / "pictures.npy"


def _evidence(data: Path) -> int:
    return sum(file.stat().st_size for kind in EVIDENCE for file in data.rglob(kind))


def _written(data: Path) -> int:
    return sum(file.stat().st_size for file in data.rglob("*") if file.is_file())


def figures() -> dict[str, dict[str, Any]]:
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
                    kept, before, since, used = (
                        _evidence(data),
                        _written(data),
                        time.monotonic(),
                        cpu_seconds(running.pid),
                    )
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
        "appliance: start to page": {"value": page, "unit": "s", "goal": "<= 3", "reached": page <= 3},
        "appliance: start to page, of a core": {"value": work, "unit": "s", "goal": "<= 3", "reached": work <= 3},
        "appliance: start to first reading": {"value": reading, "unit": "s", "goal": "<= 6", "reached": reading <= 6},
        "appliance: idle": {"value": 100 * share, "unit": "% of a core", "goal": "<= 3", "reached": share <= 0.03},
        "appliance: idle, evidence written": {
            "value": evidence,
            "unit": "bytes",
            "goal": "0",
            "reached": evidence == 0,
        },
        "appliance: idle, written": {"value": hourly, "unit": "MB an hour", "goal": "<= 60", "reached": hourly <= 60},
        "appliance: memory": {"value": memory, "unit": "MiB resident", "goal": "< 250", "reached": memory < 250},
        "appliance: SIGTERM to end": {"value": end, "unit": "s", "goal": "<= 2", "reached": end <= 2},
        "appliance: exit code": {"value": max(codes, key=abs), "unit": "", "goal": "0", "reached": not any(codes)},
    }
