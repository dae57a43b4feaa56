"""A phone's language, chosen in the drawer, in a real browser."""

from playwright.sync_api import expect

from tests.web.script import long_game, opening


def test_the_language_is_changed_in_the_drawer_and_kept(table, visit):
    page = visit(table(opening()))
    expect(page.locator("#now .who")).to_have_text("East (Green) to play")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("es")
    expect(page.locator("#now .who")).to_have_text("Juega East (Verde)")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.goto(page.url.split("?")[0])
    expect(page.locator("#now .just")).to_have_text("North (Azul) puso una ficha en la casilla 2♦ de arriba (c3).")
    assert page.locator("[role=gridcell][aria-label^='2 de diamantes, la de arriba (c3), ficha de Azul']").count() == 1


def test_a_fault_fits_on_a_narrow_phone_in_every_language(table, visit):
    served = table(long_game().fault())
    page = visit(served)
    page.set_viewport_size({"width": 320, "height": 700})
    for language in ("en", "es", "da", "sv"):
        page.goto(f"{page.url.split('?')[0]}?lang={language}")
        expect(page.locator(".fault h2")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, language
