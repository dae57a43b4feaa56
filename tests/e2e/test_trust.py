"""The page on which a phone learns to trust the table, and what a browser that trusts it may do."""

from tests.e2e.test_large_text import LANGUAGES, wrong
from tests.often import cases
from web.trust import Trust

TRUST = Trust(b"certificate", " ".join(["AB"] * 32), 8443)


@cases("language", LANGUAGES, quick=1)
def test_the_page_fits_the_narrowest_phone_in_every_language(table, visit, language):
    page = visit(table(trust=TRUST), f"trust?lang={language}", live=False, is_mobile=False)
    assert wrong(page) == []


def test_the_drawer_leads_to_it(table, visit):
    page = visit(table(trust=TRUST))
    page.click("#open-menu")
    page.click("a[href='/trust']")
    page.locator("a[href='/trust/certificate.crt']").wait_for()
    assert page.locator("li a").first.get_attribute("href") == "https://127.0.0.1:8443/"
