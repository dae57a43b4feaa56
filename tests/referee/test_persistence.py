"""Events, inputs and evidence together: whatever befalls one of them, the table goes on and says what happened."""

import errno
import os
import resource
import shutil
import sqlite3
import stat
from dataclasses import replace

import pytest

from engine import calls, events
from engine.records.twin import ledger_of
from engine.saying import saying
from referee.refusal import Refusal
from referee.session.persistence import Kept, Persistence
from referee.storage import history as history_module
from referee.storage.database import cannot_write
from referee.storage.durable import AppendFile, write_private
from referee.storage.history import HistoryFull
from referee.storage.inputs import InputFile
from referee.storage.room import EARLY, MB, Room
from referee.storage.verifier import verify
from tests.referee.conftest import fill_disk, run
from tests.referee.kept_games import RULES, TABLE, Evening, played


def turns_in(data, game=1):
    with Kept.below(data).history as history:
        return [event.turn for event in history.events(game) if isinstance(event, events.TurnPlayed)]


def change(data, statement):
    """What another program does to the history."""
    connection = sqlite3.connect(data / "history.sqlite", isolation_level=None)
    connection.executescript(statement)
    connection.close()


# ---- deleting what is open


def test_the_game_that_is_being_refereed_is_not_deleted(data, capsys):
    evening = Evening(data)
    evening.play(1)
    assert run("history", "delete", 1, "--yes") == 2
    said = capsys.readouterr().err
    assert f"Game 1 is being refereed just now (process {os.getpid()})" in said
    assert len(said.splitlines()) == 1
    evening.play(1)
    evening.close()
    assert turns_in(data) == [1, 2]
    assert run("history", "delete", 1, "--yes") == 0


@pytest.mark.parametrize("statement", ["DELETE FROM games", "DROP TABLE events"])
def test_a_game_that_is_gone_from_under_the_referee_is_told_like_a_full_disk(data, statement):
    evening = Evening(data)
    evening.play(1)
    change(data, statement)
    evening.play(1)
    recorder = evening.table.sitting.recorder
    assert recorder.trouble.code == "unsaved"
    assert recorder.waiting
    with evening.kept.history._lock:  # pictures are noted from a thread of their own
        evening.kept.history._connection.close()
    recorder.write([])
    assert recorder.waiting, "nor does a history that cannot be asked at all stop the table"
    with pytest.raises(HistoryFull):
        evening.kept.history.begin(edition="classic", layout="classic", seats=("blue", "green"))
    evening.table.close()


# ---- a damaged history


def to_a_tenth(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 10])


def spoil_letters(file):
    content = file.read_bytes()
    at = content.index(b"NOT NULL DEFAULT 1") + 11
    file.write_bytes(content[:at] + b"\xc6" + content[at + 1 :])


def sql(statement):
    def spoil(file):
        change(file.parent, statement)

    return spoil


SPOILT = {
    "cut to a tenth": to_a_tenth,
    "no database": lambda file: file.write_bytes(b"no database"),
    "nothing": lambda file: file.write_bytes(b""),
    "one event": sql("UPDATE events SET json = 'no event' WHERE number = 5"),
    "event of a newer program": sql('UPDATE events SET json = \'{"event":"new"}\' WHERE number = 6'),
    "events as blobs": sql("UPDATE events SET json = CAST(json AS BLOB)"),
    "events as numbers": sql("UPDATE events SET json = number"),
    "no events": sql("DELETE FROM events"),
    "table gone": sql("DROP TABLE events"),
    "column gone": sql("ALTER TABLE events DROP COLUMN wall"),
    "before there were hashes": sql("ALTER TABLE events DROP COLUMN hash; PRAGMA user_version = 1"),
    "odd types": sql("UPDATE games SET began = 'yesterday', seats = x'ff', turns = 'many', profile = 3"),
    "other schema": sql("DROP TABLE events; CREATE TABLE events (a); DROP TABLE games; CREATE TABLE games (b)"),
    "another program's": sql("DROP TABLE events; DROP TABLE games; CREATE TABLE games (name, score)"),
    "no letters": spoil_letters,
    "no entry": sql("DELETE FROM games"),
    "no number": sql("PRAGMA writable_schema = ON; UPDATE sqlite_sequence SET seq = 'all'"),
    "endless number": sql("UPDATE sqlite_sequence SET seq = 4611686018427387904"),
}


