"""How much a club's hub takes: links a second from its tables, answers a second to phones, and from a move to a page.

`make bench BENCH=club`. Hub and tables share this machine; PostgreSQL is measured where its programs are installed.
"""

import contextlib
import http.client
import json
import multiprocessing
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path

import msgspec

from engine.arbiter import Arbiter
from engine.rules.position import new_game
from hardware.camera import Frame
from referee.club.database import open_club
from referee.club.hub import Hub
from referee.club.joining import FILE, Membership, join
from referee.club.page import create_club
from referee.club.played import PlayedTable
from referee.club.sender import IDLE_SECONDS, ClubSender
from referee.club.store import Store
from referee.session.persistence import Kept
from referee.session.showing import PageChoices, Showing
from referee.session.table import LiveTable, Sitting
from referee.storage.chain import Link
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.bench._figures import at_least, at_most, figure
from tests.club.trouble import played_chain, wipe
from tests.watched_table import WatchedTable, measured
from vision.eye import Eye
from web.feed import Feed
from web.hosts import Hosts, InMemory, mark_of
from web.server import Server

TABLES, PHONES, SECONDS = 32, 200, 30.0
TURN_SECONDS = 30.0
"""Two turns a minute at each table."""
PHONE_SECONDS = 0.5
"""How often a phone asks."""
BATCH = 16
FRAMES = 4000
"""Looked at in all, half of them beside a hub that never answers."""


