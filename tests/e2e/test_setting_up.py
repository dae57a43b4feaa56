"""Setting a table up with nothing but a phone, over the drawn camera; and every step's page by itself."""

import re
import socket
import threading
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from engine.trouble import Trouble
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from referee.session.live import Evening, Plan
from referee.session.running import Stop
from referee.session.showing import PageChoices
from referee.setup.evenings import keep_evenings
from referee.setup.place import Place, played_at
from referee.storage.host_book import BookOnDisk
from referee.wiring import Rules
from tests.e2e.conftest import DESKTOP, SMALL
from tests.e2e.test_accessibility import broken, broken_in
from tests.often import cases
from tests.web.setup_desk import FakeDesk
from web.server import free_port

MOUSE = {**DESKTOP, "has_touch": False, "is_mobile": False}
PATIENCE = 240_000
"""Milliseconds a busy machine may take for one step."""
MINUTES = 2
TAPS = 12
"""Touches at most from the first page to a game, the fields that are written in among them."""
COUNTED = """
const tap = () => sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps")));
addEventListener("click", tap, true);
addEventListener("change", ({ target }) => { if (target.matches("input[maxlength]")) tap(); }, true);
"""


class Evenings:
    """A table over a drawn camera, as `referee serve` keeps it; without a profile nobody has measured it."""

    def __init__(self, folder, size=(800, 600)):
        self.profile, data = folder / "table", folder / "data"
        self.key = BookOnDisk(data).read().key
        self.port = free_port("127.0.0.1", 8300 + hash(str(folder)) % 1000)
        self.stop = Stop()
        drawn = {"seed": 7, "size": size, "habits": Habits(cheats=0.0, quick=0.5)}
        place = Place(lambda name: SimulatedTable(**drawn), "drawn", self.profile, Rules("classic", "blue green"))
        page = PageChoices("127.0.0.1", self.port)

        def play(closing, rules, shown, new, desk):
            source, look = place.open_camera("drawn"), place.look()
            plan = Plan(self.profile, rules, data, shown, new=new, setup=desk)
            return Evening.open(closing, source, look, plan, self.stop)

        self.failed = []

        def keep():
            try:
                keep_evenings(place, page, data, self.stop, play)
            except BaseException as error:
                self.failed.append(error)
                raise

        self.thread = threading.Thread(target=keep)
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def __enter__(self):
        while self.thread.is_alive():
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        self.stop.for_good = True
        self.stop.set()
        self.thread.join(60)
        assert self.failed == []


@pytest.fixture
def evenings(tmp_path):
    with Evenings(tmp_path) as made:
        yield made


def tab_to(page, selector):
    """Press Tab until that has the focus, as somebody without mouse or finger does."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def press(page, selector):
    page.locator(selector).wait_for(timeout=PATIENCE)
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_from_a_table_nobody_measured_to_a_refereed_game_with_only_a_phone_and_its_keys(visit, evenings):
    began = time.process_time()
    page = visit(evenings, f"#host={evenings.key}", live=False, script=COUNTED, bypass_csp=True, **SMALL)
    page.context.set_default_timeout(PATIENCE)
    expect(page.locator("#said")).to_contain_text("Here is the board", timeout=PATIENCE)
    expect(page.locator("#view polyline")).to_have_count(22)
    assert broken(page) == []
    press(page, "#measure")
    expect(page.locator("#chips-done.main")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".chips")).to_contain_text("Blue: seen")
    press(page, "#chips-done")
    page.locator("#start").wait_for(timeout=PATIENCE)
    expect(page.locator("#deals")).to_have_text("Green deals, Blue begins.")
    tab_to(page, ".seat-list li:nth-child(1) input")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.keyboard.type("Ben")
    expect(page.locator("#deals")).to_have_text("Ben deals, Ada begins.")
    press(page, "#start")
    page.wait_for_url(evenings.address, timeout=PATIENCE)
    expect(page.locator("#now")).to_contain_text("Ada", timeout=PATIENCE)
    with_its_card_or_without = re.compile(r"Ada (played \S+ on|placed a chip on) the")
    expect(page.locator("#turns .turn").last).to_contain_text(with_its_card_or_without, timeout=PATIENCE)
    assert 5 <= page.evaluate("Number(sessionStorage.getItem('taps'))") <= TAPS
    assert time.process_time() - began < MINUTES * 60, "by the processor's clock: a busy machine is not what is tried"
    assert played_at(evenings.profile, Rules("classic", "blue green")).seats == "blue:Ada green:Ben"

    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="New players or rules, or measure the table").click()
    page.locator("#new-players").click()
    page.locator("#new-players").click()
    expect(page.locator(".seat-list li:nth-child(1) input")).to_have_value("Ada", timeout=PATIENCE)
    page.locator(".seat-list li:nth-child(1) input").fill("Cid")
    page.locator("#start").click()
    page.wait_for_url(evenings.address, timeout=PATIENCE)
    expect(page.locator("#now")).to_contain_text("Cid", timeout=PATIENCE)
    page.close()


@pytest.fixture
def served(table, visit):
    """`served(desk, **kind)`: the page on the host's phone."""
    return lambda desk, path="setup#host=123456", **kind: visit(table(setup=desk), path, live=False, **SMALL | kind)


