"""A club's page in a real browser: what waits, the tables, the desk of the organiser."""

import re
from contextlib import closing

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from referee.club.database import open_club
from referee.club.hub import Hub
from referee.club.joining import membership
from referee.club.page import create_club
from referee.club.sender import ClubSender
from tests.club.trouble import FAULT, instead_of, lines, played_chain
from tests.e2e.conftest import DESKTOP, PHONE, SMALL
from tests.e2e.test_accessibility import broken_in
from tests.e2e.test_large_text import wrong
from tests.often import cases
from tests.web.show import serving
from web.hosts import mark_of
from web.wording import turns_told

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}


class Evening:
    """A hub with one table whose game is over, and one at which a fault lies."""

    def __init__(self, hub, address):
        self.hub, self.address = hub, address
        for number in (1, 2):
            links = played_chain(f"blue:Ada{number} green:Ben{number}", number)
            if number == 2:
                half = links[: len(links) // 2]
                links = [*half, instead_of(half[-1], half[-1].hash, kind="event", json=FAULT)]
            self.send(f"Table {number}", links)
        hub.start()

    def send(self, name, links):
        """A table joins by that name, and sends these links of its game."""
        self.hub.join(self.hub.code, name, mark_of("secret"))
        assert self.hub.take(name, links[0].hash, 0, b'{"state":"live"}\n' + lines(links, 0)).answer == "have"
        self.hub.refresh()


@pytest.fixture
def evening(tmp_path):
    with (
        closing(open_club(tmp_path)) as database,
        closing(Hub(database)) as hub,
        serving(create_club(hub, lambda: page.address)) as page,
    ):
        yield Evening(hub, page.address)


def test_no_column_of_the_standings_is_cut_on_the_narrowest_phone(evening, visit):
    page = visit(evening, **SMALL)
    for language in ("es", "da", "en", "sv"):
        page.goto(f"{evening.address}?lang={language}")
        expect(page.locator("#standings tbody tr")).to_have_count(2)
        assert page.locator("#standings .wide").evaluate("one => one.scrollWidth <= one.clientWidth"), language


def test_the_longest_names_keep_a_club_as_narrow_as_the_narrowest_phone_with_large_text(evening, visit):
    evening.send("m" * 60, played_chain(f"blue:{'W' * 60} green:{'Maximiliane-' * 5}", 3))
    page = visit(evening, **SMALL)
    expect(page.locator("#tables li")).to_have_count(3)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.locator("#tables .name").last.bounding_box()["width"] > 100


@cases("language", ["es", "da", "en", "sv"], quick=1)
def test_words_are_whole_in_a_club_of_long_names(evening, visit, language):
    evening.hub.join(evening.hub.code, "Table at the window, under the clock", mark_of("secret"))
    evening.hub.choose(name="Autumn cup of the friends of careful play", entries=["Ada1", "Ben1", "Ada2", "Ben2"])
    evening.hub.begin_round("everybody")
    page = visit(evening, f"?lang={language}#organiser={evening.hub.key}", is_mobile=False)
    expect(page.locator("#take-off li")).to_have_count(3)
    page.evaluate("document.getElementById('join').remove()")  # a link has no words
    assert wrong(page) == []
    name = page.locator(".bar h1")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), "the evening's name is whole"


@cases("language", ["en", "es", "da", "sv"], quick=1)
def test_a_club_counts_turns_in_the_words_of_a_table_and_one_turn_as_one(evening, visit, language):
    for count in (1, 2):
        links = played_chain(f"blue:Cleo{count} green:Dan{count}", 3)
        turns = [at for at, link in enumerate(links) if '"event":"turn"' in link.json]
        evening.send(f"New {count}", links[: turns[count - 1] + 1])
    page = visit(evening, f"?lang={language}")
    for count in (1, 2):
        said = f" · {turns_told(count, language)}"
        expect(page.locator("#tables li", has_text=f"New {count}")).to_contain_text(said)
        expect(page.locator("#games li", has_text=f"New {count}")).to_contain_text(said)


def test_names_written_from_right_to_left_turn_no_line_of_a_club_round(evening, visit):
    evening.send("שולחן", played_chain("blue:עדה green:Ben", 3))
    line = visit(evening).locator("#games li", has_text="שולחן")
    expect(line).to_contain_text("\u2068עדה\u2069 – Ben")
    expect(line.locator(".quiet")).to_have_text(re.compile("^\u2068שולחן\u2069 · \\d+ turns$"))


