"""What is a nuisance where it is wrong: names in the seat picker, ticks, words that flash, stay or lie over buttons."""

import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.test_book import Family
from tests.web.script import Script, long_game
from tests.web.show import stages

NAMES = ["Grandmother", "Ben", "Cid", "Dana", "Eve", "Finn", "Gus", "Hannah", "Ida", "Jo", "Kim", "Leo"]
LINE = 30
"""Pixels below which a name stands on one line."""


@pytest.mark.parametrize(("width", "players"), [(320, 2), (320, 4), (390, 12)])
def test_no_name_is_broken_where_one_takes_a_seat(table, visit, width, players):
    colours = ("blue", "green", "red") if players % 3 == 0 else ("blue", "green")
    game = Script(tuple(f"{colours[at % len(colours)]}:{NAMES[at]}" for at in range(players)))
    page = visit(table(game), viewport={"width": width, "height": 800})
    page.get_by_role("button", name="Take a seat").click()
    names = page.locator(".around button > span")
    expect(names).to_have_count(players)
    assert max(names.nth(at).bounding_box()["height"] for at in range(players)) < LINE
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tick_of_more_stands_beside_its_words(table, visit):
    served = table(Script(("blue", "green")).play("d4"))
    host, player = visit(served, "#host=123456"), visit(served)
    player.get_by_role("button", name="Take a seat").click()
    player.locator(".around button").first.click()
    expect(player.locator("#bar > .answer")).to_contain_text("You sit at the table.")
    host.get_by_role("button", name="More").click()
    tick, words = (host.locator(f".panel .switch {part}").bounding_box() for part in ("input", "span"))
    assert tick["width"] < 40
    assert tick["y"] < words["y"] + words["height"]
    assert words["y"] < tick["y"] + tick["height"]


def test_an_arm_that_plays_a_chip_asks_for_nothing_and_one_that_stays_does(table, visit):
    served = table(long_game())
    page = visit(served)
    page.clock.install()
    page.reload()
    expect(page.locator("#live[data-link=live]")).to_be_visible()
    blocked = e.ViewBlocked(spaces=("e5",), reason="An arm.")
    served.feed.hear((blocked,))
    expect(page.locator("#live")).to_have_text("Not watching")
    expect(page.locator("#seeing")).to_be_hidden()
    served.feed.hear((e.ViewClear(),))
    expect(page.locator("#live")).to_have_text("Live")
    page.clock.fast_forward(4000)
    expect(page.locator("#seeing")).to_be_hidden()
    served.feed.hear((blocked,))
    expect(page.locator("#live")).to_have_text("Not watching")
    page.clock.fast_forward(4000)
    expect(page.locator("#seeing")).to_be_visible()


def test_a_refusal_goes_when_nobody_needs_it_any_more(table, visit):
    page = visit(table(long_game()))
    page.clock.install()
    page.goto(f"{page.url.split('#')[0]}?again#host=000000")
    expect(page.locator("#told")).to_have_text("That is not the host key.")
    page.clock.fast_forward(31_000)
    expect(page.locator("#told")).to_be_empty()


def test_what_is_called_out_lies_over_no_button_of_the_bar(table, visit):
    game = long_game()
    served = table(game.events[:30])
    page = visit(served, "#host=123456")
    expect(page.locator("#bar [data-name=pause]")).to_be_visible()
    served.feed.hear((e.SequenceMade(team="green", spaces=("j5", "j6", "j7", "j8", "j9"), turn=14),))
    called = page.locator("#called.show button")
    expect(called).to_be_visible()
    assert called.bounding_box()["y"] + called.bounding_box()["height"] < page.locator("#bar").bounding_box()["y"]


def test_a_wide_screen_is_used(table, visit):
    page = visit(table(stages()["long"]), viewport={"width": 1920, "height": 1080}, is_mobile=False, has_touch=False)
    boxes = [page.locator(part).bounding_box() for part in ("#board svg", "#turns")]
    assert boxes[0]["height"] > 0.85 * 1080
    assert boxes[1]["x"] + boxes[1]["width"] > 0.95 * 1920


def test_who_won_is_read_in_the_dark_and_on_paper(table, visit):
    page = visit(table(games=Family()), "games", live=False, color_scheme="dark")
    colour = "e => getComputedStyle(e).color"
    dark = page.locator(".outcome").first.evaluate(colour)
    page.emulate_media(color_scheme="light")
    assert page.locator(".outcome").first.evaluate(colour) != dark
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("body").evaluate("e => getComputedStyle(e).getPropertyValue('--soft').trim()") == "#333"
