"""Whatever is changed of a record or its evidence is noticed, by a verifier that shares nothing with the writer."""

import ast
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

import engine
from engine import events
from referee.commands.proof import NO_ROOM
from referee.session.persistence import Kept
from referee.storage import verifier
from referee.storage.history import History
from referee.storage.settings import history_file
from referee.storage.verifier import verify
from referee.wiring import Rules
from tests.often import tries
from tests.referee.conftest import fill_disk, run
from tests.referee.kept_games import Evening, played
from tests.referee.tampering import edits, tamper

EDITIONS, LAYOUTS = (Path(engine.__file__).parent / name for name in ("editions", "layouts"))


def test_a_folder_and_an_exported_game_are_whole(copy, bundle, capsys):
    capsys.readouterr()
    assert run("verify", copy) == 0
    assert run("verify", bundle, "--json") == 0
    said = capsys.readouterr().out.splitlines()
    assert "whole" in said[0]
    assert json.loads(said[1])["whole"] is True


def test_the_verifier_is_short_and_stands_alone(copy, bundle, tmp_path):
    source = Path(verifier.__file__)
    assert len(source.read_text().splitlines()) < 100
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else name.name
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    alone = shutil.copy(source, tmp_path)
    for place, code in ((copy, 0), (bundle, 0), (tmp_path / "nowhere", 2)):
        done = subprocess.run([sys.executable, "-I", alone, place], capture_output=True, check=False)
        assert done.returncode == code, done.stdout


def test_a_folder_without_a_history_is_refused_and_left_as_it_is(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("verify", empty) == 2
    assert "There is no history in" in capsys.readouterr().err
    assert verify(empty)[0] == 2
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize(("free", "asked"), [(0, True), (10**9, False)])
def test_on_a_full_disk_room_is_asked_for_where_a_folder_cannot_be_read(copy, monkeypatch, capsys, free, asked):
    (copy / "history.sqlite.sha256").unlink()
    (copy / "history.sqlite").write_bytes(b"none")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert run("verify", copy, "--json") == 2
    assert (NO_ROOM in json.loads(capsys.readouterr().out)["messages"]) is asked


def test_random_edits_cuts_and_swaps_are_all_noticed(copy, bundle):
    for edit in edits([copy, bundle], tries(100), seed=5):
        with tamper(edit):
            code, said = verify(edit.root)
        assert code in (1, 2), edit
        assert said, edit
    assert verify(copy)[0] == 0
    assert verify(bundle)[0] == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET json = replace(json, 'blue', 'green') WHERE game = 1 AND number = 5",
        "UPDATE events SET wall = wall + 1 WHERE game = 2 AND number = 3",
        "UPDATE events SET number = 99 WHERE game = 1 AND number = (SELECT max(number) FROM events WHERE game = 1)",
        "DELETE FROM events WHERE game = 1 AND number = (SELECT max(number) FROM events WHERE game = 1)",
        "UPDATE games SET result = 'green' WHERE id = 1",
        "UPDATE games SET turns = 9 WHERE id = 1",
        "UPDATE events SET game = -game; UPDATE events SET game = 3 + game",
        "DELETE FROM games WHERE id = 2",
    ],
)
def test_what_somebody_changes_in_the_tables_is_noticed_though_the_file_has_no_seal(copy, statement):
    connection = sqlite3.connect(copy / "history.sqlite", isolation_level=None)
    connection.executescript(statement)
    connection.close()
    assert verify(copy)[0] == 1
    (copy / "history.sqlite.sha256").unlink()
    assert verify(copy)[0] == 1


def test_a_film_that_went_to_make_room_is_no_tampering(copy):
    with (kept := Kept.below(copy, budget=20_000)).history:
        assert kept.evidence.keep_within_budget() > 0
    assert verify(copy)[0] == 0


def test_a_film_that_is_taken_away_or_added_is_noticed(copy):
    film = copy / "evidence" / "1" / "turn-0001" / "film.mp4"
    shutil.copy(film, film.with_name("other.mp4"))
    assert "other.mp4" in verify(copy)[1][0]
    film.with_name("other.mp4").unlink()
    film.unlink()
    assert "film.mp4" in verify(copy)[1][0]


def test_a_deleted_game_is_not_missed(copy):
    assert run("history", "delete", 1, "--yes") == 0
    assert verify(copy) == (0, [f"{copy} is whole."])


