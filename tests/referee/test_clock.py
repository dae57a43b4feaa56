"""A machine that does not know what time it is: what it stamped is marked, and put right once the clock is set."""

import time

import pytest

from engine import events
from referee.storage.history import History
from referee.storage.times import STEP, WallClock
from referee.storage.verifier import verify
from tests.referee.conftest import run

BOOT = 1_700_000_000.0
"""Where a clock stands that was last right when the machine was switched off."""
TODAY = 1_790_000_000.0
BACK = 1_761_442_200.0
"""Half past two in Berlin, for the second time that night."""


class Machine:
    """A machine whose wall clock can be set; time passes when it is told to."""

    def __init__(self, wall, known):
        self.wall, self.even, self.known = wall, 10.0, known
        self.clock = WallClock(lambda: self.wall, lambda: self.even, lambda: self.known)

    def wait(self, seconds):
        self.wall += seconds
        self.even += seconds

    def set_clock(self, wall):
        self.wall, self.known = wall, True


def new_game(history):
    return history.begin(edition="classic", layout="classic", seats=("blue", "green"), profile="/table")


def won():
    return events.GameWon(team="blue", turn=1)


def test_a_clock_that_is_set_in_mid_game_puts_right_what_was_stamped_before(data):
    pi = Machine(BOOT, known=False)
    with History(data / "history.sqlite", clock=pi.clock) as history:
        game = new_game(history)
        assert not history.game(game).clock_set
        pi.wait(60)
        history.append(game, [events.GameStarted(edition="classic", layout="classic", seats=("blue", "green"))])
        pi.wait(60)
        pi.set_clock(TODAY)
        pi.wait(60)
        history.append(game, [won()])
        row = history.game(game)
        links = history.links(game)
    assert row.clock_set
    assert (row.began, row.ended) == (TODAY - 120, TODAY + 60)
    shift = next(link for link in links if link.kind == "clock")
    assert f'"shift":{TODAY - BOOT - 120:.1f}' in shift.json
    assert '"since":0' in shift.json
    assert [link.wall for link in links] == sorted(link.wall for link in links)
    assert verify(data)[0] == 0


def test_a_clock_that_was_ahead_is_put_back_and_order_stays(data):
    pi = Machine(TODAY + 9999, known=False)
    with History(data / "history.sqlite", clock=pi.clock) as history:
        first = new_game(history)
        pi.set_clock(TODAY)
        pi.wait(30)
        history.append(first, [won()])
        second = new_game(history)
        assert (history.game(first).began, history.game(first).ended) == (TODAY, TODAY + 30)
        assert [row.id for row in history.games()] == [second, first]
    assert verify(data)[0] == 0


def test_a_game_taken_up_with_a_clock_that_lags_does_not_end_before_it_began(data):
    with History(data / "history.sqlite", clock=Machine(TODAY, known=True).clock) as history:
        game = new_game(history)
    pi = Machine(BOOT, known=False)
    with History(data / "history.sqlite", clock=pi.clock) as history:
        history.append(game, [won()])
        row = history.game(game)
        assert row.ended == row.began == TODAY
        assert not row.clock_set
        pi.wait(5)
        pi.set_clock(TODAY + 100)
        history.remark(game, said="anything")
        row = history.game(game)
        assert row.clock_set
        assert row.ended == TODAY + 95
    assert verify(data)[0] == 0


def test_drift_is_no_step():
    pi = Machine(TODAY, known=True)
    for _ in range(100):
        pi.wait(60)
        pi.wall += STEP / 10
        assert pi.clock.step() == 0
    pi.wall += STEP + 0.1
    assert pi.clock.step() > STEP
    assert pi.clock.step() == 0


def test_the_list_marks_times_of_a_clock_that_nobody_set(data, capsys):
    with History(data / "history.sqlite", clock=Machine(TODAY, known=True).clock) as history:
        new_game(history)
    with History(data / "history.sqlite", clock=Machine(BOOT, known=False).clock) as history:
        new_game(history)
    assert run("history", "list") == 0
    unsure, sure = (line.split("\t")[1] for line in capsys.readouterr().out.splitlines())
    assert unsure.endswith("?")
    assert not sure.endswith("?")


@pytest.fixture
def in_berlin(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_list_tells_the_two_hours_apart_that_a_night_in_autumn_has_twice(data, capsys, in_berlin):
    for wall in (BACK - 3600, BACK, BACK + 3600):
        with History(data / "history.sqlite", clock=Machine(wall, known=True).clock) as history:
            new_game(history)
    assert run("history", "list") == 0
    began = [line.split("\t")[1] for line in capsys.readouterr().out.splitlines()]
    assert began == ["2025-10-26 03:30", "2025-10-26 02:30 +0100", "2025-10-26 02:30 +0200"]
