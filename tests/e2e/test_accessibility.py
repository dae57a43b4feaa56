"""No rule of accessibility is broken on any page (axe-core); one with a fault is tried with its story."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from engine.trouble import Trouble
from tests.e2e.conftest import DESKTOP, PHONE, SMALL
from tests.often import cases
from tests.web.script import opening
from tests.web.show import serving, stages
from tests.web.test_book import Family
from web.own_names import OwnNames
from web.waiting import create_waiting_app

# Resolves when every movement of the page that ends has ended: halfway through fading in, contrasts are others.
AT_REST = """Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().iterations < Infinity)
    .map(one => one.finished)).then(() => true)"""
# What keeps a rule is neither described nor sent: that takes most of the time.
VIOLATIONS = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map((one) => [one.id, one.nodes.map((node) => node.target)]))"""


def broken(page):
    page.evaluate(AT_REST)
    if page.evaluate("window.axe === undefined"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS)


def broken_in(page, *looks):
    """The rules that a page breaks, and where it is cut off at the side, in each of these sizes and schemes."""
    wrong = []
    for kind, scheme in looks:
        page.set_viewport_size(kind["viewport"])
        page.emulate_media(color_scheme=scheme)
        cut_off = page.evaluate("document.documentElement.scrollWidth") > kind["viewport"]["width"]
        wrong += [(kind["viewport"], scheme, one) for one in (["cut off"] if cut_off else []) + broken(page)]
    return wrong


@cases(
    ("stage", "scheme", "kind"),
    [
        ("won", "dark", PHONE),
        ("question", "light", SMALL),
        ("blocked", "dark", PHONE),
        ("won", "light", DESKTOP),
        ("long", "light", PHONE),
    ],
    quick=2,
)
def test_the_table_page_and_its_drawer_break_no_rule(table, visit, stage, scheme, kind):
    page = visit(table(stages()[stage]), color_scheme=scheme, bypass_csp=True, **kind)
    assert broken(page) == []
    page.click("#open-menu")
    page.get_by_text("I am the host").click()
    assert broken(page) == []


@cases(
    ("language", "scheme", "opened"),
    [("en", "light", "Correct"), ("es", "dark", "Más"), ("da", "light", "Ret"), ("sv", "dark", "Rätta")],
    quick=2,
)
def test_the_hosts_bar_breaks_no_rule(table, visit, language, scheme, opened):
    page = visit(table(opening()), f"?lang={language}#host=123456", color_scheme=scheme, bypass_csp=True, **SMALL)
    page.get_by_role("button", name=opened, exact=True).click()
    expect(page.locator("#bar .panel")).to_be_visible()
    assert broken(page) == []


@cases(("language", "scheme"), [("en", "dark"), ("es", "light"), ("da", "dark"), ("sv", "light")], quick=1)
def test_a_players_phone_breaks_no_rule(table, visit, language, scheme):
    served = table(stages()["three"])
    host = visit(served, f"?lang={language}#host=123456", color_scheme=scheme, bypass_csp=True, **SMALL)
    page = visit(served, f"?lang={language}", color_scheme=scheme, bypass_csp=True, **SMALL)
    page.locator("#sit").click()
    assert broken(page) == []
    page.locator(".around button").nth(2).click()  # red, whose turn it is
    page.locator("#bar [data-name=card]").click()
    page.locator(".hand-card").first.click()
    expect(page.locator(".ask")).to_be_visible()
    assert broken(page) == []
    expect(host.locator(".ask")).to_be_visible()
    assert broken(host) == []


@cases("scheme", ["light", "dark"], quick=1)
def test_the_page_of_a_table_that_waits_breaks_no_rule(visit, scheme):
    app = create_waiting_app(lambda: Trouble("No camera answers as pi.", "Check the ribbon cable."), OwnNames())
    with serving(app) as served:
        page = visit(served, live=False, color_scheme=scheme, bypass_csp=True)
        page.route("**/*", lambda route: route.fulfill(status=204))  # it asks anew every few seconds, and stays
        assert broken(page) == []


def test_no_page_of_games_that_are_over_breaks_a_rule(table, visit):
    served = table(games=Family())
    page = visit(served, "book", live=False, bypass_csp=True)
    for path, shows in (("book", "main"), ("statistics", "main"), ("games/1", "#ending")):
        page.goto(served.address + path)
        expect(page.locator(shows)).to_be_visible()
        assert broken_in(page, (SMALL, "dark"), (PHONE, "light"), (DESKTOP, "dark")) == [], path
