"""The page in a real browser: what people see, and how little it costs to fetch."""

import re

from playwright.sync_api import expect

from engine import events as e
from engine.saying import saying
from tests.e2e.conftest import DESKTOP, SMALL
from tests.e2e.test_large_text import TRUST
from tests.web.script import Script, long_game, opening
from tests.web.show import measures, stages


def chip_at(page, space):
    return page.get_by_role("gridcell", name=re.compile(rf"\({space}\)"))


def test_a_phone_shows_whose_turn_it_is_and_what_just_happened_and_no_time_where_nobody_chose_one(table, visit):
    page = visit(table(opening()))
    expect(page.locator("#now .who")).to_have_text("East to play")
    expect(page.locator("#clock")).to_be_hidden()
    expect(page.locator("#now .just")).to_have_text("North placed a chip on the upper 2♦.")
    expect(page.locator("#turns li").first).to_contain_text("9North placed a chip on the upper 2♦.")
    brief = page.locator("#turns li").first.locator(".said > [aria-hidden]")
    expect(brief).to_have_text("North 2♦ upper")
    assert (
        chip_at(page, "c3").get_attribute("aria-label")
        == "2 of diamonds, the upper one (c3), Blue chip since turn 9, last turn"
    )
    assert chip_at(page, "c8").get_attribute("aria-label") == "10 of clubs, the lower one (c8), empty"
    board = page.locator("#board svg").bounding_box()
    assert board["width"] > 370
    assert board["y"] + board["height"] < 844, "turn, score and board are seen without scrolling"
    assert page.evaluate(
        "() => { const now = document.querySelector('#now'), who = now.querySelector('.who');"
        " const one = document.createElement('i'); one.style.color = getComputedStyle(now).getPropertyValue('--team');"
        " document.body.append(one); return getComputedStyle(one).color === getComputedStyle(who).backgroundColor; }"
    ), "whose turn it is stands in the colour of the team"


def test_a_guests_tap_is_seen_on_every_phone_and_in_the_room_for_a_moment(table, visit, game):
    served = table(game)
    guest, host, room = visit(served), visit(served, "#host=123456"), visit(served, "tv", live=False)
    expect(room.locator("#now .who")).not_to_be_empty()
    expect(host.locator("#bar")).to_be_visible()
    expect(host.locator("#cheers")).to_be_hidden()
    for page in (guest, host, room):
        page.clock.install()
    # Drawn, so that no screen needs a font that has the signs.
    expect(guest.locator("#cheers")).to_have_text("")
    expect(guest.locator("#cheers svg")).to_have_count(3)
    guest.get_by_role("button", name="Clap").click()
    for page in (guest, host, room):
        expect(page.locator(".cheer svg")).to_be_visible()
        page.clock.fast_forward(3000)
        expect(page.locator(".cheer")).to_have_count(0)


def test_a_page_opened_before_the_first_game_comes_to_life_and_a_turn_carries_its_card_where_it_is_known(
    table, visit, game
):
    served = table()
    page = visit(served)
    expect(page.locator("#now .who")).to_have_text("Waiting for the first game")
    expect(page.locator("#board svg")).to_have_count(0)
    served.play(game.play("g6", "KH").play("c3"))
    expect(page.locator("#board svg")).to_be_visible()
    laid = page.locator("#turns li .laid")
    expect(laid).to_have_count(1)
    expect(laid).to_have_text("K♥")
    assert laid.get_attribute("title") == "king of hearts"
    assert "red-suit" in laid.get_attribute("class")
    expect(page.locator("#turns li").last.locator(".said > [aria-hidden]")).to_have_text("North K♥ lower")


def test_a_sequence_is_drawn_through_scored_and_called_out(table, visit):
    game = long_game()
    made = next(at for at, event in enumerate(game.events) if isinstance(event, e.SequenceMade))
    served = table(game.events[:made])
    page = visit(served)
    expect(page.locator("#called")).not_to_have_class(re.compile("show"))
    served.play(game.events[made:])
    expect(page.locator("#called")).to_have_class(re.compile("show"))
    expect(page.locator("#called")).to_have_text("Sequence for North!")
    expect(page.locator(".lines .through.blue")).to_have_count(1)
    expect(page.locator("#score")).to_contain_text("North: 1 of 2 sequences")
    expect(page.locator(".chips .chip.white")).to_have_count(5)
    assert "in a sequence, white side up" in chip_at(page, "d4").get_attribute("aria-label")


