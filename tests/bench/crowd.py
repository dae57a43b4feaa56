"""What the eye keeps of its frames while phones ask without end, and what the page does with sockets that say nothing.

The table runs in a process of its own, as in the product, and looks at frames as fast as it can; whoever asks is
another process that gives way, since real ones are other machines. With and without take turns.
"""

import http.client
import math
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from tests.bench._figures import at_least, at_most, figure

CLIENTS = 50
HALF_OPEN = 620
ROUNDS = 3
SECONDS = 5.0
WARM_UP = 4.0
"""Until whoever asks has used up what one address may ask at once."""
SETTLE = 1.0
LIMIT = 180
"""Seconds after which whoever asks without end ends anyway."""
PATHS = ("/", "/api/state", "/qr.svg", "/api/games/1", "/games", "/static/page.css", "/healthz", "/events")

TABLE = """
import sys, tempfile, threading, time
from pathlib import Path
import cv2
from engine.arbiter import Arbiter
from engine.rules.position import new_game
from hardware.camera import Frame
from tests.watched_table import WatchedTable, measured
from referee.session.showing import PageChoices, Showing
from referee.session.persistence import Kept
from referee.storage.recorder import Recorder
from referee.session.table import LiveTable, Sitting
from tests.web.script import long_game
from vision.eye import Eye
from web.feed import Feed
from web.hosts import Hosts, InMemory

cv2.setNumThreads(1)
drawn = WatchedTable(seed=3, live=False, cheats=0.0, quick=0.6)
eye = Eye(measured(drawn), drawn.layout)
drawn.open()
pictures = [frame.picture for frame, _ in zip(drawn.frames(), range(40))]
game = new_game("classic", "blue green")
kept = Kept.below(Path(sys.argv[1]))
number = kept.history.begin(edition="classic", layout="classic", seats=("blue:North", "green:East"))
kept.history.append(number, long_game().events)
feed = Feed(events=long_game())
showing = Showing(feed, PageChoices("127.0.0.1", 0, old_games="all"), kept, Hosts(InMemory("123456")))
table = LiveTable(eye, Sitting(Arbiter(game)), listeners=[feed])
showing.start(table)
print(showing.server.port, flush=True)
looked = 0
watching = time.pthread_getcpuclockid(threading.main_thread().ident)
def tell():
    for line in sys.stdin:
        page = time.process_time() - time.clock_gettime(watching)
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


def figures():
    """The eye's frames, and the page's answers, under a crowd."""
    alone, beside, pages = _Watched(), _Watched(), list[float]()
    asked = 0
    with _table() as (port, process):
        for _ in range(ROUNDS):
            alone.add(process)
            crowd = _crowd(port)
            time.sleep(WARM_UP)
            watch = threading.Thread(target=lambda: pages.extend(_page_times(port, "127.0.0.2", 2 * SECONDS - 0.5)))
            watch.start()
            beside.add(process)
            beside.add(process)
            watch.join()
            crowd.terminate()
            asked += int(crowd.communicate()[0])
            time.sleep(SETTLE)
            alone.add(process)
        silent = _silent(port)
    kept = beside.frames / alone.frames
    figures = {
        "crowd: eye alone": figure(alone.frames, "frames/s"),
        f"crowd: eye beside {CLIENTS} looping": at_least(100 * kept, 90, "% of that"),
        "crowd: page's part of a core": at_most(100 * beside.page, 12, "%"),
        "crowd: their requests answered": figure(asked / (ROUNDS * (WARM_UP + 2 * SECONDS)), "/s"),
        "crowd: page for somebody else, median": at_most(statistics.median(pages) * 1000, 100, "ms"),
        "crowd: page for somebody else, worst": at_most(max(pages) * 1000, 1000, "ms"),
        f"crowd: page beside {HALF_OPEN} silent sockets": at_most(silent * 1000, 500, "ms"),
    }
    if beside.blocked is not None:
        # Where other programs want the processor, too, frames a second say more of them than of the page.
        figures["crowd: eye kept waiting by the page"] = at_most(100 * beside.blocked, 10, "% of time")
    return figures


class _Watched:
    """The eye over several stretches of time."""

    def __init__(self):
        self._stretches = []

    def add(self, process):
        """Watch it for one more stretch."""
        looked, began, page = _count(process)
        busy = _busy(process.pid)
        time.sleep(SECONDS)
        looked_then, ended, page_then = _count(process)
        busy_then = _busy(process.pid)
        seconds = ended - began
        blocked = float("nan") if busy is None or busy_then is None else 1 - (busy_then - busy) / seconds
        self._stretches.append(((looked_then - looked) / seconds, (page_then - page) / seconds, blocked))

    @property
    def frames(self):
        """Frames a second."""
        return statistics.mean(frames for frames, _, _ in self._stretches)

    @property
    def page(self):
        """What part of a core all but the eye used."""
        return statistics.mean(page for _, page, _ in self._stretches)

    @property
    def blocked(self):
        """What part of the time the eye neither ran nor stood in line for a processor: it waited for the page."""
        median = statistics.median(blocked for _, _, blocked in self._stretches)
        return None if math.isnan(median) else max(0.0, median)


def _busy(process):
    """Seconds that the main thread of a process ran or stood in line; none where the system does not tell."""
    try:
        ran, stood, _ = map(int, Path(f"/proc/{process}/task/{process}/schedstat").read_text().split())
    except (OSError, ValueError):
        return None
    return (ran + stood) / 1e9


@contextmanager
def _table():
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


def _count(process):
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n")
    looked, at, page = process.stdout.readline().split()
    return int(looked), float(at), float(page)


def _crowd(port):
    words = [sys.executable, "-c", ASKING, str(port), str(CLIENTS), str(LIMIT), *PATHS]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def _page_times(port, source, seconds):
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


def _silent(port):
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
