"""What a phone loads when it comes first, and when it comes again; and how soon it says that the table hangs."""

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.often import cases
from tests.web.shelf import Shelf
from tests.web.show import stages

FIRST, FIRST_BYTES, AGAIN = 12, 60_000, 3
"""Requests of a first visit, bytes of all its answers, requests of a later one."""
SILENT = 10_000
"""Milliseconds of silence after which the line is called lost."""


def loaded(page, address):
    """The addresses that the table was asked for, not the browser's own caches, and how many bytes came."""
    asked, sizes, kept, phone = [], [], set(), page.context.new_cdp_session(page)

    def heard(one):
        if one["requestId"] not in kept and not one["response"].get("fromDiskCache"):
            asked.append(one["response"]["url"])

    phone.on("Network.requestServedFromCache", lambda one: kept.add(one["requestId"]))
    phone.on("Network.responseReceived", heard)
    phone.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    phone.send("Network.enable")
    with page.expect_response("**/api/series"):  # what is asked for after all else
        page.goto(address)
    page.wait_for_selector("#live[data-link=live]")
    expect(page.locator("#board svg")).to_be_visible()
    phone.detach()
    return asked, sum(sizes)


@cases("language", ["es-ES", "en-GB", "da-DK", "sv-SE"], quick=1)
@cases("stage", ["long", "fault"], quick=1)
def test_the_page_is_small_and_comes_again_with_next_to_nothing(table, browser, tmp_path, stage, language):
    served = table(stages()[stage], games=Shelf(tmp_path))
    served.feed.tell(game=2)
    context = browser.new_context(**PHONE | {"locale": language})
    page = context.new_page()
    asked, size = loaded(page, served.address)
    assert len(asked) <= FIRST, asked
    assert 10_000 < size <= FIRST_BYTES
    page.goto("about:blank")
    asked, _ = loaded(page, served.address)
    context.close()
    assert len(asked) <= AGAIN, asked


def test_a_table_that_hangs_is_said_within_ten_seconds(table, visit, monkeypatch):
    monkeypatch.setattr("web.live_door.BEAT_SECONDS", 1e9)
    page = visit(table(stages()["long"]), clock=True)
    page.route("**/*", lambda route: None)  # the machine takes every question and answers none
    page.clock.fast_forward(SILENT)
    expect(page.locator("#lost")).to_contain_text("Connection lost.")
