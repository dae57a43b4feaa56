"""The line between a phone and the table: lost, slept through, refused; and the truth at once afterwards."""

from playwright.sync_api import expect

from tests.web.script import long_game


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
