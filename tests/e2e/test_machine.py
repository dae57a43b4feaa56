"""The page about the machine: what the host's phone sees there, and what it can have done."""

from dataclasses import replace

from playwright.sync_api import expect

from engine.trouble import Trouble
from tests.e2e.conftest import SMALL
from tests.e2e.test_accessibility import broken
from tests.web.test_machine_page import HOT, FakeMachine
from web.machine import NetworkView, VersionsView, Wifi

FACTS = {"temperature": 90.2, "power": [], "clock": "adrift", "signal": -60, "disk_free": 23.4e9}
WRONG = Trouble("No.", code="wifi-word", name="Home")


def test_a_host_sees_how_the_machine_is_joins_a_wifi_and_changes_the_version(table, visit):
    machine = FakeMachine(HOT)
    networks = (Wifi("Home", 80, True), Wifi("Café", 40, False))
    machine.now = replace(
        machine.now,
        facts=FACTS,
        versions=VersionsView("0.2.0", waiting="0.3.0", before="0.1.0"),
        network=NetworkView("own", "Sequence K7RW", networks, "http://sequence.local:8080/", trouble=WRONG),
        secure="off",
    )
    dark = {"bypass_csp": True, "color_scheme": "dark", **SMALL}
    page = visit(table(machine=machine), "machine#host=123456", live=False, clock=True, **dark)

    def becomes(**changes):
        """So it is when the page asks next."""
        machine.now = replace(machine.now, **changes)
        with page.expect_response(lambda answer: answer.request.method == "GET"):
            page.clock.fast_forward(60_000)

    expect(page.locator("#health .trouble")).to_contain_text("The machine is 90 °C hot and slows down.")
    expect(page.locator("#health dl")).to_be_hidden()
    page.locator("#health summary").click()
    expect(page.locator("#health dl")).to_contain_text("23.4 GB")
    expect(page.locator("#network .trouble")).to_contain_text("The Wi-Fi Home does not take that password.")
    assert broken(page) == []

    page.get_by_label("Its password").fill("right word")
    page.get_by_role("button", name="Join it").click()
    page.get_by_label("Wi-Fi in reach").select_option("another one")
    page.get_by_label("Name of the Wi-Fi").fill("Attic")
    page.get_by_role("button", name="Join it").click()
    page.get_by_label("Serve the page over HTTPS, too").check()
    expect(page.locator("#secure a")).to_have_count(0)
    becomes(secure="served")
    expect(page.locator("#secure").get_by_role("link", name="A secure page")).to_have_attribute("href", "/trust")
    page.get_by_role("button", name="Let 0.3.0 run").click()
    expect(page.get_by_role("button", name="the game goes on where it stood")).to_be_visible()
    page.get_by_role("button", name="the game goes on where it stood").click()
    expect(page.get_by_role("button", name="the game goes on where it stood")).to_be_disabled()
    becomes(versions=VersionsView("0.2.0", changing=True))
    expect(page.locator("#version")).to_contain_text("This page comes back by itself.")
    assert machine.asked == [
        {"action": "join", "name": "Home", "word": "right word"},
        {"action": "join", "name": "Attic", "word": "right word"},
        {"action": "https", "on": True},
        {"action": "update"},
    ]


def test_a_phone_that_changes_its_wifi_while_the_page_looks_sees_the_table_again_on_the_new_one(table, visit):
    machine, held = FakeMachine(HOT), []
    machine.now = replace(machine.now, facts=FACTS, versions=VersionsView("0.2.0"), network=None, secure="off")
    page = visit(table(machine=machine), "machine#host=123456", live=False, clock=True)
    expect(page.locator("#health")).to_contain_text("90 °C")

    def hold(route):  # the first is neither answered nor refused: that network is left
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/machine", hold)
    with page.expect_request("**/api/machine"):
        page.clock.fast_forward(10_000)
    machine.now = replace(machine.now, versions=VersionsView("0.2.0", waiting="0.3.0"))
    page.clock.fast_forward(11_000)
    page.clock.run_for(11_000)
    expect(page.get_by_role("button", name="Let 0.3.0 run")).to_be_visible()
    assert len(held) == 1
