"""The statistics of a table in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_accessibility import SMALL, broken_in
from tests.e2e.test_large_text import LANGUAGES, wrong
from tests.often import cases
from tests.web.test_statistics_page import Evenings


@pytest.fixture(scope="module")
def evenings():
    return Evenings()


def test_the_statistics_are_found_from_the_book_and_draw_where_sequences_lie(table, visit, evenings):
    page = visit(table(games=evenings), "book", live=False)
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("img", name="Where sequences lie").first).to_be_visible()
    expect(page.locator(".stroke").first).to_be_visible()
    rows = page.locator(".length:first-of-type tr")
    assert sum(int(one.split()[-1]) for one in rows.all_inner_texts()) == 3


def test_the_statistics_break_no_rule_of_accessibility(table, visit, evenings):
    page = visit(table(games=evenings), "statistics", live=False, bypass_csp=True)
    assert broken_in(page, (SMALL, "dark"), (PHONE, "light"), (DESKTOP, "dark")) == []


@cases("language", LANGUAGES, quick=1)
def test_words_are_whole_on_the_statistics(table, visit, evenings, language):
    for games in (evenings, Evenings(0)):
        page = visit(table(games=games), f"statistics?lang={language}", live=False, is_mobile=False)
        assert wrong(page) == []
