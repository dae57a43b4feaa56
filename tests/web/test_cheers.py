"""Reactions of whoever watches."""

import pytest

from tests.web.show import answer
from web.live_door import BURST, KINDS


@pytest.fixture
def page(client):
    return client(calls=answer, host_key="123456")


def test_a_guests_reaction_reaches_every_phone_and_the_same_again_is_another(page, feed):
    seen = []
    for _ in range(2):
        assert page.post("/api/cheer", json={"kind": "clap"}).json["accepted"]
        seen.append(feed.state["cheer"])
    assert [one["kind"] for one in seen] == ["clap", "clap"]
    assert seen[0] != seen[1]


@pytest.mark.parametrize("sent", ["{}", '{"kind": "boo"}', '{"kind": ["clap"]}', "clap"])
def test_there_are_but_a_few_of_them_and_all_else_is_refused_in_words(page, feed, sent):
    answer = page.post("/api/cheer", data=sent, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["message"]
    assert feed.state["cheer"] == {}


def test_nobody_lets_them_hail_and_no_other_page_sends_them(page):
    told = [page.post("/api/cheer", json={"kind": kind}).status_code for kind in (*KINDS, *KINDS)]
    assert told[:BURST] == [200] * BURST
    assert 429 in told[BURST:]
    assert page.post("/api/cheer", json={"kind": "wow"}, headers={"Origin": "http://elsewhere"}).status_code == 403


def test_where_phones_may_only_watch_there_are_none(client):
    watched = client()
    assert watched.post("/api/cheer", json={"kind": "clap"}).status_code == 404
    assert 'id="cheers"' not in watched.get("/").text