def acted(page):
    """Waits until the table has answered what is asked of it meanwhile."""
    return page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/api/setup"))


@cases(
    ("stage", "code", "scheme"),
    [
        ("chips", "sv", "dark"),
        ("game", "es", "light"),
        ("no camera", "en", "light"),
        ("not found", "es", "dark"),
        ("chips on it", "da", "light"),
        ("chips", "es", "light"),
        ("game", "da", "dark"),
        ("playing", "sv", "light"),
    ],
    quick=2,
)
def test_no_step_breaks_a_rule_of_accessibility_on_a_small_phone(served, stage, code, scheme):
    page = served(FakeDesk(stage), f"setup?lang={code}#host=123456", color_scheme=scheme, bypass_csp=True)
    page.locator("#do .button").first.wait_for()
    if stage == "game":
        page.locator("summary").click()
    assert broken_in(page, (SMALL, scheme)) == []


def test_a_corner_is_dragged_by_finger_or_mouse_and_no_keys_are_explained_to_a_finger(served):
    desk = FakeDesk("found")
    page = served(desk)
    page.locator("#corners").click()
    expect(page.locator("#corners-help")).to_contain_text("Drag each handle")
    expect(page.locator("#corners-help .keys")).to_be_hidden()
    box = page.locator(".handle").first.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 30, middle[1] + 15, steps=3)
    expect(page.locator(".lens")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".lens")).to_be_hidden()
    with acted(page):
        page.locator("#corners-done").click()
    (asked,) = desk.asked
    frame = page.locator(".frame-of").bounding_box()
    moved = 30 * 640 / frame["width"]
    assert asked["corners"][0][0] == pytest.approx(100 + moved, abs=4)
    assert asked["corners"][1:] == [[540, 60], [540, 420], [100, 420]]


def test_a_corner_is_moved_by_the_arrow_keys_which_are_explained_where_there_are_some(served):
    desk = FakeDesk("not found")
    page = served(desk, **MOUSE)
    press(page, "#corners")
    expect(page.locator("#corners-help .keys")).to_be_visible()
    expect(page.locator(".handle").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".handle").first).to_have_attribute("aria-label", "Corner 1 of 4: 130, 92")
    with acted(page):
        press(page, "#corners-done")
    assert desk.asked[0]["corners"][0] == [130, 92]


def test_what_is_missing_or_lies_wrong_is_said_step_by_step_with_what_one_tap_does_about_it(served):
    desk = FakeDesk("no camera", {"camera": "chips on it", "measure": "chips"})
    page = served(desk)
    expect(page.locator("#trouble")).to_contain_text("No camera answers as pi.")
    page.get_by_role("button", name="Take another camera: on USB (usb:0)").click()
    expect(page.locator("#trouble")).to_contain_text("Chips, or a hand, seem to lie on the lower 4♣, the upper 4♥")
    expect(page.locator("#view .wrong")).to_have_count(1)
    page.get_by_role("button", name="It is empty").click()
    expect(page.locator("#heading")).to_have_text("Now one chip of each colour")
    assert desk.asked == [{"action": "camera", "name": "usb:0"}, {"action": "measure", "it_is_empty": True}]
    expect(page.locator(".chips li.green")).to_contain_text("Green: the chip that lies there looks like Red.")
    expect(page.locator(".chips li.red")).to_contain_text("Red: not there yet")
    expect(page.locator("#view .place.now")).to_have_count(1)
    expect(page.get_by_role("button", name="Red: we have none")).to_be_hidden()
    page.get_by_text("Not all three colours?").click()
    with acted(page):
        page.get_by_role("button", name="Red: we have none").click()


