"""The cards beside the board of a running table: read on their piles, or shown one by one where a host shows the deck.

Pictures come on the thread that reads the camera, what hosts ask for on those of the page. While a deck is shown the
piles of the game are not read; what lies there afterwards is no news.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from calibration.profile import ProfileError
from calibration.showing import Showing, Taken, cards_in_order
from calibration.shown_deck import KeptDeck, load_deck, save_deck
from engine.equipment.cards import Card
from engine.observation import CardSeen
from engine.rules.position import Game
from engine.trouble import Trouble
from referee.refusal import file_trouble
from referee.wiring import piles_for
from vision.cards.pile_reader import PileReader
from vision.cards.shown.deck import ShownDeck
from vision.rectify.mesh import Mesh, Picture
from vision.table import TableLook
from web.deck import DeckNews, DeckView

_log = logging.getLogger(__name__)

GIVEN_UP_SECONDS = 600.0
"""After so long without a card or a look of a host's phone the piles are read again."""
UNSEEN_SECONDS = 3.0
"""When the board was not seen for so long, that is said."""
QUALITY = 85
"""Of the JPEG picture of the last card."""


class TableDeck:
    """The deck of one table, and whatever watches its cards."""

    def __init__(
        self,
        profile: Path,
        look: TableLook,
        game: Game,
        *,
        lay: Callable[[Card | None], None] | None = None,
        made: Callable[[], str] = lambda: time.strftime("%Y-%m-%d %H:%M"),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`profile` is the folder of the table profile, `look` what was measured; `lay` lays a card where the table is
        drawn and nobody could, or with None lets its players play on; `made` gives the date, `clock` seconds."""
        self._profile, self._look, self._game = profile, look, game
        self._lay, self._made, self._clock = lay, made, clock
        self._lock = threading.Lock()
        self._kept: KeptDeck
        self._other: KeptDeck | None
        """A deck that was shown at this table before, for another game."""
        self._trouble: Trouble | None
        self._take_up()
        self._reads_by = self._deck_to_read_by()
        self._watch = piles_for(game, self._reads_by)
        self._showing: Showing | None = None
        self._unwatched = False
        """Whether cards came and went meanwhile that the watch of the piles did not see."""
        self._number = 0
        self._news: DeckNews | None = None
        self._asked: Card | None = None
        self._attended = self._seen = clock()
        self._view = self._as_it_is()

    # What the camera sees

    def look(self, picture: Picture, mesh: Mesh, at: float) -> list[CardSeen]:
        """What is new on the piles in a picture of that time, seconds, in which the board lies so; nothing while the
        deck is shown."""
        with self._lock:
            self._seen = self._clock()
            if self._showing is not None and self._seen - self._attended > GIVEN_UP_SECONDS:
                self._stop()
            if self._showing is not None:
                self._be_shown(self._showing, picture, mesh, at)
                return []
            if self._unwatched:
                self._watch_again()
        return [] if self._watch is None else self._watch.look(picture, mesh, at)

    def _be_shown(self, showing: Showing, picture: Picture, mesh: Mesh, at: float) -> None:
        showing.lie(mesh)
        try:
            taken = showing.look(picture, at)
        except Trouble as trouble:
            self._trouble = trouble
        except Exception:  # noqa: BLE001 - whatever a picture makes it stumble over, the next may be better
            _log.exception("a card that was shown could not be looked at")
            self._trouble = Trouble("That failed; the log says why.", "Try again.", code="failed")
        else:
            if taken is None:
                self._lay_asked(showing)
                return
            self._attended = self._clock()
            self._take(showing, taken, "named" if taken.by_itself else "taken")
        self._view = self._as_it_is()

    def _take(self, showing: Showing, taken: Taken, kind: Any) -> None:
        """Keep a card that was taken; the table reads by the deck once it was the last one."""
        self._done(DeckNews(kind, taken.card))
        self._keep(showing)
        if not showing.kept.missing:
            self._stop()

    def _watch_again(self) -> None:
        """Read the piles again, by another deck where one was shown meanwhile."""
        self._unwatched = False
        reads_by = self._deck_to_read_by()
        if _same(reads_by, self._reads_by):
            if self._watch is not None:
                self._watch.look_anew()
            return
        self._reads_by = reads_by
        if self._watch is not None and (reads_by is not None or not self._kept.needed):
            self._watch.look_anew(PileReader(reads_by))
        else:
            self._watch = piles_for(self._game, reads_by)

    def _lay_asked(self, showing: Showing) -> None:
        """On a drawn table: lay the card that is asked for, once."""
        if self._lay is not None and showing.ready and showing.asked not in (None, self._asked):
            self._asked = showing.asked
            self._lay(showing.asked)

    # What hosts ask

    def view(self) -> DeckView:
        """How things stand."""
        self._attended = self._clock()
        view = self._view
        if view.showing and self._attended - self._seen > UNSEEN_SECONDS:
            return replace(view, trouble=Trouble("The table cannot be seen well at the moment.", code="unseen"))
        return view

    def picture(self) -> bytes | None:
        """The face of the card that was taken last, as JPEG."""
        with self._lock:
            kept = self._kept
        face = kept.back if kept.shown is None else kept.shown.faces[-1]
        return None if face is None else cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    def act(self, action: Mapping[str, Any], who: str) -> Trouble | None:
        """Do what a host asks for; why not, or None."""
        with self._lock:
            self._attended = self._clock()
            refused = self._do(str(action.get("action")))
            self._view = self._as_it_is()
            _log.info("showing a deck: %s by %s", action.get("action"), who or "a host")
            return refused

    def _do(self, kind: str) -> Trouble | None:
        if kind in ("start", "anew"):
            return self._start(anew=kind == "anew")
        showing = self._showing
        if kind == "stop":
            if showing is not None:
                self._stop()
            return None
        if showing is None:
            return Trouble("No deck is being shown.", "Begin, or go on.", code="not-shown")
        if kind == "skip":
            if showing.asked:
                self._done(DeckNews("skipped", showing.asked))
                showing.skip()
                if showing.skipped.issuperset(showing.kept.missing):  # the first of them comes again
                    showing.skipped.clear()
        elif kind == "back":
            gone = showing.go_back()
            if gone is not None:
                self._done(DeckNews("back", gone))
                self._keep(showing)
        elif kind == "correct":
            taken = showing.correct()
            if taken is not None:
                self._take(showing, taken, "corrected")
        return None

    def _start(self, *, anew: bool) -> Trouble | None:
        if self._showing is not None:
            return None
        if anew:
            self._kept = KeptDeck(cards_in_order(self._game.deck.kinds))
        elif self._trouble is not None and self._trouble.code == "deck-damaged":
            return self._trouble
        elif self._kept.complete:
            return None
        self._showing = Showing(self._kept, self._look.mesh, self._look.size)
        self._number += 1
        self._news = self._trouble = self._asked = None
        self._seen = self._clock()
        return None

    def _stop(self) -> None:
        """Read the piles again; what was shown stays."""
        self._showing, self._unwatched, self._trouble = None, True, None
        self._number += 1
        if self._kept.back is None:  # nothing was shown that could take the place of what is on disk
            self._take_up()
        if self._lay is not None:
            self._lay(None)
        self._view = self._as_it_is()

    def _done(self, news: DeckNews) -> None:
        self._news, self._trouble = news, None
        self._number += 1
        self._asked = None

    def _keep(self, showing: Showing) -> None:
        self._kept = showing.kept = replace(showing.kept, made=self._made())
        try:
            save_deck(self._profile, self._kept)
        except OSError as error:
            why = file_trouble(error)
            self._trouble = Trouble("What was shown could not be saved.", why, code="not-saved", why=why)

    # What is kept

    def _take_up(self) -> None:
        """What was shown before, of this deck or of another; a file that cannot be used keeps nobody from playing."""
        self._kept, self._other, self._trouble = KeptDeck(cards_in_order(self._game.deck.kinds)), None, None
        try:
            kept = load_deck(self._profile)
        except ProfileError as error:
            _log.warning("%s %s", error.reason, error.mend)
            self._trouble = Trouble(error.reason, error.mend, code="deck-damaged")
            return
        if kept is not None and kept.wanted == self._kept.wanted:
            self._kept = kept
        else:
            self._other = kept

    def _deck_to_read_by(self) -> ShownDeck | None:
        """The deck that was shown, as long as nothing else was; none where it lacks a card of this game."""
        kept = self._other if self._other is not None and self._kept.back is None else self._kept
        return kept.to_read_by(self._game.deck.kinds)

    # What phones see

    def _as_it_is(self) -> DeckView:
        kept, showing = self._kept, self._showing
        last = kept.last if kept.last is not None else None if kept.back is None else ""
        return DeckView(
            wanted=len(kept.wanted),
            shown=len(kept.wanted) - len(kept.missing),
            named=len(kept.read),
            showing=showing is not None,
            number=self._number,
            asked=None if showing is None else showing.asked,
            missing=kept.missing,
            last=last,
            last_named=last in kept.read,
            news=self._news if showing is not None else None,
            trouble=self._trouble,
            needed=kept.needed,
            worth=kept.worth,
            another=showing is None and kept.back is None and self._other is not None,
            shown_at=kept.made,
        )


def _same(one: ShownDeck | None, other: ShownDeck | None) -> bool:
    """Whether two decks are read by alike."""
    if one is None or other is None:
        return one is other
    return one.names == other.names and one.faces is other.faces
