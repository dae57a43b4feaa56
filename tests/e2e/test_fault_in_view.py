"""A fault is one line and the board: who is to do what, and the place, in one glance; all else is folded."""

from msgspec.structs import replace
from playwright.sync_api import expect

from engine import events as e
from tests.often import cases
from tests.web.script import long_game
from tests.web.shelf import Shelf

SIZES = {320: 640, 390: 844, 1920: 1080}
PLACES = {"e1": "5♠", "e4": "4♣", "j8": "4♦", "c10": "K♦"}
HOST = "#host=123456"


def screen(width):
    return {"viewport": {"width": width, "height": SIZES[width]}, "is_mobile": width < 1000, "has_touch": width < 1000}


def in_one_glance(page, line, space):
    """Whether the line and the space lie in the window, neither on the other, and nothing over the space."""
    told, height = page.locator(line).bounding_box(), page.viewport_size["height"]
    number = 10 * (int(space[1:]) - 1) + "abcdefghij".index(space[0])
    place = page.locator("#board .hit").nth(number).bounding_box()
    middle = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
    on_top = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('#board') !== null", middle)
    seen = [0 <= box["y"] <= height - box["height"] for box in (told, place)]
    return all(seen) and on_top


@cases("width", SIZES, quick=1)
def test_name_place_and_remedy_are_seen_in_one_glance_on_the_hosts_phone(table, visit, width):
    served = table(long_game())
    page = visit(served, HOST, **screen(width))
    expect(page.locator("#bar")).to_be_visible()
    line = page.locator(".fault h2")
    for space, card in PLACES.items():
        served.feed.hear((e.FaultCleared(code="out-of-turn", number=1),))
        expect(line).to_have_count(0)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        served.play(long_game().fault(spaces=(space,)).events[-1:])
        expect(line).to_contain_text("East: Take your chip off ")
        expect(line).to_contain_text(card)
        expect(line).not_to_contain_text(f"({space})")
        assert in_one_glance(page, ".fault h2", space), space
        for folded in (".message", ".rule", ".otherwise"):
            expect(page.locator(f".fault {folded}")).to_be_hidden()
    page.locator(".fault summary").click()
    for unfolded in (".message", ".rule"):
        expect(page.locator(f".fault {unfolded}")).to_be_visible()
    expect(page.locator(".story")).to_have_count(0)  # this table keeps nothing to tell it by


@cases("width", SIZES, quick=1)
def test_what_the_referee_asks_lies_neither_on_a_fault_nor_on_its_place_whichever_came_first(table, visit, width):
    served = table(long_game())
    page = visit(served, HOST, **screen(width))
    expect(page.locator("#bar")).to_be_visible()
    fault, asked = long_game().fault(spaces=("c10",)).events[-1], e.Question(about="other", number=2)
    over = (e.FaultCleared(code="out-of-turn", number=1), e.QuestionClosed(number=2))
    for both in ((fault, asked), (asked, fault)):
        for event in both:
            served.feed.hear((event,))
        expect(page.locator(".question")).to_be_visible()
        expect(page.locator(".fault h2")).to_be_visible()
        assert in_one_glance(page, ".fault h2", "c10")
        for top in ("scrollY", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {top})")
            told = page.locator(".fault h2").bounding_box()
            middle = [told["x"] + told["width"] / 2, told["y"] + told["height"] / 2]
            assert page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.fault') !== null", middle)
        served.feed.hear(over)
        expect(page.locator(".fault")).to_have_count(0)
        page.evaluate("scrollTo(0, 0)")


@cases("width", SIZES, quick=1)
def test_in_a_replay_a_fault_is_seen_in_one_glance_too_and_nobody_is_to_mend_it(table, visit, tmp_path, width):
    shelf = Shelf(tmp_path)
    shelf.kept[2] = long_game().fault(spaces=("j9",)).events
    page = visit(table(games=shelf), "games/2#fault-1", live=False, **screen(width))
    expect(page.locator(".fault h2")).to_have_text("East: Not their turn.")
    assert in_one_glance(page, ".fault h2", "j9")
    page.locator(".fault summary").click()
    expect(page.locator(".fault .message")).to_be_visible()
    expect(page.locator(".fault .otherwise")).to_have_count(0)
    assert "Take" not in page.title()


def test_a_wrong_card_says_where_its_chip_belongs(table, visit):
    *game, wrong = long_game().fault("wrong-card")
    page = visit(table([*game, replace(wrong, could=("e1",))]))
    expect(page.locator(".fault h2")).to_have_text("East: Move your chip to the upper 5♠.")


def test_what_was_unfolded_stays_so_when_another_fault_comes(table, visit):
    served = table(long_game().fault())
    page = visit(served)
    page.locator(".fault summary").click()
    served.play(long_game().fault("two-chips", spaces=("e4", "f4")).events[-1:])
    expect(page.locator(".fault h2")).to_contain_text("Take one of the two off")
    expect(page.locator(".fault details")).to_have_attribute("open", "")
