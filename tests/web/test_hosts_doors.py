"""The doors that only a host opens: setting a table up, showing a deck, the machine."""

import pytest

from tests.web.deck_desk import FakeDeck
from tests.web.setup_desk import FakeDesk
from tests.web.show import KEY, answer
from tests.web.test_machine_page import HOT, FakeMachine
from web.app import Services, create_app
from web.hosts import Hosts, InMemory
from web.own_names import OwnNames
from web.waiting import create_waiting_app

DOORS = {
    "setup": (FakeDesk("found"), ("/api/setup", "/api/setup/picture.jpg"), {"action": "measure", "step": "board"}),
    "deck": (FakeDeck("shown"), ("/api/deck", "/api/deck/card.jpg"), {"action": "stop"}),
    "machine": (FakeMachine(HOT), ("/api/machine",), {"action": "back"}),
    "machine, waiting": (FakeMachine(HOT), ("/api/machine",), {"action": "back"}),
}
"""What is behind each, the addresses at which it is seen, and something that is done there."""


@pytest.fixture(params=DOORS)
def door(request, feed):
    """What is behind the door, the page of its table, its addresses, and an action."""
    desk, addresses, action = DOORS[request.param]
    hosts = Hosts(InMemory("123456"))
    if request.param == "setup":
        app = create_waiting_app(lambda: None, OwnNames(), desk, hosts)
    elif request.param == "machine, waiting":
        app = create_waiting_app(lambda: None, OwnNames(), None, hosts, desk)
    else:
        app = create_app(feed, Services(calls=answer, hosts=hosts, **{request.param: desk}))
    return desk, app.test_client(), addresses, action


def test_only_the_host_sees_and_does_anything(door):
    desk, page, addresses, action = door
    for address in addresses:
        assert page.get(address).status_code == 403
        assert page.get(address, headers={"X-Host-Key": "000000"}).status_code == 403
    assert page.post(addresses[0], json=action).status_code == 403
    assert desk.asked == []
    assert page.get(addresses[0], headers=KEY).status_code == 200
    assert page.get(addresses[0].removeprefix("/api")).status_code == 200, "the page itself tells nothing"
    page.post("/calls", json={"input": "hello"}, headers=KEY)
    for picture in (page.get(address) for address in addresses[1:]):
        assert picture.mimetype == "image/jpeg", "by its cookie a phone that became the host's"
        assert picture.data.startswith(b"\xff\xd8")


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b'{"action": "explode"}', b"\xff\xfe", b"[" * 3000])
def test_what_is_no_action_is_refused_in_a_sentence(door, body):
    desk, page, addresses, _ = door
    refused = page.post(addresses[0], data=body, headers=KEY)
    assert refused.status_code == 400
    assert refused.json["reason"]
    assert desk.asked == []
