"""A deck is shown with nothing but a phone to a running table over the drawn camera; and every stage of the page."""

from dataclasses import replace

import cv2
import pytest
from playwright.sync_api import expect

from calibration.profile import save_profile
from calibration.shown_deck import load_deck, save_deck
from hardware.simulated import SimulatedTable
from tests.e2e.conftest import SMALL
from tests.e2e.test_accessibility import broken_in
from tests.e2e.test_setting_up import PATIENCE, Evenings, press
from tests.often import cases
from tests.watched_table import measured
from tests.web.deck_desk import STAGES, FakeDeck
from vision.cards.shown.deck import face_shape
from vision.drawing.playing_cards import playing_card

SIZE = (1280, 960)
LEFT = ("QC", "KC")
"""The cards that are still to be shown after the restart."""


@pytest.fixture
def table_folder(tmp_path):
    """The folder of a drawn table that was measured."""
    save_profile(tmp_path / "table", measured(SimulatedTable(seed=7, size=SIZE, live=False)))
    return tmp_path


def show_all_but(profile, *left):
    """Keep the drawn faces of all other cards, as if somebody had laid them."""
    kept = load_deck(profile)
    height, width = face_shape(kept.size)
    for card in kept.wanted:
        if card not in left:
            face = cv2.resize(playing_card(card), (width, height), interpolation=cv2.INTER_AREA)
            kept = kept.with_card(card, face, read=True)
    save_deck(profile, kept)


def test_from_the_hosts_page_to_a_table_that_reads_by_the_deck_across_a_restart(visit, table_folder):
    with Evenings(table_folder, SIZE) as evenings:
        page = visit(evenings, f"#host={evenings.key}", live=False, **SMALL)
        page.get_by_role("button", name="More").click()
        page.get_by_role("link", name="Show the deck").click()
        press(page, "#start")
        expect(page.locator("#said .news")).to_contain_text("Taken: 2 of spades", timeout=PATIENCE)
        expect(page.locator("#last img")).to_be_visible()
        page.reload()
        expect(page.locator("#said .asked")).to_contain_text("Now lay:", timeout=PATIENCE)
        press(page, "#stop")
        expect(page.locator("#start")).to_have_text("Go on", timeout=PATIENCE)
        page.close()
    show_all_but(table_folder / "table", *LEFT)
    with Evenings(table_folder, SIZE) as evenings:
        page = visit(evenings, f"deck#host={evenings.key}", live=False, **SMALL)
        expect(page.locator("#progress")).to_have_text("50 of 52 cards shown", timeout=PATIENCE)
        expect(page.locator("#more")).to_contain_text("Still to be shown: queen of clubs, king of clubs.")
        press(page, "#start")
        expect(page.locator("#heading")).to_have_text("The table knows this deck", timeout=PATIENCE)
        expect(page.locator("#said")).to_contain_text("All 52 cards were shown. The table reads by this deck")
        page.close()
    assert load_deck(table_folder / "table").complete


@cases(
    ("stage", "code", "scheme"),
    [
        ("unknown", "es", "light"),
        ("shown", "es", "dark"),
        ("pictures", "da", "dark"),
        ("back", "sv", "light"),
        ("looks alike", "da", "light"),
        ("stopped", "sv", "dark"),
        ("damaged", "es", "light"),
        ("whole", "en", "light"),
    ],
    quick=2,
)
def test_no_stage_breaks_a_rule_of_accessibility_on_a_small_phone(table, visit, stage, code, scheme):
    page = visit(
        table(deck=FakeDeck(stage)),
        f"deck?lang={code}#host=123456",
        live=False,
        color_scheme=scheme,
        bypass_csp=True,
        **SMALL,
    )
    page.locator("#do .button").first.wait_for()
    assert broken_in(page, (SMALL, scheme)) == []


def test_each_button_does_one_thing_and_beginning_anew_takes_a_second_tap(table, visit):
    desk = FakeDeck("shown", {"stop": "stopped", "anew": "back"})
    page = visit(table(deck=desk), "deck#host=123456", live=False, **SMALL)
    for name in ("Back one", "Skip for now", "It is not 9 of clubs, but 5 of hearts", "Stop; go on later"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#do button:disabled")).to_have_count(0)
    expect(page.locator("#heading")).to_be_focused()
    page.get_by_role("button", name="Begin anew").click()
    page.get_by_role("button", name="What was shown is forgotten. Tap once more.").click()
    expect(page.locator("#said .asked")).to_contain_text("face down")
    expect(page.locator("#back")).to_be_disabled()
    assert [one["action"] for one in desk.asked] == ["back", "skip", "correct", "stop", "anew"]


def test_whether_it_is_worth_it_what_was_taken_and_what_is_refused_is_said_with_what_to_do(table, visit):
    desk = FakeDeck("unknown")
    page = visit(table(deck=desk), "deck#host=123456", live=False, **SMALL)
    worth = page.locator("#said")
    expect(worth).to_contain_text("Are cards often not recognised?")
    assert worth.bounding_box()["y"] < page.locator("#start").bounding_box()["y"]
    expect(page.locator("#more")).not_to_contain_text("recognised")
    desk.now = STAGES["shown"]
    status = page.get_by_role("status")
    expect(status).to_contain_text("Now lay: 5 of hearts")
    expect(status).to_contain_text("Taken: 9 of clubs. The table knew it by itself.")
    desk.now = STAGES["face down"]
    expect(page.get_by_role("alert").filter(has_text="Turn it over.")).to_be_visible()
    desk.now = replace(STAGES["shown"], number=21, asked="6H", last="5H", last_named=False)
    expect(status).to_contain_text("Now lay: 6 of hearts")
    expect(page.locator("#trouble")).to_be_empty()
    expect(page.locator("#correct")).to_have_count(0)
    desk.now = STAGES["damaged"]
    expect(page.locator("#trouble")).to_contain_text("The deck that was shown before cannot be used.")
    expect(page.locator("#do button")).to_have_text(["Begin anew"])


def test_whoever_is_not_the_host_is_told_and_may_type_the_key(table, visit):
    page = visit(table(deck=FakeDeck("shown")), "deck", live=False, **SMALL)
    expect(page.locator("#heading")).to_have_text("The host shows the deck")
    page.locator("#key").fill("1234 56")
    page.get_by_role("button", name="This is my table").click()
    expect(page.locator("#said .asked")).to_be_visible()