def test_the_score_calls_a_side_by_its_player_and_by_its_colour_where_it_has_several(table, visit):
    served = table(Script(("blue:Ada", "green:Ben")))
    page = visit(served, **SMALL)
    called = page.locator("#score .called-by")
    expect(called).to_have_text(["Ada", "Ben"])
    expect(page.locator("#score [role=img]").first).to_have_attribute("aria-label", "Blue")
    served.play(Script(("blue:Ada", "green:Ben", "blue:Cid", "green:Dan")))
    expect(called).to_have_text(["Blue", "Green"])
    served.play(Script(long := ("blue:Bartholomew", "green:Dagny-Marie", "red:Maximiliana")))
    expect(called).to_have_text([name.partition(":")[2] for name in long])
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_fault_cannot_be_overlooked_and_goes_when_it_is_put_right(table, visit):
    served = table(long_game().fault())
    page = visit(served)
    fault = page.locator(".fault")
    expect(fault.locator("h2")).to_have_text("East: Take your chip off the lower 4♣.")
    expect(fault.locator(".message")).to_have_text("A chip of East lies on the lower 4♣, but it is North's turn.")
    expect(fault.locator("summary")).to_have_text("Not their turn.")
    expect(fault).to_contain_text("Rule: One turn each, round the table. · English book, line")
    expect(page.locator("#now")).to_be_hidden()
    assert page.locator("#faults").get_attribute("aria-live") == "assertive"
    assert fault.bounding_box()["y"] + fault.bounding_box()["height"] < 844
    expect(page.locator(".faults .alarm")).to_have_count(1)
    served.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
    expect(fault).to_have_count(0)
    expect(page.locator("#now .just")).to_have_text("Put right. The game goes on.")


def test_a_hidden_board_and_a_lost_camera_are_said_plainly_in_the_language_of_the_phone(table, visit):
    served = table(stages()["blocked"])
    page = visit(served, "?lang=da")
    expect(page.locator("#seeing")).to_have_text("Brættet er skjult. Giv venligst frit udsyn. An arm.")
    expect(page.locator(".hidden rect")).to_have_count(36)
    served.feed.hear((e.ViewClear(),))
    expect(page.locator("#seeing")).to_be_hidden()
    gone = saying("camera-gone", camera="pi")
    served.feed.hear((e.CameraLost(reason=gone),))
    own = "Kameraet pi giver ingen billeder mere. Se efter kablet og strømforsyningen. Det prøves igen af sig selv."
    expect(page.locator("#seeing")).to_have_text(f"Ingen holder øje med brættet. {own}")
    served.feed.hear((e.CameraBack(),))
    expect(page.locator("#seeing")).to_be_hidden()


def test_chips_are_told_apart_without_colour_and_a_board_of_another_shape_with_named_pictures_is_drawn(table, visit):
    served = table(stages()["three"])
    page = visit(served, forced_colors="none")
    shapes = {
        team: page.locator(f".marks .chip.{team} .mark").first.evaluate(
            'e => e.outerHTML.replace(/ class="[^"]*"/, \'\')'
        )
        for team in ("blue", "green", "red")
    }
    assert len(set(shapes.values())) == 3
    served.play(stages()["kids"])
    expect(page.get_by_role("gridcell")).to_have_count(42)
    expect(page.locator(".cards .name").first).to_have_text(re.compile("tiger", re.I))


def test_whoever_reads_the_board_and_the_turns_with_the_keyboard_stays_where_they_were(table, visit):
    game = opening()
    served = table(game)
    page = visit(served, **DESKTOP)
    chip_at(page, "a1").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#board .note")).to_have_text(
        "2 of diamonds, the upper one (c3), Blue chip since turn 9, last turn"
    )
    page.locator('#turns [data-turn="7"]').focus()
    served.play(game.play("e5").events[-2:])
    expect(page.locator("#turns li")).to_have_count(10)
    assert page.evaluate("document.activeElement.dataset.turn") == "7"


