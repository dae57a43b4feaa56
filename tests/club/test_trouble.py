"""Real processes and a line that goes wrong: what the hub has is always the beginning of what the table has."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from referee.club.database import open_club
from referee.club.joining import in_club, join, leave, membership
from referee.club.played import Pace, PlayedTable
from referee.club.sender import ClubSender
from referee.club.store import Store
from referee.refusal import Refusal
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.club.proxy import Proxy

SOON = 20.0
"""Seconds in which hub and tables must be equal after the last trouble, on a machine that does much else."""


class HubProcess:
    """`referee club` as a program of its own, to be killed and started again on one port."""

    def __init__(self, data: Path, database: str = "") -> None:
        self._data, self._database = data, database
        self.port, self.code = 0, ""
        self.start()

    def start(self) -> None:
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

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def is_beginning(store: Store, histories: list[History]) -> bool:
    """Whether all that the hub has is how each table's games begin; the hub is asked first."""
    had = {game.genesis: store.links(game.genesis) for game in store.games()}
    there = {links[0].hash: links for history in histories for links in map(history.links, games_of(history))}
    return all(there[genesis][: len(links)] == links for genesis, links in had.items())


def are_equal(store: Store, histories: list[History]) -> bool:
    had = {game.genesis: store.links(game.genesis) for game in store.games()}
    there = {links[0].hash: links for history in histories for links in map(history.links, games_of(history))}
    return had == there


def games_of(history: History) -> list[int]:
    return [row.id for row in history.games()]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_through_kills_and_cut_lines_the_hub_has_the_beginning_of_each_chain_and_then_all_of_it(
    tmp_path, request, kind
):
    address = ""
    if kind == "postgresql":
        address = request.getfixturevalue("postgres").address
        wiped = open_club(tmp_path, address)
        with wiped.working() as work:
            for name in ("links", "games", "tables", "said"):
                work.run(f"DELETE FROM {name}")
        wiped.close()
    chance = Random(7)
    hub = HubProcess(tmp_path / "hub", address)
    proxy = Proxy(hub.port, 7)
    with contextlib.ExitStack() as closing:
        closing.callback(lambda: hub.process.poll() is None and hub.kill())
        closing.callback(proxy.close)
        senders, tables = [], []
        for number in range(2):
            own = tmp_path / f"table{number}"
            tables.append(PlayedTable(own, f"blue:A{number} green:B{number}", number, Pace(0.02)))
            joined = join(f"http://127.0.0.1:{proxy.port}/#join={hub.code}", f"Table {number}", own)
            senders.append(ClubSender(lambda joined=joined: joined, own))
        database = open_club(tmp_path / "hub" / "club", address)
        closing.callback(database.close)
        store, histories = Store(database), [History(history_file(tmp_path / f"table{n}")) for n in range(2)]
        for history in histories:
            closing.callback(history.close)
        playing = [threading.Thread(target=table.play, args=(1,), daemon=True) for table in tables]
        for thread in (*playing, *senders):
            thread.start()
        for table in tables:
            closing.callback(table.close)
        for sender in senders:
            closing.callback(sender.close)
        proxy.mood = "any"
        for _ in range(2):
            time.sleep(chance.uniform(0.3, 0.8))
            hub.kill()
            assert is_beginning(store, histories)
            hub.start()
            proxy.again(5)
            assert is_beginning(store, histories)
        for thread in playing:
            thread.join(60)
        proxy.again(20)
        proxy.mood = "well"
        until = time.monotonic() + SOON
        while time.monotonic() < until and not are_equal(store, histories):
            assert is_beginning(store, histories)
            time.sleep(0.2)
        assert are_equal(store, histories)
        assert proxy.troubles > 10
        hub.kill()


def test_a_table_whose_backup_was_restored_is_shown_and_merged_with_nothing(hub, chain, lines, tmp_path):
    hub.join(hub.code, "Table 1", "0" * 64)
    hub.take("Table 1", chain[0].hash, 0, lines(chain[:20], 0))
    # The restored table knows ten links, sends its last one, and hears that the hub has more.
    assert hub.take("Table 1", chain[0].hash, 9, lines(chain[9:10], 9)) == ("have", 20)
    other = chain[10].__class__(chain[10].kind, chain[10].wall + 1, chain[10].json)
    other = other.__class__(other.kind, other.wall, other.json, other.hash_behind(chain[9].hash))
    assert hub.take("Table 1", chain[0].hash, 9, lines([chain[9], other], 9)) == ("fork", 20)
    assert hub.store.links(chain[0].hash) == chain[:20]


def test_joining_where_there_is_no_club_says_so_and_keeps_nothing(tmp_path):
    with pytest.raises(Refusal, match="is no link to a club"):
        join("http://127.0.0.1:1/", "Table 1", tmp_path)
    with pytest.raises(Refusal, match="does not answer"):
        join("http://127.0.0.1:1/#join=ABCDEFGH", "Table 1", tmp_path)
    assert membership(tmp_path) is None
    assert in_club(tmp_path) is None
    assert not leave(tmp_path)


def test_a_damaged_membership_is_said_in_words(tmp_path):
    (tmp_path / "club.json").write_text("{")
    with pytest.raises(Refusal, match="Join the club again"):
        membership(tmp_path)
