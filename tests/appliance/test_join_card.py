"""The screen of a table says how phones reach it, and what is missing, to nobody but who stands before it."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from engine.trouble import Trouble
from referee.appliance.around import Around
from referee.appliance.join_card import join_card, read_network, screen_word, spoken
from referee.appliance.notify import Notifier
from referee.appliance.settings import Settings
from tests.appliance.conftest import done, with_programs
from web.app import Services, create_app
from web.feed import Feed
from web.own_names import OwnNames
from web.screens import JoinCard, OwnScreen
from web.waiting import create_waiting_app
from web.wording import languages

ADDRESS, NAMES = "http://192.0.2.7:8080/", ["sequence.local:8080"]
OWN = {"state": "own", "name": "Sequence K7RW", "word": "ab;c", "address": "10.42.77.1", "trouble": ""}


def test_in_a_known_network_one_code_leads_to_the_page():
    card = join_card(ADDRESS, NAMES, {"state": "network"})
    assert card.codes == (("Scan to watch", ADDRESS),)
    assert card.lines == ("192.0.2.7:8080", "sequence.local:8080")


def test_with_a_wifi_of_its_own_a_code_for_it_comes_first():
    card = join_card("http://10.42.77.1:8080/", NAMES, OWN, ["No camera answers as pi."])
    assert [content for _, content in card.codes] == [
        "WIFI:T:WPA;S:Sequence K7RW;P:ab\\;c;;",
        "http://10.42.77.1:8080/",
    ]
    assert card.lines[0] == "Wi-Fi: Sequence K7RW   Password: ab;c"
    assert card.lines[-1] == "No camera answers as pi."


@pytest.mark.parametrize("language", languages())
def test_the_way_to_the_page_is_spoken_in_every_language(language):
    said = spoken(NAMES, {}, language)
    assert "8080" in said
    assert "sequence." not in said, "a point in a name is spoken as a word"
    assert "a, b, ;, c" in spoken(NAMES, OWN, language)


def test_how_the_table_is_reached_is_read_from_its_file_as_far_as_there_is_one(tmp_path):
    assert read_network(tmp_path) == {}
    (tmp_path / "network.json").write_text(json.dumps(OWN))
    assert read_network(tmp_path) == OWN
    (tmp_path / "network.json").write_text('{"state": "ow')
    assert read_network(tmp_path) == {}


def test_only_the_code_and_no_word_of_the_card_holds_the_hosts_key():
    card = join_card(ADDRESS, NAMES, {}, ["The table is not set up yet."], key="123456789012")
    assert card.codes[0][1] == f"{ADDRESS}#host=123456789012"
    assert "123456789012" not in " ".join(card.lines)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "without internet"), ("da", "uden internet"), ("sv", "utan internet")]
)
def test_on_the_tables_own_wifi_phones_are_told_to_stay_though_there_is_no_internet(language, said):
    assert any(said in line for line in join_card("http://10.42.77.1:8080/", [], OWN, [], language).lines)
    assert not any(said in line for line in join_card("http://192.0.2.7:8080/", [], {}, [], language).lines)


KIOSK = (Path(str(files("referee.appliance"))) / "files" / "sequence-referee-kiosk.service").read_text("utf-8")


def test_the_screens_browser_starts_as_a_login_starts_it_and_without_an_x_server(tmp_path):
    command = re.search(r"(?m)^ExecStart=/bin/sh -c '(.*)'$", KIOSK)[1]
    (tmp_path / "screen.address").write_text("http://127.0.0.1:8080/tv")
    path = with_programs(tmp_path, cage='echo "$XDG_RUNTIME_DIR $@"', chromium="")
    logged_in = {**path, "XDG_RUNTIME_DIR": "/run/user/999"}  # pam_systemd's, which counts more than the unit's own
    told = done("sh", "-c", command.replace("/var/lib/sequence-referee", str(tmp_path)), env=logged_in).stdout
    folder = re.search(r"(?m)^RuntimeDirectory=(.+)$", KIOSK)[1]
    assert told.startswith(f"/run/{folder} -- {tmp_path}/chromium --ozone-platform=wayland --kiosk ")
    assert re.search(r"(?m)^Environment=WLR_XWAYLAND=/bin/true$", KIOSK), "bookworm's cage ends without an Xwayland"


def test_the_screens_browser_shows_the_page_at_whatever_port_it_is(tmp_path):
    settings = Settings(camera="usb", seats="blue green", data=str(tmp_path), port=8123)
    Around(settings, Notifier({}))
    shows = re.search(r"--user-data-dir=\S+ (.*)'$", KIOSK, re.MULTILINE)[1]
    shown = done("sh", "-c", f"echo {shows.replace('/var/lib/sequence-referee', str(tmp_path))}").stdout
    assert shown.strip() == f"http://127.0.0.1:8123/tv?screen={screen_word(tmp_path)}"


def test_the_card_is_shown_to_the_screen_that_brings_the_word_and_to_no_other(tmp_path):
    word = screen_word(tmp_path)
    assert word == screen_word(tmp_path), "the screen's browser goes on across restarts"
    screen = OwnScreen(word, lambda: JoinCard((("Scan", ADDRESS),), ("No camera answers as <pi>.",)))
    trouble = Trouble("There is no table profile.")
    waiting = create_waiting_app(lambda: trouble, OwnNames(), screen=screen).test_client()
    playing = create_app(Feed(), Services(screen=screen)).test_client()
    for asked in (waiting.get(f"/tv?screen={word}"), playing.get(f"/join-card?screen={word}")):
        assert "No camera answers as &lt;pi&gt;." in asked.text
        assert "data:image/svg+xml" in asked.text
    assert "no table profile" in waiting.get("/tv").text
    assert "data:image" not in waiting.get("/tv?screen=other").text
    assert [playing.get(path).status_code for path in ("/join-card", "/join-card?screen=other")] == [403, 403]
    assert create_app(Feed()).test_client().get("/join-card").status_code == 404, "where no screen is the table's own"