def test_a_game_of_which_the_history_takes_no_more_is_not_called_changed(tmp_path, monkeypatch):
    data = tmp_path / "data"
    evening = Evening(data)
    evening.play(1)
    with monkeypatch.context() as full:
        fill_disk(full)
        evening.play(1)
        evening.settle()
        assert evening.table.sitting.waiting
        assert verify(data) == (0, [f"{data} is whole."])
    evening.close()
    assert verify(data)[0] == 0


def test_a_line_changed_behind_the_last_announcement_of_a_killed_game_is_noticed(tmp_path):
    evening = Evening(tmp_path / "data")
    evening.play(1)
    evening.look(20)
    evening.settle()
    killed = shutil.copytree(tmp_path / "data", tmp_path / "killed")
    evening.close()
    inputs = killed / "inputs" / "1" / "000000.inputs"
    lines = inputs.read_bytes().splitlines(keepends=True)
    lines[-5] = lines[-5].replace(b"+200", b"+201")
    inputs.write_bytes(b"".join(lines))
    assert verify(killed)[0] == 1
    assert run("rerun", 1, "--data", killed) == 2


def test_an_older_copy_of_the_history_is_noticed_by_the_inputs_that_know_better(tmp_path):
    data = tmp_path / "data"
    evening = Evening(data)
    evening.play(1)
    evening.close()
    older = (data / "history.sqlite").read_bytes(), (data / "history.sqlite.sha256").read_bytes()
    evening = Evening(data)
    evening.play(1)
    evening.close()
    (data / "history.sqlite").write_bytes(older[0])
    (data / "history.sqlite.sha256").write_bytes(older[1])
    assert verify(data)[0] == 1
    with (kept := Kept.below(data)).history:
        assert "lost the end of game 1" in kept.history.salvaged
        assert kept.history.game(1).turns == 2, "judged again from the inputs"


def test_the_record_shows_the_head_of_the_chain_and_check_takes_it(copy, tmp_path, capsys):
    record = tmp_path / "game.sgn"
    assert run("history", "export", 1, "-o", record) == 0
    with (kept := Kept.below(copy)).history:
        row = kept.history.game(1)
    assert f"{{chain {row.links} {row.head}}}" in record.read_text()
    capsys.readouterr()
    assert run("check", record, "--json") == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 3


def test_a_record_in_an_exported_game_that_says_otherwise_is_noticed(bundle, tmp_path):
    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(bundle) as old, zipfile.ZipFile(forged, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"blue:Ann", b"blue:Bob") if name == "game.sgn" else content)
        new.comment = old.comment
    content = forged.read_bytes()[:-64]
    forged.write_bytes(content + verifier.sha256(content).hexdigest().encode())
    assert run("verify", forged) == 1


def test_a_game_with_a_rule_book_and_a_layout_of_its_own_takes_them_along(tmp_path, monkeypatch):
    house, home = tmp_path / "house.toml", tmp_path / "home.toml"
    shutil.copy(EDITIONS / "european.toml", house)
    shutil.copy(LAYOUTS / "classic.toml", home)
    rules = Rules(str(house), "blue:Ann green:Ben", layout=str(home))
    monkeypatch.setattr("tests.referee.kept_games.RULES", rules)
    played(tmp_path / "there", 1)
    exported = tmp_path / "game.zip"
    assert run("history", "export", 1, "--form", "bundle", "-o", exported, "--data", tmp_path / "there") == 0
    house.unlink()
    home.unlink()
    assert run("verify", exported) == 0
    assert run("rerun", exported) == 0


def test_an_exported_game_without_inputs_is_judged_again_as_far_as_it_has_any(tmp_path, capsys):
    with History(history_file(tmp_path)) as history:
        began = events.GameStarted(edition="classic", layout="classic", seats=("blue:Ada", "green:Ben"))
        game = history.begin(
            edition="classic", layout="classic", seats=list(began.seats), source="camera", profile="table"
        )
        history.append(game, [began])
    exported = tmp_path / "game.zip"
    assert run("history", "export", game, "--form", "bundle", "-o", exported, "--data", tmp_path) == 0
    assert run("rerun", exported) == 2
    assert "The inputs of 1 ruling at the beginning are not there." in capsys.readouterr().out
