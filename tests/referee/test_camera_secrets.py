"""A camera's password is in no answer, log, record, bundle and backup; what earlier versions wrote down is cleaned."""

import json
import shutil
import zipfile

import pytest

from hardware.camera import News
from referee.backup import Places, restore
from referee.session.persistence import Kept, Persistence
from referee.setup.place import camera_at, keep_chosen
from referee.storage.cleaning import clean
from referee.storage.history import History
from referee.storage.inputs import InputShelf
from referee.storage.settings import start_log
from referee.wiring import Rules
from tests.referee.conftest import run
from tests.referee.kept_games import RULES, Evening, played

WHOLE = "rtsp://admin:p@ssw0rd@10.0.0.9/s?key=Zwiebel7"
AS_BEFORE = "rtsp://ssw0rd@10.0.0.9/s?key=Zwiebel7"
"""What earlier versions made of it."""
SECRETS = (b"ssw0rd", b"Zwiebel7")


def leaks(place):
    """Files in which a secret stands, in archives too."""
    found = []
    for file in [place] if place.is_file() else sorted(one for one in place.rglob("*") if one.is_file()):
        parts = [file.read_bytes()]
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                parts += [archive.read(name) for name in archive.namelist()]
        found += [str(file)] * any(secret in part for part in parts for secret in SECRETS)
    return found


@pytest.fixture
def leaking(data, monkeypatch):
    """A data folder as an earlier version left it: a camera with a password was lost and came back in two games."""
    with monkeypatch.context() as earlier:
        earlier.setattr("referee.session.persistence.clean", lambda *words: None)
        for turns in (3, 2):
            evening = Evening(data)
            evening.play(turns)
            evening.table.hear_of_camera(News("lost", f"The camera at {AS_BEFORE} gives no more pictures."))
            evening.look(3)
            evening.table.hear_of_camera(News("back", f"The camera {AS_BEFORE} is back."))
            evening.play(1)
            evening.close()
            with (kept := Kept.below(data)).history:
                Persistence(kept, "film", "/table").leave()
            with History(data / "history.sqlite") as history:
                row = history.games()[0]
                with history._adding(row.id) as chain:
                    chain.set({"source": AS_BEFORE}, 0)
    assert any("history.sqlite" in file for file in leaks(data))
    assert any(".inputs" in file for file in leaks(data))
    assert run("verify", data) == 0
    return data


def test_records_of_earlier_versions_are_cleaned_when_they_are_read(leaking, capfd):
    for words in (("list", "--json"), ("show", 1), ("show", 1, "--json"), ("export", 1, "--form", "jsonl")):
        assert run("history", *words) == 0
    said = capfd.readouterr().out.encode()
    assert b"The camera at rtsp://10.0.0.9/" in said
    assert [secret for secret in SECRETS if secret in said] == []
    assert leaks(leaking) == []


def test_what_was_cleaned_is_whole_is_judged_as_before_and_says_that_it_was_cleaned(leaking, tmp_path):
    Kept.below(leaking).history.close()
    assert run("verify", leaking) == 0
    for game in (1, 2):
        assert run("rerun", game) == 0
        assert run("history", "export", game, "--form", "bundle", "-o", tmp_path / "game.zip") == 0
        assert run("verify", tmp_path / "game.zip") == 0
        assert run("rerun", tmp_path / "game.zip") == 0
        assert leaks(tmp_path / "game.zip") == []
    with History(leaking / "history.sqlite") as history:
        assert any("cleaned" in link.json for link in history.links(1) if link.kind == "note")


def test_a_game_that_was_changed_is_not_hashed_anew(leaking, data):
    with History(data / "history.sqlite") as history:
        history._connection.execute("UPDATE events SET json = json || ' ' WHERE game = 1 AND number = 1")
        before = history.links(1)
        clean(history, InputShelf(data / "inputs"), data)
        assert history.links(1) == before
        told = str(history.events(1))
        assert not any(secret.decode() in told for secret in SECRETS)