@pytest.mark.parametrize("code", ["not-alone", "other-colour"])
def test_a_host_who_knows_better_than_the_eye_what_lies_there_keeps_the_table(served, code):
    desk = FakeDesk("misread", {"chips": "game"})
    desk.now = replace(desk.now, trouble=Trouble("No.", code=code, team="red", other="blue", space="e7", spaces="c2"))
    page = served(desk)
    expect(page.locator("#trouble")).to_contain_text("keep the table as it is")
    page.get_by_role("button", name="Keep the table as it is").click()
    expect(page.locator("#heading")).to_have_text("What do you play?")
    assert desk.asked == [{"action": "chips", "anyway": True}]


def test_a_table_that_would_be_read_wrong_is_refused_with_what_helps_and_may_be_kept_and_a_turn_has_a_time(served):
    desk = FakeDesk("misread", {"chips": "game"})
    page = served(desk)
    expect(page.locator("#trouble")).to_contain_text("cannot be told for certain at this table.")
    expect(page.locator("#trouble")).to_contain_text("Red: the chip on the lower ")
    expect(page.locator("#remarks")).to_contain_text("the upper 4♣")
    page.get_by_role("button", name="Keep the table as it is").click()
    expect(page.locator("#heading")).to_have_text("What do you play?")
    assert desk.asked == [{"action": "chips", "anyway": True}]
    page.get_by_text("House rules").click()
    clock = page.get_by_label("Time a turn")
    expect(clock.locator("option")).to_have_text(["no limit", "30 seconds", "45 seconds", "1 minute", "2 minutes"])
    expect(clock).to_have_value("0")
    clock.select_option("45 seconds")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with acted(page):
        page.locator("#start").click()
    assert desk.asked[1]["clock"] == 45


def test_of_two_hosts_the_second_sees_what_the_first_did_and_loses_nothing(served):
    desk = FakeDesk("found", {"measure": "chips"})
    page = served(desk)
    page.locator("#measure").wait_for()
    page.evaluate("window.setTimeout = () => 0")
    desk.act({"action": "measure", "step": "board"}, "Ben")
    page.locator("#measure").click()
    expect(page.locator("#trouble")).to_contain_text("Another of the host's phones went on meanwhile.")
    expect(page.locator("#heading")).to_have_text("Now one chip of each colour")
    assert len(desk.asked) == 1


def test_names_that_are_being_typed_outlive_what_the_table_says_meanwhile(served):
    desk = FakeDesk("game")
    page = served(desk, clock=True, **DESKTOP)
    names = page.locator(".seat-list input")
    names.nth(1).fill("<b>Ben</b> " + "x" * 200)
    page.locator("#players").select_option("4")
    expect(names).to_have_count(4)
    page.get_by_role("button", name="Player 3: Blue. Another colour").click()
    expect(page.get_by_role("button", name="Player 1: Green. Another colour")).to_be_visible()
    expect(page.get_by_role("button", name="Player 4: Blue. Another colour")).to_be_visible()
    expect(page.locator("#chip-2")).to_be_focused()
    with page.expect_response(re.compile("/api/setup$")):
        page.clock.fast_forward(60_000)
    expect(names.nth(1)).to_have_value("<b>Ben</b> xxxxxxxxx")
    with acted(page):
        page.locator("#start").click()
    (asked,) = desk.asked
    assert [seat["team"] for seat in asked["seats"]] == ["green", "blue", "green", "blue"]
    assert asked["rules"] == {"hand": "5"}


@cases("link", ["setup", "setup#host=000000", "setup#host="], quick=2)
def test_whoever_is_not_the_host_is_told_and_may_type_the_key(served, link):
    page = served(FakeDesk("found"), link)
    expect(page.locator("#heading")).to_have_text("The host sets the table up")
    if "#" in link:
        expect(page.locator("#trouble")).to_contain_text("That is not the host key.")
    page.locator("#key").fill("1234 56")
    page.get_by_role("button", name="This is my table").click()
    expect(page.locator("#measure")).to_be_visible()


def test_the_language_is_chosen_on_the_page_that_sets_up(served):
    page = served(FakeDesk("found"))
    page.get_by_role("link", name="Svenska").click()
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("#measure")).to_be_visible()
