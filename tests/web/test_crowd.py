"""A crowd at the door: no address takes the page, or the eye's time, from the others."""

import http.client
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from flask import Flask

from referee.club.page import create_club
from tests.web.phones import Phone, get, is_hung_up
from tests.web.show import serving
from web import pace
from web import server as page_server

SILENT = 620


def test_sockets_that_say_nothing_leave_the_page_to_everybody(serve, feed):
    port = serve(feed, stream_cap=120).port
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(SILENT)]
    half = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(100)]
    for one in half:
        one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    assert get(port, "/")[0] == 200
    phone = Phone(port)
    assert phone.next()["n"] == 0
    phone.hang_up()
    for one in (*silent, *half):
        one.close()


def test_the_line_that_was_silent_longest_makes_room_and_live_ones_stay(serve, feed, monkeypatch):
    server = serve(feed)
    phone = Phone(server.port)
    phone.next()
    monkeypatch.setattr(page_server, "SPARE_LINES", server._server.adj.connection_limit - 4)
    first, *others = (socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(4))
    assert is_hung_up(first), "the oldest was hung up on"
    feed.tell(hidden=["a2"])
    assert phone.next()["n"] == 1
    for one in (first, *others):
        one.close()
    phone.hang_up()


def test_one_address_cannot_take_every_live_place(serve, feed):
    port = serve(feed, stream_cap=12).port
    phones = [Phone(port) for _ in range(12)]
    assert [phone.status for phone in phones] == [200] * 10 + [503] * 2
    for phone in phones:
        phone.hang_up()


def answered(port, times, seconds):
    """How many of so many requests on one line are answered, each within that time."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        for number in range(times):
            line.request("GET", "/healthz")
            try:
                line.getresponse().read()
            except TimeoutError:
                return number
        return times
    finally:
        line.close()


def test_who_asks_without_end_is_read_later_and_others_at_once(serve, feed, monkeypatch):
    monkeypatch.setattr(page_server, "READS", 5)
    monkeypatch.setattr(page_server, "READS_A_SECOND", 0.01)
    port = serve(feed).port
    assert answered(port, 5, 20) == 5
    assert answered(port, 5, 1) < 5
    other = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.2", 0))
    other.request("GET", "/healthz")
    assert other.getresponse().status == 200
    other.close()


def test_who_has_to_wait_is_answered_when_its_turn_comes(serve, feed, monkeypatch):
    monkeypatch.setattr(page_server, "READS", 1)
    assert answered(serve(feed).port, 4, 20) == 4


def test_a_hub_has_no_eye_beside_it_and_reads_all_who_ask(monkeypatch):
    monkeypatch.setattr(page_server, "READS", 1)
    monkeypatch.setattr(page_server, "READS_A_SECOND", 0.01)
    with serving(create_club(SimpleNamespace(key="123456"), str)) as hub:
        assert answered(hub.port, 100, 20) == 100


def test_asking_from_ever_new_addresses_fills_no_memory(serve, feed, monkeypatch):
    monkeypatch.setattr(pace, "SOURCES", 3)
    server = serve(feed)
    for number in range(2, 10):
        with socket.create_connection(("127.0.0.1", server.port), 20, (f"127.0.0.{number}", 0)) as line:
            line.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in line.recv(100)
    assert len(server._server.pace._left) <= 4


def test_the_first_page_is_made_once_for_all_who_come_before_it_is_there():
    app, made = Flask("dear at first"), []

    @app.get("/")
    def page():
        if "done" not in made:
            made.append("begun")
            time.sleep(0.3)
            made.append("done")
        return "page"

    with serving(app) as served, ThreadPoolExecutor(10) as phones:
        assert list(phones.map(lambda _: get(served.port, "/")[0], range(10))) == [200] * 10
    assert made == ["begun", "done"]
