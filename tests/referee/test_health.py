"""How a running table is: `/healthz` and `doctor` say the truth."""

import contextlib
import json
import re
from types import SimpleNamespace

import pytest

from engine.observation import Observation
from engine.rules.position import new_game
from hardware.health import Condition
from referee.addresses import page_address
from referee.checkup.machine import examine_running, of_condition, of_table
from referee.session.machine import LATEST_SECONDS, READ_SECONDS, Health, PlainMachine
from referee.session.serving import Note, health, noted, notes
from tests.referee.conftest import run
from tests.referee.kept_games import BARE
from web.app import Services, create_app
from web.feed import Feed
from web.server import Server, listen


class Table:
    """What `Health` looks at of a live table."""

    def __init__(self):
        self.lost = ""
        self.observation = None
        self.sitting = SimpleNamespace(waiting=0, unsaved="")
        self.arbiter = SimpleNamespace(piles=(), game=new_game("classic", "blue:Ada green"))


@pytest.fixture
def now():
    return [100.0]


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def kept(tmp_path, now):
    return Health(PlainMachine(tmp_path), monotonic=lambda: now[0])


def see(kept, table, letters=BARE, problem=""):
    table.observation = Observation(at=0.0, frame=0, letters="" if problem else letters, problem=problem)
    kept.frame_came(table.observation)


def told(kept, table):
    return kept.told(table)


def test_a_table_is_not_well_before_its_first_frame(kept, table):
    for one in (None, table):
        assert told(kept, one)["ok"] is False
        assert told(kept, one)["frame_age"] is None
    see(kept, table)
    said = told(kept, table)
    assert (said["ok"], said["frame_age"], said["eye"], said["unsaved"]) == (True, 0.0, "The board is read.", 0)
    assert said["disk_free"] > 0
    assert said["clock"] in ("synchronised", "kept", "adrift", "wrong")


def test_a_table_is_not_well_when_no_frame_comes(kept, table, now):
    see(kept, table)
    now[0] += LATEST_SECONDS
    assert told(kept, table)["ok"] is True
    now[0] += 2.0
    said = told(kept, table)
    assert (said["ok"], said["frame_age"]) == (False, LATEST_SECONDS + 2)
    assert said["eye"] == "No picture has come for 7 seconds."


@pytest.mark.parametrize(
    ("problem", "letters", "said"),
    [
        ("no-board", "", "The board is not in the picture."),
        ("upset", "", "The board seems to be upset."),
        ("black", "", "The picture is black."),
        ("", "#" * 100, "Something covers the board."),
    ],
)
def test_a_table_is_not_well_when_the_eye_cannot_read_for_seconds_but_a_hand_is_no_illness(
    kept, table, now, problem, letters, said
):
    see(kept, table)
    now[0] += 1.0
    see(kept, table, letters, problem)
    assert told(kept, table)["ok"] is True
    now[0] += READ_SECONDS
    see(kept, table, letters, problem)
    assert (told(kept, table)["ok"], told(kept, table)["eye"]) == (False, said)
    for hidden, words in ((7, "7 spaces"), (1, "1 space")):
        see(kept, table, BARE.replace(".", "#", hidden).replace(".", "?", 2))
        assert told(kept, table)["eye"] == f"The board is read; {words} hidden, 2 unsure."


def test_a_table_whose_camera_is_gone_or_whose_events_are_not_saved_is_not_well(kept, table):
    see(kept, table)
    table.lost = "The cable is out."
    assert (told(kept, table)["ok"], told(kept, table)["eye"]) == (False, "The cable is out.")
    table.lost = ""
    table.sitting = SimpleNamespace(waiting=3, unsaved="The disk is full.")
    said = told(kept, table)
    assert (said["ok"], said["unsaved"], said["trouble"]) == (False, 3, "The disk is full.")


@pytest.fixture
def served(data):
    """A page that is as well as the words say."""
    words = {"ok": True, "frame_age": 0.2, "eye": "The board is read.", "unsaved": 0}
    server = Server(create_app(Feed(), Services(health=lambda: words)), "127.0.0.1", 0)
    server.start()
    with noted(data, f"http://192.168.1.5:{server.port}/", "0.0.0.0", server.port):
        yield server, words
    server.close()


