"""The commands as people use them: what they print, and what they say when something is wrong."""

import contextlib
import io
import json
import re
import shutil
import socket
import sqlite3
import zipfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import FILES
from calibration.shown_deck import KeptDeck, save_deck
from hardware.simulated import SimulatedTable
from referee.storage.settings import data_folder, demo_folder
from tests.referee.conftest import fill_disk, pictured, run
from vision.cards.shown.deck import face_shape


def serve(film, camera, *more):
    """Serve a camera at the film's table, to this machine alone."""
    return run("serve", "--camera", camera, "--table", film.profile, "--host", "127.0.0.1", "--port", 0, *more)


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@dataclass(frozen=True)
class Watched:
    """The film, watched once: what was said as JSON, and what was kept."""

    said: str
    record: Path
    data: Path


@pytest.fixture(scope="module")
def watched(film, tmp_path_factory):
    folder, said = tmp_path_factory.mktemp("watched"), io.StringIO()
    record = folder / "game.sgn"
    kept = ("--sgn", record, "--data", folder / "data")
    with contextlib.redirect_stdout(said):
        assert run("watch", film.folder, "--table", film.profile, "--json", *kept) == 0
    return Watched(said.getvalue(), record, folder / "data")


def test_watching_a_film_tells_every_turn_once_and_in_order(film, watched):
    events = [json.loads(line) for line in watched.said.splitlines()]
    told = [(event["team"], event["action"], event["space"]) for event in events if event["event"] == "turn"]
    assert len(film.turns) >= 4
    assert told[: len(film.turns)] == film.turns
    assert not [event for event in events if event["event"] == "fault"]
    assert all({"frame", "at"} <= event.keys() for event in events)
    first = next(event for event in events if event["event"] == "turn")
    assert (first["turn"], first["card"], first["action"]) == (1, None, "place")
    assert {"JC", "JD"} < set(first["cards"])


def test_a_watched_game_is_in_the_history_and_runs_again_to_the_letter(film, watched, capsys):
    assert run("history", "--data", watched.data, "list", "--json") == 0
    (row,) = lines_of(capsys)
    assert row["turns"] >= len(film.turns)
    assert run("rerun", row["id"], "--data", watched.data) == 0
    assert "to the letter" in capsys.readouterr().out
    assert run("history", "--data", watched.data, "show", row["id"], "--json") == 0
    assert capsys.readouterr().out == watched.said
    assert run("history", "--data", watched.data, "show", row["id"]) == 0
    assert f"chip on {film.turns[0][2]}" in capsys.readouterr().out
    assert run("check", watched.record, "--json") == 0
    (checked,) = lines_of(capsys)
    assert checked["turns"] == row["turns"]


def test_a_game_can_be_shown_exported_and_deleted(watched, capsys, tmp_path, data):
    shutil.copytree(watched.data, data)
    run("history", "export", 1)
    assert capsys.readouterr().out.startswith('[Date "')
    run("history", "export", 1, "--form", "bundle", "-o", tmp_path / "game.zip")
    with zipfile.ZipFile(tmp_path / "game.zip") as archive:
        names = archive.namelist()
    assert {"game.sgn", "game.jsonl", "evidence/turn-0001/after.jpg", "evidence/turn-0001/film.mp4"} <= set(names)
    assert run("history", "delete", 1, "--yes") == 0
    assert not list((data / "evidence").glob("1/*"))
    capsys.readouterr()
    assert run("history", "show", 1) == 2
    assert "no game 1" in capsys.readouterr().err


def test_reading_gives_the_board_in_the_form_programs_rely_on(film, capsys):
    assert run("read", film.picture("empty"), film.picture("colors"), "--table", film.profile, "--json") == 0
    empty, colors = lines_of(capsys)
    assert empty["position"] == ["*........*", *[".........."] * 8, "*........*"]
    assert sum(letter in "bgr" for row in colors["position"] for letter in row) == 2
    assert set(empty) == {"image", "found", "corners", "position", "flipped", "discards", "moved", "milliseconds"}
    assert np.shape(empty["corners"]) == (4, 2)


