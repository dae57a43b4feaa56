"""Who may sit where and what players may ask: nothing a phone sends is trusted, and every refusal is a sentence."""

import msgspec
import pytest

from engine import calls as c
from engine import events as e
from tests.web.script import Script
from tests.web.show import KEY
from web.calls import CallAnswer
from web.hosts import Hosts, InMemory
from web.pace import BURST, Pace


def game():
    return Script(("blue", "green")).play("d4").play("g6", "KH").play("e5")


@pytest.fixture
def hosts():
    return Hosts(InMemory("123456"))


@pytest.fixture
def page(client, feed, takes, hosts):
    feed.hear(game())
    return client(calls=takes, hosts=hosts)


def sit(page, seat, name="", token="", **more):
    return page.put("/api/seat", json={"seat": seat, "name": name}, headers={"X-Player": token}, **more)


def ask(page, token, **call):
    return page.post("/api/asks", json=call, headers={"X-Player": token})


def yes(page, number, **more):
    return page.post(f"/api/asks/{number}", json={"yes": True, **more}, headers=KEY)


@pytest.fixture
def ann(page):
    return sit(page, 0, "Ann").json["player"]


def test_a_player_is_shown_by_name_and_never_by_token(feed, ann):
    people = feed.state["people"]
    assert [(one["seat"], one["name"]) for one in people["players"]] == [(0, "Ann")]
    assert feed.state["table"]["seats"][0]["name"] == "Ann"
    assert ann not in msgspec.json.encode(feed.state).decode()


def test_a_name_that_was_given_at_the_start_stays(client, feed):
    feed.hear(Script(("blue:North", "green")).play("d4"))
    page = client(calls=lambda call: CallAnswer(True))
    sit(page, 0, "Ann")
    assert feed.state["table"]["seats"][0]["name"] == "North"


@pytest.mark.parametrize("seat", [2, -1, 99_999, True, "0", None, 1.0])
def test_a_seat_that_there_is_not_is_refused(page, feed, seat):
    answer = sit(page, seat)
    assert answer.status_code in (400, 404)
    assert answer.json["message"].endswith(".")
    assert not feed.state["people"]["players"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("x" * 200, None), ("x" * 40, "x" * 40), ("  Ann\n\tB ", "Ann B"), ("\u202eevil", "evil"), ("👩‍👩‍👧", "👩‍👩‍👧")],
)
def test_names_are_shown_as_typed_or_refused_in_a_sentence(page, feed, typed, shown):
    answer = sit(page, 0, typed)
    assert (answer.status_code == 200) == (shown is not None)
    if shown is None:
        assert answer.json["message"] == "A name has at most 40 letters."
    else:
        assert feed.state["people"]["players"][0]["name"] == shown


def test_a_taken_seat_goes_only_to_another_phone_of_the_same_name(page, ann):
    assert sit(page, 0, "Ben").status_code == 409
    assert sit(page, 0, "").status_code == 409
    second = sit(page, 0, "ANN").json["player"]
    assert ask(page, ann, input="pause").json["message"] == "Another phone took your seat under your name."
    assert ask(page, second, input="pause").status_code == 200


def test_two_players_at_one_table_need_two_names(feed, page, ann):
    answer = sit(page, 1, "ann ")
    assert (answer.status_code, answer.json["message"]) == (
        409, "ann sits at another seat. Choose another name, or that seat.",
    )  # fmt: skip
    assert sit(page, 1, "Ben").status_code == 200
    assert sit(page, 0, "Ben", ann).status_code == 409, "nor by another name later"
    assert [one["name"] for one in feed.state["people"]["players"]] == ["Ann", "Ben"]
    page.delete("/api/seats/1", headers=KEY)
    assert sit(page, 1, "Ann", ann).status_code == 200, "who changes places keeps the name"
    feed.hear(Script(("blue:North", "green")).play("d4"))
    assert sit(page, 1, "north").status_code == 409


