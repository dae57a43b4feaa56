"""The page at home on a phone: its icon, and opening where the table cannot be reached."""

from playwright.sync_api import expect

from tests.e2e.conftest import AT_HOME, NO_STORAGE
from tests.e2e.test_accessibility import broken
from tests.often import cases
from tests.web.script import long_game
from tests.web.shelf import Shelf


def test_the_page_opens_without_the_table_shows_the_last_state_and_says_so(table, visit):
    served = table(long_game())
    page = visit(served, bypass_csp=True, **AT_HOME)
    page.wait_for_selector("html[data-kept]")
    served.stop()
    expect(page.locator("#lost")).to_contain_text("This is how the board stood")
    page.reload()
    expect(page.locator("#lost")).to_contain_text("Connection lost.")
    expect(page.locator("#lost")).to_contain_text("This is how the board stood")
    expect(page.locator("#now")).to_have_text("North to playEast removed the chip on the lower 2♥ with J♥.")
    expect(page.locator(".chips .chip")).to_have_count(22)
    assert broken(page) == []
    served.restart(long_game().play("g8"))
    page.reload()
    page.wait_for_selector("#live[data-link=live]")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(".chips .chip")).to_have_count(23)


def test_a_phone_that_keeps_nothing_still_follows_the_game(table, visit):
    page = visit(table(long_game()), script=NO_STORAGE)
    expect(page.locator(".chips .chip")).to_have_count(22)
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")


@cases("sheet", [True, False], quick=1)
def test_a_link_to_the_turn_that_is_shown_is_shared(table, visit, tmp_path, sheet):
    served = table(long_game(), games=Shelf(tmp_path))
    page = visit(served, "games/2#7", live=False)
    said = """(sheet) => {
        window.told = [];
        navigator.share = sheet ? async (what) => { window.told.push(what.url); } : undefined;
        const board = { writeText: async (text) => { window.told.push(text); } };
        Object.defineProperty(navigator, 'clipboard', { value: board });
    }"""
    page.evaluate(said, sheet)
    expect(page.locator("#where")).to_have_text("Turn 7 of 24")
    page.get_by_role("button", name="Share a link to this turn").click()
    expect(page.locator("#where")).to_have_text("Turn 7 of 24" if sheet else "The link was copied.")
    assert page.evaluate("window.told") == [f"{served.address}games/2?turn=7"]
