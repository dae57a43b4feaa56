"""Showing a deck to a running table from the host's phone: what its page shows, and the door for what the host does.

Who looks at the cards stands behind `DeckDesk`; here it is only asked, and what it says is put into the words of the
phone's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from flask import Blueprint, Response

from engine.equipment.cards import Card
from engine.trouble import Trouble
from web import page_words, wording
from web.calls import Desk, acted, host_acts, hosts_door, picture_for_hosts
from web.hosts import Hosts

ACTIONS = ("start", "stop", "anew", "back", "skip", "correct")
OF_A_CARD = ("back", "skip", "correct")
"""Those that mean what the phone shows at that moment, and nothing that came since."""
MISSING = 8
"""Most cards that are named of those still to be shown."""


@dataclass(frozen=True)
class DeckNews:
    """What was done last."""

    kind: Literal["taken", "named", "corrected", "back", "skipped"]
    """A card was taken for the one that was asked for; for what the reader named; for the one that was asked for
    though the reader named another; was gone back to; was left for later."""
    card: Card
    """Which; empty for the back."""


@dataclass(frozen=True)
class DeckView:
    """How the showing stands."""

    wanted: int
    """Cards of the deck."""
    shown: int = 0
    """Those that were shown."""
    named: int = 0
    """Those of them that the reader names by itself."""
    showing: bool = False
    """Whether cards are being shown at this moment."""
    number: int = 0
    """Counts what was done."""
    asked: Card | None = None
    """The card that is asked for: empty for the back, None where nothing is left."""
    missing: tuple[Card, ...] = ()
    """What was not shown yet, in the order in which it is asked for."""
    last: Card | None = None
    """The card that was taken last, of which there is a picture: empty for the back, None where none was taken."""
    last_named: bool = False
    """Whether the reader named it."""
    news: DeckNews | None = None
    trouble: Trouble | None = None
    """Why what lies there was not taken, or what else is in the way."""
    needed: bool = False
    """Whether nobody reads all its cards before they were shown."""
    worth: bool | None = None
    """Whether showing it brings much; None where that cannot be told yet."""
    another: bool = False
    """Whether another deck was shown at this table, which this one will take the place of."""
    shown_at: str = ""
    """When the last card was shown."""


DeckDesk = Desk[DeckView]
"""Is shown the deck; its picture is the face of the card that was taken last."""


def deck_door(desk: DeckDesk, hosts: Hosts) -> Blueprint:
    """`/deck` is the page, for everybody to open; what it shows and does takes the host's key or a device's token.

    `GET /api/deck` tells how things stand, `POST` takes one of `ACTIONS` as JSON. Of those `OF_A_CARD` carry the
    `number` of the view they were made at: where a card was taken or another host acted since, that is said instead.
    `/api/deck/card.jpg` is the face of the card that was taken last.
    """
    door = hosts_door("deck", "/deck", hosts, lambda code: _in_words(desk.view(), code))

    @door.get("/api/deck/card.jpg")
    def card() -> Response:
        return picture_for_hosts(hosts, desk.picture)

    @door.post("/api/deck")
    def act() -> Response:
        who, action = host_acts(hosts, ACTIONS)
        refused: Trouble | None
        if action["action"] in OF_A_CARD and action.get("number") != desk.view().number:
            refused = Trouble("Meanwhile it went on.", "Look where it stands now.", code="went-on")
        else:
            refused = desk.act(action, who)
        return acted(refused, "deck")

    return door


def _in_words(view: DeckView, code: str) -> dict[str, Any]:
    """The view as plain data, its sentences in a language."""
    page = wording.table_of("deck", code)["page"]
    counts = {"shown": str(view.shown), "wanted": str(view.wanted), "named": str(view.named)}
    whole = view.shown == view.wanted > 0

    def say(section: str, key: str, **values: Card) -> str:
        named = {name: page_words.card_words(card, code) for name, card in values.items()}
        return wording.fill(wording.table_of("deck", code)[section][key], {**counts, **named})

    asked, last = view.asked, view.last
    correction = ""  # a button by which the last card was no other than the one that is asked for, though it was read
    if asked and last is not None and view.last_named:
        correction = say("page", "correct", card=asked, other=last)
    cards = ", ".join(page_words.card_words(card, code) for card in view.missing[:MISSING])
    missing = {"cards": cards + (" …" if len(view.missing) > MISSING else "")}
    return {
        "showing": view.showing,
        "whole": whole,
        "number": view.number,
        "shown": view.shown,
        "wanted": view.wanted,
        "progress": say("page", "progress"),
        "asked": "" if asked is None else say("page", "lay" if asked else "lay_back", card=asked),
        "news": say("news", view.news.kind, card=view.news.card) if view.news else "",
        "last": last is not None,
        "correction": correction,
        "trouble": view.trouble and page_words.trouble_words(view.trouble, "deck", code),
        "worth": say("worth", _worth(view, whole=whole)),
        "begun": view.shown > 0,
        "another": say("page", "another") if view.another else "",
        "missing": wording.fill(page["missing"], missing) if view.shown and cards else "",
        "shown_at": wording.fill(page["shown_at"], {"date": view.shown_at}) if whole and view.shown_at else "",
    }


def _worth(view: DeckView, *, whole: bool) -> str:
    if view.needed:
        return "needed_whole" if whole else "needed"
    if view.worth is None:
        return "unknown"
    return ("much" if view.worth else "little") + ("_whole" if whole else "")