def test_what_a_player_asks_waits_for_a_host_and_counts_once(page, feed, heard, ann):
    asked = ask(page, ann, input="card-was", turn=3, card="JC").json
    assert heard == []
    assert page.post(f"/api/asks/{asked['ask']}", json={"yes": True}).status_code == 403
    assert yes(page, asked["ask"]).json == {"accepted": True, "message": "So it is."}
    assert heard == [c.CardWas(at=0.0, who="Ann", turn=3, card="JC")]
    too_late = yes(page, asked["ask"])
    assert too_late.json["message"] == "That was answered or withdrawn meanwhile."
    assert len(heard) == 1
    assert feed.state["people"]["asks"][0]["outcome"] == "taken"


def test_what_was_asked_of_one_turn_is_never_done_to_another(page, feed, heard, ann):
    asked = ask(page, ann, input="card-was", turn=3, card="JC").json
    feed.hear((e.TurnUndone(turn=3),))
    feed.hear(Script(("blue", "green")).play("d4").play("g6").play("h8").events[-2:])
    answer = yes(page, asked["ask"])
    assert (answer.status_code, answer.json["message"]) == (409, "That has changed meanwhile; look again.")
    assert heard == []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"input": "card-was", "turn": 2, "card": "KH"}, "That is for the other players to say."),
        ({"input": "card-was", "turn": 9, "card": "KH"}, "That has changed meanwhile; look again."),
        ({"input": "card-was", "turn": 3, "card": "9C"}, "That card does not fit this turn."),
        ({"input": "card-was", "turn": 3}, "Which card? Give it as on the card, such as 7H."),
        ({"input": "cannot-play"}, "That is for the other players to say."),
        ({"input": "stands", "fault": 7}, "That has changed meanwhile; look again."),
        ({"input": "resign", "team": "green"}, "Only the host can say that."),
        ({"input": "undo"}, "Only the host can say that."),
        ({"input": "start"}, "Only the host can say that."),
        ({"input": "hello"}, "The referee does not know what was asked of it. Load the page again."),
    ],
)
def test_a_player_may_say_only_what_is_theirs(page, hosts, heard, ann, call, said):
    for at_once in (False, True):
        hosts.let_players_call(at_once)
        answer = ask(page, ann, **call)
        assert not answer.json["accepted"]
        assert answer.json["message"] == said
    assert heard == []


def test_the_host_says_whether_what_players_say_counts_at_once(page, hosts, heard, ann):
    assert page.get("/api/at-once").status_code == 403
    assert page.put("/api/at-once", json={"at_once": True}, headers={"X-Player": ann}).status_code == 403
    assert page.put("/api/at-once", json={"at_once": "yes"}, headers=KEY).status_code == 400
    assert not hosts.at_once
    assert page.put("/api/at-once", json={"at_once": True}, headers=KEY).json["accepted"]
    assert page.get("/api/at-once", headers=KEY).json == {"at_once": True}
    assert ask(page, ann, input="pause").json["accepted"]
    assert heard == [c.Pause(at=0.0, who="Ann")]


@pytest.fixture
def stopped_clock(monkeypatch):
    """However long a busy machine takes for a test, none of it counts as waiting."""
    monkeypatch.setattr("web.pace.Pace", lambda *pace: Pace(*pace, clock=lambda: 0.0))


def test_who_asks_without_end_is_told_to_wait_and_the_others_are_heard(stopped_clock, page, ann):
    ben = sit(page, 1, "Ben").json["player"]
    answers = [ask(page, ann, input="pause") for _ in range(BURST + 1)]
    assert [one.status_code for one in answers] == [200] * BURST + [429]
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert ask(page, ben, input="pause").status_code == 200


def test_a_seat_keeps_one_ask_which_its_player_may_withdraw(page, feed, ann):
    first = ask(page, ann, input="card-was", turn=1, card="JD").json["ask"]
    second = ask(page, ann, input="card-was", turn=1, card="JC").json["ask"]
    assert [one["number"] for one in feed.state["people"]["asks"]] == [second]
    assert yes(page, first).status_code == 409
    page.delete("/api/asks", headers={"X-Player": ann})
    assert not feed.state["people"]["asks"]