@pytest.fixture(scope="module")
def three_turns(tmp_path_factory):
    """A data folder with a game of three turns that can be gone on with."""
    evening = Evening(tmp_path_factory.mktemp("three") / "data")
    evening.play(3)
    evening.close()
    return evening.kept.history.file.parent


@pytest.mark.parametrize("name", SPOILT)
def test_a_table_goes_on_whatever_befell_its_history(three_turns, data, name):
    shutil.copytree(three_turns, data)
    with Kept.below(data).history as history:
        told, seats = history.events(1), history.game(1).seats
    SPOILT[name](data / "history.sqlite")
    assert verify(data)[0] in (1, 2)
    evening = Evening(data)
    assert evening.kept.history.salvaged
    assert evening.game == 1, "the game is gone on with"
    assert evening.kept.history.events(1)[: len(told)] == told
    assert evening.kept.history.game(1).seats == seats
    evening.play(1)
    evening.close()
    with Kept.below(data).history as history:
        assert history.salvaged == "", "it is told once"
    assert turns_in(data) == [1, 2, 3, 4]
    assert verify(data) == (0, [f"{data} is whole."])
    assert run("history", "list") == 0
    assert run("rerun", 1) == 0


def test_of_several_games_each_is_saved_as_far_as_it_can_be(data):
    played(data, 2, 1, 3)
    change(data, "UPDATE events SET json = 'x' WHERE game = 2 AND number = 3")
    assert [turns_in(data, game) for game in (1, 2, 3)] == [[1, 2], [1], [1, 2, 3]]
    assert verify(data)[0] == 0


def test_a_history_and_inputs_that_are_both_lost_leave_a_table_that_begins_anew(data):
    evening = Evening(data)
    evening.play(2)
    evening.close()
    to_a_tenth(data / "history.sqlite")
    for file in data.glob("inputs/*/*"):
        file.write_bytes(b"garbage\n" * 9)
    evening = Evening(data)
    evening.play(1)
    evening.close()
    assert turns_in(data, evening.game)


def test_a_single_bit_that_changes_nothing_is_said_all_the_same(data):
    played(data, 1)
    file = data / "history.sqlite"
    content = bytearray(file.read_bytes())
    content[73] ^= 1  # a byte that SQLite keeps for later
    file.write_bytes(content)
    with Kept.below(data).history as history:
        assert "was changed since it was closed" in history.salvaged
        assert [row.turns for row in history.games()] == [1]
    with Kept.below(data).history as history:
        assert history.salvaged == ""


def test_a_history_that_others_have_open_is_not_set_aside_from_under_them(data):
    evening = Evening(data)
    evening.play(1)
    change(data, "UPDATE events SET json = 'x' WHERE number = 2")
    with pytest.raises(Refusal, match="held by another program"):
        Kept.below(data)
    assert not list(data.glob("*damaged*"))
    evening.close()


def test_a_game_whose_events_are_no_game_is_judged_again_as_one_of_its_own(data):
    evening = Evening(data)
    evening.play(2)
    never_played = events.TurnCorrected(turn=9, team="blue", action="place", space="e4", at=99.0)
    evening.kept.history.append(evening.game, [never_played])
    evening.close()
    evening = Evening(data)
    assert evening.game == 2
    evening.play(1)
    evening.close()
    assert turns_in(data, 2) == [1, 2, 3]
    assert verify(data)[0] == 0


# ---- inputs


class SmallDisk:
    """A file on a disk that takes so many bytes and no more, until there is room again."""

    def __init__(self, file, room):
        self._file = file
        self._room = room
        file.write_bytes(b"")

    def write(self, content):
        taken = content[: self._room[0]]
        if not taken:
            raise OSError(28, "No space left on device")
        self._room[0] -= len(taken)
        with self._file.open("ab") as opened:
            return opened.write(taken)

    def sync(self): ...

    def close(self): ...


def test_after_a_full_disk_the_inputs_go_on_as_if_nothing_had_been(data):
    room = [1500]
    evening = Evening(data, opened=lambda file: SmallDisk(file, room))
    evening.play(2)
    log = evening.table.sitting.recorder.inputs
    assert isinstance(log, InputFile)
    assert log.trouble.code == "inputs-cut"
    room[0] = 10**9
    evening.play(1)
    assert log.trouble is None
    evening.close()
    assert verify(data)[0] == 0
    assert run("rerun", 1) == 0


