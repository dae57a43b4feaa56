"""A table that starts with the machine: it waits for what is missing, says so, and starts as soon as it is there."""

import json
import shutil
import socket
import urllib.error
import urllib.request

from hardware.camera import CameraError
from referee.appliance import secure_page
from referee.appliance.around import Around, Parts, voice_of
from referee.appliance.notify import Notifier
from referee.appliance.service import keep_table, missing, wait_until_ready
from referee.appliance.settings import Settings, VoiceSettings
from referee.session.running import Stop
from referee.setup.place import await_choice, played_at
from referee.storage.history import History
from referee.storage.host_book import BookOnDisk
from referee.storage.settings import history_file
from referee.wiring import Rules
from tests.appliance.conftest import drawn
from web.hosts import Hosts
from web.own_names import OwnNames
from web.waiting import create_waiting_app

DRAWN = Parts(camera=lambda name: drawn(), retry=0.0)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def settings(tmp_path, profile, **more):
    return Settings(
        camera="simulated", table=str(profile), data=str(tmp_path / "data"), host="127.0.0.1", port=free_port(), **more
    )


def test_the_voice_speaks_the_language_and_as_loud_as_the_settings_file_says():
    speaks = voice_of(Settings(voice=VoiceSettings(on=True, language="da", volume=30)))
    assert speaks._command[2:] == ("da", "-s", "150", "-a", "60", "--stdin")


class Listening(Notifier):
    def __init__(self):
        super().__init__({})
        self.heard = []

    def _tell(self, line):
        self.heard.append(line)


def test_what_is_missing_is_said_with_the_way_out(tmp_path, profile):
    def no_camera(name):
        raise CameraError("No camera answers as pi.", "Check the ribbon cable.")

    assert "no table profile" in str(missing(settings(tmp_path, tmp_path / "none"), DRAWN))
    assert "ribbon" in str(missing(settings(tmp_path, profile), Parts(camera=no_camera)))
    assert "settings file" in str(missing(settings(tmp_path, profile, seats="blue pink"), DRAWN))
    assert "poker" in str(missing(settings(tmp_path, profile, edition="poker"), DRAWN))


def test_the_waiting_page_says_what_is_missing_and_looks_again():
    page = create_waiting_app(
        lambda: CameraError("No camera answers as pi.", "Check the ribbon <cable>."), OwnNames()
    ).test_client()
    answer = page.get("/")
    assert answer.status_code == 200
    assert "No camera answers as pi." in answer.text
    assert "ribbon &lt;cable&gt;" in answer.text
    assert answer.headers["Refresh"] == "5"
    health = page.get("/healthz")
    assert health.status_code == 503
    assert health.json["ok"] is False
    assert page.get("/somewhere").status_code == 404


def test_a_waiting_table_ends_when_it_is_told_to(tmp_path, profile):
    stop = Stop()
    stop.set()
    heard = Listening()
    keep_table(settings(tmp_path, tmp_path / "none"), stop, notifier=heard, parts=DRAWN)
    assert heard.heard[-1] == "STOPPING=1"


def test_a_table_that_is_refereed_is_ready_with_its_first_frame_and_alive_with_each(tmp_path, profile):
    heard = Listening()
    keep_table(settings(tmp_path, profile), Stop(), notifier=heard, parts=DRAWN, until_source_ends=True)
    assert heard.heard.count("READY=1") == 1
    assert heard.heard.count("WATCHDOG=1") == 30
    assert heard.heard[-1] == "STOPPING=1"


