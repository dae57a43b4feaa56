"""The line to the table, lost or refused: the truth at once afterwards; and many tabs that hold one together."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PATIENCE
from tests.web.phones import get


@pytest.fixture
def tabs(table, visit, game):
    """`tabs(count)`: the table, and that many tabs of one browser that follow it."""

    def make(count, served=None):
        served = served or table(game)
        pages = [visit(served)]
        for _ in range(count - 1):
            page = pages[0].context.new_page()
            page.goto(served.address)
            pages.append(page)
        return served, pages

    return make


def streams(served):
    return json.loads(get(served.port, "/healthz")[2])["streams"]


def all_show(pages, space):
    for page in pages:
        expect(page.locator(f"[role=gridcell][aria-label*='({space})'][aria-label*='last turn']")).to_have_count(1)


def one_holds_the_stream(served, page):
    for _ in range(PATIENCE // 100):
        if streams(served) == 1:
            return True
        page.wait_for_timeout(100)
    return False


def test_the_seventh_and_the_tenth_tab_load_and_follow_the_game(tabs, game):
    served, pages = tabs(10)
    for page in pages:
        expect(page.locator("#live[data-link=live]")).to_be_visible()
    assert one_holds_the_stream(served, pages[0])
    served.play(game.play("d4").events[-2:])
    all_show(pages, "d4")
    served.play(game.play("e5").events[-2:])
    all_show(pages, "e5")


def test_all_tabs_say_that_the_line_is_lost_and_follow_again_when_the_table_is_back(tabs, game):
    served, pages = tabs(3)
    served.stop()
    for page in pages:
        expect(page.locator("#lost")).to_be_visible()
    served.restart(game.play("d4").events)
    for page in pages:
        expect(page.locator("#live[data-link=live]")).to_be_visible()
        expect(page.locator("#lost")).to_be_hidden()
    all_show(pages, "d4")


def test_a_tab_that_wakes_beside_one_that_sleeps_holds_the_stream_itself(tabs, game):
    served, pages = tabs(2)
    for page in pages:
        asleep = page.context.new_cdp_session(page)
        asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    awake = pages[1].context.new_cdp_session(pages[1])
    awake.send("Page.setWebLifecycleState", {"state": "active"})
    pages[1].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    served.play(game.play("d4").events[-2:])
    all_show(pages[1:], "d4")
    served.play(game.play("e5").events[-2:])
    all_show(pages[1:], "e5")


def test_a_browser_that_cannot_speak_between_its_tabs_gives_each_its_own_stream(table, visit, game):
    served = table(game)
    first = visit(served)
    first.context.add_init_script("delete window.BroadcastChannel")
    pages = [first, first.context.new_page()]
    for page in pages:
        page.goto(served.address)
        expect(page.locator("#live[data-link=live]")).to_be_visible()
    served.play(game.play("d4").events[-2:])
    all_show(pages, "d4")
    assert streams(served) == 2


def test_a_missed_number_makes_the_page_ask_for_the_whole(table, visit, game):
    served = table(game)
    page = visit(served)
    served.feed._number += 1
    served.feed.tell(hidden=["a2"])
    expect(page.locator(".hidden rect")).to_have_count(1)


def test_a_page_without_a_live_place_is_refreshed_every_few_seconds(table, visit, game):
    served = table(game, stream_cap=0)
    page = visit(served, live=False, clock=True)
    expect(page.locator("#live[data-link=polling]")).to_have_text("Live, every few seconds")
    served.play(game.play("d4").events[1:])
    page.clock.fast_forward(9000)
    expect(page.locator("#now .just")).to_have_text("North placed a chip on the lower 5♣.")
