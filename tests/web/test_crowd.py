"""A crowd at the door: no address takes the page, or the eye's processor time, from the others."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from referee.club.page import PROCESSOR_SHARE
from tests.web.phones import Phone, get, is_hung_up
from web import lines
from web.lines import ACTIVE_SECONDS, AT_MOST, SHARE, SOURCES, STORE, STORE_ONE, Budget
from web.server import Server

SILENT = 620


@pytest.fixture
def budget():
    return Budget(clock=lambda: NOW[0])


NOW = [0.0]


def spend(budget, seconds, *addresses):
    """Each asks one thing after the other for that long, each worth a hundredth of a second; what they had."""
    had, end = 0.0, NOW[0] + seconds
    while NOW[0] < end:
        NOW[0] += 0.005
        for address in addresses:
            if budget.may_read(address):
                budget.charge(address, 0.01)
                had += 0.01
    return had


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
    monkeypatch.setattr(lines, "WAITING_ONE", 3)
    port = serve(feed).port
    phone = Phone(port)
    phone.next()
    first = socket.create_connection(("127.0.0.1", port), timeout=20)
    others = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(3)]
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


@pytest.mark.parametrize("share", [SHARE, PROCESSOR_SHARE])
def test_who_asks_without_end_is_read_later_and_has_its_part_of_the_processor_large_where_there_is_no_eye(share):
    budget = Budget(clock=lambda: NOW[0], share=share)
    spend(budget, 60, "a")
    assert spend(budget, 100, "a") == pytest.approx(100 * share, rel=0.05)


def test_many_who_ask_without_end_have_that_part_together(budget):
    addresses = [f"10.0.0.{number}" for number in range(30)]
    spend(budget, 30, *addresses)
    assert spend(budget, 30, *addresses) <= 1.1 * SHARE * 30


def test_a_quiet_phone_is_read_at_once_while_others_ask_without_end(budget):
    spend(budget, STORE / SHARE, "a")
    assert not budget.may_read("a")
    assert budget.may_read("b")
    budget.charge("b", 0.02)
    assert budget.may_read("b")


def test_who_stops_asking_is_forgiven(budget):
    spend(budget, 30, "a")
    budget.charge("a", 9.0)
    NOW[0] += (AT_MOST + 0.01) / SHARE + ACTIVE_SECONDS
    assert budget.may_read("a")
    NOW[0] += STORE_ONE / SHARE
    assert spend(budget, 1.0, "a") > 0.9 * STORE_ONE


def test_asking_from_ever_new_addresses_fills_no_memory(budget):
    for number in range(2 * SOURCES):
        budget.charge(str(number), 0.001)
    assert len(budget._stores) <= SOURCES


def test_a_server_whose_phones_wait_answers_them_when_their_turn_comes(serve, feed):
    server = serve(feed)
    budget = server._server.budget
    while budget.may_read("127.0.0.1"):
        budget.charge("127.0.0.1", 0.1 * SHARE)
    assert get(server.port, "/healthz")[0] == 200


def test_who_has_to_wait_long_is_answered_and_not_taken_for_mute(serve, feed, monkeypatch):
    monkeypatch.setattr(lines, "NEVER_SPOKE_SECONDS", 0.3)
    server = serve(feed)
    budget = server._server.budget
    while budget.may_read("127.0.0.1"):
        budget.charge("127.0.0.1", 0.1)
    assert get(server.port, "/healthz")[0] == 200


def test_the_first_page_is_made_once_for_all_who_come_before_it_is_there():
    app, made = Flask("dear at first"), []

    @app.get("/")
    def page():
        if "done" not in made:
            made.append("begun")
            time.sleep(0.3)
            made.append("done")
        return "page"

    server = Server(app, "127.0.0.1", 0)
    server.start()
    try:
        with ThreadPoolExecutor(10) as phones:
            assert list(phones.map(lambda _: get(server.port, "/")[0], range(10))) == [200] * 10
    finally:
        server.close()
    assert made == ["begun", "done"]