def test_reading_draws_what_it_saw(film, tmp_path):
    drawn = tmp_path / "seen.png"
    assert run("read", film.picture("colors"), "--table", film.profile, "--explain", drawn) == 0
    before, after = cv2.imread(str(film.picture("colors"))), cv2.imread(str(drawn))
    assert before.shape == after.shape
    assert (before != after).any()


def test_a_machine_is_looked_over(film, capsys):
    camera = f"recording:{film.folder}"
    code = run("doctor", "--camera", camera, "--table", film.profile, "--json")
    found = {finding["name"]: finding for finding in lines_of(capsys)}
    assert code == 0
    assert {"libraries", "disk", "history", "port", "camera", "table profile", "eye", "focus"} <= set(found)
    assert "960x720" in found["camera"]["what"]
    assert "chips measured: blue, green" in found["table profile"]["what"]
    assert re.search(
        r"(left|right) of the board, as the camera sees it, a rank is about \d+ pixels", found["cards"]["what"]
    )
    assert "14 pixels high" in found["cards"]["mend"], "what would help is said in figures"


def test_a_deck_of_which_cards_are_missing_is_told_by_the_doctor(film, tmp_path, capsys):
    table, size = shutil.copytree(film.profile, tmp_path / "table"), (5.7, 8.9)
    face = np.zeros((*face_shape(size), 3), np.uint8)
    save_deck(table, KeptDeck(("AS", "2S")).with_back(face, size).with_card("AS", face, read=False))
    run("doctor", "--table", table)
    told = " ".join(capsys.readouterr().out.split())
    assert "1 of 2 cards were shown: it is read by once all of them were" in told
    assert "Show the deck" in told


def test_a_camera_that_gives_one_picture_over_and_over_is_named(film, tmp_path, capsys):
    for number in range(20):
        shutil.copy(film.picture("empty"), tmp_path / f"{number:05d}.jpg")
    assert run("doctor", "--camera", f"recording:{tmp_path}", "--json") == 1
    found = {finding["name"]: finding for finding in lines_of(capsys)}
    assert found["picture"]["state"] == "fault"
    assert "the same picture over and over" in found["picture"]["what"]


