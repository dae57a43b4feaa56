"""Two phones and more: a player takes a seat, sees the board from there, and asks; the host says yes with one tap."""

import re

from playwright.sync_api import expect

from engine import calls as c
from engine import events as e
from tests.e2e.conftest import NO_STORAGE
from tests.often import cases
from tests.web.script import Script, opening

BUZZES = "navigator.vibrate = (how) => { document.body.dataset.buzzed = String(how); return true; };"


def unnamed():
    return Script(("blue", "green")).play("d4").play("g6").play("e5").play("f7").play("c3")


def sit(page, seat, name=""):
    page.get_by_role("button", name="Sit down").click()
    page.fill("[name=player]", name)
    page.locator(".around").get_by_role("button", name=seat).click()
    expect(page.locator("#bar > .answer")).to_contain_text("You sit at the table.")


def says_the_card_was(page):
    page.locator("#bar [data-name=card]").click()
    page.locator(".hand-card").nth(1).click()


def test_a_players_stop_counts_at_once_and_whatever_else_they_say_with_the_hosts_yes(table, visit, takes, heard):
    served = table(unnamed().fault(), calls=takes)
    host, player = visit(served, "#host=123456"), visit(served)
    sit(player, "Green", "Ben")
    told = player.locator("#bar > .answer")

    def agreed():
        host.locator(".ask").get_by_role("button", name="Yes").click()
        expect(host.locator(".ask")).to_have_count(0)
        expect(told).to_have_text("The host agrees. So it is.")
        return heard.pop()

    player.locator(".fault").get_by_role("button", name="That was my turn").click()
    assert agreed() == c.Stands(at=0.0, who="Ben", fault=1)
    served.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
    expect(player.locator("#now .who")).to_have_text("Ben to play")
    player.get_by_role("button", name="Stop!").click()
    expect(told).to_have_text("So it is.")
    assert heard.pop() == c.Pause(at=0.0, who="Ben")
    served.feed.hear((e.StateChanged(state="paused"),))
    player.get_by_role("button", name="Go on").click()
    expect(player.locator(".ask")).to_contain_text("Waits for the host")
    assert agreed() == c.Resume(at=0.0, who="Ben")
    asked = {"about": "claim", "default": "b2-f2", "team": "green"}
    served.feed.hear((e.StateChanged(state="watching"),))
    served.feed.hear((e.Question(**asked, options=("b2-f2", "c2-g2"), number=1, turn=4),))
    player.get_by_role("button", name="B", exact=True).click()
    assert agreed() == c.Answer(at=0.0, who="Ben", question=1, answer="c2-g2")
    player.get_by_role("button", name="I cannot play").click()
    assert isinstance(agreed(), c.CannotPlay)
    served.feed.hear((e.TurnPlayed(turn=6, seat=1, team="green", action="place", space="a3"),))
    served.feed.hear((e.PositionSettled(position=tuple("." * 10 for _ in range(10)), to_move=0),))
    expect(player.get_by_role("button", name="I cannot play")).to_have_count(0)
    assert heard == []


def test_the_hosts_phone_buzzes_for_what_waits_once_that_is_switched_on_and_says_how_much_it_is(table, visit):
    served = table(unnamed())
    host, player = visit(served, "#host=123456"), visit(served)
    host.evaluate(f"(() => {{ {BUZZES} }})()")
    sit(player, "Green", "Ben")
    bell, count = host.locator("#bar .bell"), host.locator("#bar .bell .count")
    expect(count).to_have_count(0)
    says_the_card_was(player)
    expect(count).to_have_text("1")
    expect(host.locator("body")).not_to_have_attribute("data-buzzed", re.compile("."))
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    host.evaluate("delete document.body.dataset.buzzed")
    served.feed.hear((e.Question(about="doubt", options=("yes", "no"), number=1),))
    expect(host.locator("body")).to_have_attribute("data-buzzed", "120,60,120")
    expect(count).to_have_text("2")
    expect(bell).to_have_attribute("aria-label", "Buzz and sound on, 2 waiting")
    served.feed.hear((e.QuestionClosed(number=1),))
    host.locator(".ask").get_by_role("button", name="Yes").click()
    expect(count).to_have_count(0)
    expect(player.locator(".bell")).to_have_count(0)


