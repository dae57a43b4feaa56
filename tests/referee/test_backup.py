"""Everything of a machine in one file, and back again: whole, or refused and nothing touched."""

import contextlib
import os
import shutil
import zipfile
from random import Random

import msgspec
import pytest

from engine import events
from referee.backup import Places, back_up, restore
from referee.refusal import Refusal
from referee.storage.database import open_to_read
from referee.storage.history import History
from referee.storage.locks import instance_lock
from tests.referee.conftest import run

START = events.GameStarted(edition="classic", layout="classic", seats=("blue:Ada", "green:Ben"))


def machine(folder):
    """A machine with a game, its inputs, a film, a key, a table profile and settings."""
    places = Places(folder / "data", folder / "data" / "table", folder / "etc" / "table.toml")
    files = {
        "data/inputs/1/000000.inputs": b"{}\n",
        "data/evidence/1/7/film.mp4": bytes(range(256)) * 40,
        "data/host-key": b"secret",
        "data/tables/abc.lock": b"4711",
        "data/referee.log": b"line",
        "data/demo/inputs/1/000000.inputs": b"{}\n",
        "data/table/profile.toml": b"version = 1\n",
        "etc/table.toml": b'camera = "pi"\n',
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with History(places.data / "history.sqlite") as history:
        game = history.begin(edition="classic", layout="classic", seats=["blue:Ada", "green:Ben"])
        history.append(game, [START])
    return places


@pytest.fixture
def places(tmp_path):
    return machine(tmp_path / "old")


def test_what_was_backed_up_comes_back_on_another_machine(places, tmp_path):
    contents = back_up(places, tmp_path / "all.zip")
    assert {listed.name.split("/")[0] for listed in contents.files} == {"data", "table", "settings"}
    assert not [listed.name for listed in contents.files if "demo" in listed.name], "nobody played those games"
    new = Places(tmp_path / "new" / "data", tmp_path / "new" / "table", tmp_path / "new" / "table.toml")
    restore(tmp_path / "all.zip", new)
    with History(new.data / "history.sqlite") as history:
        assert history.events(1) == [START]
    assert (new.data / "host-key").read_bytes() == b"secret"
    assert (new.data / "host-key").stat().st_mode & 0o077 == 0, "a key is nobody else's business"
    assert (new.data / "evidence/1/7/film.mp4").read_bytes() == bytes(range(256)) * 40
    assert (new.table / "profile.toml").read_bytes() == b"version = 1\n"
    assert new.settings.read_bytes() == b'camera = "pi"\n'
    assert not (new.data / "tables").exists(), "a lock belongs to a running program"


def test_a_backup_taken_while_a_game_is_written_is_whole(places, tmp_path):
    with History(places.data / "history.sqlite") as history:
        history.append(1, [events.BoardMoved(at=1.0)])
        back_up(places, tmp_path / "all.zip")
    new = Places(tmp_path / "new")
    restore(tmp_path / "all.zip", new)
    with History(new.data / "history.sqlite") as history:
        assert len(history.events(1)) == 2


def test_a_folder_that_cannot_be_written_is_backed_up_and_nothing_laid_beside_its_history(
    places, tmp_path, monkeypatch
):
    history = places.data / "history.sqlite"
    before = sorted(places.data.iterdir())
    monkeypatch.setattr("os.access", lambda *_: False)
    with contextlib.closing(open_to_read(history)) as read:
        assert read.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert sorted(places.data.iterdir()) == before
    assert any(listed.name == "data/history.sqlite" for listed in back_up(places, tmp_path / "all.zip").files)


def test_the_games_of_a_folder_with_any_sign_in_its_name_are_in_its_backup(tmp_path):
    data = tmp_path / "what? #1 100%"
    with History(data / "history.sqlite") as history:
        history.begin(edition="classic", layout="classic", seats=["blue", "green"])
    back_up(Places(data), tmp_path / "saved.zip")
    restore(tmp_path / "saved.zip", Places(tmp_path / "again"))
    with History(tmp_path / "again" / "history.sqlite") as history:
        assert len(history.games()) == 1


def test_what_was_there_before_is_kept_under_another_name(places, tmp_path):
    back_up(places, tmp_path / "all.zip")
    there = Places(tmp_path / "there")
    (there.data).mkdir()
    (there.data / "host-key").write_bytes(b"older")
    _, (kept,) = restore(tmp_path / "all.zip", there)
    assert kept.parent == tmp_path
    assert (kept / "host-key").read_bytes() == b"older"


def test_no_backup_is_put_where_the_next_one_would_take_it_along(places):
    for there in (places.data, places.data / "table", places.data / "backups"):
        with pytest.raises(Refusal, match="Name a place outside"):
            back_up(places, there / "all.zip")
    assert not list(places.data.rglob("all.zip*"))


def test_a_disk_that_is_not_plugged_in_is_told_and_no_folder_takes_its_place(places, tmp_path):
    with pytest.raises(Refusal, match=f"no folder {tmp_path / 'stick'}") as said:
        back_up(places, tmp_path / "stick" / "all.zip")
    assert "Plug the disk in" in said.value.mend
    assert not (tmp_path / "stick").exists()


def test_who_backs_up_onto_the_disk_of_the_games_is_told_to_copy_it_to_another(places, tmp_path, capsys):
    assert run("backup", tmp_path / "all.zip", "--data", places.data) == 0
    assert "the disk of what it keeps: copy it to another" in capsys.readouterr().out


def test_a_restore_counts_what_it_brought_back_and_says_what_it_left(places, tmp_path, capsys):
    back_up(Places(tmp_path / "none", places.table, places.settings), tmp_path / "some.zip")
    assert run("restore", tmp_path / "some.zip", "--table", tmp_path / "new", "--data", tmp_path / "data") == 0
    said = capsys.readouterr().out
    assert ": 1 file of " in said
    assert "Its settings are left in it: --settings says where to." in said
    assert "table profile" not in said


def test_nothing_is_restored_below_a_referee_that_runs(places, tmp_path):
    back_up(places, tmp_path / "all.zip")
    there = Places(tmp_path / "there")
    with instance_lock("table", there.data), pytest.raises(Refusal, match="works in"):
        restore(tmp_path / "all.zip", there)
    assert [one.name for one in there.data.iterdir()] == ["tables"]
    restore(tmp_path / "all.zip", there)
    assert (there.data / "host-key").exists()


def test_a_machine_with_nothing_on_it_has_nothing_to_back_up(tmp_path):
    with pytest.raises(Refusal, match="nothing to back up"):
        back_up(Places(tmp_path / "empty"), tmp_path / "all.zip")
    assert not list(tmp_path.glob("all.zip*"))


def test_what_is_no_file_is_never_replaced_by_a_backup(places, tmp_path):
    os.mkfifo(tmp_path / "device")
    for there in (tmp_path / "device", tmp_path):
        with pytest.raises(Refusal, match="is no file"):
            back_up(places, there)
    assert (tmp_path / "device").is_fifo()


def test_a_backup_takes_the_place_of_an_earlier_one_and_of_no_other_file(places, tmp_path):
    game = tmp_path / "game.zip"
    with zipfile.ZipFile(game, "w") as archive:
        archive.writestr("chain.jsonl", b"[]")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    for there in (game, tmp_path / "photo.jpg"):
        before = there.read_bytes()
        with pytest.raises(Refusal, match="is no backup"):
            back_up(places, there)
        assert there.read_bytes() == before
    (tmp_path / "saved.zip").touch()
    for _ in range(2):
        assert back_up(places, tmp_path / "saved.zip").files


@pytest.mark.parametrize("name", ["data/../../evil", "/etc/passwd", "data", "else/file", "data/a\\b", "data/c:d", ""])
def test_a_backup_that_would_write_elsewhere_is_refused(tmp_path, name):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr(
            "backup.json",
            msgspec.json.encode({"form": 1, "made": "", "files": [{"name": name, "size": 4, "sha256": "0" * 64}]}),
        )
        if name:
            archive.writestr(name, b"evil")
    with pytest.raises(Refusal):
        restore(tmp_path / "evil.zip", Places(tmp_path / "data"))
    assert not (tmp_path / "data").exists()


def test_a_damaged_backup_is_refused_and_nothing_is_touched(places, tmp_path):
    back_up(places, tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    here = Places(tmp_path / "here")
    random = Random(5)
    restored = 0
    for _ in range(150):
        damaged = bytearray(whole)
        if random.random() < 0.3:
            del damaged[random.randrange(len(damaged)) :]
        else:
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        (tmp_path / "damaged.zip").write_bytes(damaged)
        try:
            restore(tmp_path / "damaged.zip", here)
        except Refusal:
            assert not here.data.exists()
            continue
        # What zip keeps twice, or for nobody, may change; the files are then as they were.
        restored += 1
        assert (here.data / "evidence/1/7/film.mp4").read_bytes() == bytes(range(256)) * 40
        shutil.rmtree(here.data)
    assert restored < 75