def test_players_who_changed_places_keep_them_through_a_restart_and_a_game_begun_anew(data):
    evening = Evening(data)
    evening.play(1)
    evening.table.say(calls.SeatsSwapped(at=0.0, one=0, other=1))
    evening.close()
    with Kept.below(data).history as history:
        assert history.game(1).seats == "blue:Ben green:Ann"
    evening = Evening(data)
    evening.play(1)
    for _ in range(2):
        evening.table.say(calls.Start(at=0.0))
        evening.look(24)
        assert [seat.name for seat in evening.table.arbiter.game.seats] == ["Ben", "Ann"]
    evening.close()
    assert run("rerun", 1) == 0


@pytest.mark.parametrize("asked", [RULES.seats, ""])
def test_a_game_after_one_in_which_players_changed_places_is_gone_on_with_as_it_was_asked_for(data, asked):
    evening = Evening(data, rules=replace(RULES, seats="blue:Ben green:Ann"), asked=asked)
    evening.play(1)
    evening.close()
    with (kept := Kept.below(data)).history:
        left = Persistence(kept, "film", TABLE).unfinished(RULES.game())
        assert (left and left.seats) == ("blue:Ben green:Ann" if asked else None)


def test_what_a_full_history_did_not_take_before_a_kill_is_judged_again_from_the_inputs(data, tmp_path, monkeypatch):
    evening, killed = Evening(data), tmp_path / "killed"
    evening.play(2)
    with monkeypatch.context() as full:
        fill_disk(full)
        evening.play(2)
    with Kept.below(data).history as looked_at:
        assert looked_at.salvaged == "", "a game that is being refereed is left alone"
    evening.settle()  # a copy takes longer than a kill: what is written meanwhile would be there in part
    shutil.copytree(data, killed, ignore=shutil.ignore_patterns("*.lock", "held-back"))
    evening.close()
    with Kept.below(data).history as history:
        shown = history.events(1)
    assert turns_in(data) == [1, 2, 3, 4], "there was room again at the end"
    with Kept.below(killed).history as found:
        assert "lost the end of game 1. Games completed from their inputs: 1." in found.salvaged
        assert found.events(1) == shown
    with Kept.below(killed).history as found:
        assert found.salvaged == "", "it is told once"
    again = Evening(killed)
    again.play(1)
    again.close()
    assert turns_in(killed) == [1, 2, 3, 4, 5]
    assert run("rerun", 1, "--data", killed) == 0
    assert verify(killed)[0] == 0


def test_what_a_running_referee_has_half_made_is_left_to_it_and_goes_after_a_kill(data):
    evening = Evening(data)
    evening.play(1)
    half = data / "evidence" / "1" / ".turn-0009"
    half.mkdir(parents=True)
    (half / "before.jpg").write_bytes(b"half")
    Kept.below(data).history.close()
    assert half.exists()
    evening.close()
    Kept.below(data).history.close()
    assert not half.exists()


def test_a_disk_that_is_full_when_a_game_begins_does_not_keep_it_from_beginning(data):
    full = [True]

    def opened(file):
        if full[0]:
            raise OSError(28, "No space left on device")
        return AppendFile(file)

    evening = Evening(data, opened=opened)
    evening.play(1)
    assert evening.table.sitting.unsaved is not None
    full[0] = False
    evening.play(1)
    assert evening.table.sitting.unsaved is None
    evening.close()
    assert run("rerun", 1) == 0
    assert verify(data)[0] == 0


def test_rerun_tells_inputs_that_are_incomplete_from_rulings_that_differ(data, capsys):
    room = [2000]
    evening = Evening(data, opened=lambda file: SmallDisk(file, room))
    evening.play(3)
    evening.close()
    capsys.readouterr()
    assert run("rerun", 1) == 2
    said = capsys.readouterr().out
    assert "its inputs are incomplete; no ruling differs" in said
    assert "the disk was full" in said
    assert verify(data)[0] == 0, "a full disk is no tampering"
    (file,) = data.glob("inputs/1/*")
    file.write_bytes(file.read_bytes()[:1000])
    assert run("rerun", 1) == 2
    assert "is cut short" in capsys.readouterr().out


def test_a_stretch_that_was_killed_in_its_first_line_lacks_nothing(data):
    played(data, 2)
    with Kept.below(data).history as history:
        count = len(history.events(1))
    (data / "inputs" / "1" / f"{count:06d}.inputs").write_bytes(b'{"form":1,"edition":"cla')
    assert run("rerun", 1) == 0


