"""A hub as a process of its own, a club's evening through trouble, and what must hold all the time."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from engine.analysis.standings import Result, standings
from engine.events import SequenceMade
from referee.club.database import ClubAway, open_club
from referee.club.hub import Hub
from referee.club.joining import join
from referee.club.page import create_club
from referee.club.played import PlayedTable
from referee.club.sender import ClubSender
from referee.club.store import Store
from referee.storage.chain import encoded
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.club.proxy import Proxy
from tests.web.show import serving

SOON = 60.0
"""Seconds in which hub and tables must be equal after the last trouble, on a machine that does much else."""
FAULT = (
    '{"event":"fault","at":9000.0,"code":"out-of-turn","problems":["out-of-turn"],"spaces":["e4"],"team":"green",'
    '"message":"It is not green\'s turn.","number":7,"turn":3}'
)
"""A fault as a table writes it."""


def page_of(hub):
    """What a hub serves."""
    return create_club(hub, lambda: "http://localhost/")


@contextlib.contextmanager
def served(hub):
    """A hub that answers; its link for tables."""
    with serving(page_of(hub)) as page:
        yield f"{page.address}#join={hub.code}"


def shown(hub):
    """What the page of a hub is given by now."""
    hub.refresh()
    return json.loads(hub.shown[1])


class HubProcess:
    """`referee club` as a program of its own, to be killed and started again on one port."""

    def __init__(self, data, database=""):
        self._data, self._database = data, database
        self.port, self.code = 0, ""
        self.start()

    def start(self):
        words = [sys.executable, "-m", "referee", "club", "--host", "127.0.0.1", "--port", str(self.port)]
        words += ["--data", str(self._data), *(["--database", self._database] if self._database else [])]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/#join=(\w+)", line):
                self.port, self.code = int(found[1]), found[2]
                return
        raise AssertionError("the hub did not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def is_beginning(store, histories):
    """Whether all that the hub has is how each table's games begin; the hub is asked first."""
    had = {game.genesis: store.links(game.genesis) for game in store.games()}
    there = {links[0].hash: links for history in histories for links in map(history.links, games_of(history))}
    return all(there[genesis][: len(links)] == links for genesis, links in had.items())


def are_equal(store, histories):
    had = {game.genesis: store.links(game.genesis) for game in store.games()}
    there = {links[0].hash: links for history in histories for links in map(history.links, games_of(history))}
    return had == there


def games_of(history):
    return [row.id for row in history.games()]


def play_one(folder, seats="blue:Ada green:Ben", seed=1):
    """Let a table play one whole game."""
    table = PlayedTable(folder, seats, seed, 0.0)
    table.play(1)
    table.close()


@cache
def played_chain(seats, seed):
    """The chain of one whole game that plays itself; whoever asks again is given what was played."""
    with tempfile.TemporaryDirectory() as folder:
        play_one(Path(folder), seats, seed)
        with History(history_file(Path(folder))) as history:
            return history.links(1)


def lines(links, first):
    """Links as a table sends them."""
    return b"".join(encoded(number, link) for number, link in enumerate(links, first))


def instead_of(link, before, **changes):
    """Another link in a link's place, rightly hashed behind that hash."""
    other = msgspec.structs.replace(link, **changes)
    return msgspec.structs.replace(other, hash=other.hash_behind(before))


def wipe(database):
    """Leave nothing in a database."""
    with database.working() as work:
        for name in ("links", "games", "tables", "said", "pictures"):
            work.run(f"DELETE FROM {name}")


def standings_of(histories):
    """The standings as the tables' own files give them."""
    results = []
    for history in histories:
        for game in history.games():
            sides = {seat.partition(":")[0]: (seat.partition(":")[2],) for seat in game.seats.split()}
            made = Counter(event.team for event in history.events(game.id) if isinstance(event, SequenceMade))
            if game.result != "*":
                results.append(Result(sides, game.result, made))
    return standings(results)


class PatientStore(Store):
    """What a hub keeps, asked until the database answers."""

    def __getattribute__(self, name):
        method = super().__getattribute__(name)
        return _until_it_answers(method) if name in ("games", "links") else method


def _until_it_answers(method):
    def ask(*values):
        began = time.monotonic()
        while True:
            try:
                return method(*values)
            except ClubAway:
                assert time.monotonic() < began + SOON
                time.sleep(0.1)

    return ask


def evening(folder, address, *, tables, kills, seed, pace=0.02, and_then=lambda: None):
    """An evening at which each table plays one game while the hub is killed so often and every line goes wrong; how
    often something did. `and_then` is what else befalls them each time. Raises AssertionError as soon as the hub has
    what is not the beginning of a table's chain."""
    chance = Random(seed)
    if address:
        with contextlib.closing(open_club(folder, address)) as database:
            wipe(database)
    with contextlib.ExitStack() as closing:
        hub = HubProcess(folder / "hub", address)
        closing.callback(lambda: hub.process.poll() is None and hub.kill())
        proxy = Proxy(hub.port, seed)
        closing.callback(proxy.close)
        played, senders = [], []
        for number in range(tables):
            own = folder / f"table{number}"
            played.append(PlayedTable(own, f"blue:A{number} green:B{number}", seed + number, pace))
            join(f"http://127.0.0.1:{proxy.port}/#join={hub.code}", f"Table {number}", own)
            senders.append(ClubSender(own))
        database = open_club(folder / "hub" / "club", address)
        closing.callback(database.close)
        store = PatientStore(database)
        histories = [History(history_file(folder / f"table{number}")) for number in range(tables)]
        for one in (*histories, *played, *senders):
            closing.callback(one.close)
        playing = [threading.Thread(target=table.play, args=(1,), daemon=True) for table in played]
        for thread in (*playing, *senders):
            thread.start()
        proxy.mood = "any"
        for _ in range(kills):
            time.sleep(chance.uniform(0.3, 0.8))
            hub.kill()
            assert is_beginning(store, histories)
            hub.start()
            proxy.again(5)
            assert is_beginning(store, histories)
            and_then()
            assert is_beginning(store, histories)
        for thread in playing:
            thread.join(600)
        proxy.again(20)
        proxy.mood = "well"
        began = time.monotonic()
        while time.monotonic() < began + SOON and not are_equal(store, histories):
            assert is_beginning(store, histories)
            time.sleep(0.2)
        assert are_equal(store, histories)
        assert Hub(database).standings() == standings_of(histories)
        return proxy.troubles + kills
