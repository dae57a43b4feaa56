"""Ways to lose the line: the page's own modules in a browser, against the real feed, in a time that is told.

The browser runs `web/static/live.js` in several tabs, of two languages, whose clock, network and server are led by
`reconnects.js`. Two seconds after each thing that went wrong no page may differ from the record.
"""

from itertools import cycle
from pathlib import Path

from tests.web.show import stages
from web.app import create_app
from web.feed import Feed
from web.server import Server

MODEL = Path(__file__).with_suffix(".js")
LANGUAGES = ("en", "sv")
TAB = """<!doctype html><script type="application/json" id="texts">{"language": {"code": "LANGUAGE"}}</script>
<script type="module">import { follow } from "/static/live.js"; window.begin = follow;</script>"""
WORLD = '<!doctype html><body><script type="module">import { run } from "/reconnects.js"; window.model = run;</script>'
REMEMBERED = 400
"""Events of earlier games that a program which begins anew is told again."""


class Record:
    """The feed of a program that is ended and begun anew, and games without end to tell it."""

    def __init__(self):
        self.games = cycle([list(game) for game in stages().values()])
        self.told = []
        self.waiting = []
        self.feed = Feed()
        self.answers = {
            "play": self.play,
            "restart": self.restart,
            "since": lambda asked: [
                [one.id, one.data.decode()] for one in self.feed.since(asked["last"], asked["language"])
            ],
            "number": lambda _: self.feed.number,
            "state": self.state,
            "record": lambda language: self.feed.whole(language).data.decode(),
        }

    def play(self, _):
        """Publish the next event that changes the page."""
        before = self.feed.number
        while self.feed.number == before:
            if not self.waiting:
                self.waiting = list(next(self.games))
                self.told = self.told[-REMEMBERED:]
            event = self.waiting.pop(0)
            self.told.append(event)
            self.feed.hear((event,))

    def restart(self, _):
        """The program ends; a new one folds what was kept, and its numbers begin again."""
        self.feed.close()
        self.feed = Feed(events=self.told)

    def state(self, asked):
        """What `/api/state` answers, in a language, whoever knows that update."""
        whole = self.feed.whole(asked["language"])
        if asked["known"] == f'"{whole.id}-{asked["language"]}"':
            return {"status": 304, "id": whole.id, "data": ""}
        return {"status": 200, "id": whole.id, "data": whole.data.decode()}


def disturb(browser, seed, disturbances, tabs=3):
    """So many disturbances in a browser; what was done, and what a page showed wrongly, if one did."""
    record = Record()
    server = Server(create_app(Feed()), "127.0.0.1", 0)
    server.start()
    context = browser.new_context(bypass_csp=True)
    try:
        page = context.new_page()
        pages = {"reconnects.html": WORLD, "reconnects.js": MODEL.read_text("utf-8")}
        pages |= {f"reconnects-{language}.html": TAB.replace("LANGUAGE", language) for language in LANGUAGES}
        for name, text in pages.items():
            _give(page, name, text)
        page.expose_function("table", lambda what, about=None: record.answers[what](about))
        page.goto(f"http://127.0.0.1:{server.port}/reconnects.html")
        page.wait_for_function("() => Boolean(window.model)")
        asked = {"seed": seed, "disturbances": disturbances, "tabs": tabs, "languages": LANGUAGES}
        return page.evaluate("asked => window.model(asked)", asked)
    finally:
        context.close()
        server.close()


def _give(page, name, text):
    kind = "text/javascript" if name.endswith(".js") else "text/html"
    page.route(f"**/{name}", lambda route: route.fulfill(body=text, content_type=kind))
