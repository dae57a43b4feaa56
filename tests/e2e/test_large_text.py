"""Words stay whole and pages stay as wide as the phone: on the narrowest phone, and with text at 200 %."""

from dataclasses import replace

from playwright.sync_api import expect

from engine import events as e
from tests.e2e.conftest import SMALL
from tests.e2e.test_deck import FakeDeck
from tests.e2e.test_machine import FACTS
from tests.often import cases
from tests.web.script import Script, long_game
from tests.web.setup_desk import FakeDesk as SetupDesk
from tests.web.show import stages
from tests.web.test_book import Family
from tests.web.test_machine_page import HOT, FakeMachine
from web.trust import Trust

TRUST = Trust(b"certificate", " ".join(["AB"] * 32), 8443)
LANGUAGES = ["es", "da", "en", "sv"]
"""The first has the longest sentences, the second the longest words: quick tests take one each, in turn."""
LONG_WORDS = [*LANGUAGES[1:], *LANGUAGES[:1]]
NAMES = ["Grandmother", "Ben", "Cid", "Dana", "Eve", "Finn", "Gus", "Hannah", "Ida", "Jo", "Kim", "Leo"]
STAGES = {"fault": ".fault h2", "question": ".question", "blocked": "#seeing", "won": "#now .won"}
"""What a table shows, and by what it is known that it does."""

# Words in sight that do not stand on one line, though a line of the page would hold them.
BROKEN = """() => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, home = node.parentElement;
        if (home.closest("svg, option, script, .aloud") || !home.checkVisibility()) continue;
        for (const word of node.data.matchAll(/\\p{L}+|\\b(?<!\\.)\\d+:\\d\\d\\b/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = [...range.getClientRects()], width = lines.reduce((sum, one) => sum + one.width, 0);
            const tops = new Set(lines.map((one) => Math.round(one.top)));
            if (tops.size > 1 && width < .7 * innerWidth) found.push(word[0]);
        }
    }
    return found;
}"""


# Lines of turns that are wider than the list, and what is read aloud and reaches into sight.
OUT_OF_PLACE = """() => [
    ...[...document.querySelectorAll("#turns li *")].filter((one) => {
        const list = document.getElementById("turns").getBoundingClientRect();
        return !one.matches(".aloud") && one.getBoundingClientRect().right > list.right + 1;
    }),
    ...[...document.querySelectorAll(".aloud")].filter((one) => one.getBoundingClientRect().right > 0),
].map((one) => one.textContent)"""