def test_the_page_says_how_the_table_is(served):
    server, words = served
    assert health("127.0.0.1", server.port) == {**words, "update": 0, "streams": 0, "cap": 120}


def test_doctor_says_of_a_port_what_keeps_the_page_from_it(capsys):
    def found(port):
        run("doctor", "--json", "--port", port)
        return next(one for one in map(json.loads, capsys.readouterr().out.splitlines()) if one["name"] == "port")

    with contextlib.closing(listen("0.0.0.0", 0)) as other:
        taken = found(other.getsockname()[1])
        assert taken["state"] == "warning"
        assert re.search(r"taken by another program.* Port \d+ is free: --port \d+", taken["what"])
    low = found(1)  # nobody listens there, and on many machines only the administrator may
    assert low["state"] == "ok" or "administrator" in low["what"]


def test_doctor_says_what_a_running_table_says(served, data, capsys):
    server, words = served

    def found():
        code = run("doctor", "--json", "--port", server.port)
        return code, {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}

    _, well = found()
    assert well["table"]["state"] == "ok"
    assert "last picture 0.2 s ago; everything is saved" in well["table"]["what"]
    assert well["port"]["state"] == "ok", "it is ours"
    assert well["clock"]["what"]
    words.update(ok=False, eye="The picture is black.")
    code, ill = found()
    assert (code, ill["table"]["state"]) == (1, "fault")
    assert "The picture is black" in ill["table"]["what"]
    assert run("host", "--json") == 0
    assert json.loads(capsys.readouterr().out)["link"].startswith(f"http://192.168.1.5:{server.port}/#host=")


def test_an_ipv6_address_is_told_so_that_a_browser_takes_it():
    assert page_address("::1", 8080) == "http://[::1]:8080/"
    assert page_address("192.0.2.7", 8080) == "http://192.0.2.7:8080/"


def test_unsaved_events_are_a_fault_with_their_trouble():
    said = of_table(8080, {"ok": False, "eye": "The board is read.", "unsaved": 2, "trouble": "The disk is full."})
    assert (said.state, said.mend) == ("fault", "The disk is full.")
    assert "2 events unsaved" in said.what


def test_a_note_of_a_program_that_was_killed_misleads_nobody(data):
    (data / "serving").mkdir(parents=True)
    (data / "serving" / "1.json").write_bytes(b'{"address": "http://x/", "host": "127.0.0.1", "port": 1}')
    (data / "serving" / "2.json").write_bytes(b"torn")
    assert notes(data) == [Note("http://x/", "127.0.0.1", 1)]
    assert [one.what for one in examine_running(data, 1) if one.name == "table"] == [
        "no table is being served from here"
    ]


def test_the_machine_tells_its_worries(tmp_path):
    machine = PlainMachine(tmp_path, look=lambda data: Condition(temperature=90.0))
    assert [worry["code"] for worry in machine.told()["worries"]] == ["too-hot"]
    assert machine.view().facts["temperature"] == 90.0


def test_a_disk_that_fills_up_is_told_within_six_seconds(tmp_path):
    now, free = [0.0], [10**9]
    machine = PlainMachine(tmp_path, look=lambda data: Condition(disk_free=free[0]), monotonic=lambda: now[0])
    assert machine.told()["disk_free"] == 10**9
    now[0], free[0] = 6.0, 0
    assert [worry["code"] for worry in machine.told()["worries"]] == ["disk-full"]


def test_doctor_names_what_is_wrong_with_the_machine_part_by_part():
    ill = {one.name: one for one in of_condition(Condition(clock="adrift", signal=-80, temperature=90.0))}
    assert {name: one.state for name, one in ill.items()} == {
        "clock": "warning",
        "warmth": "fault",
        "wi-fi": "warning",
    }
    assert all(one.mend for one in ill.values())
    well = {one.name: one.what for one in of_condition(Condition(temperature=48.3, signal=-52))}
    assert (well["warmth"], well["wi-fi"]) == ("48 °C", "-52 dBm")
