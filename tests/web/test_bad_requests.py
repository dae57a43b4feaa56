"""Whatever is sent, the answer is a sentence: never a failure, never a redirect, never a programmer's words."""

import json

import pytest
from msgspec.structs import replace

from engine import events as e
from engine.arbiter import Arbiter
from engine.rules.position import new_game
from tests.web.odd_requests import odd_request
from tests.web.shelf import Shelf
from web.app import Services, create_app
from web.calls import CallAnswer

KEY = {"X-Host-Key": "123456"}
TRIES = 600
PROGRAMMERS = ("`", "$", "null", "expected", "Expected", "int", "object")


@pytest.fixture
def page(feed, tmp_path):
    """A page with a real referee behind it, whose events are written down and shown."""
    arbiter = Arbiter(new_game("classic", "blue green"))

    def takes(call):
        happened = arbiter.receive(replace(call, at=1.0))
        assert [e.decode(e.encode(event)) for event in happened] == list(happened)
        feed.hear(happened)
        said = [event for event in happened if isinstance(event, e.CallMade)]
        return CallAnswer(said[-1].accepted, said[-1].message)

    shelf = Shelf(tmp_path)
    app = create_app(feed, Services(calls=takes, host_key="123456", games=shelf, evidence=shelf.evidence))
    return app.test_client()


def test_no_request_however_odd_makes_the_page_fail_or_sends_it_elsewhere(page):
    for number in range(TRIES):
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
    for number in range(TRIES):
        asked = {**odd_request(number, "123456"), "environ_overrides": {"PATH_INFO": "/calls"}, "method": "POST"}
        answer = page.open(**asked)
        said = json.loads(answer.data)["message"]
        assert said, asked
        assert not any(word in said for word in ("`", "$", "null", "expected", "Expected", "int", "object")), (
            said,
            asked,
        )
