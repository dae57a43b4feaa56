"""What is a nuisance where it is wrong: names in the seat picker, ticks, words that flash, stay or lie over buttons."""

from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import ROOM
from tests.e2e.test_accessibility import broken
from tests.e2e.test_book import Family
from tests.e2e.test_large_text import NAMES
from tests.often import cases
from tests.web.script import Script, long_game
from tests.web.shelf import Shelf
from tests.web.show import stages
from web import wording
from web.turn_clock import TurnClock

LINE = 30
"""Pixels below which a name stands on one line."""


@cases(
    ("width", "players", "language"),
    [(320, 4, "en"), (390, 12, "en"), *((320, 6, language) for language in wording.languages())],
    quick=2,
)
def test_no_name_is_broken_where_one_takes_a_seat(table, visit, width, players, language):
    colours = ("blue", "green", "red") if players % 3 == 0 else ("blue", "green")
    game = Script(tuple(f"{colours[at % len(colours)]}:{NAMES[at]}" for at in range(players)))
    page = visit(table(game), f"?lang={language}", viewport={"width": width, "height": 800})
    page.get_by_role("button", name=wording.text("ask", "sit", language)).click()
    names = page.locator(".around button > span")
    expect(names).to_have_count(players)
    assert max(names.nth(at).bounding_box()["height"] for at in range(players)) < LINE
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tick_of_more_stands_beside_its_words(table, visit):
    served = table(Script(("blue", "green")).play("d4"))
    host, player = visit(served, "#host=123456"), visit(served)
    player.get_by_role("button", name="Sit down").click()
    player.locator(".around button").first.click()
    expect(player.locator("#bar > .answer")).to_contain_text("You sit at the table.")
    host.get_by_role("button", name="More").click()
    # Both in one look: what lies above them may still come.
    both = "row => ['input', 'span'].map(part => row.querySelector(part).getBoundingClientRect().toJSON())"
    tick, words = host.locator(".panel .switch").evaluate(both)
    assert tick["width"] < 40
    assert tick["y"] < words["y"] + words["height"]
    assert words["y"] < tick["y"] + tick["height"]


def test_an_arm_that_plays_a_chip_asks_for_nothing_and_one_that_stays_does(table, visit):
    served = table(long_game())
    page = visit(served, clock=True)
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


def test_what_is_called_out_lies_over_no_button_of_the_bar(table, visit):
    game = long_game()
    served = table(game.events[:30])
    page = visit(served, "#host=123456")
    expect(page.locator("#bar [data-name=pause]")).to_be_visible()
    served.feed.hear((e.SequenceMade(team="green", spaces=("j5", "j6", "j7", "j8", "j9"), turn=14),))
    called = page.locator("#called.show button")
    expect(called).to_be_visible()
    assert called.bounding_box()["y"] + called.bounding_box()["height"] < page.locator("#bar").bounding_box()["y"]


def test_what_is_called_out_lies_over_no_question(table, visit):
    served = table(stages()["question"])
    page = visit(served)
    served.feed.hear((e.SequenceMade(team="green", spaces=("j5", "j6", "j7", "j8", "j9"), turn=24),))
    expect(page.locator("#score")).to_contain_text("East: 1 of 2")
    assert page.locator("#called.show").count() == 0


def test_the_bar_is_one_key_away_from_the_top_where_there_is_one(table, visit):
    served = table(long_game())
    host = visit(served, "#host=123456")
    expect(host.locator("#bar [data-name=pause]")).to_be_visible()
    host.keyboard.press("Tab")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    host.keyboard.press("Tab")
    expect(host.locator("#bar [data-name=pause]")).to_be_focused()
    guest = visit(served)
    expect(guest.locator("#to-bar")).to_be_hidden()


def test_every_page_uses_a_wide_screen(table, visit):
    served = table(stages()["long"], games=Family())
    page = visit(served, **ROOM)
    boxes = [page.locator(part).bounding_box() for part in ("#board svg", "#turns", "#turns li:last-child")]
    assert boxes[2]["x"] + boxes[2]["width"] <= 1920
    assert boxes[0]["height"] > 0.85 * 1080
    assert boxes[1]["x"] + boxes[1]["width"] > 0.95 * 1920
    right = "Math.max(...[...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect().right))"
    for path in ("games", "book"):
        page.goto(served.address + path)
        assert page.evaluate(right) > 0.85 * 1920, path


def test_who_won_is_read_in_the_dark_and_on_paper(table, visit):
    page = visit(table(games=Family()), "games", live=False, color_scheme="dark", bypass_csp=True)
    colour = "e => getComputedStyle(e).color"
    dark = page.locator(".outcome").first.evaluate(colour)
    page.emulate_media(color_scheme="light")
    assert page.locator(".outcome").first.evaluate(colour) != dark
    page.emulate_media(color_scheme="dark")
    assert broken(page) == []
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("body").evaluate("e => getComputedStyle(e).getPropertyValue('--soft').trim()") == "#333"


def test_the_title_of_a_page_stands_clear_of_its_edge_where_its_links_take_another_line(table, visit, tmp_path):
    served = table(long_game(), games=Shelf(tmp_path))
    page = visit(served, "book?lang=es", live=False, viewport={"width": 320, "height": 568})
    for path in ("book", "games", "games/1"):
        page.goto(f"{served.address}{path}?lang=es")
        title = page.locator(".bar h1")
        box, line = title.bounding_box(), title.evaluate("e => parseFloat(getComputedStyle(e).lineHeight)")
        assert box["y"] + (box["height"] - line) / 2 >= 4, path
        ends = [box["x"] + box["width"] for box in (one.bounding_box() for one in page.locator(".bar .back").all())]
        assert max(ends) > 300, f"{path}: they stand at the right"


def test_on_paper_there_is_the_game_and_a_fault_reddens_no_bar_and_nothing_is_there_to_tap_or_to_run_down(
    table, visit, tmp_path
):
    page = visit(table(long_game().fault(), games=Shelf(tmp_path)), "games/1", live=False)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator(".fault h2").first).to_be_visible()
    expect(page.locator(".fault summary").first).to_be_hidden()
    live = visit(table(stages()["long"], clock=TurnClock(45)))
    expect(live.locator("#clock")).to_be_visible()
    live.emulate_media(media="print")
    expect(live.locator("#clock")).to_be_hidden()
    expect(live.locator(".bar")).to_be_hidden()
    expect(live.locator("#board svg")).to_be_visible()
    assert live.locator("#turns").evaluate("e => getComputedStyle(e).columnCount") == "4"
