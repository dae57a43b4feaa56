"""The family book, the statistics and a game on paper, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.test_book import Family
from tests.web.test_statistics_page import Evenings


@pytest.fixture
def played(table):
    return table(games=Family())


def test_the_book_is_found_from_the_list_of_games_and_says_who_won(played, visit):
    page = visit(played, "games", live=False)
    page.get_by_role("link", name="Family book").click()
    expect(page.get_by_role("row", name="Bo 2 1")).to_be_visible()
    expect(page.locator(".records")).to_contain_text("25 min")
    expect(page.get_by_role("img", name=re.compile("Where chips were laid most"))).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_text("Bo: 2")
    page.locator(".records a").first.click()
    expect(page.locator("#where")).to_contain_text("Turn")
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.get_by_role("button", name="One sheet to print").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")


def test_the_statistics_are_found_from_the_book_and_draw_where_sequences_lie(table, visit):
    page = visit(table(games=Evenings()), "book", live=False)
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("img", name="Where sequences lie").first).to_be_visible()
    expect(page.locator(".stroke").first).to_be_visible()
    rows = page.locator(".length:first-of-type tr")
    assert sum(int(one.split()[-1]) for one in rows.all_inner_texts()) == 3


@pytest.mark.parametrize(("games", "game"), [(Family, 1), (Evenings, 2)])
def test_a_game_prints_on_one_page(table, visit, games, game):
    page = visit(table(games=games()), f"games/{game}", live=False, is_mobile=False)
    expect(page.locator("#ending")).to_be_visible()
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1


def test_paper_says_what_it_shows_and_holds_nothing_to_tap(played, visit):
    page = visit(played, "games", live=False)
    page.emulate_media(media="print")
    titles = {"book": "Family book", "statistics": "Statistics", "games": "Earlier games", "games/1": "20"}
    for path, title in titles.items():
        page.goto(played.address + path)
        expect(page.locator("h1")).to_contain_text(title)
        expect(page.locator("h1")).to_be_visible()
        for control in page.locator(".back, .button, header button").all():
            expect(control).to_be_hidden()
