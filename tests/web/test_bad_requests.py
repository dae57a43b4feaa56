"""Whatever is sent, the answer is a sentence: never a failure, never a redirect, never a programmer's words."""

import contextlib
import json
import random
import socket

import pytest
from msgspec.structs import replace

from engine import events as e
from engine.arbiter import Arbiter
from engine.rules.position import new_game
from tests.often import tries
from tests.web.odd_requests import odd_request
from tests.web.phones import get
from tests.web.shelf import Shelf
from tests.web.show import KEY
from web.calls import CallAnswer

PROGRAMMERS = ("`", "$", "null", "expected", "Expected", "int", "object")


@pytest.fixture
def page(client, feed, tmp_path):
    """A page with a real referee behind it, whose events are written down and shown."""
    arbiter = Arbiter(new_game("classic", "blue green"))

    def takes(call):
        happened = arbiter.receive(replace(call, at=1.0))
        assert [e.decode(e.encode(event)) for event in happened] == list(happened)
        feed.hear(happened)
        said = [event for event in happened if isinstance(event, e.CallMade)]
        return CallAnswer(said[-1].accepted, said[-1].message)

    shelf = Shelf(tmp_path)
    return client(calls=takes, host_key="123456", games=shelf, evidence=shelf.evidence)


def test_no_request_however_odd_makes_the_page_fail_or_sends_it_elsewhere(page):
    for number in range(tries(300)):
        asked = odd_request(number, "123456")
        answer = page.open(**asked)
        assert answer.status_code < 500, asked
        assert not 300 < answer.status_code < 304, asked
        assert "Location" not in answer.headers, asked
        answer.close()


def test_two_slashes_do_not_redirect_to_an_address_made_from_the_request(page):
    for path in ("/static//etc/passwd", "//etc/passwd", "/games//1", "//evil.example/static/page.css"):
        answer = page.get(environ_overrides={"PATH_INFO": path}, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "Location" not in answer.headers


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ('{"input": "correct-turn", "turn": null}', "Which turn? Give its number, such as 7."),
        ('{"input": "correct-turn"}', "Which turn? Give its number, such as 7."),
        ('{"input": "undo", "turns": "x"}', "How many turns? Give a number, such as 1."),
        ('{"input": "undo", "turns": 100000000000000000000000000}', "How many turns? Give a number, such as 1."),
        ('{"input": "card-was", "card": 7}', "Which card? Give it as on the card, such as 7H."),
        ('{"input": "which-five", "spaces": [1, 2]}', "Which spaces? Name them, such as b2 and f6."),
        ('{"input": "no-such-call"}', "The referee does not know what was asked of it. Load the page again."),
        ('{"input": null}', "The referee does not know what was asked of it. Load the page again."),
        ("{}", "The referee does not know what was asked of it. Load the page again."),
        ("[]", "The referee did not understand this."),
        ("{", "The referee did not understand this."),
        ("[" * 3000 + "]" * 3000, "The referee did not understand this."),
        ('{"a":' * 700 + "1" + "}" * 700, "The referee did not understand this. Load the page again."),
        ('{"input": "resign", "team": "\\ud800"}', "The referee did not understand this."),
        ('{"input": "resign", "team": "' + "b" * 300 + '"}', "Which team? Blue, green or red."),
    ],
)
def test_a_call_that_is_none_is_answered_in_plain_english(page, posted, said):
    answer = page.post("/calls", data=posted, content_type="application/json", headers=KEY)
    assert answer.status_code == 400
    assert answer.json == {"accepted": False, "message": said}


def test_no_answer_to_a_call_ever_speaks_as_programmers_do(page):
    for number in range(tries(300)):
        asked = {**odd_request(number, "123456"), "environ_overrides": {"PATH_INFO": "/calls"}, "method": "POST"}
        answer = page.open(**asked)
        said = json.loads(answer.data)["message"]
        assert said, asked
        assert not any(word in said for word in PROGRAMMERS), (said, asked)


def torn(chance):
    """Bytes that are hardly HTTP."""
    length = chance.choice(
        (b"", b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n")
    )
    more = chance.choice((b"", b"Expect: 100-continue\r\n", b"X: " + b"y" * 40000 + b"\r\n", b"Connection: close\r\n"))
    first = chance.choice((b"GET / HTTP/1.1", b"POST /calls HTTP/1.1", b"GET //x HTTP/1.0", b"OPTIONS * HTTP/1.1"))
    whole = bytearray(first + b"\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length + more + b"\r\n{}")
    for _ in range(chance.randrange(6)):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    return bytes(whole[: chance.randrange(len(whole)) + 1])


def test_bytes_that_are_hardly_http_are_no_failure_and_the_page_answers_as_ever(serve, feed):
    port = serve(feed).port
    for number in range(tries(100)):
        with socket.socket() as line:
            line.bind((f"127.0.{number % 50}.9", 0))  # so that no limit stands in the way
            line.settimeout(20)
            line.connect(("127.0.0.1", port))
            with contextlib.suppress(ConnectionError):  # whoever is hung up on at once needs no answer
                line.sendall(torn(random.Random(number)))
                line.shutdown(socket.SHUT_WR)
                assert b" 500 " not in line.makefile("rb").read(20), number
    assert get(port, "/healthz")[0] == 200
