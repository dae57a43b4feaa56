"""The table's own Wi-Fi: it opens where no known network is reached, and there is a way back from it."""

import json
import shutil
import sys

import pytest

from referee.appliance import network as module
from referee.appliance.network import (
    ALONE_SECONDS,
    EVERY_SECONDS,
    PROFILE,
    UNUSED_SECONDS,
    Network,
    NetworkError,
    Said,
    Watch,
    check_name,
    check_word,
    country_in,
    keyfile,
    read_keyfile,
)
from tests.appliance.conftest import done


class Room:
    """NetworkManager in a room with networks, as far as `nmcli` and `ip` show it."""

    def __init__(self, *, known=(), reached=(), words=None, wifi=True, cable=False):
        self.known, self.reached, self.words = list(known), set(reached), words or {}
        self.wifi, self.cable = wifi, cable
        self.on = ""
        self.guests = False
        self.opened = self.closed = 0
        self.broken = ""
        self.hides = set()
        self.joining = False

    def __call__(self, words):
        if words[0] == "ip":
            return Said(0, "10.42.77.23 lladdr 02:00 REACHABLE\n" if self.guests else "")
        match list(words[1:]):
            case ["-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device"]:
                self._look()
                rows = ["lo:loopback:connected (externally):lo"]
                if self.cable:
                    rows.append("eth0:ethernet:connected:Wired\\: the cable")
                if self.wifi:
                    rows.append(f"wlan0:wifi:{self._state()}:{self.on}")
                return Said(0, "\n".join(rows) + "\n")
            case ["-t", "-f", "NAME,TYPE", "connection", "show"]:
                rows = [f"{name}:802-11-wireless" for name in (*self.known, PROFILE)]
                return Said(0, "\n".join([*rows, "lo:loopback", "Wired:802-3-ethernet"]) + "\n")
            case ["connection", "up", name]:
                if self.broken:
                    return Said(4, self.broken)
                self.opened += 1
                self.on = name
            case ["connection", "down", _]:
                self.closed += 1
                self.on = ""
            case ["connection", "delete", "id", name]:
                if name not in self.known:
                    return Said(10, f"Error: unknown connection '{name}'.\n")
                self.known.remove(name)
            case ["-t", "-f", "IN-USE,SSID,SIGNAL,SECURITY", "device", "wifi", "list"]:
                rows = [
                    f"{'*' if name == self.on else ' '}:{name}:{90 - 10 * at}:WPA2"
                    for at, name in enumerate(self.reached)
                ]
                return Said(0, "\n".join([*rows, " ::30:WPA2", " :Café\\: free:55:", " :Café\\: free:20:"]) + "\n")
            case ["device", "wifi", "connect", name, *rest]:
                self.on = ""
                if rest[-2:] == ["hidden", "yes"]:
                    rest = rest[:-2]
                    if name in self.hides:
                        self.reached.add(name)
                if name not in self.reached:
                    return Said(10, f"Error: No network with SSID '{name}' found.\n")
                self.known.append(name)
                if rest[1:] != [self.words[name]]:
                    return Said(
                        4, "Error: Connection activation failed: (7) Secrets were required, but not provided.\n"
                    )
                self.on = name
            case other:
                raise AssertionError(other)
        return Said(0)

    def _state(self):
        return "connecting (configuring)" if self.joining else "connected" if self.on else "disconnected"

    def _look(self):
        """Where nothing is on, NetworkManager joins the first known network that it reaches."""
        if not self.on:
            self.on = next((name for name in self.known if name in self.reached), "")


class Table:
    """A table in a room, its watch going round."""

    def __init__(self, room):
        self.watch, self.now = Watch(Network(room)), 0.0

    def after(self, seconds):
        end = self.now + seconds
        while self.now <= end:
            state = self.watch.step(self.now)
            self.now += EVERY_SECONDS
        return state


def test_a_known_network_that_is_reached_is_all_that_is_needed():
    room = Room(known=["Home"], reached=["Home"])
    assert Table(room).after(600) == "network"
    assert room.opened == 0


def test_where_none_is_known_its_own_opens_after_a_minute_and_stays():
    room = Room()
    table = Table(room)
    assert table.after(ALONE_SECONDS - 10) == "none"
    assert table.after(20) == "own"
    assert table.after(10 * UNUSED_SECONDS) == "own"
    assert (room.opened, room.closed) == (1, 0)


