"""A fault as a story: who is to do what, an arrow on the straightened picture, a film, a tick when it is right."""

import shutil

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from engine import events as e
from referee.evidence.keeper import Still, write_film
from tests.e2e.conftest import DESKTOP, IN_MOTION, PHONE, ROOM, SMALL
from tests.e2e.test_accessibility import broken_in
from tests.web.script import long_game
from tests.web.shelf import Shelf


def still(at):
    picture = np.full((96, 96, 3), 40 + 10 * int(at), np.uint8)
    return Still(at, cv2.imencode(".jpg", picture)[1].tobytes())


@pytest.fixture
def faulty(table, tmp_path):
    """A running game with a fault, of which evidence is kept when `seen` is called."""
    shelf, game = Shelf(tmp_path), long_game()
    served = table(game, games=shelf, evidence=lambda game, turn: sorted(tmp_path.glob(f"fault-{turn:04}-*/*")))
    served.feed.tell(game=1)
    served.play(game.fault(spaces=("e4",)).events[-1:])

    def seen():
        making = tmp_path / "making"
        making.mkdir()
        for name in ("before", "after"):
            cv2.imwrite(str(making / f"{name}.jpg"), np.full((96, 96, 3), 90, np.uint8))
        cv2.imwrite(str(making / "straight.jpg"), np.full((466, 426, 3), 120, np.uint8))
        write_film(making / "film.mp4", [still(tenth / 5) for tenth in range(66)])
        shutil.move(making, tmp_path / "fault-0025-1")

    served.seen = seen
    return served


def test_a_fault_says_who_is_to_do_what_with_an_arrow_on_the_picture_and_the_film(faulty, visit):
    faulty.seen()
    page = visit(faulty, **IN_MOTION)
    expect(page.locator(".fault h2")).to_have_text("East: Take your chip off the lower 4♣.")
    page.locator(".fault summary").click()
    arrow = page.locator(".story .arrow")
    expect(arrow).to_have_count(1)
    page.locator(".story img").evaluate("picture => picture.decode()")
    picture, ring = page.locator(".story img").bounding_box(), page.locator(".story .ring").bounding_box()
    across = (ring["x"] + ring["width"] / 2 - picture["x"]) / picture["width"]
    down = (ring["y"] + ring["height"] / 2 - picture["y"]) / picture["height"]
    assert across == pytest.approx((13 + 4.5 * 40) / 426, abs=0.01)
    assert down == pytest.approx((13 + 3.5 * 44) / 466, abs=0.01)
    expect(page.locator(".story video")).to_have_js_property("paused", False)
    page.locator(".story video").evaluate(
        "film => new Promise((seen) => { (film.ontimeupdate = () => film.currentTime > 13 - 7.1 && seen())(); })"
    )


def test_the_room_sees_the_film_large_and_whole_whatever_else_is_said(faulty, visit):
    faulty.seen()
    page = visit(faulty, "tv", live=False, **ROOM)
    film, straight = page.locator(".story video"), page.locator(".story .seen-above")
    expect(film).to_be_visible()
    assert film.bounding_box()["width"] > 440
    faulty.feed.hear((e.ViewBlocked(reason="An arm.", spaces=("a2", "b2")),))
    expect(page.locator("#seeing")).to_be_visible()
    for seen in (film, straight, page.locator(".join")):
        box = seen.bounding_box()
        assert box["y"] + box["height"] <= 1080
        assert box["x"] + box["width"] <= 1920
    assert straight.bounding_box()["width"] / straight.bounding_box()["height"] == pytest.approx(426 / 466, abs=0.02)


def test_the_story_comes_by_itself_when_its_last_seconds_are_written(faulty, visit):
    page = visit(faulty)
    page.locator(".fault summary").click()
    expect(page.locator(".story .arrow")).to_have_count(0)
    faulty.seen()
    expect(page.locator(".story .arrow")).to_have_count(1)


def test_what_is_put_right_leaves_a_tick_and_what_stands_leaves_none(faulty, visit):
    page = visit(faulty)
    page.clock.install()
    faulty.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
    expect(page.locator(".righted")).to_have_text("✓Not their turn.")
    expect(page.locator(".fault")).to_have_count(0)
    page.clock.fast_forward(10_000)
    expect(page.locator(".righted")).to_have_count(0)
    faulty.play(long_game().fault().events[-1:])
    expect(page.locator(".fault")).to_have_count(1)
    faulty.feed.hear((e.FaultCleared(code="out-of-turn", number=1, stands=True),))
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.locator(".righted")).to_have_count(0)


def test_a_story_breaks_no_rule_of_accessibility(faulty, visit):
    faulty.seen()
    page = visit(faulty, bypass_csp=True)
    page.locator(".fault summary").click()
    expect(page.locator(".story .arrow")).to_be_visible()
    assert broken_in(page, (SMALL, "dark"), (PHONE, "light"), (DESKTOP, "dark")) == []
