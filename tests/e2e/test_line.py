"""The line between a phone and the table: lost, slept through, refused; and the truth at once afterwards."""

import pytest
from playwright.sync_api import expect

from tests.web.script import long_game, opening

SECOND = 1000


@pytest.fixture
def halves():
    game = long_game().events
    return game[:20], game[20:]


def is_at_the_end(page):
    expect(page.locator("#now .just")).to_have_text("East removed the chip on the lower 2♥ with J♥.")
    expect(page.locator("#turns li")).to_have_count(24)


def test_a_lost_line_is_said_and_the_phone_catches_up_when_the_table_is_back(table, visit, halves):
    served = table(halves[0])
    page = visit(served)
    served.stop()
    expect(page.locator("#lost")).to_contain_text("Connection lost.")
    served.restart(halves[0] + halves[1])
    expect(page.locator("#live[data-link=live]")).to_be_visible()
    expect(page.locator("#lost")).to_be_hidden()
    is_at_the_end(page)


def within_a_second(page, nap):
    """Whether the page shows the latest turn within a second of waking: once in three naps, since machines stumble."""
    for space in ("g8", "h8", "i8"):
        nap(space)
        try:
            latest = page.locator(f"[role=gridcell][aria-label*='({space})'][aria-label*='last turn']")
            expect(latest).to_have_count(1, timeout=SECOND)
        except AssertionError:
            continue
        return True
    return False


def test_a_phone_that_slept_shows_the_truth_within_a_second_of_waking(table, visit):
    game = long_game()
    served = table(game)
    page = visit(served)
    phone = page.context.new_cdp_session(page)

    def nap(space):
        phone.send("Page.setWebLifecycleState", {"state": "frozen"})
        served.play(game.play(space).events[-2:])
        phone.send("Page.setWebLifecycleState", {"state": "active"})
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    assert within_a_second(page, nap)


def test_a_phone_whose_stream_died_silently_shows_the_truth_within_a_second_of_waking(table, visit):
    game = long_game()
    served = table(game)
    page = visit(served)

    def nap(space):
        page.context.set_offline(True)
        page.route("**/events*", lambda route: route.abort())
        expect(page.locator("#lost")).to_be_visible()
        served.play(game.play(space).events[-2:])
        page.unroute("**/events*")
        page.context.set_offline(False)

    assert within_a_second(page, nap)
    expect(page.locator("#live[data-link=live]")).to_be_visible()


def test_a_missed_number_makes_the_page_ask_for_the_whole(table, visit, game):
    served = table(game)
    page = visit(served)
    served.feed._number += 1
    served.feed.tell(hidden=["a2"])
    expect(page.locator(".hidden rect")).to_have_count(1)


def test_a_page_without_a_live_place_is_refreshed_every_few_seconds(table, visit, game):
    served = table(game, stream_cap=0)
    page = visit(served, live=False)
    expect(page.locator("#live[data-link=polling]")).to_have_text("Live, every few seconds")
    served.play(game.play("d4").events[1:])
    expect(page.locator("#now .just")).to_have_text("North placed a chip on the lower 5♣.")


def test_an_old_announcement_is_not_made_again_on_a_fresh_page(table, visit):
    page = visit(table(long_game()))
    expect(page.locator("#called")).to_be_empty()


def test_a_restarted_program_is_followed_even_when_its_numbers_begin_again(table, visit):
    served = table(long_game())
    page = visit(served)
    is_at_the_end(page)
    served.stop()
    served.restart(opening())
    expect(page.locator("#turns li")).to_have_count(9)
