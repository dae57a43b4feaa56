"""By which names the page answers: this machine's own, and no others, so that a stranger's name leads nowhere."""

import socket

from web.own_names import REMEMBERED, OwnNames

NAME = socket.gethostname().lower()


OWN = (
    *("localhost", "localhost:8080", "127.0.0.1:8080", "127.0.1.1", "[::1]:8080", NAME),
    *(f"{NAME.partition('.')[0]}.local:80", "LOCALHOST."),
)
STRANGE = (
    *("evil.example", "evil.example:8080", "localhost.evil.example", f"{NAME}.evil.example", "192.0.2.7", ""),
    *("0.0.0.0", "[::]", "224.0.0.1", "[2001:db8::1]", "127.0.0.1.nip.io", "127.0.0.1@evil.example", "[::1"),
    *("localhost:", "localhost:x", "localhost, evil.example", "evil.example:80:80", "2130706433", None),
)


def test_the_names_of_this_machine_are_answered_and_no_others():
    names = OwnNames()
    assert [host for host in (*OWN, *STRANGE) if names.answers_to(host)] == list(OWN)


def test_a_request_by_a_strangers_name_is_misdirected_whatever_it_asks(client, heard, takes):
    page = client(calls=takes, host_key="123456")
    stranger = {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}
    for path in ("/", "/api/state", "/events", "/static/page.css", "/healthz", "/no-such-page"):
        refused = page.get(path, headers=stranger)
        assert refused.status_code == 421, path
        assert "--allow-host" in refused.text
        assert "evil.example" not in refused.text
    refused = page.post("/calls", json={"input": "pause"}, headers={**stranger, "X-Host-Key": "123456"})
    assert refused.status_code == 421
    assert heard == []


def test_an_allowed_name_is_answered(client):
    page = client(names=OwnNames(["table.club.example"]))
    assert page.get("/", headers={"Host": "table.club.example:8080"}).status_code == 200


def test_further_names_can_be_given_with_a_port_or_without():
    names = OwnNames(["Referee.Club.example", "10.9.8.7", "Club.example:8080", "[2001:db8::7]", "", "no name"])
    given = ("referee.club.example:8080", "10.9.8.7", "club.example:8080", "[2001:db8::7]:8080")
    assert [host for host in (*given, "example", "", "evil.example") if names.answers_to(host)] == list(given)


def test_asking_for_ever_new_addresses_fills_no_memory():
    names = OwnNames()
    for number in range(2 * REMEMBERED):
        names.answers_to(f"198.51.{number // 256}.{number % 256}")
    assert len(names._known._kept) <= REMEMBERED
