"""The time of a turn, where the table limits it: what phones are told of it, and what voices say."""

from types import SimpleNamespace

import pytest

from engine import events as e
from referee.session.showing import Announcer
from tests.web.script import Script, turn_at
from web.app import Services, create_app
from web.feed import Feed
from web.turn_clock import TurnClock

AHEAD = 1000.0
"""Seconds by which this machine's clock is ahead of that of the source, whatever the day."""


class Table:
    """A table at which a turn has so many seconds, and everything is told at once."""

    def __init__(self, seconds=45, before=()):
        self.at = 0.0
        self.feed = Feed(events=before, clock=TurnClock(seconds, lambda: AHEAD + self.at))

    def happens(self, *events):
        for event in events:
            self.at = event.at
            self.feed.hear((event,))
        return self

    def plays(self, at, number):
        return self.happens(turn_at(at, number), e.PositionSettled(at=at, position=(), to_move=number % 2))

    @property
    def told(self):
        return self.feed.state["clock"]

    @property
    def left(self):
        """Seconds a phone shows."""
        clock = self.told
        return clock["left"] if "left" in clock else clock["ends"] / 1000 - AHEAD - self.at


def begun(seconds=45):
    return Table(seconds).happens(*Script().events)


def test_nothing_is_told_where_nobody_chose_a_time():
    assert begun(0).plays(10.0, 1).told is None


def test_the_first_turn_has_all_the_time_it_likes():
    assert begun().told is None


def test_a_turn_ends_so_long_after_the_one_before_was_told():
    table = begun().plays(10.0, 1)
    assert table.told == {"seconds": 45, "ends": round((AHEAD + 10.0 + 45) * 1000)}
    assert table.plays(30.5, 2).left == 45


def test_a_turn_that_was_seen_late_leaves_the_next_one_its_whole_time():
    table = begun().plays(10.0, 1).plays(90.0, 2)
    assert table.left == 45


STANDS = {
    "a pause": (e.StateChanged(at=30.0, state="paused"), e.StateChanged(at=100.0, state="watching")),
    "a fault": (e.StateChanged(at=30.0, state="disputed"), e.StateChanged(at=100.0, state="watching")),
    "a board that is hidden": (e.ViewBlocked(at=30.0, reason="An arm."), e.ViewClear(at=100.0)),
    "a camera that is gone": (e.CameraLost(at=30.0, reason="No frame."), e.CameraBack(at=100.0)),
}


@pytest.mark.parametrize("why", STANDS)
def test_time_stands_still_in(why):
    begins, ends = STANDS[why]
    table = begun().plays(10.0, 1).happens(begins)
    assert table.told == {"seconds": 45, "left": 25.0}
    assert table.happens(ends).left == 25.0


def test_where_two_things_stop_the_time_it_goes_on_when_both_are_over():
    stop, go = e.StateChanged(at=30.0, state="paused"), e.StateChanged(at=60.0, state="watching")
    table = begun().plays(10.0, 1).happens(e.CameraLost(at=20.0, reason="Gone."), stop, e.CameraBack(at=50.0))
    assert table.told == {"seconds": 45, "left": 35.0}
    assert table.happens(go).left == 35.0


def test_a_turn_taken_back_gives_its_player_what_was_left_when_it_was_told():
    table = begun().plays(10.0, 1).plays(40.0, 2).happens(e.TurnUndone(at=55.0, turn=2))
    table.happens(e.PositionSettled(at=55.0, position=(), to_move=1))
    assert table.left == 15


def test_a_game_that_is_won_limits_nothing_any_more():
    assert begun().plays(10.0, 1).happens(e.GameWon(at=10.0, team="blue", turn=1)).told is None


def test_after_a_restart_time_stands_until_the_board_is_seen_and_goes_on_where_it_was():
    told = [*Script().events, turn_at(10.0, 1), e.PositionSettled(at=12.0, position=(), to_move=1)]
    table = Table(before=told)
    assert table.told == {"seconds": 45, "left": 43.0}
    table.at = 12.0
    table.feed.tell(at=12.0)
    assert table.left == 43


def test_phones_hear_of_no_other_moment_while_the_clocks_agree():
    table = begun().plays(10.0, 1)
    number = table.feed.number
    for second in range(11, 30):
        table.at = second + 0.2
        table.feed.tell(at=float(second))
    assert table.feed.number == number


def test_a_film_that_is_over_leaves_what_was_left():
    table = begun().plays(10.0, 1)
    table.at = 20.0
    table.feed.rest()
    assert table.told == {"seconds": 45, "left": 35.0}


def test_a_phone_learns_the_clock_of_the_table_with_the_state():
    feed = Feed(clock=TurnClock(45, lambda: 12.345))
    page = create_app(feed, Services()).test_client()
    assert page.get("/api/state").headers["X-Time"] == "12345"
    stream = page.get("/events", buffered=False)
    assert b"event: time\ndata: 12345\n\n" in next(iter(stream.response))
    stream.close()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "East, time is up."), ("es", "East, se acabó el tiempo."), ("da", "East, tiden er gået."),
     ("sv", "East, tiden är ute.")],
)  # fmt: skip
def test_the_voice_says_once_a_turn_that_its_time_is_up(language, words):
    said = []
    announcer = Announcer(SimpleNamespace(speak=said.append), Script().events, language, clock=45)
    announcer.hear((turn_at(10.0, 1), e.PositionSettled(at=10.0, position=(), to_move=1)))
    for at in range(10, 70):
        announcer.time_is(float(at))
    assert said == [words]
    announcer.hear((turn_at(70.0, 2), e.PositionSettled(at=70.0, position=(), to_move=0)))
    for at in range(70, 200):
        announcer.time_is(float(at))
    assert len(said) == 2


def test_in_quiet_hours_no_voice_says_that_time_is_up():
    said, told = [], [*Script().events, turn_at(10.0, 1)]
    announcer = Announcer(SimpleNamespace(speak=said.append), told, clock=45, quiet=lambda: True)
    announcer.time_is(100.0)
    assert said == []


def test_what_stood_still_takes_no_time_of_a_turn_in_the_list():
    hidden = STANDS["a board that is hidden"]
    table = begun(0).plays(10.0, 1).happens(*hidden).plays(105.0, 2)
    assert table.feed.state["turns"][1]["seconds"] == 25