def say(table, key, door="setup", /, **action):
    """What a host's phone asks of the table, and what it answers."""
    request = urllib.request.Request(f"http://127.0.0.1:{table.port}/api/{door}", headers={"X-Host-Key": key})
    if action:
        request.data = json.dumps(action).encode()
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_what_a_host_chose_on_the_phone_is_played_in_place_of_the_settings_file(tmp_path, profile):
    own = tmp_path / "table"
    shutil.copytree(profile, own)
    table = settings(tmp_path, own)
    key = BookOnDisk(tmp_path / "data").read().key
    seats = [{"team": "blue", "name": "Ada"}, {"team": "green", "name": "Ben"}]
    steps = []

    await_choice(own)
    assert missing(table, DRAWN).code == "not-set-up", "measured, and the power cut before the game was chosen"

    class Phone(Listening):
        """Starts a game as soon as the page is there."""

        def alive(self):
            steps.append(say(table, key)["step"])
            game = {"action": "start", "step": "game", "edition": "european", "seats": seats, "rules": {}}
            assert say(table, key, **game) == {"accepted": True}

    def camera_of(name):
        if not steps:
            raise CameraError("No camera answers as pi.", "Check the ribbon cable.")
        return drawn()

    with Around(table, Phone(), parts=Parts(camera=camera_of, retry=0.0)) as around:
        assert wait_until_ready(table, Stop(), around) == "set up"
    assert steps == ["game"]
    assert played_at(own, table.played) == Rules("european", "blue:Ada green:Ben")
    assert missing(table, DRAWN) is None
    other = settings(tmp_path, own, seats="blue red", edition="european")
    assert played_at(own, other.played) == other.played, "the settings file was changed since"


def test_a_table_that_is_set_up_anew_begins_a_new_game_by_the_new_rules(tmp_path, profile):
    own = tmp_path / "table"
    shutil.copytree(profile, own)
    table = settings(tmp_path, own)
    key = BookOnDisk(tmp_path / "data").read().key
    seen = []

    class Phone(Listening):
        """Asks for new players during the first game, and starts with them."""

        def alive(self):
            super().alive()
            step = say(table, key)["step"]
            if step == "playing" and not seen:
                seen.append(say(table, key, action="again", step="playing", to="game")["accepted"])
            elif step == "game":
                seats = [{"team": "blue", "name": "Cid"}, {"team": "green", "name": "Dan"}]
                game = {"action": "start", "step": "game", "edition": "classic", "seats": seats, "rules": {}}
                seen.append(say(table, key, **game)["accepted"])

    phone = Phone()
    keep_table(table, Stop(), notifier=phone, parts=DRAWN, until_source_ends=True)
    assert seen == [True, True]
    assert phone.heard[-1] == "STOPPING=1"
    history = History(history_file(tmp_path / "data"))
    try:
        assert [row.seats for row in history.games()] == ["blue:Cid green:Dan", "blue green"]
    finally:
        history.close()


def test_the_screen_of_a_new_table_makes_the_first_phone_the_hosts_and_no_other(tmp_path, profile):
    book = BookOnDisk(tmp_path / "data")
    with Around(settings(tmp_path, tmp_path / "none"), Listening()) as around:
        assert book.read().key not in around.card().codes[0][1], "while a game is played"
        around.cannot_play(CameraError("There is no table profile."))
        assert book.read().key in around.card().codes[0][1]
        Hosts(book).enrol("Ann", "phone")
        assert book.read().key not in around.card().codes[0][1]


def test_https_that_a_host_switches_on_is_there_at_once_and_the_game_goes_on(tmp_path, profile, monkeypatch):
    monkeypatch.setattr(secure_page, "PORT", free_port())
    table = settings(tmp_path, profile)
    key = BookOnDisk(tmp_path / "data").read().key
    seen = []

    class Phone(Listening):
        """Switches it on during the first game, and looks what came of it."""

        def alive(self):
            super().alive()
            if not seen:
                seen.append(say(table, key, "machine", action="https", on=True)["accepted"])
            elif len(seen) == 1:
                seen.append(say(table, key, "machine")["secure"])

    keep_table(table, Stop(), notifier=Phone(), parts=DRAWN, until_source_ends=True)
    assert seen == [True, "served"]