def test_a_table_brought_home_finds_its_network_again_once_nobody_is_on_its_own():
    room = Room(known=["Home"])
    table = Table(room)
    table.after(ALONE_SECONDS + 10)
    room.guests, room.reached = True, {"Home"}
    assert table.after(2 * UNUSED_SECONDS) == "own", "people play: nobody is thrown out"
    room.guests = False
    assert table.after(UNUSED_SECONDS + 20) == "network"
    assert room.on == "Home"


def test_a_look_that_finds_nothing_opens_it_again():
    room = Room(known=["Home"])
    table = Table(room)
    table.after(ALONE_SECONDS + UNUSED_SECONDS + 20)
    assert room.closed == 1
    assert table.after(ALONE_SECONDS + 10) == "own"


def test_with_a_cable_or_without_wifi_none_is_opened():
    wired = Room(cable=True)
    assert Table(wired).after(600) == "network"
    bare = Room(wifi=False)
    assert Table(bare).after(600) == "no-wifi"
    assert (wired.opened, bare.opened) == (0, 0)


def test_a_cable_that_is_plugged_in_closes_it_once_it_is_not_used():
    room = Room()
    table = Table(room)
    table.after(ALONE_SECONDS + 10)
    room.cable = True
    assert table.after(UNUSED_SECONDS + 20) == "network"
    assert room.on == ""


def test_one_that_cannot_be_opened_is_said_and_tried_again():
    room = Room()
    room.broken = "Error: Connection activation failed: the radio is off."
    table = Table(room)
    assert table.after(ALONE_SECONDS + 10) == "none"
    assert "the radio is off" in table.watch.trouble
    room.broken = ""
    assert table.after(ALONE_SECONDS + 10) == "own"
    assert table.watch.trouble == ""


@pytest.mark.parametrize(("name", "said"), [("Home", "does not take that word"), ("Hme", "No network called Hme")])
def test_a_wrong_word_or_name_is_said_forgotten_and_leads_back_to_its_own(name, said):
    room = Room(reached=["Home"], words={"Home": "right word"})
    with pytest.raises(NetworkError, match=said):
        Network(room).join(name, "wrong word")
    assert (room.on, room.known) == (PROFILE, [])


def test_after_a_wrong_word_the_table_is_back_in_the_network_it_was_in():
    room = Room(known=["Home"], reached=["Home", "Club"], words={"Club": "right word"})
    room.on = "Home"
    with pytest.raises(NetworkError, match="does not take that word") as said:
        Network(room).join("Club", "wrong word")
    assert (room.on, room.known, said.value.code) == ("Home", ["Home"], "wifi-word")


def test_on_a_cable_a_wrong_word_opens_no_network_of_its_own():
    room = Room(reached=["Club"], words={"Club": "right word"}, cable=True)
    with pytest.raises(NetworkError):
        Network(room).join("Club", "wrong word")
    assert (room.on, room.opened) == ("", 0)


def test_a_network_that_hides_its_name_is_joined_by_it():
    room = Room(words={"Attic": "right word"})
    room.hides.add("Attic")
    Network(room).join("Attic", "right word")
    assert room.on == "Attic"


def test_the_networks_in_reach_are_told_once_each_the_strongest_first():
    heard = Network(Room(known=["Home"], reached=["Home"])).in_reach()
    assert [(one.name, one.strength, one.locked, one.joined) for one in heard] == [
        ("Home", 90, True, False),
        ("Café: free", 55, False, False),
    ]


def test_its_own_does_not_open_into_a_joining_that_goes_on():
    room = Room()
    table = Table(room)
    room.joining = True
    assert table.after(ALONE_SECONDS + 30) == "none"
    room.joining = False
    assert table.after(EVERY_SECONDS) == "own"


def test_a_known_network_is_not_forgotten_for_a_wrong_word():
    room = Room(known=["Home"], reached=["Home"], words={"Home": "right word"})
    with pytest.raises(NetworkError):
        Network(room).join("Home", "wrong word")
    assert "Home" in room.known


@pytest.mark.parametrize(
    ("written", "name"),
    [("Sequence K7RW", "Sequence K7RW"), (r"\sSpiel & Spaß\s", " Spiel & Spaß "), (r"a\\b\;", "a\\b;")],
)
def test_a_name_and_a_word_that_somebody_wrote_into_the_file_are_read_as_they_are_meant(written, name):
    own = keyfile()
    mine = own.replace(read_keyfile(own)["name"], written).replace(read_keyfile(own)["word"], r"p@ss;word\\1\s")
    assert read_keyfile(mine) == {"name": name, "word": "p@ss;word\\1 ", "address": "10.42.77.1"}