def test_dark_colours_follow_the_phone_or_its_owner(table, visit):
    page = visit(table(opening()), color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#open-menu")
    page.select_option("#theme", "light")
    light = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == light


def test_the_drawer_says_how_well_the_camera_sees_and_leads_to_where_a_phone_learns_to_trust_the_table(table, visit):
    page = visit(table(opening(), measures=measures, trust=TRUST))
    page.click("#open-menu")
    expect(page.locator("#eye .good")).to_contain_text("focus")
    expect(page.locator("#eye .bad")).to_have_text(re.compile("glareMove the lamp or the camera.*11 % of spaces"))

    page.click("a[href='/trust']")
    page.locator("a[href='/trust/certificate.crt']").wait_for()
    assert page.locator("li a").first.get_attribute("href") == "https://127.0.0.1:8443/"


def test_the_whole_page_asks_nobody_else_and_leaves_no_cookie(table, visit):
    served, fetched = table(long_game()), set()
    page = visit(served, "healthz", live=False)
    page.on("response", lambda answer: fetched.add(answer.url))
    page.goto(served.address)
    page.wait_for_selector("#live[data-link=live]")
    page.click("#open-menu")
    expect(page.locator("#qr")).to_have_js_property("complete", True)
    expect(page.locator("#qr")).not_to_have_js_property("naturalWidth", 0)
    assert {url for url in fetched if not url.startswith((served.address, "data:"))} == set()
    assert any("qr.svg" in url for url in fetched)
    assert page.context.cookies() == []


def test_a_phone_on_its_side_shows_the_whole_board_and_the_smallest_the_whole_name_above_it(table, visit):
    page = visit(table(stages()["long"]), **SMALL)
    name = page.locator(".bar h1")
    name.evaluate("element => { element.style.letterSpacing = '.08em'; }")  # as wide as the widest font a phone brings
    assert name.evaluate("element => element.scrollWidth <= element.clientWidth")
    menu = page.locator("#open-menu").bounding_box()
    assert menu["x"] + menu["width"] <= 320
    assert menu["width"] >= 44
    name.evaluate("element => { element.style.letterSpacing = ''; }")
    for width, height in ((844, 390), (740, 360), (667, 375), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".field").bounding_box()
        assert board["y"] + board["height"] <= height, width
        assert board["height"] > 0.75 * height, width
        now = page.locator("#now").bounding_box()
        assert now["x"] >= board["x"] + board["width"], width
        assert now["y"] < height / 3, width


def test_a_table_that_is_not_watched_does_not_call_itself_live_and_who_asks_for_contrast_gets_no_soft_ink(table, visit):
    page = visit(table(stages()["camera"]), contrast="more")
    assert page.inner_text("#live").strip() == "Not watching"
    style = "getComputedStyle(document.querySelector('{}')).{}"
    ink = page.evaluate(style.format("body", "color"))
    assert page.evaluate(style.format("#now .just", "color")) == ink
    assert page.evaluate(style.format("#board svg", "filter")) == "none"


def test_a_won_board_stays_as_it_is_while_hands_clear_the_table(table, visit):
    served = table(stages()["won"])
    page = visit(served)
    served.feed.hear((e.ViewBlocked(reason="An arm.", spaces=("a2", "b2")),))
    served.feed.tell(hidden=["a2", "b2"])
    served.feed.hear((e.GameStarted(edition="classic", layout="classic", seats=("blue:North", "green:East")),))
    served.feed.hear((e.StateChanged(state="watching"),))
    served.feed.hear((e.PositionSettled(position=("*" + "." * 8 + "*", *["." * 10] * 8, "*" + "." * 8 + "*")),))
    expect(page.locator("#now .next-game")).to_have_text(
        "East deals the next game. It begins with the first chip: North plays."
    )
    expect(page.locator("#now .won")).to_have_text("East wins!")
    expect(page.locator("#seeing")).to_be_hidden()
    expect(page.locator(".hidden rect")).to_have_count(0)
    expect(page.locator("#live")).to_have_text("Live")
    assert page.locator(".chips .chip").count() > 5
    served.play(Script(seats=("blue:North", "green:East")).play("d4").events[1:])
    expect(page.locator("#now .won")).to_have_count(0)
    expect(page.locator(".chips .chip")).to_have_count(1)


def test_a_chip_that_was_swapped_is_not_said_to_lie_since_a_turn_of_another_team(table, visit, game):
    game.play("c4").play("d4").put("d4", "b")
    page = visit(table(game.say(game.position())))
    assert "since turn" not in chip_at(page, "d4").get_attribute("aria-label")
    assert "since turn 1" in chip_at(page, "c4").get_attribute("aria-label")


def test_under_a_fault_the_header_keeps_its_menu_however_large_the_text(table, visit):
    page = visit(table(stages()["fault"]))
    for width, text in ((320, 100), (360, 130), (412, 130), (390, 200)):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), width
        menu = page.locator("#open-menu").bounding_box()
        assert menu["x"] >= 0, width
        assert menu["x"] + menu["width"] <= width


def test_a_wrong_card_lights_the_spaces_on_which_it_could_have_been_played(table, visit):
    fault = e.FaultFound(
        code="wrong-card",
        problems=("wrong-card",),
        spaces=("e5",),
        team="green",
        number=1,
        card="KC",
        could=("a8", "i2"),
    )
    page = visit(table(opening().say(fault)))
    expect(page.locator(".faults .could")).to_have_count(2)
    assert "could have been played here" in chip_at(page, "a8").get_attribute("aria-label")
