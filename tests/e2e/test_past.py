"""Live and back: a tapped turn takes the board there, and the live game goes on meanwhile."""

import re

import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import DESKTOP, PHONE, SMALL
from tests.e2e.test_accessibility import broken_in
from tests.web.script import long_game
from tests.web.shelf import Shelf


@pytest.fixture
def running(table, tmp_path):
    """A running game that is kept, and how to play on."""
    game, shelf = long_game().fault(code="chip-moved"), Shelf(tmp_path)
    game.say(e.FaultCleared(code="chip-moved", number=1))
    served = table(game, games=shelf, evidence=shelf.evidence)
    served.feed.tell(game=1)
    shelf.kept[1] = game.events

    def on(*spaces):
        for space in spaces:
            served.play(game.play(space).events[-2:])

    served.on = on
    return served


def tap(page, turn):
    page.locator(f"#turns [data-turn='{turn}']").click()


def chips(page):
    return page.locator(".chips .chip")


def test_a_tapped_turn_takes_the_board_there_and_back_and_all_is_in_view_on_a_phone(running, visit):
    page = visit(running)
    now = chips(page).count()
    tap(page, 7)
    expect(chips(page)).to_have_count(7)
    expect(page.locator("#past .when")).to_have_text("Turn 7: North placed a chip on the upper 5♥.")
    expect(page.locator("#past figure img")).to_have_attribute("src", re.compile("turn-0007/after"))
    expect(page.locator("#now .who")).to_have_text("North to play")  # what is live stays live
    expect(page.locator("#past figure img")).to_be_visible()
    expect(page.locator("#past .button")).to_be_in_viewport(ratio=1)
    board, way_back = page.locator("#board svg").bounding_box(), page.locator("#past").bounding_box()
    assert board["y"] >= page.locator(".bar").bounding_box()["height"] - 1
    assert board["y"] + board["height"] <= way_back["y"]
    page.get_by_role("button", name="One step back").click()
    expect(chips(page)).to_have_count(6)
    expect(page.locator("#past figure")).to_be_hidden()
    page.get_by_role("button", name="Back to live").click()
    expect(chips(page)).to_have_count(now)
    expect(page.locator("#past")).to_be_hidden()


def test_turns_played_meanwhile_are_counted_and_shown_when_one_comes_back(running, visit):
    page = visit(running)
    now = chips(page).count()
    tap(page, 7)
    expect(chips(page)).to_have_count(7)
    running.on("a3")
    expect(page.locator("#past .button")).to_have_text("1 new turn, back to live")
    running.on("a4", "a5")
    expect(page.locator("#past .button")).to_have_text("3 new turns, back to live")
    expect(page.locator("#turns [data-then]")).to_have_attribute("data-turn", "7")
    expect(chips(page)).to_have_count(7)
    expect(page.locator("#turns li").first).to_contain_text("27North placed")
    page.click("#past .button")
    expect(chips(page)).to_have_count(now + 3)


def test_earlier_faults_are_dots_on_the_time_line_and_a_new_one_is_said_while_an_earlier_moment_is_shown(
    running, visit
):
    page = visit(running)
    tap(page, 7)
    page.get_by_role("button", name="Turn 24: A chip was moved.").click()
    expect(page.locator("#past .when")).to_contain_text("A chip was moved.")
    expect(page.locator(".faults .alarm")).to_have_count(1)
    expect(page.locator(".fault")).to_have_count(0)  # it was put right long ago
    tap(page, 7)
    expect(chips(page)).to_have_count(7)
    running.play(long_game().fault().events[-1:])
    expect(page.locator(".fault summary")).to_have_text("Not their turn.")
    expect(chips(page)).to_have_count(7)


def test_one_goes_back_and_forth_with_the_keyboard_alone(running, visit):
    page = visit(running, **DESKTOP)
    page.locator("#turns [data-turn='7']").focus()
    page.keyboard.press("Enter")
    expect(chips(page)).to_have_count(7)
    page.locator("#past input").focus()
    page.keyboard.press("ArrowLeft")
    expect(chips(page)).to_have_count(6)
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    expect(page.locator("#turns [data-turn='7']")).to_be_focused()


def test_a_game_that_is_not_kept_shows_where_the_turn_was_and_a_fresh_page_announces_nothing_again(table, visit):
    page = visit(table(long_game()))
    expect(page.locator("#called")).to_be_empty()
    tap(page, 7)
    expect(page.locator("#board .note")).to_contain_text("(e5)")
    expect(page.locator("#past")).to_be_hidden()


def test_an_earlier_moment_breaks_no_rule_of_accessibility(running, visit):
    page = visit(running, bypass_csp=True)
    tap(page, 7)
    expect(page.locator("#past figure img")).to_be_visible()
    assert broken_in(page, (SMALL, "light"), (PHONE, "dark")) == []
