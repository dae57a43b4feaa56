"""`serve --https`: phones that trust the table's own authority speak to it unheard by others."""

import html
import http.client
import json
import socket
import ssl
import stat
import sys
import time
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
from flask import request

from referee.refusal import Refusal
from referee.session.authority import Authority
from tests.referee.conftest import run
from tests.web.phones import get, is_hung_up
from tests.web.script import Script
from tests.web.show import answer
from web import live_door, secure, wording
from web.app import Services, create_app
from web.feed import Feed
from web.secure import SecureServer
from web.server import PortTaken, Server, free_port
from web.trust import Trust

trustme = pytest.importorskip("trustme", reason="no trustme here; pip install 'sequence-referee[https]'")

SOON = 10


class Table:
    """A page served by HTTP and by HTTPS."""

    def __init__(self, data, cap=8):
        self.authority = Authority(data, ["table.local"], addresses=lambda: ["192.168.1.9"])
        self.secure = SecureServer(self.authority.credentials, "127.0.0.1", 0)
        trust = Trust(self.authority.certificate, self.authority.fingerprint, self.secure.port)
        self.feed = Feed()
        self.app = create_app(self.feed, Services(calls=answer, host_key="123456", stream_cap=cap, trust=trust))
        self.asked = []
        self.app.before_request(lambda: self.asked.append((request.path, request.remote_addr)))
        self.server = Server(self.app, "127.0.0.1", 0)
        self.server.start()
        self.secure.start(self.server)

    def close(self):
        self.feed.close()
        self.secure.close()
        self.server.close()

    def phone(self, trusts, name="localhost"):
        """A line of a phone that trusts an authority; without its certificate, whom phones trust anyway."""
        context = ssl.create_default_context(cadata=trusts.decode() if trusts else None)
        line = http.client.HTTPSConnection("127.0.0.1", self.secure.port, timeout=SOON, context=context)
        line._create_connection = lambda place, *more: socket.create_connection(("127.0.0.1", place[1]), SOON)
        line.host = name
        return line


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.close()


def message_of(answer):
    while not (said := answer.readline()).startswith(b"data: {"):
        assert said
    return json.loads(said[6:])


def until(holds):
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_a_phone_that_trusts_the_table_loads_the_page_and_follows_the_game(table, name):
    line = table.phone(table.authority.certificate, name)
    line.request("GET", "/")
    assert b'id="table"' in line.getresponse().read()
    line.request("GET", "/events", headers={"Accept": "text/event-stream"})
    follows = line.getresponse()
    message_of(follows)
    table.feed.hear((Script().events[0],))
    assert message_of(follows)["n"] == 1
    follows.close()
    line.close()


def test_a_host_calls_over_https_from_the_tables_own_page_alone(table):
    for origin, status in {f"https://localhost:{table.secure.port}": 200, "https://stranger.example": 403}.items():
        line = table.phone(table.authority.certificate)
        headers = {"X-Host-Key": "123456", "Origin": origin, "Content-Type": "application/json"}
        line.request("POST", "/calls", json.dumps({"input": "pause"}), headers)
        assert line.getresponse().status == status
        line.close()


def test_a_phone_that_does_not_trust_it_refuses_the_table(table):
    with pytest.raises(ssl.SSLCertVerificationError):
        table.phone(None).request("GET", "/")


def test_the_certificate_is_the_tables_by_its_name_and_address_and_by_no_other(table):
    for name, good in {"table.local": True, "192.168.1.9": True, "bank.example": False, "192.168.1.10": False}.items():
        line = table.phone(table.authority.certificate, name)
        if good:
            line.connect()
            line.close()
        else:
            with pytest.raises(ssl.SSLCertVerificationError):
                line.connect()


def test_whoever_steals_the_tables_key_can_pose_as_nobody_else(tmp_path):
    authority, bank = Authority(tmp_path), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    stolen = (tmp_path / "authority.pem").read_bytes()
    trustme.CA.from_pem(stolen, stolen).issue_cert("bank.example").configure_cert(bank)
    phone = ssl.create_default_context(cadata=authority.certificate.decode())
    there, here = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = phone.wrap_bio(there, here, server_hostname="bank.example")
    server = bank.wrap_bio(here, there, server_side=True)
    for one in (client, server):
        with pytest.raises(ssl.SSLWantReadError):
            one.do_handshake()
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        client.do_handshake()


def test_a_stream_ends_when_its_phone_goes(table, monkeypatch):
    monkeypatch.setattr(live_door, "LOOK_SECONDS", 0.02)
    line = table.phone(table.authority.certificate)
    line.request("GET", "/events")
    follows = line.getresponse()
    message_of(follows)
    assert len(table.app.extensions["streams"]) == 1
    follows.close()
    line.close()
    until(lambda: len(table.app.extensions["streams"]) == 0)


def test_what_is_counted_by_address_is_counted_for_the_phone_and_not_for_the_machine(table):
    line = table.phone(table.authority.certificate)
    line._create_connection = lambda place, *more: socket.create_connection(
        ("127.0.0.1", place[1]), SOON, source_address=("127.0.0.7", 0)
    )
    line.request("GET", "/healthz")
    line.getresponse().read()
    line.close()
    assert [address for path, address in table.asked if path == "/healthz"] == ["127.0.0.7"]


