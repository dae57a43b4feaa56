"""The server itself: streams, their cap, ports."""

import http.client
import json
import socket

import pytest

from engine import events as e
from tests.web.phones import Phone, get, lay_over, status_of
from tests.web.script import Script, long_game
from web import live_door
from web.app import create_app
from web.feed import Feed
from web.server import PortTaken, Server


def test_a_phone_that_lost_its_line_catches_up_by_the_last_id_it_saw(serve, feed):
    server = serve(feed)
    game = long_game().events
    for event in game[:20]:
        feed.hear((event,))
    first = Phone(server.port)
    held = first.next()["state"]
    first.hang_up()
    for event in game[20:]:
        feed.hear((event,))
    back = Phone(server.port, last_id=first.last_id)
    while back.last_id != feed.whole().id:
        change = back.next()
        assert "state" not in change
        held = lay_over(held, change)
    assert held == json.loads(feed.whole().data)["state"]
    back.hang_up()


def test_more_phones_than_there_are_places_are_told_so_and_when_to_ask_again(serve, feed):
    server = serve(feed, stream_cap=3)
    phones = [Phone(server.port) for _ in range(3)]
    assert [phone.status for phone in phones] == [200] * 3
    status, headers, body = get(server.port, "/events")
    assert status == 503
    assert int(headers["Retry-After"]) > 0
    assert "refreshed every few seconds" in json.loads(body)["message"]
    assert get(server.port, "/api/state")[0] == 200
    for phone in phones:
        phone.hang_up()


def test_a_hundred_phones_follow_and_the_page_still_answers(serve, feed):
    server = serve(feed, stream_cap=120)
    phones = [Phone(server.port) for _ in range(100)]
    for phone in phones:
        phone.next()
    feed.hear((Script().events[0],))
    assert {phone.next()["n"] for phone in phones} == {1}
    assert get(server.port, "/")[0] == 200
    assert json.loads(get(server.port, "/healthz")[2])["streams"] == 100
    for phone in phones:
        phone.hang_up()


def test_who_only_asks_whether_there_is_a_stream_takes_no_place(serve, feed):
    server = serve(feed, stream_cap=2)
    for _ in range(3):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("HEAD", "/events")
        assert connection.getresponse().status == 200
        connection.close()
    assert json.loads(get(server.port, "/healthz")[2])["streams"] == 0


def test_a_page_that_comes_again_gives_up_its_old_place(serve, feed, monkeypatch):
    monkeypatch.setattr(live_door, "LOOK_SECONDS", 0.02)
    server = serve(feed, stream_cap=4)
    old = Phone(server.port, "/events?page=one")
    old.next()
    new = Phone(server.port, "/events?page=one")
    new.next()
    assert old.answer.read() == b""
    assert new.status == 200
    new.hang_up()
    old.hang_up()


def test_a_phone_that_hung_up_gives_its_place_back(serve, feed, monkeypatch):
    monkeypatch.setattr(live_door, "LOOK_SECONDS", 0.02)
    server = serve(feed, stream_cap=1)
    for _ in range(3):
        phone = Phone(server.port)
        while phone.status == 503:
            phone.hang_up()
            phone = Phone(server.port)
        phone.next()
        phone.hang_up()


def test_a_quiet_stream_gives_signs_of_life_with_the_number_of_the_last_update(serve, feed, monkeypatch):
    monkeypatch.setattr(live_door, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(live_door, "LOOK_SECONDS", 0.01)
    phone = Phone(serve(feed).port)
    lines = []
    while b"event: beat\n" not in lines:
        lines.append(phone.answer.readline())
    assert phone.answer.readline() == b"data: 0\n"
    assert b"retry: 1000\n" in lines
    phone.hang_up()


def test_streams_end_when_the_table_is_cleared_away(serve, feed):
    phone = Phone(serve(feed).port)
    phone.next()
    feed.close()
    assert phone.answer.read() == b""
    phone.hang_up()


def test_an_address_this_machine_does_not_have_is_said():
    with pytest.raises(PortTaken, match=r"no address 192\.0\.2\.1"):
        Server(create_app(Feed()), "192.0.2.1", 0)


def test_a_server_can_be_closed_and_its_port_used_again(feed):
    server = Server(create_app(feed), "127.0.0.1", 0)
    server.start()
    assert get(server.port, "/healthz")[0] == 200
    server.close()
    again = Server(create_app(feed), "127.0.0.1", server.port)
    again.close()


def test_the_feed_may_be_far_ahead_of_a_slow_phone_without_waiting_for_it(serve, feed):
    phone = Phone(serve(feed).port)
    for number in range(2000):
        feed.tell(hidden=[f"a{number}"])
    assert feed.number == 2000
    while phone.next()["n"] != 2000:
        pass
    feed.hear((e.CameraLost(reason="gone"),))
    assert phone.next()["set"]["camera"] == "gone"
    phone.hang_up()


def test_nobody_can_fill_the_disk_with_what_is_sent(serve, feed):
    with socket.create_connection(("127.0.0.1", serve(feed).port), timeout=20) as line:
        line.sendall(b"POST /calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 100)
        assert status_of(line) == 413
