"""What the eye keeps of its frames while phones ask without end, and what the page does with sockets that say nothing.

The table runs in a process of its own, as in the product, and looks at frames as fast as it can; whoever asks is
another process that gives way, since real ones are other machines. With and without take turns, medians are compared.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CLIENTS = 50
HALF_OPEN = 620
ROUNDS = 30
SECONDS = 1.0
SETTLE = 0.15
LIMIT = 180
"""Seconds after which whoever asks without end ends anyway."""
PATHS = ("/", "/api/state", "/qr.svg", "/api/games/1", "/games", "/static/page.css", "/healthz", "/events")

Figure = dict[str, Any]

TABLE = """
import sys, tempfile, threading, time
from pathlib import Path
import cv2
from calibration.calibrate import calibrate, parse_chips
from engine.arbiter import Arbiter
from engine.board import load_layout
from engine.position import new_game
from hardware.camera import Frame
from hardware.simulated import SimulatedTable
from referee.showing import PageChoices, Showing
from referee.keeping import Kept
from referee.recorder import Recorder
from referee.table import LiveTable, Sitting
from tests.web.script import long_game
from vision.eye import Eye
from web.feed import Feed
from web.hosts import Hosts, InMemory

cv2.setNumThreads(1)
drawn = SimulatedTable(seed=3, live=False, cheats=0.0, quick=0.6)
layout = load_layout("classic")
chips = parse_chips(" ".join(f"{team}:{space}" for team, space in drawn.color_chips.items()), layout)
look = calibrate(drawn.empty_picture(), drawn.colors_picture(), chips, layout=layout).look
drawn.open()
pictures = [frame.picture for frame, _ in zip(drawn.frames(), range(40))]
game = new_game("classic", "blue green")
kept = Kept.below(Path(sys.argv[1]))
number = kept.history.begin(edition="classic", layout="classic", seats=("blue:North", "green:East"))
kept.history.append(number, long_game().events)
feed = Feed(events=long_game())
showing = Showing(feed, PageChoices("127.0.0.1", 0, old_games="all"), kept, Hosts(InMemory("123456")))
table = LiveTable(Eye(look, layout), Sitting(Arbiter(game)), listeners=[feed])
showing.start(table)
print(showing.server.port, flush=True)
looked = 0
eye = time.pthread_getcpuclockid(threading.main_thread().ident)
def tell():
    for line in sys.stdin:
        page = time.process_time() - time.clock_gettime(eye)
        print(looked, time.perf_counter(), page, flush=True)
threading.Thread(target=tell, daemon=True).start()
while True:
    table.see(Frame(pictures[looked % len(pictures)], looked / 5, looked))
    showing.tell()
    looked += 1
"""

ASKING = """
import http.client, itertools, os, signal, sys, threading, time
port, clients, limit = map(int, sys.argv[1:4])
paths = sys.argv[4:]
os.nice(19)
answered = [0] * clients
def loop(one):
    for path in itertools.cycle(paths[one % len(paths):] + paths[:one % len(paths)]):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            for _ in range(20):
                line.request("GET", path)
                answer = line.getresponse()
                answer.read(2000) if path == "/events" else answer.read()
                answered[one] += 1
                if path == "/events": break
        except (OSError, http.client.HTTPException):
            time.sleep(0.01)
        finally:
            line.close()
def end(*_):
    print(sum(answered), flush=True)
    os._exit(0)
signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGALRM, end)
signal.alarm(limit)
for one in range(clients): threading.Thread(target=loop, args=(one,), daemon=True).start()
while True: time.sleep(1)
"""


def figures() -> dict[str, Figure]:
    """The eye's frames, and the page's answers, under a crowd."""
    with _table() as (port, process):
        _frames(process, SECONDS)
        alone, crowded, shares = [], [], []
        pages: list[float] = []
        crowd = _crowd(port)
        for _ in range(ROUNDS):
            crowd.send_signal(signal.SIGSTOP)
            time.sleep(SETTLE)
            alone.append(_frames(process, SECONDS)[0])
            crowd.send_signal(signal.SIGCONT)
            time.sleep(SETTLE)
            watch = threading.Thread(target=lambda: pages.extend(_page_times(port, "127.0.0.2", SECONDS - 0.5)))
            watch.start()
            frames, share = _frames(process, SECONDS)
            crowded.append(frames)
            shares.append(share)
            watch.join()
        crowd.terminate()
        asked = int(crowd.communicate()[0]) / (ROUNDS * (SECONDS + SETTLE))
        kept = statistics.median(with_ / without for with_, without in zip(crowded, alone, strict=True))
        silent = _silent(port)
    return {
        "crowd: eye alone": {"value": statistics.median(alone), "unit": "frames/s", "goal": "", "reached": None},
        f"crowd: eye beside {CLIENTS} looping": {
            "value": 100 * kept,
            "unit": "%",
            "goal": ">= 90",
            "reached": kept >= 0.9,
        },
        "crowd: page's part of a core": _at_most(100 * statistics.median(shares), "%", 15),
        "crowd: their requests answered": {
            "value": asked,
            "unit": "/s",
            "goal": "",
            "reached": None,
        },
        "crowd: page for somebody else, median": _at_most(statistics.median(pages) * 1000, "ms", 100),
        "crowd: page for somebody else, worst": _at_most(max(pages) * 1000, "ms", 1000),
        f"crowd: page beside {HALF_OPEN} silent sockets": _at_most(silent * 1000, "ms", 500),
    }


def _at_most(value: float, unit: str, goal: float) -> Figure:
    return {"value": value, "unit": unit, "goal": f"<= {goal:g}", "reached": value <= goal}


@contextmanager
def _table() -> Iterator[tuple[int, subprocess.Popen[str]]]:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", TABLE, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert process.stdout
        try:
            yield int(process.stdout.readline()), process
        finally:
            process.kill()
            process.communicate()


def _count(process: subprocess.Popen[str]) -> tuple[int, float, float]:
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n")
    looked, at, page = process.stdout.readline().split()
    return int(looked), float(at), float(page)


def _frames(process: subprocess.Popen[str], seconds: float) -> tuple[float, float]:
    """Frames a second over that time, and what part of a core all but the eye used."""
    before, began, used = _count(process)
    time.sleep(seconds)
    after, ended, used_then = _count(process)
    return (after - before) / (ended - began), (used_then - used) / (ended - began)


def _crowd(port: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", ASKING, str(port), str(CLIENTS), str(LIMIT), *PATHS]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def _page_times(port: int, source: str, seconds: float) -> list[float]:
    """Seconds that the page takes for one quiet phone at another address, twice a second."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
        try:
            line.request("GET", "/")
            line.getresponse().read()
            found.append(time.monotonic() - began)
        except OSError:
            found.append(10.0)
        finally:
            line.close()
        time.sleep(0.5)
    return found


def _silent(port: int) -> float:
    """Seconds that a page takes, there and elsewhere, while one address holds sockets that never say anything."""
    silent = []
    try:
        for _ in range(HALF_OPEN):
            one = socket.socket()
            one.settimeout(2)
            one.bind(("127.0.0.3", 0))
            one.connect(("127.0.0.1", port))
            silent.append(one)
        time.sleep(0.5)
        return max(_page_times(port, "127.0.0.3", 0.4) + _page_times(port, "127.0.0.4", 0.4))
    except OSError:
        return float("inf")
    finally:
        for one in silent:
            one.close()


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for name, figure in figures().items():
        print(f"{name:45} {figure['value']:10.2f} {figure['unit']:10} {figure.get('goal', '')}")
