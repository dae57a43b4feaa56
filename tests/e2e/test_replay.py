"""Earlier games in a real browser: turn by turn, with what the camera saw."""

import re

import pytest
from playwright.sync_api import expect

from engine import events as e
from tests.web.script import Script, long_game
from tests.web.shelf import Shelf
from tests.web.show import stages


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path)


@pytest.fixture
def shelved(table, shelf):
    return table(long_game(), games=shelf, evidence=shelf.evidence)


def test_an_earlier_game_is_reached_from_the_table_and_played_through_by_taps_and_keys_with_its_faults(shelved, visit):
    page = visit(shelved)
    page.click("#open-menu")
    page.get_by_role("link", name="Earlier games").click()
    page.get_by_role("link", name=re.compile("North")).click()
    expect(page.locator("#where")).to_have_text("Turn 24 of 24")
    expect(page.locator(".fault h2")).to_have_text("East: A chip was moved.")
    for _ in range(4):  # the last turn has moments of its own: a fault, say
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).not_to_have_text("Turn 24 of 24")
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text("Before the first turn")
    expect(page.locator(".film")).to_be_in_viewport()
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text("Turn 24 of 24")
    page.click("#first")
    expect(page.locator("#where")).to_have_text("Before the first turn")
    expect(page.locator(".chips .chip")).to_have_count(0)
    page.click("#after")
    expect(page.locator("#where")).to_have_text("Turn 1 of 24")
    expect(page.locator("#now .just")).to_have_text("North placed a chip on the upper 5♣.")
    page.locator("#slider").fill("13")
    expect(page.locator("#now .just")).to_have_text("Sequence for North!")
    expect(page.locator(".lines .through")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).to_have_text("Turn 12 of 24")
    expect(page.locator("#took")).to_have_text("· 0:01")
    expect(page.locator(".lines .through")).to_have_count(0)
    page.get_by_role("button", name=re.compile("A chip was moved")).first.click()
    expect(page.locator(".fault h2")).to_have_text("East: A chip was moved.")


def test_a_turn_and_a_fault_link_to_what_the_camera_saw_of_them(shelved, visit):
    page = visit(shelved)
    shelved.feed.tell(game=1)
    page.get_by_role("link", name="What the camera saw of turn 7", exact=True).click()
    expect(page.locator("#where")).to_have_text("Turn 7 of 24")
    expect(page.locator(".evidence figure img")).to_have_count(2)
    expect(page.locator(".evidence img").first).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator(".evidence video")).to_have_count(1)
    expect(page.get_by_role("article").get_by_role("heading", name="Turn 7", exact=True)).to_be_visible()
    expect(page.locator(".evidence dl")).to_contain_text("The eye on the upper 5♥Blue chip, 99 %")
    expect(page.locator(".evidence dl")).to_contain_text("Blue placed a chip on e5. — 97 %")
    page.click("#after")
    expect(page.locator(".evidence")).to_contain_text("No pictures were kept of this turn.")

    page.goto(shelved.address)
    shelved.play(long_game().fault().events[-1:])
    page.locator(".fault summary").click()
    page.get_by_role("link", name="What the camera saw", exact=True).click()
    expect(page.locator(".fault h2")).to_have_text("East: A chip was moved.")
    expect(page.locator("#where")).to_have_text("Turn 24 of 24")


def test_a_replay_runs_by_itself_and_stops_when_told(shelved, visit):
    page = visit(shelved, "games/2#1", live=False)
    expect(page.locator("#where")).to_have_text("Turn 1 of 24")
    page.clock.install()
    page.click("#play")
    page.clock.fast_forward(3000)
    expect(page.locator("#where")).to_have_text("Turn 2 of 24")
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_a_replay_of_a_game_in_which_nothing_happened_is_an_empty_board(shelved, visit):
    page = visit(shelved, "games/3", live=False)
    expect(page.locator(".bar time")).to_be_visible()
    expect(page.locator("#board svg")).to_have_count(0)


def test_list_and_replay_say_the_same_turns_and_a_gap_is_explained(table, visit, shelf):
    gone = [*long_game().events, e.TurnUndone(turn=23)]
    shelf.kept[2] = gone
    served = table(gone, games=shelf)
    live = visit(served)
    expect(live.locator(".list h2")).to_have_text("Turns · 23")
    expect(live.locator("#turns li.gap")).to_have_text("23Turn 23 was taken back, so nothing stands here.")
    replay = visit(served, "games/2", live=False)
    expect(replay.locator("#where")).to_have_text("Turn 24, number 23 of 23")
    expect(replay.locator(".list h2")).to_have_text("Turns · 23")
    expect(replay.locator("#turns li.gap")).to_have_count(1)
    replay.goto(served.address + "games/1#22")
    expect(replay.locator("#where")).to_have_text("Turn 22 of 24")


def test_what_was_seen_of_a_fault_and_of_its_turn_have_titles_of_their_own(table, visit, shelf):
    shelf.place.rename(fault := shelf.place.with_name("fault-0025-1"))
    shelf.evidence = lambda game, turn: sorted(fault.iterdir()) if turn == 25 else []
    page = visit(table(long_game(), games=shelf, evidence=shelf.evidence), "games/1#fault-1", live=False)
    expect(page.locator(".evidence article h3")).to_have_text("Turn 25: A chip was moved.")


def test_what_was_seen_of_a_fault_before_the_first_turn_is_shown(table, visit, shelf):
    shelf.place.rename(early := shelf.place.with_name("fault-0000-1"))
    game = Script()
    game.turn = -1
    shelf.kept[1] = game.fault(code="two-chips").events
    shelf.evidence = lambda game, turn: sorted(early.iterdir()) if turn == 0 else []
    page = visit(table(long_game(), games=shelf, evidence=shelf.evidence), "games/1#fault-1", live=False)
    expect(page.locator(".evidence article h3")).to_have_text("Turn 0: Two chips at once.")


def test_a_puzzle_of_the_game_says_where_its_answer_is(table, visit, shelf):
    puzzle = {"kind": "win-in-one", "turn": 3, "hand": ["7S", "KH"], "options": [], "solutions": ["7S@g1"]}
    shelf.kept[2] = stages()["won"].events
    page = visit(table(long_game(), games=shelf), "games/2", live=False)
    found = {"remarks": [], "puzzles": [puzzle], "unseen": 0, "turns": 24, "cut": 0}
    page.route("**/api/games/2/lessons", lambda route: route.fulfill(json=found))
    page.get_by_role("button", name="What could be learnt?").click()
    page.get_by_text("Show the answer").click()
    expect(page.locator("#lessons details")).to_contain_text("The answer: the upper 7♠")
