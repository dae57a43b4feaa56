"""The end of a game in a real browser: what it was won by, and what there is to take home."""

import re

import pytest
from playwright.sync_api import expect

from engine import calls as c
from referee.keepsakes.painter import Painter
from tests.e2e.conftest import IN_MOTION
from tests.web.shelf import A_WIN_EACH, Entry, Shelf
from tests.web.show import stages


@pytest.fixture
def ended(table, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.keepsakes.painter.POLITENESS", 0)  # or a film waits for all other tests
    shelf = Shelf(tmp_path)
    shelf.kept[2] = stages()["won"].events
    served = table(stages()["won"], games=shelf, painter=Painter())
    served.feed.tell(game=2)
    return served


def test_the_end_says_what_it_was_won_by_and_how_the_series_stands_and_the_line_draws_itself(ended, visit, monkeypatch):
    monkeypatch.setattr(Shelf, "games", lambda shelf: A_WIN_EACH)
    page = visit(ended, **IN_MOTION)
    ending = page.locator("#ending")
    expect(page.locator("#now .just")).to_have_text("2:1 · 25 minutes · 32 turns")
    expect(ending).to_contain_text("SeriesAda 1 · Ben 1")
    expect(ending).not_to_contain_text("2:1")
    expect(ending.get_by_text("Made in turn 26")).to_be_hidden()
    ending.get_by_text("More", exact=True).click()
    expect(ending.get_by_text("Made in turn 26")).to_be_visible()
    expect(ending).to_contain_text("SequencesNorth 1 · East 2")
    expect(ending.get_by_text(re.compile(r"^North\s\d+:\d\d · East\s\d+:\d\d$"))).to_be_visible()
    expect(page.locator(".lines .through.drawing")).to_have_count(2)
    assert page.locator(".through.drawing").first.evaluate("e => getComputedStyle(e).animationName") == "draw"
    expect(ending.get_by_role("link", name="Replay")).to_have_attribute("href", "/games/2#1")
    still = visit(ended, reduced_motion="reduce")
    assert still.locator(".through.drawing").first.evaluate("e => getComputedStyle(e).animationName") == "none"


def test_the_last_game_stays_within_reach_while_the_next_one_is_played(ended, visit, monkeypatch):
    names = "blue:Ada green:Ben"
    played = [Entry(2, 1_790_000_000.0, names, result="green"), Entry(3, 1_790_003_600.0, names)]
    monkeypatch.setattr(Shelf, "games", lambda shelf: played)
    page = visit(ended, viewport={"width": 320, "height": 568})
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#last-game")).to_be_hidden()
    ended.play(stages()["opening"])
    ended.feed.tell(game=3)
    last = page.locator("#last-game")
    expect(last).to_contain_text("Last game: Ben won 2:1")
    expect(last).to_contain_text("Tonight: Ada 0 · Ben 1")
    expect(last.get_by_role("link", name="Replay")).to_have_attribute("href", "/games/2#1")
    expect(last.get_by_role("link", name="Share")).to_have_attribute("href", "/games/2")
    score, share = (last.get_by_text(words).bounding_box() for words in ("Tonight", "Share"))
    assert score["y"] >= share["y"] + share["height"] / 2, "the evening has a line of its own"


SHARED = {"Share a picture": ("sequence-2.png", b"\x89PNG"), "Share the film": ("sequence-2.mp4", b"\0\0\0")}


def test_what_is_shared_lands_on_a_phone_that_has_no_sheet_for_it_and_one_with_a_sheet_is_handed_the_file(ended, visit):
    page = visit(ended, accept_downloads=True)
    page.evaluate("() => { navigator.canShare = undefined; }")
    page.locator("#ending").get_by_text("Share", exact=True).click()
    for button, (name, begins) in SHARED.items():
        with page.expect_download() as got:
            page.get_by_role("button", name=button).click()
        assert got.value.suggested_filename == name
        assert got.value.path().read_bytes().startswith(begins)
        expect(page.locator("#ending .answer")).to_have_text(f"Saved on this phone: {name}")
    page.evaluate("""() => { navigator.canShare = () => true;
        navigator.share = async (what) => { window.handed = what.files[0].name + ' ' + what.files[0].type; }; }""")
    page.get_by_role("button", name="Share a picture").click()
    expect(page.get_by_role("button", name="Share a picture")).to_be_enabled()
    assert page.evaluate("window.handed") == "sequence-2.png image/png"


def test_a_game_as_one_file_plays_from_a_disk_and_asks_nobody(ended, visit, tmp_path):
    page = visit(ended, accept_downloads=True)
    page.locator("#ending").get_by_text("Share", exact=True).click()
    with page.expect_download() as got:
        page.get_by_role("button", name="The game as one file").click()
    file = tmp_path / "game.html"
    got.value.save_as(file)
    page, asked = page.context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.locator("#where")).to_have_text("Turn 32 of 32")
    expect(page.locator("#now .won")).to_have_text("East wins!")
    expect(page.locator("#ending")).to_contain_text("Made in turn 26")
    expect(page.locator("#ending")).not_to_contain_text("null")
    page.click("#first")
    expect(page.locator(".chips .chip")).to_have_count(0)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_a_rematch_is_one_call_of_the_host_and_wants_a_second_tap(table, visit, takes, heard):
    page = visit(table(stages()["won"], calls=takes), "#host=123456")
    expect(page.locator("#told")).not_to_be_empty()
    page.locator("#ending").get_by_role("button", name="Rematch").click()
    page.get_by_role("button", name="Sure? Tap once more.").click()
    expect(page.locator("#ending .answer")).to_have_text("So it is.")
    assert [type(call) for call in heard] == [c.Start]


def test_a_link_to_a_turn_opens_there_and_has_a_preview(ended, visit):
    page = visit(ended, "games/2?turn=7", live=False)
    expect(page.locator("#where")).to_have_text("Turn 7 of 32")
    image = page.locator("meta[property='og:image']").get_attribute("content")
    assert image == f"{ended.address}games/2/picture.png?turn=7"
    assert page.request.get(image).body().startswith(b"\x89PNG")