def test_the_hosts_yes_stays_under_the_thumb_while_the_game_goes_on_and_goes_with_who_ceases_to_be_the_host(
    table, visit
):
    served = table(unnamed())
    host, player = visit(served, "#host=123456"), visit(served)
    sit(player, "Green", "Ben")
    says_the_card_was(player)
    for page, name in ((host, "Yes"), (player, "Never mind")):
        page.locator(".ask").get_by_role("button", name=name).evaluate("button => { button.dataset.tapped = 1; }")
    for state in ("covered", "settling", "watching"):
        served.feed.hear((e.StateChanged(state=state),))
    served.feed.hear((e.TurnPlayed(turn=6, seat=1, team="green", action="place", space="a3"),))
    for page in (host, player):
        expect(page.locator("#turns li")).to_have_count(6)
        expect(page.locator(".ask [data-tapped]")).to_have_count(1)
    host.click("#open-menu")
    host.get_by_role("button", name="Stop being the host on this phone").click()
    expect(host.locator(".ask")).to_have_count(0)


def test_that_was_my_card_may_be_refused_by_the_host_and_counts_at_once_where_the_table_wants_none(
    table, visit, takes, heard
):
    served = table(unnamed(), calls=takes)
    host, player = visit(served, "#host=123456"), visit(served)
    sit(player, "Blue", "Ann")
    player.get_by_role("button", name="Wrong card").click()
    expect(player.locator("#panel-title")).to_contain_text("Turn 5:")
    player.get_by_role("button", name="jack of clubs").click()
    expect(host.locator(".ask")).to_have_text(re.compile(r"^Ann says that turn 5 was played with J♣."))
    host.locator(".ask").get_by_role("button", name="No", exact=True).click()
    expect(player.locator("#bar > .answer")).to_have_text("The host says no.")
    assert heard == []
    host.get_by_role("button", name="More").click()
    host.get_by_label("What players say counts at once").check()
    expect(host.locator("#bar > .answer")).to_have_text("What players say counts at once now.")
    says_the_card_was(player)
    expect(player.locator("#bar > .answer")).to_contain_text("So it is.")
    expect(host.locator(".ask")).to_have_count(0)
    assert [type(call) for call in heard] == [c.CardWas]
    host.reload()
    host.wait_for_selector("#live[data-link=live]")
    host.get_by_role("button", name="More").click()
    expect(host.get_by_label("What players say counts at once")).to_be_checked()


def test_the_board_is_turned_to_the_players_side_who_sits_down_again_by_itself_when_the_server_starts_again(
    table, visit
):
    served = table(unnamed())
    page = visit(served)
    corner = page.locator("[role=gridcell]").first
    expect(corner).to_have_attribute("aria-label", re.compile(r"\(a1\)"))
    sit(page, "Green", "Ben")
    expect(corner).to_have_attribute("aria-label", re.compile(r"\(j10\)"))
    expect(page.locator("#now .just")).to_have_text("Blue placed a chip on the lower 2♦.")
    cell = page.locator("[role=gridcell][aria-label*='(c3)']").bounding_box()
    board = page.locator(".field").bounding_box()
    assert cell["y"] > board["y"] + board["height"] / 2, "the third row from the top is the third from below now"
    page.get_by_role("button", name="Your turn!").click()
    page.get_by_role("button", name="Turn the board").click()
    expect(corner).to_have_attribute("aria-label", re.compile(r"\(a10\)"))
    page.reload()
    expect(corner).to_have_attribute("aria-label", re.compile(r"\(a10\)"))
    served.stop()
    served.restart(unnamed())
    expect(page.locator("#now .who")).to_have_text("Ben to play")
    expect(page.get_by_role("button", name="Stop!")).to_be_visible()


def test_a_player_is_told_that_it_is_their_turn_and_the_phone_buzzes(table, visit):
    served = table(unnamed())
    page = visit(served)
    page.evaluate(BUZZES)
    sit(page, "Blue", "Ann")
    expect(page.locator(".tab.to-move")).to_have_count(0)
    game = unnamed()
    served.play(game.play("h4").events[-2:])
    expect(page.locator(".tab.to-move")).to_have_text("Your turn!")
    expect(page.locator("body")).to_have_attribute("data-buzzed", "180,80,180")