def wrong(page):
    """Broken words and a page that is wider than its phone, at 320 pixels and with large text."""
    found = []
    for width, height, size in ((320, 568, "100%"), (390, 844, "200%")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        wide = page.evaluate("document.documentElement.scrollWidth") > width
        found += [(size, one) for one in page.evaluate(BROKEN) + (["too wide"] if wide else [])]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


@cases("language", LANGUAGES, quick=1)
def test_words_are_whole_at_the_table(table, visit, language):
    served = table(stages()["long"])
    page = visit(served, f"?lang={language}", is_mobile=False)
    assert wrong(page) == []
    for stage, shown in STAGES.items():
        served.play(stages()[stage])
        expect(page.locator(shown)).to_be_visible()
        assert (stage, wrong(page)) == (stage, [])
    page.click("#open-menu")
    assert wrong(page) == []


@cases("language", LONG_WORDS, quick=1)
def test_words_are_whole_on_the_bars_of_hosts_and_players_and_where_piles_have_owners(table, visit, language):
    many = table(Script(tuple(f"{('blue', 'green', 'red')[at % 3]}:{name}" for at, name in enumerate(NAMES))))
    player = visit(many, f"?lang={language}", is_mobile=False)
    player.locator("#sit").click()
    assert wrong(player) == []
    served = table(long_game().fault())
    host = visit(served, f"?lang={language}#host=123456", is_mobile=False)
    for panel in ("correct", "more"):
        host.locator(f"#bar [data-name={panel}]").click()
        assert wrong(host) == []
    for pile, beside in enumerate(("j9", "a10"), 1):
        served.feed.hear((e.PileKnown(pile=pile, beside=beside, seat=pile - 1),))
    expect(host.locator("#piles li")).to_have_count(2)
    assert wrong(host) == []


@cases("language", LANGUAGES, quick=1)
def test_words_are_whole_in_what_is_called_out(table, visit, language):
    served = table(Script(("blue:Dorothea", "green:Benedict")).play("d4"))
    page = visit(served, f"?lang={language}", is_mobile=False)
    served.feed.hear((e.SequenceMade(team="green", spaces=("j5", "j6", "j7", "j8", "j9"), turn=1),))
    expect(page.locator("#called.show")).to_contain_text("Benedict")
    assert wrong(page) == []


# Values that are longer than the field that shows them, which would end in "…".
CUT = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")].filter((one) => one.checkVisibility()).flatMap((one) => {
        const style = getComputedStyle(one), arrow = 20;
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        pen.font = style.font;
        return [...one.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
    });
}"""


@cases("language", LONG_WORDS, quick=1)
def test_words_are_whole_on_the_other_pages_and_so_are_the_facts_of_a_game_that_is_over(table, visit, language):
    served = table(stages()["long"], games=Family(), trust=TRUST)
    page = visit(served, "games", live=False, is_mobile=False)
    for path in ("games", "book", "statistics", "trust", "games/1"):
        page.goto(f"{served.address}{path}?lang={language}")
        assert (path, wrong(page)) == (path, [])
    page.set_viewport_size(SMALL["viewport"])
    page.locator("#ending summary").last.click()
    expect(page.locator("#ending dd").first).to_be_visible()
    tall = page.locator("#ending dd").evaluate_all(
        "all => all.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))"
    )
    assert max(tall) < 3.5, "nothing stands in a narrow column of one word a line"
    assert page.evaluate(BROKEN) == []


@cases("language", LANGUAGES, quick=1)
def test_words_are_whole_on_the_hosts_pages_and_no_value_of_a_house_rule_is_cut(table, visit, language):
    behind, desk = FakeMachine(HOT), SetupDesk("found")
    behind.now = replace(behind.now, facts=FACTS)
    served = table(setup=desk, deck=FakeDeck("shown"), machine=behind)
    page = visit(served, f"setup?lang={language}#host=123456", live=False, is_mobile=False)
    page.locator("#measure").wait_for()  # the host's phone from now on
    for stage in ("found", "chips on it", "chips", "misread", "game", "playing"):
        desk.now = desk.stages[stage]
        page.reload()
        page.locator("#do .button").first.wait_for()
        expect(page.locator("#key")).to_have_count(0)
        assert (stage, wrong(page)) == (stage, [])
        if stage == "game":
            page.set_viewport_size(SMALL["viewport"])
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            for book in page.locator(".edition input").all():
                book.check()
                assert page.locator("select").count() > 5
                assert page.evaluate(CUT) == []
    page.goto(f"{served.address}deck?lang={language}")
    expect(page.locator("#said .asked")).to_be_visible()
    assert wrong(page) == []
    page.goto(f"{served.address}machine?lang={language}")
    expect(page.locator("#health .trouble")).to_be_visible()
    assert wrong(page) == []


def test_the_longest_name_stays_within_its_line_and_what_is_only_read_aloud_out_of_sight(table, visit):
    served = table(Script((f"blue:{'W' * 60}", f"green:{'M' * 20}")).play("e4", "5H").play("f5").play("g6"))
    for path, width in (("", 320), ("tv", 1920)):
        page = visit(served, path, live=False, is_mobile=False, viewport={"width": width, "height": 1080})
        expect(page.locator("#turns li")).to_have_count(3)
        assert page.evaluate(OUT_OF_PLACE) == []
