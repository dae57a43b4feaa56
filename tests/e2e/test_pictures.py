"""Every page looks as it did when somebody last looked: narrow, a phone, a computer, and the phone in the dark, too.

`KEEP_PICTURES=1 pytest tests/e2e/test_pictures.py` keeps how they look now: look at the pictures before committing.
"""

import pytest
from playwright.sync_api import expect

from tests.e2e.pictures import boxes, held_against_the_kept
from tests.web.shelf import Shelf
from tests.web.show import stages
from tests.web.test_book import Family

SIZES = {320: 640, 390: 844, 1280: 800}
A_PHONE = 390
STAGES = ("long", "fault", "won", "question")
OTHERS = ("games", "book", "statistics", "games/1", "tv", "no-such-page")
ON_A_COMPUTER = {"is_mobile": False, "has_touch": False, "bypass_csp": True, "reduced_motion": "reduce"}


def opened(visit, served, path="", live=True):
    page = visit(served, path, live, **ON_A_COMPUTER)
    page.add_style_tag(content=boxes())
    page.evaluate("document.fonts.load('16px boxes').then(() => document.fonts.ready).then(() => true)")
    return page


def otherwise(page, name, aside):
    """What looks otherwise than it did."""
    wrong = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark") if width == A_PHONE else ("light",):  # the dark changes colours alone
            page.emulate_media(color_scheme=scheme)
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            wrong.append(held_against_the_kept(page, f"{name}-{width}-{scheme}", aside))
    return [sentence for sentence in wrong if sentence]


@pytest.mark.parametrize("stage", STAGES)
def test_the_table_looks_as_it_did(table, visit, tmp_path, stage):
    page = opened(visit, table(stages()[stage]))
    expect(page.locator("#board svg")).to_be_visible()
    assert otherwise(page, f"table-{stage}", tmp_path) == []


def test_the_drawer_looks_as_it_did(table, visit, tmp_path):
    page = opened(visit, table(stages()["long"]))
    page.click("#open-menu")
    expect(page.locator("#qr")).not_to_have_js_property("naturalWidth", 0)
    page.evaluate("document.getElementById('qr').style.filter = 'brightness(0)'")  # its pattern holds the port
    assert otherwise(page, "drawer", tmp_path) == []


@pytest.mark.parametrize("path", OTHERS)
def test_the_other_pages_look_as_they_did(table, visit, tmp_path, path):
    served = table(stages()["won"], games=Family())
    page = opened(visit, served, path, live=False)
    if path in ("tv", "games/1"):
        expect(page.locator("#now .who")).not_to_be_empty()
    assert otherwise(page, path.replace("/", "-"), tmp_path) == []


def test_a_replay_with_evidence_looks_as_it_did(table, visit, tmp_path):
    shelf = Shelf(tmp_path)
    page = opened(visit, table(games=shelf, evidence=shelf.evidence), "games/1#7", live=False)
    expect(page.locator(".evidence article")).to_be_visible()
    assert otherwise(page, "replay-evidence", tmp_path) == []
