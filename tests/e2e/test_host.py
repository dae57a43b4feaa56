"""What the owner of a phone may switch on: a voice, and, with the key, calls to the referee."""

import re

from playwright.sync_api import expect

from engine import calls as c
from engine import events as e
from tests.often import cases
from tests.web.script import long_game, opening
from tests.web.show import stages
from web.hosts import Hosts, InMemory

SPY = """() => {
    document.body.dataset.said = "";
    speechSynthesis.speak = (saying) => { document.body.dataset.said += `|${saying.text}`; };
}"""


def become_host(page, key="123456"):
    page.click("#open-menu")
    page.get_by_text("I am the host").click()
    page.fill("[name=key]", key)
    page.fill("[name=who]", "Ann")
    page.click("#host form .button")
    if key == "123456":
        expect(page.locator("#bar")).to_be_attached()
        page.keyboard.press("Escape")


def test_a_phone_speaks_only_when_its_owner_switched_that_on_and_remembers_it(table, visit):
    served = table(opening())
    page = visit(served)
    page.evaluate(SPY)
    served.play(long_game())
    expect(page.locator("#called")).to_contain_text("Sequence")
    expect(page.locator("body")).to_have_attribute("data-said", "")
    page.click("#voice")
    served.feed.hear((e.GameWon(team="green"),))
    expect(page.locator("body")).to_have_attribute("data-said", re.compile(r"\|East wins the game!$"))
    page.reload()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")


@cases("link", ["#host=000000", "#host=", "#host=1234-", "#host"], quick=1)
def test_an_old_or_broken_host_link_says_so_on_the_page_while_somebody_may_need_it(table, visit, link):
    page = visit(table(stages()["fault"]), link, clock=True)
    expect(page.locator("#told")).to_have_text("That is not the host key.")
    expect(page.locator(".fault .actions")).to_have_count(0)
    page.clock.fast_forward(31_000)
    expect(page.locator("#told")).to_be_empty()


def test_the_hosts_own_link_leaves_no_key_in_the_address_and_its_phone_stays_the_hosts_when_the_server_starts_again(
    table, visit, takes, heard
):
    hosts = Hosts(InMemory("123456"))
    served = table(opening(), calls=takes, hosts=hosts)
    page = visit(served, "#host=123456")
    expect(page.locator("#told")).to_have_text("You are the host.")
    assert "123456" not in page.url
    served.stop()
    served.restart(opening())
    expect(page.locator("#live[data-link=live]")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#bar .answer")).to_have_text("So it is.")
    assert heard == [c.Pause(at=0.0, who="host")]


def test_a_phone_that_was_taken_off_is_told_at_its_next_tap(table, visit, takes, heard):
    hosts = Hosts(InMemory("123456"))
    served = table(stages()["fault"], calls=takes, hosts=hosts)
    first, second = visit(served, "#host=123456"), visit(served)
    become_host(second)
    second.get_by_role("button", name="More").click()
    expect(second.locator(".devices li")).to_have_count(2)
    second.get_by_role("button", name="Take off: computer").click()
    second.get_by_role("button", name="Take off: computer. Sure? Tap once more.").click()
    expect(second.locator(".devices li")).to_have_count(1)
    first.get_by_role("button", name="This stands").click()
    expect(first.locator("#told")).to_contain_text("This phone was taken off.")
    expect(first.locator(".fault .actions")).to_have_count(0)
    assert heard == []


def test_who_has_the_key_lets_a_fault_stand_stays_the_host_when_the_page_is_opened_again_and_can_stop(
    table, visit, takes, heard
):
    page = visit(table(stages()["fault"], calls=takes))
    become_host(page, "000000")
    expect(page.locator("#host .answer")).to_have_text("That is not the host key.")
    page.reload()
    become_host(page)
    page.get_by_role("button", name="This stands").click()
    expect(page.locator(".fault .answer")).to_have_text("So it is.")
    assert heard == [c.Stands(at=0.0, who="Ann", fault=1)]
    page.reload()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.click("#open-menu")
    page.get_by_role("button", name="Stop being the host on this phone").click()
    expect(page.get_by_text("I am the host")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(page.locator(".fault .actions")).to_have_count(0)


def test_the_host_corrects_turns_and_swaps_seats_from_the_drawer_where_what_is_typed_survives_and_answers_questions(
    table, visit, takes, heard
):
    game = opening()
    served = table(game, calls=takes)
    page = visit(served)
    become_host(page)
    page.click("#open-menu")
    page.get_by_text("More to say").click()

    def form(button):
        return page.locator(".call", has=page.get_by_role("button", name=button))

    correct = form("Correct this turn")
    correct.locator("[name=turn]").fill("3")
    correct.locator("[name=action]").select_option("place")
    correct.locator("[name=space]").fill("e6")
    correct.locator("[name=card]").fill("2h")
    correct.get_by_role("button").click()
    expect(page.locator("#host .answer")).to_have_text("So it is.")
    assert heard.pop() == c.CorrectTurn(at=0.0, who="Ann", turn=3, action="place", space="e6", card="2H")

    swap = form("Swapped seats")
    swap.locator("[name=one]").select_option("North")
    swap.locator("[name=other]").select_option("East")
    swap.get_by_role("button").click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Sure? Tap once more.").click()
    assert heard.pop() == c.SeatsSwapped(at=0.0, who="Ann", one=0, other=1)

    card = form("This was the card").locator("[name=card]")
    card.fill("10H")
    card.focus()
    served.play(game.play("e5").events[-2:])
    expect(page.locator("#turns [data-turn='10']")).to_be_attached()
    expect(card).to_have_value("10H")
    expect(card).to_be_focused()

    page.keyboard.press("Escape")
    asked = {"about": "claim", "default": "b2-f2"}
    served.feed.hear((e.Question(**asked, options=("b2-f2", "c2-g2"), number=1, turn=9),))
    page.get_by_role("button", name="B", exact=True).click()
    expect(page.locator(".question .answer")).to_have_text("So it is.")
    assert heard == [c.Answer(at=0.0, who="Ann", question=1, answer="c2-g2")]
    served.feed.hear((e.QuestionClosed(number=1),))
    expect(page.locator(".question")).to_have_count(0)
