"""The screen of the room and the overlay in a real browser."""

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.test_accessibility import broken
from tests.web.show import stages

ROOM = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
SEEN = cv2.imencode(".jpg", np.full((90, 120, 3), 128, np.uint8))[1].tobytes()


def test_the_room_sees_the_board_large_the_names_and_whose_turn_it_is(table, visit):
    served = table(stages()["long"], camera=lambda: SEEN)
    page = visit(served, "tv", live=False, **ROOM)
    board = page.locator("#board svg").bounding_box()
    assert board["height"] > 0.9 * 1080
    expect(page.locator("#now")).to_have_text("North to play")
    expect(page.locator("#seats .playing .name")).to_have_text("North")
    expect(page.locator("#camera")).to_be_visible()
    assert page.locator("#camera").bounding_box()["height"] < 1080 / 3
    assert page.locator("button, input, select, a, [tabindex='0']").count() == 0
    served.play(stages()["fault"].events[-1:])
    expect(page.locator("#now")).to_have_text("Not their turn.")
    served.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
    expect(page.locator("#now")).to_have_text("North to play")


def test_the_overlay_leaves_the_film_below_it_to_be_seen(table, visit):
    page = visit(table(stages()["long"]), "overlay", live=False, **ROOM)
    expect(page.locator("#now")).to_have_text("North to play")
    for part in ("html", "body", "main"):
        assert page.locator(part).evaluate("e => getComputedStyle(e).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("path", ["tv", "overlay"])
@pytest.mark.parametrize(
    ("stage", "scheme", "width"), [("won", "dark", 1280), ("fault", "light", 390), ("three", "light", 320)]
)
def test_screens_break_no_rule_of_accessibility(table, visit, path, stage, scheme, width):
    kind = {"viewport": {"width": width, "height": 720}, "color_scheme": scheme, "bypass_csp": True}
    page = visit(table(stages()[stage]), path, live=False, **kind)
    expect(page.locator("#now .who")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert broken(page) == []
