"""What the referee asks: drawn on the board, answered by short buttons, with the time that is left."""

import re

import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import IN_MOTION
from tests.web.script import long_game

SPACES = re.compile(r"\b[a-j]\d{1,2}\b")


def which_five(*options):
    about = {"about": "claim", "options": options, "default": options[0], "team": "green", "number": 1}
    return e.Question(at=10.0, until=130.0, **about)


@pytest.mark.parametrize("path", ["#host=123456", "tv"])
def test_fives_are_drawn_with_the_letters_of_their_buttons_and_no_text_names_their_spaces(table, visit, path):
    served = table(long_game())
    page = visit(served, path, live=path != "tv")
    expect(page.locator("#board .hit").first).to_be_attached()
    served.feed.hear((which_five("a8-e8", "b8-f8"),))
    expect(page.locator("#board .claim text")).to_have_text(["A", "B"])
    first, second = (page.locator(f"#board .claim-{at} .stroke").bounding_box() for at in (0, 1))
    assert abs(first["y"] - second["y"]) > 6, "two fives on one line lie beside each other"
    asked = page.locator(".question" if path != "tv" else "#now")
    expect(asked).to_contain_text("Which five count: A or B?")
    assert not SPACES.search(asked.inner_text())
    if path != "tv":
        expect(asked.locator("button")).to_have_text(["A", "B"])
        expect(asked).to_contain_text("No answer: A")
    served.feed.hear((e.QuestionClosed(number=1, answer="a8-e8"),))
    expect(page.locator("#board .claim")).to_have_count(0)


def test_the_time_that_is_left_shrinks_from_when_it_was_asked(table, visit):
    served = table(long_game())
    page = visit(served, **IN_MOTION)
    served.feed.hear((which_five("a8-e8", "b8-f8"),))
    left = page.locator(".question .left i")
    expect(left).to_have_css("animation-duration", "120s")
    earlier = left.bounding_box()["width"]
    served.feed.hear((e.Question(about="doubt", number=2),))  # the list is drawn anew
    expect(page.locator(".question")).to_have_count(2)
    assert left.bounding_box()["width"] <= earlier
    late = visit(served)
    expect(late.locator(".question")).to_have_count(2)
    expect(late.locator(".left")).to_have_count(0)