def test_whoever_speaks_plain_http_to_it_is_hung_up_on(table):
    with socket.create_connection(("127.0.0.1", table.secure.port), timeout=SOON) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert is_hung_up(line)


def test_who_never_ends_a_handshake_is_hung_up_on_and_holds_nobody_up(tmp_path, monkeypatch):
    monkeypatch.setattr(secure, "HANDSHAKE_SECONDS", 0.3)
    table = Table(tmp_path)
    mute = [socket.create_connection(("127.0.0.1", table.secure.port), timeout=SOON) for _ in range(20)]
    line = table.phone(table.authority.certificate)
    line.request("GET", "/healthz")
    assert line.getresponse().status == 200
    line.close()
    assert all(is_hung_up(one) for one in mute)
    for one in mute:
        one.close()
    table.close()


def test_one_address_holds_only_so_many_lines(table, monkeypatch):
    monkeypatch.setattr(secure, "MOST_ONE", 2)
    held = [socket.create_connection(("127.0.0.1", table.secure.port), timeout=SOON) for _ in range(2)]
    with socket.create_connection(("127.0.0.1", table.secure.port), timeout=SOON) as one_more:
        assert is_hung_up(one_more)
    for one in held:
        one.close()


def test_the_authority_survives_a_restart_and_its_key_is_its_owners_alone(tmp_path):
    first = Authority(tmp_path / "data")
    file = tmp_path / "data" / "authority.pem"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Authority(tmp_path / "data").certificate == first.certificate
    assert b"PRIVATE KEY" not in first.certificate


def test_the_certificate_is_made_anew_where_addresses_change_the_clock_was_wrong_or_much_time_went_by(tmp_path):
    now, addresses = [datetime(1970, 1, 2, tzinfo=UTC)], ["192.168.1.9"]
    authority = Authority(tmp_path, addresses=lambda: addresses, clock=lambda: now[0])
    made = [authority.credentials()]
    now[0] += timedelta(days=1)
    assert authority.credentials() is made[-1]
    for then in (datetime(2026, 11, 27, tzinfo=UTC), datetime(2027, 3, 9, tzinfo=UTC)):
        now[0] = then
        made.append(authority.credentials())
    addresses.append("10.0.0.4")
    made.append(authority.credentials())
    assert len({id(one) for one in made}) == 4


def test_a_broken_authority_and_a_taken_port_are_told_in_a_sentence(tmp_path, table):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "authority.pem").write_text("nothing")
    with pytest.raises(Refusal, match=r"authority\.pem holds no certificate with its key\. Move it away"):
        Authority(tmp_path / "broken")
    with pytest.raises(PortTaken, match="--https"):
        SecureServer(table.authority.credentials, "127.0.0.1", table.secure.port)


def test_where_the_library_is_missing_it_is_told_how_to_install_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "trustme", None)
    told = run("serve", "--camera", "simulated", "--table", tmp_path / "t", "--data", tmp_path / "d", "--https")
    assert told == 2
    said = capsys.readouterr().err
    assert "HTTPS needs the library trustme" in said
    assert "pip install 'sequence-referee[https]'" in said


def test_a_table_that_is_played_at_is_served_by_https_and_says_where(film, tmp_path, capsys, monkeypatch, data):
    answers, port = [], free_port("127.0.0.1", 8443)

    def look(*_):
        """While the page stays."""
        context = ssl.create_default_context(cafile=data / "authority.pem")
        with urllib.request.urlopen(f"https://localhost:{port}/", timeout=SOON, context=context) as came:
            answers.append(came.status)
        return True

    monkeypatch.setattr("referee.session.running.Stop.wait", look)
    words = ("--table", film.profile, "--host", "127.0.0.1", "--port", 0, "--speed", 50, "--https", port)
    assert run("serve", "--camera", film.beginning(tmp_path / "short", 12), *words) == 0
    assert f"HTTPS at port     {port}; a phone learns to trust it at http://127.0.0.1:" in capsys.readouterr().out
    assert answers
    assert set(answers) == {200}


@pytest.mark.parametrize("language", wording.languages())
def test_the_plain_page_says_how_a_phone_trusts_the_table_and_gives_it_the_certificate(table, language):
    page = html.unescape(get(table.server.port, f"/trust?lang={language}")[2].decode())
    assert [text for text in wording.table_of("trust", language)["page"].values() if text not in page] == []
    assert table.authority.fingerprint in page
    assert f'href="https://127.0.0.1:{table.secure.port}/"' in page
    _, headers, given = get(table.server.port, "/trust/certificate.crt")
    assert (headers["Content-Type"], given) == ("application/x-x509-ca-cert", table.authority.certificate)


def test_a_table_without_https_asks_nobody_to_trust_it():
    page = create_app(Feed()).test_client()
    assert page.get("/trust").status_code == 404
    assert "/trust" not in page.get("/").text
