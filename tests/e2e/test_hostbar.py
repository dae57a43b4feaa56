"""The host's bar on the page: every correction within two taps, each naming what it does."""

import re

import pytest
from playwright.sync_api import expect

from engine import calls as c
from engine import events as e
from tests.e2e.conftest import DESKTOP, SMALL
from tests.web.script import Script, opening
from web.calls import CallAnswer

TABLET = {"width": 768, "height": 1024}


@pytest.fixture
def takes(heard):
    def take(call):
        heard.append(call)
        if isinstance(call, c.Undo) and call.turn != 9:
            return CallAnswer(False, f"Turn 9 came meanwhile, so turn {call.turn} was not taken back.")
        return CallAnswer(True, "So it is.")

    return take


@pytest.fixture
def host(table, visit, takes):
    """`host(game, **kind)`: a host's phone at a table, and the table."""

    def come(game=None, **kind):
        served = table(game or opening(), calls=takes)
        page = visit(served, "#host=123456", **kind)
        expect(page.get_by_role("button", name="More", exact=True)).to_be_visible()
        return page, served

    return come


def test_the_bar_is_always_in_sight_and_nothing_lies_behind_it(host):
    page, _ = host()
    page.reload()  # the host was welcomed once
    for size in (SMALL["viewport"], DESKTOP["viewport"], TABLET):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        for name in ("Pause", "Correct", "More"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name=re.compile("^Undo turn 9"))).to_be_in_viewport(ratio=1)
        if size == TABLET:
            board, bar = (page.locator(part).bounding_box() for part in ("#board svg", "#bar"))
            assert board["y"] + board["height"] <= bar["y"], "the whole board stands between score and bar"
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        last = page.locator("#turns li").last.bounding_box()
        assert last["y"] + last["height"] <= page.locator("#bar").bounding_box()["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_host_says_whose_a_discard_pile_is_with_a_tap_and_who_watches_sees_it_with_nothing_to_touch(
    host, heard, visit
):
    page, served = host()
    expect(page.locator("#piles")).to_be_hidden()
    served.feed.hear((e.PileKnown(pile=1, beside="j4"), e.PileKnown(pile=2, beside="a7", shared=True)))
    one = page.locator("#piles li").first
    expect(one).to_contain_text("Not known yet whose")
    one.locator("summary").click()
    one.locator("[data-seat='1']").click()
    expect(page.locator("#piles .answer")).to_have_text("So it is.")
    (call,) = [call for call in heard if isinstance(call, c.PileIs)]
    assert (call.beside, call.seat) == ("j4", 1)
    served.feed.hear((e.PileKnown(pile=1, beside="j4", seat=1, said=True),))
    guest = visit(served)
    expect(guest.locator("#turns li").first).to_be_visible()
    expect(guest.locator("#turns .icon")).to_have_count(0)
    assert guest.get_by_role("button", name="Pause").count() == 0
    expect(guest.locator("#piles li").first).to_be_hidden()
    guest.get_by_text("Discard piles").click()
    expect(guest.locator("#piles li").first).to_contain_text("East")
    expect(one.locator("[data-seat='1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#piles li").last.locator("summary")).to_contain_text("Shared pile")
    served.feed.hear((e.PileKnown(pile=2, beside="a7", gone=True),))
    expect(page.locator("#piles li")).to_have_count(1)


def test_taking_back_names_the_turn_and_wants_a_second_tap(host, heard):
    page, _ = host()
    named = "Undo turn 9: North placed a chip on the upper 2♦."
    page.get_by_role("button", name=named).click()
    expect(page.locator("#bar > .answer")).to_have_text(named)
    assert heard == []
    page.get_by_role("button", name=re.compile("Sure. Tap once more.$")).click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert heard == [c.Undo(at=0.0, who="host", turn=9)]


def test_a_turn_that_arrives_between_two_taps_is_not_taken_back(host, heard):
    game = opening()
    game.events = game.events[:-2]
    page, served = host(game)
    page.get_by_role("button", name=re.compile("^Undo turn 8")).click()
    served.play(opening().events[-2:])
    expect(page.locator("#turns [data-turn='9']")).to_be_attached()
    page.get_by_role("button", name=re.compile("^Undo turn 8.*Sure")).click()
    expect(page.locator("#bar > .answer")).to_have_text(
        "Not accepted: Turn 9 came meanwhile, so turn 8 was not taken back."
    )
    assert heard == [c.Undo(at=0.0, who="host", turn=8)]
    expect(page.get_by_role("button", name=re.compile("^Undo turn 9"))).to_be_visible()