def test_another_page_in_a_players_browser_can_do_nothing(page, ann):
    crossed = {"X-Player": ann, "Sec-Fetch-Site": "cross-site"}
    assert page.post("/api/asks", json={"input": "pause"}, headers=crossed).status_code == 403
    assert page.delete("/api/seat", headers=crossed).status_code == 403


def test_players_keep_their_seats_in_the_next_game(page, feed, ann):
    feed.hear(game())
    assert feed.state["people"]["players"][0]["name"] == "Ann"
    assert ask(page, ann, input="pause").status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"seat": {}}', b'{"seat": 0, "name": 7}', b"\xff" * 9000])
def test_whatever_is_sent_the_answer_is_a_sentence(page, body):
    for method, path in (("PUT", "/api/seat"), ("POST", "/api/asks"), ("POST", "/api/asks/1")):
        answer = page.open(path, method=method, data=body, content_type="application/json", headers=KEY)
        assert 400 <= answer.status_code < 500
        assert answer.json["message"].endswith(".")


def test_a_host_hands_the_role_over_to_one_seated_phone_and_has_it_no_more(page, feed, hosts, ann):
    ben = sit(page, 1, "Ben").json["player"]
    given, _ = hosts.enrol("Cy", "phone")
    assert page.post("/api/host/1", headers={"X-Host-Key": "no"}).status_code == 403
    assert page.post("/api/host/1", headers={"X-Host-Key": given}).json["message"].startswith("Ben can take")
    assert page.post("/api/host", headers={"X-Player": ann}).status_code == 409
    assert hosts.device_of(given) is not None, "until it is taken the giver stays the host"
    welcome = page.post("/api/host", headers={"X-Player": ben})
    taken = welcome.json["device"]
    assert taken in welcome.headers["Set-Cookie"]  # by which pictures that only hosts may see are given
    assert hosts.device_of(taken).name == "Ben"
    assert hosts.device_of(given) is None
    assert page.post("/api/host", headers={"X-Player": ben}).status_code == 409
    assert feed.state["people"]["hosts"] == 1


# ---- players who sit elsewhere since


@pytest.fixture
def both(page, ann):
    """The tokens of Ann at blue and Ben at green."""
    return ann, sit(page, 1, "Ben").json["player"]


def named(feed):
    return [(seat["team"], seat["name"]) for seat in feed.state["table"]["seats"]]


def hear(page, feed, *happened):
    page.application.extensions["seats"].hear(happened, lambda people: feed.hear(happened, people))


def test_phones_go_with_players_who_change_places_and_back_when_that_is_taken_back(page, feed, both):
    swap = e.CallMade(at=9.0, call=c.plain_call(c.SeatsSwapped(at=9.0, one=0, other=1)), number=1)
    hear(page, feed, swap)
    assert named(feed) == [("blue", "Ben"), ("green", "Ann")]
    assert ask(page, both[0], input="cannot-play").json["accepted"]
    assert [one["seat"] for one in feed.state["people"]["asks"]] == [1]
    hear(page, feed, e.CallUndone(at=10.0, number=1))
    assert named(feed) == [("blue", "Ann"), ("green", "Ben")]
    assert not feed.state["people"]["asks"], "what was asked at the other seat is asked no more"


def test_a_change_of_places_that_was_refused_moves_no_phone(page, feed, both):
    call = c.plain_call(c.SeatsSwapped(at=9.0, one=0, other=1))
    hear(page, feed, e.CallMade(at=9.0, call=call, accepted=False, message="No.", number=1))
    assert named(feed) == [("blue", "Ann"), ("green", "Ben")]


def test_phones_stay_with_their_players_where_another_seat_begins_the_next_game(page, feed, both):
    page.application.extensions["seats"].next_begins_with(1)
    assert named(feed) == [("blue", "Ann"), ("green", "Ben")], "until it begins the game before is shown"
    hear(page, feed, *Script(("green", "blue")).play("d4"))
    assert named(feed) == [("green", "Ben"), ("blue", "Ann")]
    hear(page, feed, *Script(("green", "blue")).play("d4"))
    assert named(feed) == [("green", "Ben"), ("blue", "Ann")], "a game that is begun anew turns nobody round"