@pytest.mark.parametrize("name", ["", "x" * 33])
def test_a_name_that_no_wifi_can_have_is_refused(name):
    with pytest.raises(NetworkError, match="cannot be called"):
        check_name(name)


@pytest.mark.parametrize("word", ["short", "ä" * 9])
def test_a_word_that_no_wifi_can_have_is_refused(word):
    with pytest.raises(NetworkError, match="8 to 63"):
        check_word(word)


@pytest.mark.skipif(shutil.which("nmcli") is None, reason="NetworkManager is not installed here")
def test_networkmanager_reads_the_file_as_it_is_meant():
    def offline(text, *words):
        return done("nmcli", "--show-secrets", "--offline", "connection", "modify", *words, input=text)

    own = keyfile().replace("ssid=Sequence", r"ssid=Spaß\;")
    told = offline(own, "connection.zone", "home")
    if "not an option" in told.stderr or "--offline" in told.stderr:
        pytest.skip("this nmcli is too old to read files")
    assert (told.returncode, told.stderr) == (0, "")
    assert read_keyfile(told.stdout) == read_keyfile(own)
    for kept in ("mode=ap", "method=shared", "address1=10.42.77.1/24", "autoconnect=false", "key-mgmt=wpa-psk"):
        assert kept in told.stdout
    assert offline(keyfile().replace("mode=ap", "mode=flying")).returncode != 0


def test_it_runs_with_nothing_but_python(tmp_path):
    def run(*words):
        return done(sys.executable, "-I", module.__file__, *words)

    made = [read_keyfile(run("keyfile").stdout) for _ in range(2)]
    assert made[0]["name"].startswith("Sequence ")
    assert made[0]["word"] != made[1]["word"]
    assert run("fly").returncode == 2


def test_others_are_told_how_the_table_is_reached(tmp_path, monkeypatch):
    file = tmp_path / "network.json"
    told = []

    class Enough(Exception):
        pass

    def sleep(seconds):
        told.append(json.loads(file.read_text()))
        room.on = PROFILE
        if len(told) == 2:
            raise Enough

    room = Room()
    monkeypatch.setattr(module.time, "sleep", sleep)
    with pytest.raises(Enough):
        module.watch(file, Network(room), {"name": "Sequence K7RW", "word": "abcdefgh", "address": "10.42.77.1"})
    assert told[0] == {"state": "none", "trouble": ""}
    assert told[1]["state"] == "own"
    assert told[1]["name"] == "Sequence K7RW"


class Off(Room):
    """A Pi that was never told its country: its radio is there and switched off."""

    def __init__(self, **how):
        super().__init__(**how)
        self.off, self.asked = True, []

    def _state(self):
        return "unavailable" if self.off else super()._state()

    def __call__(self, words):
        self.asked.append(list(words))
        if words[0] in ("raspi-config", "iw"):
            self.blocked = False
            return Said(127 if words[0] == "raspi-config" else 0)
        if list(words[1:]) == ["radio", "wifi", "on"]:
            self.off = self.blocked
            return Said(0)
        return super().__call__(words)

    blocked = False


def test_a_wifi_that_is_switched_off_is_switched_on_and_the_tables_own_opens():
    room = Off()
    watch = Watch(Network(room))
    assert watch.step(0.0) == "no-wifi"
    assert not room.off
    assert watch.step(EVERY_SECONDS) == "none"
    assert watch.step(EVERY_SECONDS + ALONE_SECONDS) == "own"
    assert watch.trouble == ""


def test_a_wifi_that_stays_off_is_told_with_what_to_say_and_not_asked_for_all_the_time():
    room = Off()
    room.blocked = True
    watch = Watch(Network(room))
    for second in range(0, 50, 5):
        assert watch.step(float(second)) == "no-wifi"
    assert "country" in watch.trouble
    assert [words for words in room.asked if "radio" in words] == [["nmcli", "radio", "wifi", "on"]]
    room.blocked = False
    watch.step(ALONE_SECONDS)
    assert watch.step(ALONE_SECONDS + 5) == "none"


@pytest.mark.parametrize(
    ("text", "code"),
    [('country = "DE"', "DE"), ('country = "de"', ""), ("country = 3", ""), ("camera =", ""), ("", "")],
)
def test_the_country_of_the_settings_is_set_by_root_at_the_start(tmp_path, text, code):
    (tmp_path / "table.toml").write_text(text)
    assert country_in(tmp_path / "table.toml") == code
    room = Off()
    room.blocked = True
    Network(room).set_country("DE")
    assert ["iw", "reg", "set", "DE"] in room.asked
    assert not room.off