@pytest.mark.parametrize("written", ["inputs alone", "history too"])
def test_power_that_goes_while_games_are_cleaned_leaves_them_whole(leaking, monkeypatch, written):
    where = "rewrite" if written == "inputs alone" else "forget_what_was_rewritten"
    if written == "history too":
        monkeypatch.setattr("referee.storage.cleaning._put_in_place", _cut)
    monkeypatch.setattr(History, where, _cut)
    with pytest.raises(_PowerCutError):
        Kept.below(leaking)
    monkeypatch.undo()
    monkeypatch.setenv("REFEREE_DATA", str(leaking))
    Kept.below(leaking).history.close()
    assert leaks(leaking) == []
    assert run("verify", leaking) == 0


class _PowerCutError(BaseException):
    pass


def _cut(*words):
    raise _PowerCutError


def test_games_without_an_address_are_left_as_they_are(data):
    played(data, 2)
    before = {file: file.read_bytes() for file in data.rglob("*.inputs")}
    with (kept := Kept.below(data)).history:
        links = kept.history.links(1)
    assert {file: file.read_bytes() for file in before} == before
    assert not any(link.kind == "note" for link in links)


def test_a_backup_holds_no_address_whole_and_this_machines_own_is_kept_at_a_restore(leaking, tmp_path):
    settings, table = tmp_path / "table.toml", tmp_path / "table"
    settings.write_text(f'# camera = "{AS_BEFORE}"\ncamera = "{WHOLE}"\nport = 8081\n')
    keep_chosen(table, RULES, RULES, "usb:0", "usb:1")
    (table / "game.json").write_text((table / "game.json").read_text().replace("usb:0", WHOLE))
    file = tmp_path / "all.zip"
    assert run("backup", file, "--table", table, "--settings", settings) == 0
    assert leaks(file) == []
    new = tmp_path / "new"
    new.mkdir()
    restore(file, Places(new / "data", new / "table", new / "table.toml"))
    assert 'camera = "rtsp://10.0.0.9/…"' in (new / "table.toml").read_text()
    shutil.copy(settings, new / "table.toml")
    restore(file, Places(new / "data", new / "table", new / "table.toml"))
    assert f'\ncamera = "{WHOLE}"' in (new / "table.toml").read_text()


def test_a_camera_chosen_on_a_phone_is_remembered_without_its_password(tmp_path):
    other = Rules("classic", "blue green")
    keep_chosen(tmp_path, other, other, WHOLE, "usb:1")
    assert camera_at(tmp_path, WHOLE) == "usb:1"
    assert leaks(tmp_path) == []
    keep_chosen(tmp_path, other, other, WHOLE, WHOLE)
    assert camera_at(tmp_path, WHOLE) == WHOLE
    assert camera_at(tmp_path, "usb:3") == "usb:3"


def test_what_an_earlier_version_remembered_of_a_choice_is_cleaned_when_it_is_read(tmp_path):
    played_ = {"edition": "classic", "seats": "blue green"}
    chosen = {"chosen": {"played": played_, "camera": "usb:1"}, "instead_of": {"played": played_, "camera": WHOLE}}
    (tmp_path / "game.json").write_text(json.dumps(chosen))
    assert camera_at(tmp_path, WHOLE) == "usb:1"
    assert leaks(tmp_path) == []


def test_the_log_holds_no_address_whole_tracebacks_among_it(data, caplog):
    import logging

    start_log(data)
    try:
        raise ValueError(f"cannot open '{WHOLE}'")
    except ValueError:
        logging.getLogger("somebody").exception("of %s", WHOLE)
    assert (data / "referee.log").read_text()
    assert leaks(data) == []


def test_doctor_names_no_secret_of_a_camera_that_does_not_answer(capfd):
    for address in ("rtsp://admin:p@ssw0rd@127.0.0.1:5/s", "http://127.0.0.1:5/v?user=admin&password=Zwiebel7"):
        run("doctor", "--camera", address)
    said = capfd.readouterr()
    assert "No camera answers at" in said.out
    assert [secret for secret in SECRETS if secret in (said.out + said.err).encode()] == []
