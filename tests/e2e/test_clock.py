"""The time of a turn in a real browser: counted on the phone, by the table's clock, and told once when it is up."""

import datetime
import threading

import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import DESKTOP, SMALL
from tests.e2e.test_accessibility import broken_in
from tests.web.script import Script
from web.turn_clock import TurnClock

LONG_AGO = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)
SPEAKS = """localStorage.setItem("voice", "on"); window.said = [];
speechSynthesis.speak = (saying) => { if (saying.text) window.said.push(saying.text); };"""


class Hands:
    """The clock of the table, which goes on when it is told to, and phones with it."""

    def __init__(self, table):
        self.now = 1.0  # when the first turn was told
        self.moving = threading.Lock()
        game = Script(("blue:Ada", "green:Wilhelmina")).play("d4")
        self.table = table(game, clock=TurnClock(45, self.told))
        self.pages = []

    def told(self):
        """What the table says; never the time before a move to a phone in the midst of it, which would have to wait
        for the next sign of life to be put right."""
        with self.moving:
            return self.now

    def phone(self, visit, path="", **kind):
        """A phone at that page, on which the date was never set."""
        page = visit(self.table, "games", live=False, **kind)
        page.clock.install(time=LONG_AGO)
        page.add_init_script(SPEAKS)
        page.goto(self.table.address + path)
        self.pages.append(page)
        return page

    def go(self, seconds):
        self.until_live()  # a line that opens at this moment would bring the time of before
        with self.moving:
            for page in self.pages:
                # Else seconds pass by themselves, too, on a busy machine more than one between two looks. To stop
                # it in the past is refused, so it is stopped a second on.
                page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
                page.clock.run_for((seconds - 1) * 1000)
            self.now += seconds
        self.until_live()  # after so much silence the line is made anew, and begins with the time

    def until_live(self):
        """Waits for each phone's line. One that broke is tried again after a while, which on a stopped clock must be
        let pass."""
        for page in self.pages:
            broken = page.locator("#live:not([data-link=live])")
            for _ in range(20):
                try:
                    expect(broken).to_have_count(0, timeout=1500)
                    break
                except AssertionError:
                    page.clock.run_for(500)
            expect(broken).to_have_count(0)


@pytest.fixture
def hands(table):
    return Hands(table)


@pytest.mark.parametrize("path", ["", "tv"])
def test_what_is_left_of_a_turn_is_counted_without_asking_and_stands_still_in_a_pause(hands, visit, path):
    page = hands.phone(visit, path, **(DESKTOP if path else {}))
    clock = page.locator("#clock")
    expect(clock).to_have_text("0:45")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    hands.go(5)
    expect(clock).to_have_text("0:40")
    assert asked == []
    hands.go(15)
    hands.table.play([e.StateChanged(at=21.0, state="paused")])
    expect(clock).to_have_class("clock still")
    hands.go(30)
    expect(clock).to_have_text("0:25")
    hands.table.play([e.StateChanged(at=51.0, state="watching")])
    hands.go(5)
    expect(clock).to_have_text("0:20")


def test_that_time_is_up_is_said_plainly_and_once(hands, visit):
    page = hands.phone(visit)
    clock, told, just = page.locator("#clock"), page.locator("#clock-told"), page.locator("#now .just")
    expect(clock).to_have_text("0:45")
    hands.go(34)
    expect(told).to_be_empty()
    hands.go(2)
    expect(told).to_have_text("10 seconds left")
    hands.go(4)
    expect(told).to_have_text("10 seconds left")
    hands.go(10)
    expect(clock).to_have_text("0:00")
    expect(just).to_have_text("Time is up. The table decides what follows.")
    hands.go(10)
    assert page.evaluate("said") == ["Wilhelmina, time is up."]
    hands.table.play([e.TurnPlayed(at=61.0, turn=2, seat=1, team="green", action="place", space="e5")])
    expect(clock).to_have_text("0:45")
    expect(just).not_to_contain_text("Time is up")


def test_a_phone_that_comes_late_sees_that_time_is_up_and_says_nothing(hands, visit):
    hands.now += 50
    page = hands.phone(visit)
    expect(page.locator("#now .just")).to_contain_text("Time is up")
    assert page.evaluate("said") == []


def test_the_time_of_a_turn_lies_over_nothing_on_a_narrow_phone(hands, visit):
    hands.now += 40
    page = hands.phone(visit, **SMALL)
    expect(page.locator("#clock")).to_have_text("0:05")
    clock, who = page.locator("#clock").bounding_box(), page.locator("#now .who").bounding_box()
    assert who["x"] + who["width"] <= clock["x"]
    assert clock["x"] + clock["width"] <= SMALL["viewport"]["width"]
    assert broken_in(page, (SMALL, "light"), (SMALL, "dark")) == []
