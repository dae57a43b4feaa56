"""Puzzles to tap, in a real browser: the board, the hand as cards, and whether the space is right."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, SMALL
from tests.e2e.test_accessibility import broken_in
from tests.e2e.test_large_text import LANGUAGES, wrong
from tests.engine.boards import read_record
from tests.engine.told import events_of
from tests.often import cases
from tests.web.shelf import Entry, Shelf
from tests.web.test_puzzles_page import HEAD, SEVEN, WON


def posed(table, visit, path="puzzles", turns=WON, need=1, **kind):
    """The page of puzzles out of one game that is over."""
    shelf, record = Shelf(games=()), read_record(HEAD.format(need) + turns)
    shelf.keep(Entry(1, 1.79e9, "blue:Ada green:Ben", result="blue"), [*events_of(record)])
    page = visit(table(games=shelf), path, live=False, **kind)
    page.locator("#next").wait_for()
    return page


def space(page, name):
    return page.locator(f"[role=gridcell][aria-label*='({name})']")


def test_another_space_is_said_why_not_one_may_try_again_and_the_space_that_wins_is_right(table, visit):
    page = posed(table, visit)
    expect(page.locator("#asked")).to_have_text("Ada wins with one turn. Tap the space.")
    space(page, "b3").click()
    expect(page.locator("#said")).to_have_text("None of these cards goes there.")
    other = page.locator(".hand-card:not([data-card='5D'])").first
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    space(page, "f3").click()
    expect(page.locator("#said")).to_contain_text("does not go there.")
    page.locator("[data-card='5D']").click()
    assert page.locator(".could").count() == 2
    space(page, "f3").click()
    expect(page.locator("#said")).to_have_text("Right: the upper 5♦.")
    expect(space(page, "f3")).to_have_attribute("aria-label", re.compile("Blue chip"))
    expect(page.locator(".hand-card").first).to_be_disabled()


def test_it_is_answered_by_the_keyboard_alone(table, visit):
    page = posed(table, visit, is_mobile=False)
    space(page, "a1").focus()
    for key in ("ArrowRight",) * 5 + ("ArrowDown",) * 2 + ("Enter",):
        page.keyboard.press(key)
    expect(page.locator("#said")).to_contain_text("Right")
    expect(page.locator("#next")).to_be_focused()


def test_the_answer_is_shown_when_asked_and_the_next_puzzle_comes_from_simulated_players(table, visit):
    page = posed(table, visit)
    expect(page.locator("#source a")).to_have_attribute("href", "/games/1#8")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#said")).to_have_text("The answer: the upper 5♦.")
    assert page.locator(".could").count() == 1
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#source")).to_contain_text("simulated players")
    expect(page.locator("#said")).to_be_empty()


def test_which_five_is_answered_by_the_letters_drawn_on_the_board(table, visit):
    page = posed(table, visit, turns=SEVEN, need=3)
    while "five" not in page.locator("#asked").inner_text():
        page.locator("#next").click()
        page.wait_for_function("document.getElementById('asked').querySelector('svg')")
    expect(page.locator(".claim")).to_have_count(3)
    for letter in "ABC":
        button = page.get_by_role("button", name=letter, exact=True)
        if button.count():
            button.click()
    expect(page.locator("#said")).to_contain_text(re.compile("Right: [ABC]"))


def test_a_puzzle_fits_a_phone_with_its_question_its_board_and_its_hand_and_breaks_no_rule_of_accessibility(
    table, visit
):
    page = posed(table, visit, bypass_csp=True)
    for width, height in ((320, 568), (390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#asked", "#board svg", "#hand"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0, (width, part)
            assert box["y"] + box["height"] <= height, (width, part)
    assert broken_in(page, (SMALL, "dark"), (PHONE, "light"), (DESKTOP, "dark")) == []
    page.locator(".hand-card").first.click()
    space(page, "f3").click()
    assert broken_in(page, (PHONE, "dark")) == []


@cases("language", LANGUAGES, quick=1)
def test_words_are_whole_on_puzzles(table, visit, language):
    page = posed(table, visit, f"puzzles?lang={language}", is_mobile=False)
    page.locator(".actions .button").first.click()
    assert wrong(page) == []
