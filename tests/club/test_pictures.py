"""Pictures of faults: only where a table's host switched them on, only while the fault waits."""

import json

import pytest
from flask import request

from engine import events
from referee.club.joining import join, membership
from referee.club.sender import ClubSender
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.club.trouble import FAULT, page_of
from web.server import Server

JPEG = b"\xff\xd8\xff\xe0" + bytes(5000)
CLEARED = '{"event":"fault-cleared","at":9001.0,"code":"out-of-turn","spaces":["e4"],"team":"green","number":7}'


class Table:
    """A table in a club, at which a fault lies of which there is a picture."""

    def __init__(self, folder, hub):
        self.folder, self.hub, self.requests = folder, hub, []
        app = page_of(hub)
        app.before_request(lambda: self.requests.append(request.path))
        self.page = app.test_client()
        self.server = Server(app, "127.0.0.1", 0)
        self.server.start()
        join(f"http://127.0.0.1:{self.server.port}/#join={hub.code}", "Table 1", folder)
        self.sender = ClubSender(folder)
        self.history = History(history_file(folder))
        self.game = self.history.begin(
            edition="classic", layout="classic", seats=["blue:Ada", "green:Ben"], source="x", profile="x"
        )
        place = folder / "evidence" / str(self.game) / "fault-0003-7"
        place.mkdir(parents=True)
        (place / "straight.jpg").write_bytes(JPEG)
        (place / "after.jpg").write_bytes(JPEG + b"all around the board")

    def say(self, event):
        self.history.append(self.game, [events.decode(event)])
        self.send()

    def send(self):
        for _ in range(3):
            self.sender._said = ("", 0.0)
            self.sender.send_once()
            self.hub.refresh()

    def pictures(self, on):
        ClubSender(self.folder).act({"action": "pictures", "on": on}, "en")
        self.send()

    @property
    def shown(self):
        return [one.get("picture") for one in json.loads(self.hub.shown[1])["waiting"] if one["kind"] == "fault"]


@pytest.fixture
def table(tmp_path, hub):
    made = Table(tmp_path, hub)
    yield made
    made.server.close()
    made.history.close()


def test_no_picture_leaves_a_table_whose_host_did_not_switch_them_on(table):
    table.say(FAULT)
    assert table.shown == [None]
    assert not any("faults" in path for path in table.requests)
    assert membership(table.folder).pictures is False


def test_the_board_is_shown_with_its_fault_and_forgotten_when_that_is_put_right(table):
    table.pictures(True)
    table.say(FAULT)
    (address,) = table.shown
    answer = table.page.get(address)
    assert (answer.mimetype, answer.data) == ("image/jpeg", JPEG)
    assert sum("faults" in path for path in table.requests) == 1  # sent once
    table.say(CLEARED)
    assert table.shown == []
    assert table.page.get(address).status_code == 404
    assert table.hub.store.pictures() == set()


def test_whoever_switches_pictures_off_or_leaves_has_them_forgotten_at_once(table):
    table.pictures(True)
    table.say(FAULT)
    assert len(table.hub.store.pictures()) == 1
    table.pictures(False)
    assert (table.shown, table.hub.store.pictures()) == ([None], set())
    table.pictures(True)
    assert len(table.hub.store.pictures()) == 1
    ClubSender(table.folder).act({"action": "leave"}, "en")
    table.hub.refresh()
    assert table.hub.store.pictures() == set()


def test_a_picture_that_is_too_large_adds_nothing_and_holds_up_no_link(table):
    file = table.folder / "evidence" / str(table.game) / "fault-0003-7" / "straight.jpg"
    file.write_bytes(JPEG + bytes(300_000))
    table.pictures(True)
    table.say(FAULT)
    assert table.shown == [None]
    table.say(CLEARED)
    assert table.hub.store.games()[0].links == len(table.history.links(table.game))
    assert table.hub.store.pictures() == set()


def test_a_picture_that_nobody_wants_adds_nothing(table):
    table.pictures(True)
    table.say(FAULT)
    genesis, bearer = table.hub.store.games()[0].genesis, {"Authorization": f"Bearer {membership(table.folder).secret}"}
    table.hub.store.forget_pictures(table.hub.store.pictures())
    table.hub.refresh()
    for place, body, headers in (
        (f"/t/Table 1/{genesis}/faults/8", JPEG, bearer),
        (f"/t/Table 1/{'0' * 64}/faults/7", JPEG, bearer),
        (f"/t/Table 1/{genesis}/faults/7", b"<svg onload='alert(1)'/>", bearer),
        (f"/t/Table 1/{genesis}/faults/7", JPEG, {"Authorization": "Bearer x"}),
        (f"/t/Table 2/{genesis}/faults/7", JPEG, bearer),
    ):
        refused = table.page.post(place, data=body, headers=headers)
        assert refused.status_code in (400, 401)
        assert refused.get_json()["message"].endswith(".")
    assert table.page.get(f"/pictures/{genesis}/9999999999999999999999.jpg").status_code == 404
    assert table.hub.store.pictures() == set()


@pytest.mark.parametrize("wants", [[["x", 3, 7]], [[None]], [["../..", 1, 1]], "all", [["GENESIS", "../../x", 7]]])
def test_a_hub_that_wants_what_is_no_picture_of_a_fault_is_given_nothing(table, monkeypatch, wants):
    table.pictures(True)
    table.say('{"event":"view-blocked","at":1.0}')
    genesis = table.hub.store.games()[0].genesis
    asked = [[genesis if part == "GENESIS" else part for part in one] for one in wants] if wants != "all" else wants
    monkeypatch.setattr(table.hub, "wants", lambda _table: asked)
    table.send()
    assert not any("faults" in path for path in table.requests)
