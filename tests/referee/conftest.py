"""A drawn table, filmed once for all tests of the commands."""

import contextlib
import io
import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.command_line import main
from referee.storage.history import History, HistoryFull
from tests.filming import film as write_film
from tests.referee.kept_games import played
from tests.watched_table import WatchedTable

SECONDS = 21.0


@dataclass(frozen=True)
class Film:
    """A filmed game and its profile."""

    folder: Path
    profile: Path
    chips: str
    """What `calibrate` is told of the chips that lie there to be measured."""
    turns: list[tuple[str, str, str]]
    """Team, action and space of each turn that was played and settled."""

    def picture(self, name):
        return self.folder / f"{name}.jpg"

    def beginning(self, folder, frames, spoilt=0):
        """The first frames in a folder of their own, and so many behind them that are no pictures."""
        folder.mkdir()
        for number in range(frames):
            shutil.copy(self.folder / f"{number:05d}.jpg", folder)
        for number in range(frames, frames + spoilt):
            (folder / f"{number:05d}.jpg").write_text("no picture")
        return folder


def run(*words):
    """Run a command as from a shell; its exit code."""
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    return int(left.value.code or 0)


def printed(work, *args, **more):
    """The exit code of what prints something, and what that is."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = work(*args, **more)
    return code, out.getvalue()


def pictured(table, chips):
    """What a simulated table's camera sees while these chips lie there."""
    table.open()
    table.pose(chips)
    return next(table.frames()).picture


def fill_disk(patch, why="database or disk is full", code=sqlite3.SQLITE_FULL):
    """Let the history take no more, for want of room or for another reason."""

    def refuse(history, *_words):
        error = sqlite3.OperationalError(why)
        error.sqlite_errorcode = code
        raise HistoryFull(history.file, error)

    patch.setattr(History, "append", refuse)


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of its own for every test."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A data folder with two games, closed as a program that ends closes it."""
    return played(tmp_path_factory.mktemp("whole") / "data", 3, 2)


@pytest.fixture
def copy(whole, data):
    """A copy of it to do harm to."""
    return Path(shutil.copytree(whole, data))


@pytest.fixture
def bundle(copy, tmp_path):
    """Its first game as one file."""
    file = tmp_path / "game.zip"
    assert run("history", "export", 1, "--form", "bundle", "-o", file) == 0
    return file


@pytest.fixture(scope="session")
def film(tmp_path_factory):
    """The first turns of a game without cheats, filmed, and the table measured from its pictures."""
    folder = tmp_path_factory.mktemp("film")
    table = WatchedTable(seed=3, size=(960, 720), live=False, cheats=0.0, quick=0.6)
    write_film(table, folder, seconds=SECONDS)
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    words = {"b": "blue", "g": "green", "r": "red"}
    turns = [
        (words[line["colour"]], line["kind"], f"{chr(97 + line['cell'][1])}{line['cell'][0] + 1}")
        for line in lines
        if line["type"] == "turn" and line["kind"] in ("place", "remove") and line["settled_frame"] < SECONDS * 5 - 6
    ]
    profile = tmp_path_factory.mktemp("profile")
    chips = " ".join(f"{team}:{space}" for team, space in lines[0]["colors"].items())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_DATA", str(folder / "data"))
        pictures = ("--empty", folder / "empty.jpg", "--colors", folder / "colors.jpg", "--chips", chips)
        assert run("calibrate", *pictures, "--table", profile) == 0
    return Film(folder, profile, chips, turns)