def test_a_turns_card_is_chosen_among_those_that_fit_in_two_taps_unless_the_turn_is_taken_back_meanwhile(host, heard):
    page, served = host()
    page.get_by_role("button", name="Correct", exact=True).click()
    cards = page.locator("#bar .fitting button")
    assert cards.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == [
        "2 of diamonds",
        "jack of clubs",
        "jack of diamonds",
    ]
    cards.nth(2).click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    expect(page.locator("#bar .panel")).to_be_hidden()
    assert heard == [c.CardWas(at=0.0, who="host", turn=9, card="JD")]
    page.get_by_role("button", name="Correct", exact=True).click()
    served.feed.hear((e.TurnUndone(turn=9),))
    expect(page.locator("#bar .panel")).to_be_hidden()
    page.get_by_role("button", name=re.compile("^Correct: Turn 7: ")).click()
    expect(page.get_by_role("button", name="jack of spades")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#bar .fitting button")).to_have_text(["J♠", "J♥"])  # a removal is a one-eyed jack's


def test_a_turn_is_put_right_by_tapping_the_space_its_chip_was_on_or_the_chip_itself(host, heard):
    page, _ = host()
    page.locator("[role=gridcell][aria-label*='(d3)']").click()
    page.get_by_role("button", name="It was on the upper 3♦").click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert heard == [c.CorrectTurn(at=0.0, who="host", turn=9, space="d3")]
    page.locator("[role=gridcell][aria-label*='(g6)']").click()
    expect(page.locator("#panel-title")).to_have_text("Turn 2: East played K♥ on the lower K♥.")
    page.get_by_role("button", name="The turn after").click()
    expect(page.locator("#panel-title")).to_contain_text("Turn 3:")


def test_a_seat_that_passed_and_did_lay_a_chip_is_put_right(host, heard):
    game = Script().play("b2").say(e.TurnPlayed(at=2.0, turn=2, seat=1, team="green", action="pass"))
    page, _ = host(game)
    page.locator("[role=gridcell][aria-label*='(c3)']").click()
    page.get_by_role("button", name="It was on the upper 2♦").click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert heard == [c.CorrectTurn(at=0.0, who="host", turn=2, action="place", space="c3")]


def test_a_paused_game_is_gone_on_with_from_the_same_place_and_a_new_one_wants_a_second_tap(host, heard):
    page, served = host()
    page.get_by_role("button", name="Pause").click()
    served.feed.hear((e.StateChanged(state="paused"),))
    page.get_by_role("button", name="Go on").click()
    served.feed.hear((e.StateChanged(state="watching"),))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Sure? Tap once more.").click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert heard == [call(at=0.0, who="host") for call in (c.Pause, c.Resume, c.Start)]


def test_what_was_pressed_on_a_dead_line_is_said_to_have_got_nowhere_and_comes_to_nothing_later(host, heard):
    (page, _), held = host(clock=True), []
    # Neither answered nor refused: the phone is out of reach of its Wi-Fi.
    page.route("**/calls", lambda route: held.append(route))
    page.get_by_role("button", name="Pause").click()
    page.clock.fast_forward(9_000)
    expect(page.locator("#bar > .answer")).to_have_text("")
    page.clock.fast_forward(2_000)
    expect(page.locator("#bar > .answer")).to_have_text("It did not get through. Try again.")
    page.unroute("**/calls")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert (len(held), heard) == (1, [c.Pause(at=0.0, who="host")])


@pytest.mark.parametrize(("width", "height"), [(640, 320), (844, 390)])
def test_on_a_phone_on_its_side_the_whole_board_is_there_to_be_tapped_while_a_turn_is_corrected(host, width, height):
    page, _ = host(viewport={"width": width, "height": height})
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_role("button", name="2 of diamonds")).to_be_in_viewport()
    page.locator("[role=gridcell]").last.click()
    expect(page.locator(".panel")).to_contain_text("It was on")
    board, panel, bar = (page.locator(which).bounding_box() for which in (".board .field", "#bar .panel", "#bar .row"))
    assert board["x"] + board["width"] <= panel["x"]
    assert board["y"] + board["height"] <= bar["y"]


def test_the_host_corrects_a_card_by_keyboard_alone_and_nothing_by_looking_at_spaces_with_it(host, heard):
    page, _ = host()
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(".note")).to_contain_text("5 of clubs")
    expect(page.locator("#bar .panel")).to_be_hidden()
    page.get_by_role("button", name="Correct", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Tab")  # past the cross that closes
    expect(page.get_by_role("button", name="2 of diamonds")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#bar > .answer")).to_have_text("So it is.")
    assert heard == [c.CardWas(at=0.0, who="host", turn=9, card="2D")]
    expect(page.get_by_role("button", name="Correct", exact=True)).to_be_focused()
