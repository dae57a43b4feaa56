"""One game of an evening after the other at one table, with phones: who sits where goes with the players."""

import contextlib
import http.client
import json
from dataclasses import replace

from calibration.profile import load_profile
from engine import calls
from referee.session.live import Evening, Plan, keep_serving
from referee.session.running import Stop
from referee.session.showing import PageChoices
from referee.wiring import Rules
from tests.appliance.conftest import drawn, profile  # noqa: F401 - the fixture of a table that was measured


def sit(evening, seat, name):
    line = http.client.HTTPConnection("127.0.0.1", evening.showing.server.port, timeout=60)
    line.request("PUT", "/api/seat", json.dumps({"seat": seat, "name": name}), {"Content-Type": "application/json"})
    answer = json.load(line.getresponse())
    line.close()
    assert answer["accepted"], answer


def opened(closing, table, folder, rules=""):
    """An evening of blue and green at the drawn table, by these rules."""
    plan = Plan(table, Rules("classic", "blue green", rules, None), folder, PageChoices("127.0.0.1", 0))
    return Evening.open(closing, drawn(), load_profile(table), plan, Stop())


def seen(evening):
    """The page's seats, by team and name."""
    return [(seat["team"], seat["name"]) for seat in evening.showing.feed.state["table"]["seats"]]


def test_phones_go_with_their_players_into_a_game_that_another_seat_begins(
    profile,  # noqa: F811 - the fixture
    tmp_path,
):
    with contextlib.ExitStack() as closing:
        evening = opened(closing, profile, tmp_path, "dealing_rotates=yes")
        keep_serving(evening, until_source_ends=True)
        sit(evening, 0, "Ada")
        sit(evening, 1, "Ben")
        assert seen(evening) == [("blue", "Ada"), ("green", "Ben")]
        assert evening.table.say(calls.CannotPlay(at=0.0)).accepted
        assert evening.table.say(calls.Resign(at=0.0, team="blue")).accepted
        assert evening.table.say(calls.Start(at=0.0, to_move=0)).accepted
        again = drawn()
        again.open()
        closing.callback(again.close)
        for frame in again.frames():
            evening.table.see(replace(frame, at=frame.at + 60))
        assert seen(evening) == [("green", "Ben"), ("blue", "Ada")]


def test_a_change_of_places_from_before_a_restart_is_taken_back_for_the_phones_too(
    profile,  # noqa: F811 - the fixture
    tmp_path,
):
    with contextlib.ExitStack() as closing:
        evening = opened(closing, profile, tmp_path)
        keep_serving(evening, until_source_ends=True)
        assert evening.table.say(calls.CannotPlay(at=0.0)).accepted
        swapped = evening.table.say(calls.SeatsSwapped(at=0.0, one=0, other=1))
        assert swapped.accepted
    with contextlib.ExitStack() as closing:
        evening = opened(closing, profile, tmp_path)
        evening.showing.start(evening.table)
        sit(evening, 0, "Ben")
        sit(evening, 1, "Ada")
        assert evening.table.say(calls.UndoCall(at=0.0, number=swapped.number)).accepted
        assert seen(evening) == [("blue", "Ada"), ("green", "Ben")]