def test_a_busy_port_is_said_and_a_free_one_named(film, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve(film, f"recording:{film.folder}", "--port", port) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert re.search(rf"Port {port} is taken .* Port (\d+) is free: --port \1", said)


def test_every_command_explains_itself(capsys):
    run("--help")
    commands = [
        line.split()[0]
        for line in capsys.readouterr().out.partition("Commands:")[2].splitlines()
        if line[2:3].isalpha()
    ]
    assert {"calibrate", "read", "watch", "serve", "demo", "check", "history", "rerun", "doctor"} <= set(commands)
    for command in commands:
        assert run(command, "--help") == 0
        assert "Usage:" in capsys.readouterr().out


def test_an_empty_history_says_that_there_are_no_games(capsys):
    assert run("history", "list") == 0
    said = capsys.readouterr()
    assert "No games yet" in said.err
    assert f"those of `referee demo` are in {demo_folder(data_folder())}" in said.err
    assert said.out == ""


@pytest.mark.parametrize("words", ["history list", "history show 1", "stats", "review 1", "rerun 1"])
def test_looking_for_games_where_none_are_leaves_nothing_there(tmp_path, words):
    mistyped = tmp_path / "mistyped"
    run(*words.split(), "--data", mistyped)
    assert list(mistyped.iterdir()) == []


def test_of_a_film_that_breaks_off_what_came_before_is_kept(film, tmp_path, capsys):
    broken, record = film.beginning(tmp_path / "broken", 30, 12), tmp_path / "game.sgn"
    assert run("watch", broken, "--table", film.profile, "--sgn", record) == 2
    said = capsys.readouterr()
    assert "no whole picture" in said.err
    assert film.turns[0][2] in said.out
    assert run("check", record) == 0
    assert run("history", "show", 1) == 0
    assert film.turns[0][2] in capsys.readouterr().out


def test_a_camera_that_shows_nothing_is_told_to_people_and_with_its_frame_to_programs(film, tmp_path, capsys):
    folder = film.beginning(tmp_path / "dark", 12)
    for number in range(12, 30):
        cv2.imwrite(str(folder / f"{number:05d}.jpg"), np.zeros((720, 960, 3), np.uint8))
    cv2.imwrite(str(folder / "00030.jpg"), np.full((480, 640, 3), 99, np.uint8))
    assert run("watch", folder, "--table", film.profile, "--no-keep") == 0
    said = capsys.readouterr().out
    assert "The board cannot be seen. The picture is black." in said
    assert "The board is not being watched. The picture is 640x480" in said
    assert run("watch", folder, "--table", film.profile, "--no-keep", "--json") == 0
    events = lines_of(capsys)
    assert {"view-blocked", "camera-lost"} <= {event["event"] for event in events}
    assert all(isinstance(event["frame"], int) for event in events)


def test_a_game_that_cannot_be_saved_is_told_once_and_by_the_exit_code(film, tmp_path, capsys, monkeypatch):
    fill_disk(monkeypatch)
    assert run("watch", film.beginning(tmp_path / "short", 60), "--table", film.profile) == 1
    said = capsys.readouterr()
    assert said.err.count("not being saved") == 1
    assert film.turns[1][2] in said.out, "the game is refereed all the same"


def test_nothing_is_refereed_for_a_reader_who_has_left(film, monkeypatch):
    written = []

    def write(text):
        written.append(text)
        raise BrokenPipeError

    monkeypatch.setattr("sys.stdout.write", write)
    assert run("watch", film.folder, "--table", film.profile, "--no-keep", "--json") == 141
    assert len(written) == 1


def test_a_picture_that_cannot_be_read_does_not_keep_the_others_from_being_read(film, tmp_path, capsys):
    empty, text, small = film.picture("empty"), tmp_path / "text.jpg", tmp_path / "small.png"
    text.write_text("no picture")
    cv2.imwrite(str(small), np.full((480, 640, 3), 90, np.uint8))
    black = tmp_path / "black.png"
    cv2.imwrite(str(black), np.zeros((720, 960, 3), np.uint8))
    images = (empty, text, small, black, tmp_path / "nowhere.jpg", empty)
    assert run("read", *images, "--table", film.profile, "--json") == 1
    seen = lines_of(capsys)
    assert [one["image"] for one in seen] == [str(image) for image in images]
    assert [one["found"] for one in seen] == [True, False, False, False, False, True]
    assert all(set(one) == {*seen[0], "problem"} and one["problem"].endswith(".") for one in seen[1:5])


@pytest.mark.parametrize("camera", ["usb:97", "recording:{small}", "recording:{empty}", "simulated"])
def test_a_table_whose_camera_does_not_fit_promises_no_page_and_enters_no_game(film, tmp_path, capsys, camera):
    small, empty = tmp_path / "small", tmp_path / "empty"
    small.mkdir()
    empty.mkdir()
    cv2.imwrite(str(small / "00000.jpg"), np.full((480, 640, 3), 90, np.uint8))
    named = camera.format(small=small, empty=empty)
    assert serve(film, named) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    run("history", "list")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["recording:{film}", "{film}", "simulated:3"])
def test_a_table_is_measured_from_any_camera_that_can_be_named(film, tmp_path, capsys, name):
    assert run("calibrate", "--camera", name.format(film=film.folder), "--table", tmp_path / "table") == 0
    said = capsys.readouterr().out
    assert "Found the board" in said
    assert "chips on" not in said
    assert (tmp_path / "table" / "profile.toml").exists()


def test_who_measures_over_a_profile_of_a_newer_program_is_told_so_first(tmp_path, capsys):
    for name in FILES:
        (tmp_path / name).write_text("version = 99\n")
    assert run("calibrate", "--empty", tmp_path / "none.png", "--table", tmp_path) == 2
    said = capsys.readouterr().err
    assert said.index("has version 99, this program knows up to 2") < said.index("referee: ")
    assert "Measuring the table again replaces it" in said


