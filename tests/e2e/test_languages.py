"""A phone's language, chosen in the drawer, in a real browser."""

from playwright.sync_api import expect

from tests.web.script import long_game, opening
from web import wording
from web.scoreboard import Scoreboard, fold


def test_the_language_is_changed_in_the_drawer_and_kept(table, visit):
    page = visit(table(opening()))
    expect(page.locator("#now .who")).to_have_text("East to play")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("es")
    expect(page.locator("#now .who")).to_have_text("Juega East")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.goto(page.url.split("?")[0])
    expect(page.locator("#now .just")).to_have_text("North puso una ficha en la casilla 2♦ de arriba.")
    assert page.locator("[role=gridcell][aria-label^='2 de diamantes, la de arriba (c3), ficha de Azul']").count() == 1


VOICES = """
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.getVoices = () => [{ lang: "en-US", name: "Far" },
        { lang: "en_GB", name: "Near", localService: true }, { lang: "da-DK", name: "Sara" }];
    speechSynthesis.speak = (saying) => {
        document.body.dataset.said = `${saying.lang} ${saying.voice?.name}: ${saying.text}`;
    };
"""


def test_a_phone_speaks_in_its_voice_for_the_language_of_the_page_or_says_that_it_has_none(table, visit):
    page = visit(table(opening()))
    page.add_init_script(VOICES)
    for language, voice in (("en", "Near"), ("da", "Sara"), ("sv", "undefined")):
        page.goto(f"{page.url.split('?')[0]}?lang={language}")
        texts = wording.table(language)["voice"]
        for _ in range(1 if language == "en" else 2):  # it is left on: off and on again says hello
            page.click("#voice")
        expect(page.locator("body")).to_have_attribute("data-said", f"{language} {voice}: {texts['hello']}")
        page.click("#open-menu")
        expect(page.locator("#voice-row small")).to_have_count(1 if language == "sv" else 0)
        if language == "sv":
            expect(page.locator("#voice-row small")).to_have_text(texts["foreign"])


def test_a_fault_is_told_and_mended_in_the_language_of_the_page_with_the_rule_from_its_book_where_that_says_the_same(
    table, visit
):
    game = long_game().fault("occupied")
    served = table(game)
    page = visit(served)
    for language, cited in {
        "da": "den danske bog, linje 30",
        "sv": "den svenska boken, rad 61 (den här utgåvan: den engelska boken, rad 45",
        "es": "libro español, línea 51 (esta edición: libro inglés, línea 45",
    }.items():
        page.goto(f"{served.address}?lang={language}")
        expect(page.locator(".fault .rule")).to_contain_text(cited)
    served.play(long_game().fault("out-of-turn").events[-1:])
    expect(page.locator(".fault .rule")).to_contain_text("libro inglés, líneas 45, 65; libro danés")
    expect(page.locator(".fault .rule")).to_contain_text("Regla: Se juega por turnos, uno tras otro.")
    setting = fold(Scoreboard(), game.events[0]).setting
    about = {"spaces": ["e4"], "team": "green", "mover": "blue"}
    said = wording.by_kind("fault_message", "out-of-turn", about, "es", setting=setting)
    expect(page.locator(".fault h2")).to_have_text("East: Quita tu ficha de la casilla 4♣ de abajo.")
    expect(page.locator(".fault .message")).to_have_text(said)
    expect(page.locator(".fault .otherwise")).to_have_text("O se sigue jugando: entonces vale, y queda anotado.")