def test_what_waits_for_a_host_comes_first_with_its_table_what_helps_and_the_picture_of_a_fault(evening, visit):
    page = visit(evening)
    for kind in (PHONE, SMALL, PROJECTOR):
        page.set_viewport_size(kind["viewport"])
        card = page.locator("#waiting li")
        expect(card.locator("strong")).to_have_text("Table 2: Not their turn.")
        expect(card).to_contain_text("Ben2: ")
        box = card.bounding_box()
        assert box["y"] + box["height"] < kind["viewport"]["height"]
        expect(page.locator("#tables li")).to_have_count(2)
        expect(page.locator("#standings tbody tr")).to_have_count(2)
    genesis = evening.hub.store.games()[1].genesis
    evening.hub.take("Table 2", genesis, 0, b'{"state":"live","pictures":true}\n')
    evening.hub.refresh()
    picture = cv2.imencode(".jpg", np.full((466, 426, 3), 90, np.uint8))[1].tobytes()
    assert evening.hub.keep_picture("Table 2", genesis, 7, picture)
    page.reload()
    shown = page.get_by_role("img", name="Table 2: Seen straight from above")
    for kind in (PHONE, SMALL, PROJECTOR):
        page.set_viewport_size(kind["viewport"])
        expect(shown).to_be_visible()
        assert shown.evaluate("one => one.naturalWidth") == 426
        assert page.evaluate("document.documentElement.scrollWidth") <= kind["viewport"]["width"]


def test_how_long_something_waits_is_told_by_the_hubs_clock_and_a_table_leads_to_its_game_turn_by_turn(evening, visit):
    page = visit(evening)
    page.add_init_script("const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000;")  # a day ahead
    page.reload()
    expect(page.locator("#waiting li .quiet")).to_have_text("just now")
    page.locator("#tables a").first.click()
    expect(page.locator("#board svg.field")).to_be_visible()
    expect(page.locator("#turns li").first).to_be_visible()


def test_the_organiser_tells_everybody_and_pairs_a_round(evening, visit):
    desk = visit(evening, f"#organiser={evening.hub.key}", **DESKTOP)
    phone = visit(evening)
    expect(phone.locator("#organiser")).to_be_hidden()
    expect(desk.locator("#join")).to_contain_text(evening.hub.code)
    assert evening.hub.key not in desk.url
    desk.locator("#notice-form input").fill("Soup at nine")
    desk.locator("#notice-form button").click()
    expect(phone.locator("#notice")).to_have_text("Soup at nine")
    desk.locator("#round-form textarea").fill("Table 1,Ada1,Ben1\nTable 2,Zoe")
    desk.get_by_role("button", name="By this list").click()
    expect(desk.locator("#answer")).to_contain_text("Line 2: two or three sides play at a table, not 1.")
    desk.locator("#round-form textarea").fill("Table 1,Ada1,Ben1\nTable 2,Ada2,Ben2")
    desk.get_by_role("button", name="By this list").click()
    expect(phone.locator("#rounds h2")).to_have_text("Round 1")
    expect(phone.locator("#rounds .won")).to_have_count(1)


def test_the_organiser_gives_a_game_to_who_came_and_strikes_one_that_was_contested(evening, visit):
    evening.hub.begin_round("list", "Table 1,Ada1,Ben1\nTable 2,Cid,Dan")
    desk = visit(evening, f"#organiser={evening.hub.key}", **SMALL)
    phone = visit(evening, **SMALL)
    desk.get_by_label("Table 2: the game is given to").select_option("Dan")
    expect(phone.locator("#rounds li").last).to_contain_text("Table 2: Cid – Dan · given by the organiser")
    expect(phone.locator("#rounds li").last.locator(".won")).to_have_text("Dan")
    desk.get_by_label("Table 1: Ada1 – Ben1 counts").uncheck()
    expect(phone.locator("#games li").last).to_contain_text("does not count")
    expect(phone.locator("#standings tbody tr")).to_have_count(2)
    expect(desk.get_by_label("Table 2: the game is given to")).to_have_value("Dan")
    desk.get_by_label("Table 1: Ada1 – Ben1 counts").check()
    expect(phone.locator("#standings tbody tr")).to_have_count(4)
    desk.get_by_label("Table 1: the game is given to").select_option("Ada1")
    expect(desk.locator("#strike li")).to_have_count(0)
    expect(phone.locator("#games li").last).to_contain_text("does not count")