def test_rulings_that_differ_are_told_line_by_line(data, capsys):
    played(data, 2)
    with Kept.below(data).history as history:
        told = history.events(1)
        number = history.begin(edition="classic", layout="classic", seats=("blue:Ann", "green:Ben"))
        history.append(number, [*told[:-1], events.GameWon(team="blue")])
    shutil.copytree(data / "inputs" / "1", data / "inputs" / str(number))
    capsys.readouterr()
    assert run("rerun", number) == 1
    said = capsys.readouterr().out
    assert "some rulings differ" in said
    assert f'{len(told)} - {{"event":"win"' in said


# ---- room


@pytest.mark.parametrize("words", [("history", "delete", 1, "--yes"), ("history", "list"), ("doctor",)])
def test_what_is_held_back_is_given_to_a_history_that_is_to_be_written_on_a_full_disk(data, monkeypatch, words):
    with Kept.below(data).history as history:
        history.begin(edition="classic", layout="classic", seats=["blue:Ada", "green:Ben"])
    held, opened = data / "held-back", history_module.open_history
    held.write_bytes(b"room")

    def full(file, *more):
        if held.exists() and file.parent == data:
            raise cannot_write(file, OSError(errno.ENOSPC, "No space left on device"))
        return opened(file, *more)

    monkeypatch.setattr(history_module, "open_history", full)
    run(*words)
    assert held.exists() == ("delete" not in words), "who only looks leaves it to a table"
    held.unlink(missing_ok=True)
    with Kept.below(data).history as history:
        assert bool(history.games()) == ("delete" not in words)


def test_room_is_held_back_for_the_record_and_given_to_it_when_the_disk_is_full(data):
    evening = Evening(data)
    evening.play(1)
    held = data / "held-back"
    assert held.stat().st_size == 4 * MB
    assert held.stat().st_blocks * 512 >= 4 * MB, "it truly takes that room"
    history = evening.kept.history
    pages = history._connection.execute("PRAGMA page_count").fetchone()[0]
    history._connection.execute(f"PRAGMA max_page_count = {pages}")
    release = evening.kept.room.release

    def give():
        history._connection.execute("PRAGMA max_page_count = 100000")
        return release()

    evening.table.sitting.recorder._room.release = give
    for _ in range(4):
        evening.play(1)
    recorder = evening.table.sitting.recorder
    assert (recorder.waiting, recorder.trouble) == (0, None)
    assert not held.exists()
    evening.close()


def test_people_are_told_early_that_room_runs_out(data):
    room = Room(data, free=lambda _: EARLY - MB)
    assert room.warning == saying("room-least", free=199, folder=data)
    assert Room(data, free=lambda _: EARLY).warning is None
    room = Room(data, free=lambda _: MB)
    room.hold_back()
    assert room.warning.code == "room-least"


# ---- who may read


def test_only_the_owner_reads_what_is_kept(data):
    before = os.umask(0)
    try:
        played(data, 1)
    finally:
        os.umask(before)
    for path in (data, *data.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    (data / "history.sqlite").chmod(0o644)
    Kept.below(data).history.close()
    assert stat.S_IMODE((data / "history.sqlite").stat().st_mode) == 0o600


# ---- the list


def test_turns_that_were_taken_back_do_not_count(data):
    evening = Evening(data)
    evening.play(3)
    evening.undo()
    assert evening.kept.history.game(1).turns == 2
    evening.play(1)
    assert evening.kept.history.game(1).turns == 3
    evening.close()
    assert verify(data)[0] == 0


def test_a_turn_taken_back_in_the_middle_takes_none_of_the_later_ones_with_it(data):
    evening = Evening(data)
    evening.play(4)
    evening.table.say(calls.NotATurn(at=0.0, turn=2))
    assert evening.kept.history.game(1).turns == 3
    told = evening.kept.history.events(1)
    tables = {table.position.turn: "".join(table.rows) for table in ledger_of(told).ledger.tables}
    assert {turn: sum(letter in "bg" for letter in rows) for turn, rows in tables.items()} == {0: 0, 1: 1, 3: 2, 4: 3}
    evening.close()


def test_a_key_for_which_there_is_no_room_to_its_end_does_not_replace_the_one_before(tmp_path):
    file = tmp_path / "host.json"
    write_private(file, b"before" * 10)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))  # a write takes what fits, the next one is refused
    try:
        with pytest.raises(OSError, match="too large"):
            write_private(file, b"after" * 100)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert file.read_bytes() == b"before" * 10
    assert [path.name for path in tmp_path.iterdir()] == ["host.json"], "and leaves nothing half written"