def figures():
    """Everything, measured here."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        links = played_chain("blue:Ada green:Ben", 3)
        for name, address in _databases(Path(folder)):
            # A file is one process's own; a server is shared.
            for processes in (1, 2) if address else (1,):
                rate = _rate(Path(folder) / name, address, links, processes)
                what = f"links a second, {name}{', two processes' if processes == 2 else ''}"
                found[what] = at_least(rate, 500, "1/s")
        median, worst, asked = _evening(Path(folder) / "evening")
        found["from a move to a phone, median"] = at_most(median, 0.5, "s")
        found["from a move to a phone, 99 of 100"] = at_most(worst, 2, "s")
        wanted = 0.8 * PHONES / PHONE_SECONDS
        without, silent = _frames(Path(folder) / "frames")
        found["a frame, 99 of 100, without a hub"] = figure(without, "ms")
        found["the same with a hub that never answers"] = at_most(100 * silent / without, 102, "% of that")
        found["answers to phones"] = at_least(asked, wanted, "1/s")
    return found


def _databases(folder):
    yield "SQLite", ""
    from tests.club import conftest as club

    programs = club.server_programs()
    if programs is None:
        return
    with club.running_server(programs) as server:
        yield "PostgreSQL", server.address


def _rate(folder, address, links, processes):
    """Links a second that 32 tables bring in batches to so many hubs' stores."""
    with contextlib.closing(open_club(folder, address)) as database:
        wipe(database)
    shares = [(folder, address, links, range(at, TABLES, processes)) for at in range(processes)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        done = pool.starmap(_taken, shares, chunksize=1)
    return sum(count for count, _, _ in done) / (max(end for *_, end in done) - min(began for _, began, _ in done))


def _taken(folder, address, links, tables):
    """How many links these tables brought, and when they began and ended, seconds since 1970."""
    database = open_club(folder, address)
    store, taken = Store(database), [0]

    def send(number):
        # A chain of its own: the first link differs, and with it every hash.
        before, own = "0" * 64, []
        for link in links:
            one = Link(link.kind, link.wall + number, link.json)
            own.append(Link(one.kind, one.wall, one.json, one.hash_behind(before)))
            before = own[-1].hash
        store.join(f"T{number}", mark_of("secret"), 1.0)
        for first in range(0, len(own), BATCH):
            store.append(f"T{number}", own[0].hash, first, own[first : first + BATCH], 1.0)
            taken[0] += len(own[first : first + BATCH])

    began = time.time()
    threads = [threading.Thread(target=send, args=(number,)) for number in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ended = time.time()
    database.close()
    return taken[0], began, ended


def _frames(folder):
    """Milliseconds of a frame, the 99th of 100, without a hub and with one that takes what is sent and never answers.

    The two take turns of a hundred frames, so that whatever else this machine does befalls both.
    """
    silent = socket.create_server(("127.0.0.1", 0), backlog=64)
    joined = Membership(f"http://127.0.0.1:{silent.getsockname()[1]}/", "T", "secret", 1)
    drawn = WatchedTable(seed=3, live=False, cheats=0.0, quick=0.6)
    eye = Eye(measured(drawn), drawn.layout)
    drawn.open()
    pictures = [frame.picture for frame, _ in zip(drawn.frames(), range(40), strict=False)]
    drawn.close()
    took = {False: [], True: []}
    with contextlib.ExitStack() as closing:
        closing.callback(silent.close)
        kept = Kept.until_closed(closing, folder)
        club = ClubSender(folder)
        showing = Showing(Feed(), PageChoices("127.0.0.1", 0), kept, Hosts(InMemory("1")), club=club)
        closing.callback(showing.close)
        table = LiveTable(eye, Sitting(Arbiter(new_game("classic", "blue green"))))
        showing.start(table)
        club.start(lambda: "live")
        closing.callback(club.close)
        for at in range(FRAMES):
            asks = at // 100 % 2 == 1
            if at % 100 == 0:
                (folder / FILE).write_bytes(msgspec.json.encode(msgspec.structs.replace(joined, left=not asks)))
                time.sleep(IDLE_SECONDS + 0.2)  # until the sender has seen it
            began = time.perf_counter()
            table.see(Frame(pictures[at % len(pictures)], at / 5, at))
            showing.tell()
            took[asks].append(1000 * (time.perf_counter() - began))
    return _of_99(took[False]), _of_99(took[True])


def _of_99(values):
    return sorted(values)[int(0.99 * (len(values) - 1))]


def _evening(folder):
    """Seconds from a turn on a table's disk to a phone: median and 99th of 100; and answers to phones a second."""
    with contextlib.ExitStack() as closing:
        database = open_club(folder)
        closing.callback(database.close)
        hub = Hub(database)
        server = Server(create_club(hub, lambda: "http://localhost/"), "127.0.0.1", 0)
        closing.callback(server.close)
        server.start()
        hub.start()
        closing.callback(hub.close)
        stop = threading.Event()
        tables = []
        for number in range(TABLES):
            own = folder / f"{number}"
            table = PlayedTable(own, f"blue:A{number} green:B{number}", number, TURN_SECONDS)
            join(f"http://127.0.0.1:{server.port}/#join={hub.code}", f"T{number}", own)
            sender = ClubSender(own)
            # Tables do not all move at one moment.
            start = threading.Timer(number * TURN_SECONDS / TABLES, table.play, (1,))
            start.daemon = True
            start.start()
            sender.start()
            closing.callback(table.stop)
            closing.callback(sender.close)
            tables.append((f"T{number}", own))
        phones = _Phones(server.port, stop)
        phones.start()
        late = _lateness(tables, phones, TURN_SECONDS + SECONDS)
        stop.set()
        return statistics.median(late), _of_99(late), phones.rate


class _Phones:
    """Phones that ask as the page does; one of them notes when it first saw how many turns a table had."""

    def __init__(self, port, stop):
        self._port, self._stop = port, stop
        self.saw = {}
        self._asked, self._began = 0, time.perf_counter()

    def start(self):
        # Each thread asks for ten phones: what is measured is the hub, not the switching of two hundred threads.
        for number in range(PHONES // 10):
            threading.Thread(target=self._ask, args=(number,), daemon=True).start()

    @property
    def rate(self):
        """Answers a second."""
        return self._asked / (time.perf_counter() - self._began)

    def _ask(self, number):
        line, etag = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10), ""
        while not self._stop.wait(PHONE_SECONDS / 10):
            try:
                line.request("GET", "/api/club", headers={"If-None-Match": etag} if etag else {})
                answer = line.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException):
                line.close()
                continue
            self._asked += 1
            if answer.status == 200:
                etag = answer.headers["ETag"]
                if number == 0:
                    for table in json.loads(body)["tables"]:
                        self.saw.setdefault((table["name"], table["turns"]), time.time())


def _lateness(tables, phones, seconds):
    """By how much later than it was on the disk of its table each turn was seen, and half of what a phone waits."""
    time.sleep(seconds)
    late = []
    for name, folder in tables:
        history = History(history_file(folder))
        turns = 0
        for row in history.games():
            for link in history.links(row.id):
                if '"event":"turn"' in link.json:
                    turns += 1
                    if (name, turns) in phones.saw:
                        late.append(phones.saw[name, turns] - link.wall / 1000 + PHONE_SECONDS / 2)
        history.close()
    return late or [float("inf")]
