"""What each address answers."""

import json
import re

import cv2
import numpy as np
import pytest

from engine import calls as c
from tests.web.script import long_game
from tests.web.show import KEY, measures
from web.answers import POLICY
from web.app import create_app
from web.calls import LONGEST_CALL


@pytest.fixture
def page(client, takes):
    return client(calls=takes, host_key="123456", address="http://referee.local:8000/")


def test_the_state_is_given_as_json_and_only_again_when_it_changed(page, feed):
    for event in long_game():
        feed.hear((event,))
    answer = page.get("/api/state")
    assert answer.json["state"]["score"] == {"blue": 1, "green": 0}
    assert answer.headers["X-Update"] == feed.whole().id
    again = page.get("/api/state", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    feed.tell(hidden=["a2"])
    assert page.get("/api/state", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_every_answer_allows_nothing_but_what_this_server_gives(page):
    for path in ("/", "/api/state", "/qr.svg", "/static/page.css", "/no-such-page", "/healthz"):
        answer = page.get(path)
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers
        answer.close()
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


def test_the_page_carries_no_script_or_style_of_its_own_that_the_policy_would_refuse(page):
    html = page.get("/").text
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", html) == []
    assert "style=" not in html
    assert "<style" not in html
    assert re.findall(r"\son\w+=", html) == []


def test_the_page_installs_with_icons_of_the_sizes_it_names(page):
    with page.get("/static/manifest.json") as given:
        manifest = json.loads(given.text)
    assert {one.get("purpose", "any") for one in manifest["icons"]} == {"any", "maskable"}
    drawn = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert {one["sizes"] for one in drawn} == {"192x192", "512x512"}
    for one in drawn:
        with page.get(f"/static/{one['src']}") as given:
            picture = given.data
        height, width = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_UNCHANGED).shape[:2]
        assert one["sizes"] == f"{width}x{height}"


def test_an_error_is_said_in_plain_words_to_people_and_as_json_to_programs(page):
    people = page.get("/no-such-page", headers={"Accept": "text/html"})
    assert people.status_code == 404
    assert "There is no such page at this table." in people.text
    program = page.get("/api/no-such-thing")
    assert program.status_code == 404
    assert program.json["error"] == "not_found"


def test_a_failure_inside_is_said_in_plain_words_and_tells_no_secrets(feed):
    app = create_app(feed)

    @app.get("/broken")
    def broken():
        raise RuntimeError("secret")

    answer = app.test_client().get("/broken", headers={"Accept": "text/html"})
    assert answer.status_code == 500
    assert "The game itself goes on" in answer.text
    assert "secret" not in answer.text


def test_the_code_for_phones_is_a_drawing_without_a_fixed_size(page):
    answer = page.get("/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"viewBox" in answer.data
    assert len(answer.data) < 4000
    assert "http://referee.local:8000/" in page.get("/").text


def test_a_call_reaches_the_referee_with_the_name_of_who_made_it(page, heard):
    answer = page.post("/calls", json={"input": "undo", "turns": 2}, headers={**KEY, "X-Host-Name": "Ann%20B"})
    assert answer.json == {"accepted": True, "message": "So it is."}
    assert heard == [c.Undo(at=0.0, who="Ann B", turns=2)]


def test_the_name_and_time_of_a_call_cannot_be_posted(page, heard):
    page.post("/calls", json={"input": "pause", "at": 1e9, "who": "Bo"}, headers=KEY)
    assert heard == [c.Pause(at=0.0, who="host")]


def test_only_the_host_may_call(page, heard):
    for headers in ({}, {"X-Host-Key": "654321"}, {"X-Host-Key": ""}, {"X-Host-Key": "é"}):
        answer = page.post("/calls", json={"input": "pause"}, headers=headers)
        assert answer.status_code == 403
        assert answer.json["message"] == "That is not the host key."
    assert heard == []


def test_a_page_of_another_server_may_not_call_even_with_the_key(page, heard):
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert page.post("/calls", json={"input": "pause"}, headers={**KEY, **headers}).status_code == 403
    same = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert page.post("/calls", json={"input": "pause"}, headers={**KEY, **same}).status_code == 200
    assert len(heard) == 1


def test_a_form_cannot_call(page, heard):
    assert page.post("/calls", data={"input": "pause"}, headers=KEY).status_code == 415
    assert heard == []


def test_a_call_that_is_too_long_is_refused_in_words(page, heard):
    body = '{"input": "resign", "team": "%s"}' % ("b" * LONGEST_CALL)
    answer = page.post("/calls", data=body, content_type="application/json", headers=KEY)
    assert answer.status_code == 413
    assert answer.json["message"]
    assert heard == []


def test_a_table_that_takes_no_calls_has_no_door_and_says_so(client):
    watching = client()
    assert watching.post("/calls", json={"input": "pause"}).status_code in (404, 405)
    assert 'id="host" data-none' in watching.get("/").text


def test_a_host_key_is_made_where_none_is_given(feed):
    assert re.fullmatch(r"\d{12}", create_app(feed).config["HOST_KEY"])


def test_how_well_the_eye_sees_can_be_asked(client, page):
    told = client(measures=measures).get("/api/eye").json["measures"]
    assert [(one["name"], one["good"]) for one in told] == [("focus", True), ("glare", False)]
    assert page.get("/api/eye").json == {"measures": []}


def test_the_health_of_the_server_can_be_asked(page):
    assert json.loads(page.get("/healthz").data) == {"ok": True, "update": 0, "streams": 0, "cap": 120}


def test_names_on_the_page_are_text_and_never_markup(client):
    page = client(address="http://x/<script>")
    assert "<script>" not in page.get("/").text.replace('<script type="module"', "").split("address")[-1]


def test_without_scripts_the_page_says_what_it_needs(client):
    text = client().get("/").text
    assert "This page needs JavaScript." in text[text.index("<noscript>") : text.index("</noscript>")]


@pytest.mark.parametrize("name", ["table--club.js", "board--draw.js", "table--nothing.js", "nothing--ending.js"])
def test_only_what_a_script_fetches_later_is_a_file_beside_it(page, name):
    assert page.get("/assets/1/table--ending.js").status_code == 200
    assert page.get(f"/assets/1/{name}").status_code == 404