def test_the_organiser_enters_who_plays_pairs_a_swiss_evening_and_finds_in_the_forms_what_was_chosen(evening, visit):
    evening.hub.choose(name="Spring cup", notice="Soup at nine")
    desk = visit(evening, f"#organiser={evening.hub.key}", **DESKTOP)
    expect(desk.locator("#choose-form [name=name]")).to_have_value("Spring cup")
    expect(desk.locator("#notice-form [name=notice]")).to_have_value("Soup at nine")
    desk.on("dialog", lambda asked: asked.accept())
    desk.locator("#entries-form textarea").fill("Ada1\nBen1\nAda2\nBen2\nZoe")
    desk.locator("#entries-form button").click()
    expect(desk.locator("#answer")).to_have_text("Done.")
    desk.get_by_role("button", name="Swiss").click()
    rounds = desk.locator("#rounds li")
    expect(rounds).to_have_text(["Table 1: Ben1 – Ada1", "Table 2: Ada2 – Ben2", "Sits out: Zoe"])
    desk.get_by_role("button", name="Swiss").click()
    expect(desk.locator("#rounds h2")).to_have_text("Round 2")
    expect(rounds.last).to_have_text("Sits out: Ben2")
    desk.get_by_role("button", name="Take the last round back").click()
    expect(desk.locator("#rounds h2")).to_have_text("Round 1")
    desk.locator("#choose-form [name=free]").check()
    desk.locator("#choose-form button").click()
    expect(desk.locator("#standings tbody tr")).to_have_count(3)
    desk.locator("#choose-form [name=players]").check()
    with desk.expect_response(lambda answer: answer.request.method == "POST"):
        desk.locator("#choose-form button").click()
    assert (evening.hub.settings.name, evening.hub.settings.counting) == ("Spring cup", "players")
    again = visit(evening, f"#organiser={evening.hub.key}", **DESKTOP)
    expect(again.locator("#choose-form [name=players]")).to_be_checked()
    expect(again.locator("#entries-form textarea")).to_have_value("Ada1\nBen1\nAda2\nBen2\nZoe")
    expect(again.locator("#choose-form [name=free]")).to_be_checked()


def test_a_table_shows_what_the_organiser_says(table, visit):
    served = table()
    page = visit(served)
    expect(page.locator("#club")).to_be_hidden()
    served.feed.tell(club={"round": 2, "sides": ["Ada", "Ben & Cid"], "notice": "Soup at nine"})
    expect(page.locator("#club")).to_have_text("Round 2: Ada – Ben & Cid · Soup at nine")


@cases("language", ["en", "es"], quick=1)
def test_a_clubs_page_breaks_no_rule(evening, visit, language):
    page = visit(evening, f"?lang={language}#organiser={evening.hub.key}", bypass_csp=True)
    expect(page.locator("#organiser")).to_be_visible()
    assert broken_in(page, (PHONE, "light"), (SMALL, "dark"), (PROJECTOR, "dark")) == []


def test_a_host_joins_by_the_code_the_organiser_shows_and_leaves_again(evening, table, visit, tmp_path):
    desk = visit(evening, f"#organiser={evening.hub.key}", **DESKTOP)
    expect(desk.locator("#join-code")).to_be_visible()
    link = desk.locator("#join").text_content()
    served = table(club=ClubSender(tmp_path / "table"))
    phone = visit(served, "#host=123456")
    phone.get_by_role("button", name="More", exact=True).click()
    expect(phone.get_by_role("link", name="Club evening")).to_be_visible()
    # Scanned, the code opens the club's page, which leads to the table's own with the link in its form.
    phone.goto(link)
    expect(phone.locator("#guide-link")).to_have_text(link)
    phone.locator("#guide-form input").fill(served.address)
    phone.get_by_role("button", name="Go there with the link").click()
    expect(phone.locator("#link")).to_have_value(link)
    phone.locator("#table-name").fill("Table 2")
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#trouble")).to_contain_text("Another table is called Table 2.")
    phone.locator("#table-name").fill("Table 3")
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#do")).to_contain_text(f"This table takes part as Table 3: {evening.address}")
    expect(desk.locator("#take-off li")).to_have_count(3)
    switch = phone.get_by_label("Show the club a picture of the board with each fault")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(phone.locator("#pictures:checked")).to_be_enabled()
    assert membership(tmp_path / "table").pictures
    phone.get_by_role("button", name="Leave the club").click()
    expect(phone.locator("#table-name")).to_have_value("Table 3")
    expect(desk.locator("#tables li").last).to_contain_text("left")
    desk.on("dialog", lambda asked: asked.accept())
    desk.get_by_role("button", name="Take off: Table 3").click()
    expect(desk.locator("#tables li")).to_have_count(2)


@cases("language", ["en", "es"], quick=1)
def test_the_page_on_which_a_table_joins_breaks_no_rule(table, visit, tmp_path, language):
    served = table(club=ClubSender(tmp_path))
    page = visit(served, f"club?lang={language}#host=123456", live=False, bypass_csp=True)
    expect(page.locator("#link")).to_be_visible()
    assert broken_in(page, (PHONE, "light"), (SMALL, "dark"), (PROJECTOR, "dark")) == []
