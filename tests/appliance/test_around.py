"""What stands around a table: a button lets another phone be the host, worries are told once, quiet hours are kept."""

import json
from contextlib import ExitStack, nullcontext
from types import SimpleNamespace

import pytest

from engine import calls
from engine.events import CameraBack, CameraLost
from engine.judging.states import State
from hardware.worries import Worry
from referee.appliance import around
from referee.appliance.around import NEW_HOST_SECONDS, Around, Parts
from referee.appliance.notify import Notifier
from referee.appliance.settings import Settings, VoiceSettings
from referee.storage.host_book import BookOnDisk
from web.hosts import Hosts, Refused

FULL = Worry("disk", "disk-full", "The card is full: 4 MiB are free.", "Delete.", grave=True, free="4")
ADRIFT = Worry("clock", "clock-adrift", "Nobody keeps the clock.", "Join a network.")


SHOWING = SimpleNamespace(let_say_time=lambda announcer: None)


class Table:
    """What stands around a table, and what of it was seen and heard."""

    def __init__(self, folder, **voice):
        self.spoken, self.tunes, self.off, self.now, self.worries = [], [], [], [0.0], []
        self.press = None
        self.settings = Settings(data=str(folder), host="192.0.2.7", voice=VoiceSettings(on=True, **voice))
        parts = Parts(
            voice=lambda settings: SimpleNamespace(silent="", speak=self.spoken.append),
            panel=self.panel,
            shut_down=lambda: self.off.append(True),
            every=1e9,
        )
        self.around = Around(
            self.settings, Notifier({}), parts=parts, worries=lambda: self.worries, monotonic=lambda: self.now[0]
        )

    def panel(self, pins, pressed):
        self.press = pressed
        return nullcontext(SimpleNamespace(show=lambda *how: None, sound=self.tunes.append))


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    with made.around:
        yield made


def test_where_the_hosts_phone_is_lost_a_button_lets_another_be_the_hosts(table, tmp_path):
    hosts = Hosts(BookOnDisk(tmp_path))
    old, (token, _) = hosts.key, hosts.enrol("Ann", "phone")
    assert "#host" not in str(table.around.card())
    table.press("new_host")
    assert hosts.key != old
    assert hosts.devices == ()
    assert isinstance(hosts.admit(token, "192.0.2.9"), Refused)
    card = table.around.card()
    assert card.codes[0][1] == f"http://192.0.2.7:8080/#host={hosts.key}"
    assert f"Its key: {hosts.key}" in card.lines[2]
    assert ", ".join(hosts.key) in table.spoken[-1]
    hosts.enrol("Ben", "phone")
    assert hosts.key not in str(table.around.card()), "one phone came by it: for others it is a code to watch"


def test_a_new_hosts_code_is_shown_for_some_minutes_and_no_longer(table, tmp_path):
    table.press("new_host")
    key = BookOnDisk(tmp_path).read().key
    table.now[0] = NEW_HOST_SECONDS - 1
    assert key in str(table.around.card())
    table.now[0] = NEW_HOST_SECONDS
    assert key not in str(table.around.card())


def test_buttons_do_nothing_before_a_game_but_end_the_machine(table):
    for name in ("stop", "undo", "new_game", "shutdown"):
        table.press(name)
    assert table.off == [True]


def test_buttons_call_in_a_game_and_one_at_which_something_fails_stops_nobody(table):
    said = []
    playing = SimpleNamespace(listen=lambda one: None, say=said.append, sitting=SimpleNamespace(unsaved=""))
    playing.arbiter = SimpleNamespace(state=State.WATCHING)
    with ExitStack() as evening:
        table.around.accompany(SimpleNamespace(table=playing, told=(), clock=None, showing=SHOWING), evening)
        table.press("stop")
        playing.arbiter.state = State.PAUSED
        for name in ("stop", "undo", "new_game"):
            table.press(name)
        del playing.say
        table.press("undo")
    assert [type(call) for call in said] == [calls.Pause, calls.Resume, calls.Undo, calls.Start]


def test_the_way_to_the_page_and_a_new_tables_key_are_spoken_once(table, tmp_path):
    key = BookOnDisk(tmp_path).read().key
    table.around.look()
    table.around.look()
    assert [", ".join(key) in words for words in table.spoken] == [False, True]
    assert "sequence dot local" in table.spoken[0]


def test_the_key_is_not_spoken_once_a_phone_had_it(table, tmp_path):
    Hosts(BookOnDisk(tmp_path)).enrol("Ann", "phone")
    table.around.look()
    assert len(table.spoken) == 1


def test_the_tables_own_wifi_is_spoken_as_soon_as_it_is_the_way(table, tmp_path):
    table.around.look()
    table.spoken.clear()
    own = {"state": "own", "name": "Sequence K7RW", "word": "abcdefgh", "address": "10.42.77.1"}
    (tmp_path / "network.json").write_text(json.dumps(own))
    table.around.look()
    table.around.look()
    assert len(table.spoken) == 1
    assert "Sequence K7RW" in table.spoken[0]
    assert "a, b, c" in table.spoken[0]


def test_a_worry_is_told_once_shown_as_long_as_it_lasts_and_told_again_when_it_comes_again(table):
    table.worries = [FULL]
    table.around.look()
    table.around.look()
    assert [words for words in table.spoken if "full" in words] == [
        "The card is full: 4 MiB are free. Delete old games or other files."
    ]
    assert table.tunes == ["trouble"]
    assert "full" in str(table.around.card().lines)
    table.worries = []
    table.around.look()
    assert "full" not in str(table.around.card().lines)
    table.worries = [FULL]
    table.around.look()
    assert len([words for words in table.spoken if "full" in words]) == 2


def test_a_camera_that_goes_in_play_shows_nobody_the_hosts_key(table, tmp_path):
    listeners = []
    playing = SimpleNamespace(listen=listeners.append, sitting=SimpleNamespace(unsaved=""))
    with ExitStack() as evening:
        table.around.accompany(SimpleNamespace(table=playing, told=(), clock=None, showing=SHOWING), evening)
        listeners[-1].hear([CameraLost(reason="The cable is out.")])
        assert "The cable is out." in table.around.card().lines
        assert "#host" not in str(table.around.card())
        assert table.spoken[-1] == "The board is not being watched. The cable is out."
        listeners[-1].hear([CameraBack()])
        assert "The cable is out." not in table.around.card().lines


def test_a_start_that_fails_again_and_again_is_told_once_and_shown_all_the_while(table):
    for _ in range(3):
        table.around.cannot_play(FULL)
        assert "full" in str(table.around.card().lines)
        table.around.can_play()
        assert "full" not in str(table.around.card().lines)
    assert (len(table.spoken), table.tunes) == (1, ["trouble"])


def test_what_does_not_hurt_play_yet_is_for_the_hosts_phone_alone(table):
    table.worries = [ADRIFT]
    table.around.look()
    assert not any("clock" in words for words in table.spoken)
    assert table.tunes == []
    assert "clock" not in str(table.around.card().lines)


def test_in_the_quiet_hours_trouble_is_shown_and_neither_spoken_nor_sounded(tmp_path, monkeypatch):
    monkeypatch.setattr(around, "time_of_day", lambda: "22:00")
    made = Table(tmp_path, quiet_from="21:30", quiet_to="08:00")
    with made.around:
        made.worries = [FULL]
        made.around.look()
        assert "full" in str(made.around.card().lines)
        assert made.spoken == made.tunes == []
