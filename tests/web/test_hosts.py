"""Who may call: the right key and known devices always, who guesses only so often, who was taken off no more."""

import pytest

from tests.web.show import answer
from web.hosts import DEVICES, KEY_DIGITS, TRIES, WAIT_SECONDS, Hosts, InMemory, new_key
from web.pace import SOURCES

KEY = "123456789012"


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def hosts(clock):
    return Hosts(InMemory(KEY), clock=lambda: clock[0], wall=lambda: 1e9 + clock[0])


@pytest.fixture
def page(client, hosts):
    return client(calls=answer, hosts=hosts)


def call(page, shown, **more):
    return page.post("/calls", json={"input": "pause"}, headers={"X-Host-Key": shown}, **more)


def hello(page, shown, **words):
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"
    headers = {"X-Host-Key": shown, "X-Host-Name": "Ann", "User-Agent": agent}
    return page.post("/calls", json={"input": "hello", **words}, headers=headers)


def test_the_right_key_is_taken_however_many_wrong_ones_came_before(page):
    for number in range(200):
        assert call(page, f"wrong-{number}").status_code in (403, 429)
    assert call(page, KEY).status_code == 200
    assert call(page, "1234 5678-9012").status_code == 200


def test_wrong_keys_slow_only_where_they_came_from(page, clock):
    answers = [call(page, "000000") for _ in range(TRIES + 1)]
    assert [one.status_code for one in answers] == [403] * TRIES + [429]
    assert int(answers[-1].headers["Retry-After"]) >= 1
    other = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    assert call(page, "000000", **other).status_code == 403
    clock[0] += WAIT_SECONDS
    assert call(page, "000000").status_code == 403


def test_a_known_device_is_let_in_from_an_address_that_guesses(page):
    token = hello(page, KEY).json["device"]
    for _ in range(TRIES + 3):
        call(page, "000000")
    assert call(page, token).status_code == 200


def test_guesses_from_ever_new_addresses_are_not_remembered_without_end(hosts):
    for number in range(SOURCES + 50):
        hosts.admit("000000", f"10.0.{number // 256}.{number % 256}")
    assert len(hosts._wrong._left) == SOURCES


def test_a_phone_that_shows_the_key_gets_a_token_of_its_own_and_is_told_so(page, hosts):
    greeted = hello(page, KEY)
    assert greeted.json["message"] == "You are the host."
    token = greeted.json["device"]
    assert token not in (KEY, "")
    assert [(one.number, one.name, one.kind) for one in hosts.devices] == [(1, "Ann", "iPhone")]
    assert token not in repr(hosts.devices)
    assert hello(page, token).json["device"] == token
    assert hello(page, KEY, device=token).json["device"] == token
    assert len(hosts.devices) == 1


def test_a_device_that_was_taken_off_is_told_so_and_the_others_stay(page, hosts):
    first, second = (hello(page, KEY).json["device"] for _ in range(2))
    listed = page.get("/api/devices", headers={"X-Host-Key": second}).json["devices"]
    assert [(one["number"], one["words"], one["this"]) for one in listed] == [
        (1, "Ann's iPhone", False),
        (2, "Ann's iPhone", True),
    ]
    gone = page.delete("/api/devices/1", headers={"X-Host-Key": second})
    assert gone.json["message"].startswith("Taken off: Ann's iPhone.")
    refused = call(page, first)
    assert refused.status_code == 403
    assert refused.json["message"].startswith("This phone was taken off.")
    assert call(page, second).status_code == 200
    assert [one.number for one in hosts.devices] == [2]
    assert page.delete("/api/devices/1", headers={"X-Host-Key": second}).status_code == 404


def test_only_the_host_sees_and_takes_off_devices(page, hosts):
    hello(page, KEY)
    assert page.get("/api/devices").status_code == 403
    assert page.delete("/api/devices/1", headers={"X-Host-Key": "000000"}).status_code == 403
    crossed = {"X-Host-Key": KEY, "Origin": "http://evil.example"}
    assert page.delete("/api/devices/1", headers=crossed).status_code == 403
    assert len(hosts.devices) == 1


def test_a_key_is_too_long_to_be_guessed():
    assert len({new_key() for _ in range(50)}) == 50
    assert len(new_key()) == KEY_DIGITS >= 12


def test_the_device_that_was_used_longest_ago_makes_room(hosts, clock):
    tokens = []
    for _ in range(DEVICES + 1):
        clock[0] += 1
        tokens.append(hosts.enrol("", "phone")[0])
    assert len(hosts.devices) == DEVICES
    assert hosts.device_of(tokens[0]) is None
    assert hosts.device_of(tokens[-1]).number == DEVICES + 1


def test_a_token_set_for_looking_never_admits_a_call(page):
    hello(page, KEY)  # sets the cookie, which the client sends from now on
    assert page.get_cookie("referee-device") is not None
    assert page.get_cookie("referee-device").http_only
    assert call(page, "").status_code == 403
