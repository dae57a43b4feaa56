"""The machine of a table that starts with it: its host's phone lets another version run, and installs none."""

import pytest

from referee.appliance.joining import LISTED_SECONDS, Joining
from referee.appliance.machine import CHANGING_SECONDS, ApplianceMachine, installed_versions, shown_version
from referee.appliance.network import PROFILE, Network, Said
from referee.appliance.versions import Versions
from tests.appliance.test_network import Room

OLD, NEW = "0.2.0-20261125213800", "0.3.0-20261126080000"


@pytest.fixture
def versions(tmp_path):
    made = Versions(tmp_path / "opt")
    for name in (OLD, NEW):
        made.begin(name)
        made.finish(name)
    made.switch(OLD)
    made.confirm()
    return made


@pytest.fixture
def asked():
    return []


@pytest.fixture
def machine(tmp_path, versions, asked):
    now = [0.0]

    def system(words):
        asked.append(words[-1])
        return ""

    made = ApplianceMachine(tmp_path, versions, system=system, monotonic=lambda: now[0])
    made.now = now
    return made


def test_a_version_that_waits_is_told_and_systemd_is_asked_to_let_it_run(machine, versions, asked):
    assert machine.act({"action": "update"}).code == "no-update"
    versions.wait(NEW)
    told = machine.view().versions
    assert (told.runs, told.waiting, told.changing) == ("0.2.0 (2026-11-25 21:38)", "0.3.0 (2026-11-26 08:00)", False)
    assert machine.act({"action": "update"}) is None
    assert asked == ["sequence-referee-version@take.service"]
    assert machine.view().versions.changing
    machine.now[0] += CHANGING_SECONDS
    assert not machine.view().versions.changing


def test_the_version_before_is_told_and_gone_back_to(machine, versions, asked):
    assert machine.act({"action": "back"}).code == "no-version-before"
    versions.switch(NEW)
    versions.confirm()
    told = machine.view().versions
    assert (told.before, told.newer_before) == ("0.2.0 (2026-11-25 21:38)", False)
    assert machine.act({"action": "back"}) is None
    assert asked == ["sequence-referee-version@back.service"]
    versions.back()
    assert machine.view().versions.newer_before


def test_what_systemd_refuses_is_said_and_nothing_is_about_to_change(tmp_path, versions):
    versions.wait(NEW)
    machine = ApplianceMachine(tmp_path, versions, system=lambda words: "Access denied")
    assert machine.act({"action": "update"}).code == "not-changed"
    assert not machine.view().versions.changing


def test_an_update_that_never_came_up_is_named(machine, versions):
    versions.switch(NEW)
    for _ in range(4):
        versions.boot()
    assert machine.view().versions.gave_up == "0.3.0 (2026-11-26 08:00)"


def test_where_no_versions_lie_side_by_side_nothing_is_offered(tmp_path):
    assert installed_versions(tmp_path) is None
    machine = ApplianceMachine(tmp_path, None)
    assert machine.view().versions is None
    assert machine.act({"action": "update"}).code == "not-here"


def test_the_versions_are_those_beside_the_one_that_runs(versions):
    assert installed_versions(versions.folder / OLD).root == versions.root
    assert shown_version("1.0") == "1.0"


class Phone:
    """A host's phone at the page about the machine of a room."""

    def __init__(self, tmp_path, room):
        self.now, self.work = [0.0], []
        joining = Joining(
            Network(room), "http://sequence.local:8080/", start=self.work.append, monotonic=lambda: self.now[0]
        )
        self.machine = ApplianceMachine(tmp_path, None, joining)

    def join(self, name, word):
        return self.machine.act({"action": "join", "name": name, "word": word})

    def wait(self):
        while self.work:
            self.work.pop(0)()

    def look(self):
        self.now[0] += LISTED_SECONDS + 1
        self.machine.view()
        self.wait()
        return self.machine.view().network


def test_the_phone_shows_how_the_table_is_reached_and_what_else_is_in_reach(tmp_path):
    room = Room(known=["Home"], reached=["Home"])
    shown = Phone(tmp_path, room).look()
    assert (shown.state, shown.name) == ("joined", "Home")
    assert [one.name for one in shown.in_reach] == ["Café: free"]
    assert Phone(tmp_path, Room(cable=True)).look().state == "cable"
    assert Phone(tmp_path, Room()).look().state == "none"
    room.on = PROFILE
    assert Phone(tmp_path, room).look().state == "own"


def test_where_networkmanager_does_not_run_no_network_is_offered(tmp_path):
    assert Phone(tmp_path, lambda words: Said(8, "Error: NetworkManager is not running.\n")).look() is None


def test_a_wifi_is_joined_from_the_phone_though_its_word_was_wrong_at_first(tmp_path):
    room = Room(reached=["Home"], words={"Home": "right word"})
    room.on = PROFILE
    phone = Phone(tmp_path, room)
    phone.join("Home", "wrong word")
    phone.wait()
    told = phone.look()
    assert (told.state, told.joining, told.trouble.code) == ("own", "", "wifi-word")
    assert phone.join("Home", "right word") is None
    told = phone.machine.view().network
    assert (told.joining, told.trouble) == ("Home", None)
    assert phone.join("Home", "right word").code == "wifi-busy"
    phone.wait()
    assert (phone.look().state, phone.look().trouble) == ("joined", None)


@pytest.mark.parametrize(
    ("name", "word", "code"),
    [("", "long enough", "wifi-name"), ("Home", "short", "wifi-short"), (7, None, "wifi-name")],
)
def test_what_no_wifi_can_have_is_refused_before_anything_is_changed(tmp_path, name, word, code):
    phone = Phone(tmp_path, Room())
    assert phone.join(name, word).code == code
    assert phone.work == []
