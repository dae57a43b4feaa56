"""A desk for tests of the page on which a deck is shown: it shows what it is told to, and notes what is asked of it."""

from dataclasses import replace

import cv2
import numpy as np

from engine.trouble import Trouble
from tests.web.setup_desk import FakeDesk
from web.deck import DeckNews, DeckView

FACE = cv2.imencode(".jpg", np.full((176, 126, 3), 230, np.uint8))[1].tobytes()
UNKNOWN = DeckView(52, missing=("AS", "2S", "3S"))
BACK = replace(UNKNOWN, showing=True, number=1, asked="")
SHOWN = DeckView(
    52,
    17,
    9,
    showing=True,
    number=20,
    asked="5H",
    missing=("5H", "6H"),
    last="9C",
    last_named=True,
    news=DeckNews("named", "9C"),
    worth=True,
)
STAGES = {
    "unknown": UNKNOWN,
    "pictures": DeckView(54, needed=True, worth=True, another=True),
    "back": BACK,
    "shown": SHOWN,
    "face down": replace(SHOWN, trouble=Trouble("That card lies face down.", "Turn it over.", code="face-down")),
    "looks alike": replace(
        SHOWN, trouble=Trouble("Seen before.", "Another.", code="looks-alike", card="JS", asked="5H")
    ),
    "unseen": replace(SHOWN, trouble=Trouble("Not seen.", code="unseen")),
    "stopped": replace(SHOWN, showing=False, asked=None, news=None),
    "damaged": replace(UNKNOWN, trouble=Trouble("The deck is damaged.", "Again.", code="deck-damaged")),
    "whole": DeckView(52, 52, 50, number=60, last="KC", worth=False, shown_at="2026-11-26 04:00"),
}


class FakeDeck(FakeDesk):
    """Shows a stage of showing a deck; after an action the one that `then` names for it."""

    stages = STAGES

    def picture(self):
        return None if self.now.last is None else FACE