def test_a_table_that_reads_its_own_picture_wrong_is_not_kept_unless_that_is_asked_for(film, tmp_path, capsys):
    table = SimulatedTable(seed=3, size=(960, 720), live=False)
    lie = {table.layout.space(space): team[0] for team, space in table.color_chips.items()}
    cv2.imwrite(str(tmp_path / "two.png"), pictured(table, {**lie, 12: "b", 87: "b"}))
    files = ("--empty", film.picture("empty"), "--colors", tmp_path / "two.png", "--chips", film.chips)
    told = ("calibrate", *files, "--table", tmp_path / "table")
    assert run(*told) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Chips seem to lie on c2, h9, too." in said.err
    assert not (tmp_path / "table").exists()
    assert run(*told, "--anyway") == 0
    assert (tmp_path / "table").exists()


def test_a_table_whose_game_was_not_saved_to_its_end_says_so_when_it_ends(film, tmp_path, capsys, monkeypatch):
    fill_disk(monkeypatch)
    monkeypatch.setattr("threading.Event.wait", lambda *_: True)
    assert serve(film, film.beginning(tmp_path / "short", 12), "--speed", 50) == 1
    said = capsys.readouterr()
    assert "is not saved" in said.err
    assert "is in the history" not in said.out
    assert said.err.count("referee: The game is not being saved.") == 1, "and when it begins, not only then"


def test_a_game_that_was_not_saved_for_another_reason_than_a_full_disk_is_not_told_to_free_space(
    film, tmp_path, capsys, monkeypatch
):
    fill_disk(monkeypatch, "attempt to write a readonly database", sqlite3.SQLITE_READONLY)
    monkeypatch.setattr("threading.Event.wait", lambda *_: True)
    assert serve(film, film.beginning(tmp_path / "short", 12), "--speed", 50) == 1
    end = capsys.readouterr().err.splitlines()[-1]
    assert "attempt to write a readonly database" in end
    assert "make that one writable" in end
    assert "Free some space" not in end


def test_people_at_the_terminal_are_told_once_that_room_runs_out(film, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("referee.storage.room.EARLY", 1 << 60)
    monkeypatch.setattr("threading.Event.wait", lambda *_: True)
    assert serve(film, film.beginning(tmp_path / "short", 12), "--speed", 50) == 0
    assert capsys.readouterr().err.count("Room runs out") == 1


def test_a_recording_of_a_game_that_is_gone_on_with_plays_on_from_where_the_game_stood(
    film, tmp_path, capsys, monkeypatch, data
):
    monkeypatch.setattr("threading.Event.wait", lambda *_: True)
    copied = film.beginning(tmp_path / "film", 32)
    assert serve(film, copied) == 0
    for number in range(32, 64):
        shutil.copy(film.folder / f"{number:05d}.jpg", copied)
    assert serve(film, copied) == 0
    assert "Going on with game 1" in capsys.readouterr().out
    assert run("history", "--data", data, "show", 1, "--json") == 0
    events = lines_of(capsys)
    told = [(event["team"], event["action"], event["space"]) for event in events if event["event"] == "turn"]
    assert told[:2] == film.turns[:2]
    assert not [event for event in events if event["event"] in ("fault", "position-taken")]


def test_a_layout_and_a_rule_book_of_ones_own_serve_the_whole_way_from_any_folder(film, tmp_path, capsys, monkeypatch):
    mine, elsewhere = tmp_path / "mine", tmp_path / "elsewhere"
    mine.mkdir()
    elsewhere.mkdir()
    shutil.copy(Path("engine/layouts/classic.toml").resolve(), mine / "home.toml")
    shutil.copy(Path("engine/editions/european.toml").resolve(), mine / "house.toml")
    monkeypatch.chdir(mine)
    assert run("calibrate", "--empty", film.folder / "empty.jpg", "--layout", "home.toml", "--table", "table") == 0
    film.beginning(mine / "film", 32)
    assert run("watch", "film", "--table", "table", "--edition", "house.toml", "--sgn", "game.sgn") == 0
    (mine / "home.toml").unlink()  # the table has its own
    monkeypatch.chdir(elsewhere)
    assert run("read", film.folder / "00050.jpg", "--table", mine / "table") == 0
    assert run("history", "show", 1) == 0
    assert run("rerun", 1) == 0
    assert run("check", mine / "game.sgn") == 0
    said = capsys.readouterr()
    assert "to the letter" in said.out
    assert said.err == ""
