"""How long the cameras' own work takes: drawing a frame of the simulated table, reading one of a recording.

`python -m tests.bench.cameras` prints the figures by themselves.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import cv2

from hardware.camera import Frame
from hardware.pi import to_picture
from hardware.recording import Recording
from hardware.simulated import SimulatedTable
from hardware.watchdog import Watchdog
from tests.filming import film


def _each(frames: Any, count: int) -> list[float]:
    """Milliseconds of one core that each frame took; what other programs do meanwhile does not count."""
    taken = []
    for _ in range(count):
        begin = time.thread_time()
        next(frames)
        taken.append((time.thread_time() - begin) * 1000)
    return taken


def _figure(value: float, unit: str, bound: float) -> dict[str, object]:
    return {"value": round(value, 2), "unit": unit, "goal": f"<= {bound:g}", "reached": value <= bound}


def figures() -> dict[str, dict[str, object]]:
    """Every figure by its name, with unit, goal and whether it was reached."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured()
    finally:
        cv2.setNumThreads(threads)


def _measured() -> dict[str, dict[str, object]]:
    begin = time.thread_time()
    table = SimulatedTable(seed=2, live=False, cheats=0.1)
    table.open()
    opened = (time.thread_time() - begin) * 1000
    drawing = _each(table.frames(), 400)
    table.close()
    result = {
        "simulated table: opening": _figure(opened, "ms", 2000),
        "simulated table: a frame of 1280x960, mean": _figure(statistics.fmean(drawing), "ms", 15),
        "simulated table: a frame of 1280x960, median": _figure(statistics.median(drawing), "ms", 15),
        "simulated table: a frame of 1280x960, slowest of 400": _figure(max(drawing), "ms", 200),
    }
    picture = table.empty_picture()
    dog = Watchdog()
    judging = []
    for index in range(100):
        frame = Frame(picture, index / 5, index)
        begin = time.thread_time()
        dog.judge(frame)
        judging.append((time.thread_time() - begin) * 1000)
    result["watchdog: judging a frame of 1280x960"] = _figure(statistics.median(judging), "ms", 1)
    height, width = 1232, 1640
    memory = cv2.cvtColor(cv2.resize(picture, (width, height)), cv2.COLOR_BGR2YUV_I420).reshape(-1)
    converting = []
    for _ in range(20):
        begin = time.thread_time()
        to_picture(memory, "NV12", (width, height), width)
        converting.append((time.thread_time() - begin) * 1000)
    result["Pi camera: NV12 of 1640x1232 to a picture"] = _figure(statistics.median(converting), "ms", 10)
    with tempfile.TemporaryDirectory() as folder:
        film(SimulatedTable(seed=2, live=False), Path(folder), seconds=6)
        with Recording(folder, live=False) as recording:
            reading = list(itertools.islice(_each(recording.frames(), 30), 30))
    result["recording: reading a JPEG of 1280x960"] = _figure(statistics.median(reading), "ms", 30)
    return result


if __name__ == "__main__":
    for name, figure in figures().items():
        mark = "" if figure["reached"] else "   NOT REACHED"
        sys.stdout.write(f"{name:56} {figure['value']:>9} {figure['unit']}   goal {figure['goal']}{mark}\n")
