"""The door through which a host sees the machine, and the words it is told in."""

import pytest

from engine.trouble import Trouble
from tests.web.show import KEY
from web.hosts import Hosts, InMemory
from web.machine import MachineView
from web.own_names import OwnNames
from web.waiting import create_waiting_app

HOT = Trouble("The machine is 90 °C hot and slows down.", "Give it air.", code="too-hot", degrees="90")


class FakeMachine:
    """A machine that shows what it is told to, and notes what is asked of it."""

    def __init__(self, *worries):
        self.now = MachineView({"temperature": 90.0}, worries, "1.2")
        self.asked = []
        self.answer = None

    def view(self):
        return self.now

    def told(self):
        return {"temperature": 90.0, "disk_free": 1}

    def act(self, action):
        self.asked.append(action)
        return self.answer


@pytest.fixture
def machine():
    return FakeMachine(HOT)


@pytest.fixture(params=["playing", "waiting"])
def page(request, client, machine):
    hosts = Hosts(InMemory("123456"))
    if request.param == "playing":
        return client(hosts=hosts, machine=machine)
    return create_waiting_app(lambda: None, OwnNames(), None, hosts, machine).test_client()


def test_the_machines_worries_are_told_in_the_language_of_the_phone(page):
    told = page.get("/api/machine", headers=KEY).json
    assert (told["version"], told["facts"]["temperature"]) == ("1.2", 90.0)
    assert page.get("/api/machine?lang=da", headers=KEY).json["worries"] == [
        {
            "code": "too-hot",
            "reason": "Maskinen er 90 °C varm og bliver langsommere.",
            "mend": "Giv den luft eller en køleplade.",
        }
    ]


def test_what_cannot_be_done_is_said_in_the_language_of_the_phone(page, machine):
    machine.answer = Trouble("No.", code="no-update")
    said = page.post("/api/machine?lang=sv", json={"action": "update"}, headers=KEY).json
    assert (said["accepted"], said["reason"]) == (False, "Ingen annan version väntar här.")
    machine.answer = None
    assert page.post("/api/machine", json={"action": "back"}, headers=KEY).json == {"accepted": True}


def test_a_waiting_table_tells_its_machine_too(machine):
    hosts = Hosts(InMemory("123456"))
    page = create_waiting_app(lambda: None, OwnNames(), None, hosts, machine).test_client()
    assert page.get("/healthz").json["temperature"] == 90.0
    assert 'href="/machine"' in page.get("/").text
