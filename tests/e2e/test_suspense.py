"""Suspense: one chip from a sequence glows, a line of tension under the names, and a switch that turns it off."""

from playwright.sync_api import expect

from tests.web.script import Script


def four_in_a_row():
    return Script().play("b2").play("j9").play("c3").play("j8").play("d4").play("a5")


def test_the_space_of_the_chip_that_is_missing_glows_and_the_line_grows(table, visit):
    game = four_in_a_row()
    served = table(game)
    page = visit(served)
    line = page.locator("#score li.blue .tension")
    share = "e => Number(e.style.getPropertyValue('--share'))"
    expect(page.locator(".glow.blue")).to_have_count(1)  # a1 is free: b2, c3 and d4 lack e5 alone
    before = line.evaluate(share)
    served.play(game.play("e5").sequence("blue", "a1", "b2", "c3", "d4", "e5").events[-4:])
    expect(page.locator(".glow.blue")).to_have_count(0)
    assert line.evaluate(share) > before
    expect(page.locator("#score li.blue")).not_to_contain_text("one chip from")


def test_who_does_not_see_the_glow_hears_of_it(table, visit):
    page = visit(table(four_in_a_row()))
    expect(page.locator("#score li.blue")).to_contain_text("one chip from a sequence: the upper 5♥ (e5)")


def test_suspense_is_switched_off_and_stays_off(table, visit):
    page = visit(table(four_in_a_row()))
    expect(page.locator(".glow")).to_be_visible()
    page.click("#open-menu")
    page.get_by_label("Suspense").click()
    expect(page.locator(".glow")).to_be_hidden()
    expect(page.locator("#score li.blue .tension")).to_be_hidden()
    page.reload()
    page.wait_for_selector("#live[data-link=live]")
    expect(page.locator(".glow")).to_be_hidden()
    page.click("#open-menu")
    expect(page.get_by_label("Suspense")).not_to_be_checked()