@cases("language", ["es", "en", "da", "sv"], quick=1)
def test_whoever_only_watches_is_asked_nothing_and_sits_down_by_a_small_button_at_the_top(table, visit, language):
    served = table(opening())
    page = visit(served, f"?lang={language}", viewport={"width": 320, "height": 568})
    expect(page.locator("#bar")).to_be_hidden()
    sit_down, board = page.locator("#sit"), page.locator("#board svg").bounding_box()
    expect(sit_down).to_be_visible()
    assert sit_down.bounding_box()["height"] < 48
    assert board["y"] + board["height"] < 568, "the whole board is seen"
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    sit_down.click()
    expect(page.locator("[name=player]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#bar")).to_be_hidden()
    expect(sit_down).to_be_focused()
    expect(visit(served, "#host=123456").locator("#sit")).to_be_hidden()


def test_a_seat_that_the_host_frees_is_lost_and_to_who_sits_again_the_hosts_role_is_handed_over(table, visit):
    served = table(unnamed())
    host, player = visit(served, "#host=123456"), visit(served)
    sit(player, "Green", "Ben")
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Free the seat: Ben").click()
    host.get_by_role("button", name=re.compile("^Free the seat: Ben. Sure")).click()
    expect(player.locator("#bar > .answer")).to_have_text("The host freed your seat. You may take one again.")
    host.get_by_role("button", name="More").click()
    sit(player, "Green", "Ben")
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Hand over: Ben").click()
    host.get_by_role("button", name=re.compile("^Hand over: Ben. Sure")).click()
    player.get_by_role("button", name="Be the host from now on").click()
    expect(player.get_by_role("button", name="Pause")).to_be_visible()
    expect(host.get_by_role("button", name="Pause")).to_have_count(0)


def test_names_of_every_script_fit_and_turn_no_sentence_round_and_who_gets_up_may_sit_down_under_another(table, visit):
    page = visit(table(unnamed()), viewport={"width": 320, "height": 568})
    for name in ("בן־דוד", "👩‍👩‍👧 Ann", "x" * 40):
        sit(page, "Green", name)
        expect(page.locator("#now .who")).to_contain_text(name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name
        page.get_by_role("button", name="Your turn!").click()
        page.get_by_role("button", name="Get up").click()
        expect(page.locator("#bar > .answer")).to_have_text("You got up.")
        expect(page.get_by_role("button", name="Stop!")).to_have_count(0)


def test_with_storage_switched_off_a_seat_holds_for_the_visit_and_the_page_says_so(table, visit):
    page = visit(table(unnamed()), script=NO_STORAGE)
    sit(page, "Green", "Ben")
    expect(page.locator("#bar > .answer")).to_contain_text("This phone keeps nothing")
    expect(page.get_by_role("button", name="Stop!")).to_be_visible()


def test_a_phone_goes_with_its_player_to_another_seat_and_sits_down_there_again_by_itself(table, visit):
    served = table(unnamed())
    ann, ben = visit(served), visit(served)
    sit(ann, "Blue", "Ann")
    sit(ben, "Green", "Ben")
    mine = re.compile("my-turn")
    expect(ben.locator("body")).to_have_class(mine)
    served.hear(e.CallMade(at=9.0, call=c.plain_call(c.SeatsSwapped(at=9.0, one=0, other=1)), number=1))
    expect(ann.locator("body")).to_have_class(mine)
    expect(ben.locator("body")).not_to_have_class(mine)
    expect(ben.locator("#now .who")).to_have_text("Ann to play")
    served.stop()
    served.restart(unnamed())
    expect(ann.locator("body")).to_have_class(mine)
    expect(ben.locator("#now .who")).to_have_text("Ann to play")


def test_a_player_takes_a_seat_and_asks_by_keyboard_alone(table, visit):
    page = visit(table(unnamed()))
    page.get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("Ben")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#bar > .answer")).to_contain_text("You sit at the table.")
    page.get_by_role("button", name="Stop!").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bar > .answer")).to_have_text("Heard: Pause.")
