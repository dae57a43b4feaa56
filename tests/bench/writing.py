"""What it costs to have everything on the disk before it is announced, beside one bare commit of SQLite."""

import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median

from engine.events import PositionSettled, TurnPlayed
from engine.observation import Observation, certain
from referee.storage.history import History
from referee.storage.inputs import InputShelf
from referee.storage.recorder import Recorder
from referee.wiring import Rules
from tests.bench._figures import at_most, figure

TURNS = 200
LOOKS = 20
"""Looks at the board a turn: four seconds at five a second."""
GAMES = 60
BOARD = "*........*" + "." * 80 + "*........*"


def figures():
    """A game's worth of rulings, and a shelf of games to be opened."""
    with tempfile.TemporaryDirectory() as folder:
        bare, ruling, kilobytes_an_hour, bytes_a_turn = _game(Path(folder) / "one")
        closed, killed = _opening(Path(folder) / "many")
    return {
        "a ruling with its inputs on disk, beside a bare commit": figure(ruling / bare, "times"),
        "a ruling on disk": figure(ruling * 1000, "ms"),
        "inputs of an hour": at_most(kilobytes_an_hour, 2000, "KB"),
        "history of a turn": figure(bytes_a_turn, "bytes"),
        f"opening {GAMES} games of {TURNS} turns as they were closed": figure(closed * 1000, "ms"),
        "the same after a kill, link by link": figure(killed * 1000, "ms"),
    }


def _events(turn):
    at = turn * LOOKS / 5
    played = TurnPlayed(turn=turn, seat=0, team="blue", action="place", space="e4", cards=("5H", "JC", "JD"), at=at)
    return [played, PositionSettled(position=(BOARD[:10],) * 10, at=at)]


def _bare(file):
    """A commit of as much text, nothing chained, no inputs."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE events (json TEXT)")

    def commit():
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            connection.execute("INSERT INTO events VALUES (?)", ("x" * 300,))
        connection.execute("COMMIT")

    return connection, commit


def _game(folder):
    """Seconds of a bare commit and of a ruling, turn about; kilobytes of inputs an hour; bytes of history a turn."""
    rules, took, bare = Rules("classic", "blue green"), [], []
    folder.mkdir()
    connection, commit = _bare(folder / "bare.sqlite")
    with History(folder / "history.sqlite") as history:
        game = history.begin(edition="classic", layout="classic", seats=("blue", "green"))
        inputs = InputShelf(folder / "inputs").new(game, 0, rules.game(), rules)
        recorder = Recorder(history, game, inputs)
        for turn in range(1, TURNS + 1):
            for look in range(LOOKS):
                seen = turn * LOOKS + look
                inputs.keep(Observation(at=seen / 5, frame=seen, letters=BOARD, chances=certain(BOARD)))
            happened = _events(turn)
            took.append(_timed(lambda happened=happened: recorder.write(happened)))
            bare.append(_timed(commit))
        recorder.close()
    connection.close()
    size = sum(file.stat().st_size for file in folder.rglob("*.inputs"))
    hours = TURNS * LOOKS / 5 / 3600
    return median(bare), median(took), size / hours / 1000, (folder / "history.sqlite").stat().st_size / TURNS


def _opening(folder):
    """Seconds to open many games as they were closed, and after a kill."""
    file = folder / "history.sqlite"
    with History(file) as history:
        for _ in range(GAMES):
            game = history.begin(edition="classic", layout="classic", seats=("blue", "green"))
            history.append(game, [event for turn in range(1, TURNS + 1) for event in _events(turn)])

    def opened():
        History(file).close()

    closed = median(_timed(opened) for _ in range(5))
    killed = []
    for _ in range(5):
        file.with_name("history.sqlite.sha256").unlink()
        killed.append(_timed(opened))
    return closed, median(killed)


def _timed(act):
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
