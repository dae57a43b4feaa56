"""A camera's password is in no answer, log, record, bundle and backup, though an earlier version wrote it down."""

import shutil
import zipfile

import pytest

from hardware.camera import CameraError, News
from referee.backup import Places, restore
from referee.setup.place import camera_at, keep_chosen
from referee.storage.history import History
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
def leaking(data):
    """A data folder as an earlier version left it: a camera with a password was lost and came back."""
    evening = Evening(data)
    evening.play(3)
    evening.table.hear_of_camera(News("lost", CameraError(f"The camera at {AS_BEFORE} gives no more pictures.")))
    evening.look(3)
    evening.table.hear_of_camera(News("back"))
    evening.play(1)
    evening.close()
    with History(data / "history.sqlite") as history, history._adding(1) as chain:
        chain.set({"source": AS_BEFORE}, 0)
    assert any("history.sqlite" in file for file in leaks(data))
    return data


def test_a_game_that_an_earlier_version_recorded_is_told_without_secrets_and_its_chain_not_handed_on(
    leaking, tmp_path, capfd
):
    for words in (("list", "--json"), ("show", 1), ("show", 1, "--json"), ("export", 1, "--form", "jsonl")):
        assert run("history", *words) == 0
    assert run("history", "export", 1, "--form", "bundle", "-o", tmp_path / "game.zip") == 2
    told = capfd.readouterr()
    assert "The camera at rtsp://10.0.0.9/" in told.out
    assert "leave `--form bundle` out" in told.err
    assert [secret for secret in SECRETS if secret in (told.out + told.err).encode()] == []
    assert not (tmp_path / "game.zip").exists()
    assert run("verify", leaking) == 0
    assert run("rerun", 1) == 0


def test_a_backup_holds_no_address_whole_and_this_machines_own_is_kept_at_a_restore(data, tmp_path):
    played(data, 1)
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
