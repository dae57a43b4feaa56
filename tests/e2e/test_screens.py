"""The screen of the room in a real browser."""

import cv2
import numpy as np
from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import ROOM
from tests.e2e.test_accessibility import broken_in
from tests.e2e.test_fault_in_view import SIZES, in_one_glance, screen
from tests.e2e.test_large_text import NAMES
from tests.often import cases
from tests.web.script import Script, long_game
from tests.web.shelf import A_WIN_EACH, Shelf
from tests.web.show import serving, stages
from web.own_names import OwnNames
from web.screens import JoinCard, OwnScreen
from web.waiting import create_waiting_app

SEEN = cv2.imencode(".jpg", np.full((90, 120, 3), 128, np.uint8))[1].tobytes()


def test_the_room_sees_the_board_large_whose_turn_it_is_the_last_turns_and_how_to_join(table, visit):
    served = table(stages()["long"], camera=lambda: SEEN)
    page = visit(served, "tv", live=False, **ROOM)
    assert page.locator("#board svg").bounding_box()["height"] > 0.9 * 1080
    expect(page.locator("#now .who")).to_have_text("North to play")
    expect(page.locator("#seats .playing .name")).to_have_text("North")
    expect(page.locator("#turns li")).to_have_count(5)
    expect(page.locator("#turns li").first.locator("[aria-hidden=true] b")).to_have_text("East")
    expect(page.locator("#turns li .aloud").first).to_contain_text("removed the chip")
    expect(page.locator("#camera")).to_be_visible()
    expect(page.locator(".join")).to_contain_text(served.address)
    boxes = [page.locator(part).bounding_box() for part in ("#turns", "#camera", ".join")]
    assert all(box["height"] > 80 and box["y"] + box["height"] <= 1080 for box in boxes)
    assert max(box["y"] + box["height"] for box in boxes) > 0.9 * 1080, "the lower part of the screen is used"
    assert page.locator("button, input, select, a, [tabindex='0']").count() == 0


@cases("width", SIZES, quick=2)
def test_the_largest_words_name_who_is_to_mend_a_fault_and_not_who_plays_next(table, visit, width):
    served = table(long_game())
    page = visit(served, "tv", live=False, **screen(width))
    expect(page.locator("#seats .playing .name")).to_have_text("North")
    served.play(long_game().fault(spaces=("j9",)).events[-1:])
    expect(page.locator("#now .who")).to_have_text("East: Take your chip off the lower 5♦.")
    # What is wrong in a few words: where it lies stands in the largest ones.
    expect(page.locator("#now .just")).to_have_text(
        "Not their turn. Or play on: then it counts, and the record says so."
    )
    expect(page.locator("#seats .at-fault .name")).to_have_text("East")
    expect(page.locator("#seats .playing")).to_have_count(0)
    assert in_one_glance(page, "#now .who", "j9")
    served.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
    expect(page.locator("#now .who")).to_have_text("North to play")


@cases(("width", "height"), [(390, 844), (1920, 1080)], quick=1)
def test_no_name_of_twelve_players_is_cut(table, visit, width, height):
    seats = tuple(f"{('blue', 'green', 'red')[at % 3]}:{name}" for at, name in enumerate(NAMES))
    page = visit(table(Script(seats)), "tv", live=False, **{**ROOM, "viewport": {"width": width, "height": height}})
    expect(page.locator("#seats .name")).to_have_text(NAMES)
    assert page.locator("#seats .name").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


def test_what_keeps_the_referee_from_watching_and_what_it_asks_is_said_to_the_room(table, visit):
    served = table(stages()["blocked"])
    page = visit(served, "tv", live=False, **ROOM)
    expect(page.locator("#seeing")).to_have_text("Not watching: something covers the board.")
    served.feed.hear((e.ViewClear(), e.CameraLost(reason="No frame for 6 seconds.")))
    expect(page.locator("#seeing")).to_have_text("Not watching: no picture from the camera. No frame for 6 seconds.")
    served.feed.hear((e.CameraBack(), e.Question(about="doubt", spaces=("e4",), team="green", number=1)))
    expect(page.locator("#seeing")).to_be_hidden()
    expect(page.locator("#now .who")).to_have_text("Does a chip of East lie on the lower 4♣?")


def test_the_room_sees_who_won_by_how_much_and_how_the_evening_stands(table, visit, tmp_path):
    served = table(stages()["won"], games=Shelf(tmp_path, A_WIN_EACH))
    served.feed.tell(game=2)
    page = visit(served, "tv", live=False, **ROOM)
    expect(page.locator("#now .who")).to_have_text("East wins!")
    expect(page.locator("#now .just")).to_have_text("2:1 · 25 minutes · 32 turns · Tonight: Ada 1 · Ben 1")


def test_the_screen_of_the_table_itself_shows_all_ways_for_phones_while_it_waits_and_in_play(table, visit):
    codes = {
        "Join the Wi-Fi": "WIFI:T:WPA;S:Sequence K7RW;P:abcd2345xy;;",
        "Open": "http://10.42.77.1:8080/#host=123456",
    }
    own = OwnScreen("secret", lambda: JoinCard(tuple(codes.items()), ("Password: abcd2345xy", "The card is full.")))
    with serving(create_waiting_app(lambda: None, OwnNames(), screen=own)) as waits:
        for served, shows in ((waits, "h1"), (table(stages()["long"], screen=own), "#board svg")):
            page = visit(served, "tv?screen=secret", live=False, **ROOM)
            expect(page.locator(".join-card li")).to_have_text(["Password: abcd2345xy", "The card is full."])
            expect(page.locator(shows)).to_be_visible()
            page.locator(".join-card img").evaluate_all("all => Promise.all(all.map((one) => one.decode()))")
            seen = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
            assert set(cv2.QRCodeDetector().detectAndDecodeMulti(seen)[1]) == set(codes.values())
            assert page.evaluate("document.documentElement.scrollHeight") <= 1080


@cases(("stage", "scheme", "width"), [("won", "dark", 1280), ("fault", "light", 390), ("three", "light", 320)], quick=1)
def test_the_screen_breaks_no_rule_of_accessibility(table, visit, stage, scheme, width):
    kind = {"viewport": {"width": width, "height": 720}, "color_scheme": scheme, "bypass_csp": True}
    page = visit(table(stages()[stage]), "tv", live=False, **kind)
    expect(page.locator("#now .who")).not_to_be_empty()
    assert broken_in(page, (kind, scheme)) == []
