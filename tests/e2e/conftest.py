"""A real browser, a phone in it, and a table to look at. Skipped with the way to it where there is no browser."""

import os
import shutil

import pytest

from tests.web.conftest import heard, takes  # noqa: F401 - fixtures of the page without a browser
from tests.web.script import Script
from tests.web.show import answer
from web.app import Services, create_app
from web.feed import Feed
from web.server import Server

# The shell is Chromium without windows: the same pages for half the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    "--renderer-process-limit=1",  # keeps none ready for a page that never comes
    "--font-render-hinting=none",  # the shell's letters lie as a browser's do
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
# A table is asked over plain HTTP, where no browser has service workers; `AT_HOME` has one. What moves on a page costs
# a fifth of the time of its tests, so it stands still for all but those that are `IN_MOTION`.
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PHONE |= {"service_workers": "block", "reduced_motion": "reduce"}
AT_HOME = {"service_workers": "allow"}
IN_MOTION = {"reduced_motion": "no-preference"}
PATIENCE = 30_000
"""Milliseconds until a page that does not get as far as it should is given up: a busy machine needs many."""
SMALL = {"viewport": {"width": 320, "height": 568}}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
ROOM = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } });"
"""A script for phones that keep nothing."""


@pytest.fixture(scope="session")
def browser():
    """One browser a worker."""
    found = next((path for name in (os.environ.get("CHROMIUM"), *NAMES) if name and (path := shutil.which(name))), None)
    if not found:
        pytest.skip("no Chromium here; sh tests/install.sh browser")
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=found, args=QUIET)
        yield launched
        launched.close()


class Table:
    """A served page with its feed; `stop` and `start` keep the port."""

    def __init__(self, clock=None, **options):
        self.feed, self.port = Feed(clock=clock), 0
        self.options = {"calls": answer, "host_key": "123456", **options}
        self.start()

    def start(self):
        self.app = create_app(self.feed, Services(**self.options))
        self.server = Server(self.app, "127.0.0.1", self.port)
        self.port = self.server.port
        self.server.start()

    def stop(self):
        """The program ends; phones lose their line."""
        self.feed.close()
        self.server.close()

    def restart(self, events=()):
        self.feed = Feed(events=events)
        self.start()

    def play(self, game):
        for event in game:
            self.feed.hear((event,))

    def hear(self, *happened):
        """What happens at one moment; the phones go with their players."""
        self.app.extensions["seats"].hear(happened, lambda people: self.feed.hear(happened, people))

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"


@pytest.fixture
def table():
    """`table(game, **options)`: a served page of that game."""
    tables = []

    def make(game=(), **options):
        made = Table(**options)
        tables.append(made)
        made.play(game)
        return made

    yield make
    for made in tables:
        made.stop()


@pytest.fixture
def visit(browser):
    """`visit(table, **kind)` opens the page on a phone, or as told, and fails where any page there reports an error.

    `script` runs before those of its pages; with `clock` the test says how time goes there.
    """
    contexts, errors = [], []

    def go(table, path="", live=True, script="", clock=False, **kind):
        context = browser.new_context(**{**PHONE, **kind})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(script)
        context.on("weberror", lambda found: errors.append(str(found.error)))
        context.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        page = context.new_page()
        if clock:
            page.clock.install()
        page.goto(table.address + path)
        if live:
            page.wait_for_selector("#live[data-link=live]")
        return page

    yield go
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def game():
    return Script()
