"""Setting up a table from the host's phone: what its page shows, and the door through which the host acts.

Who measures the table stands behind `SetupDesk`; here it is only asked, and what it says is put into the words of
the phone's language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response

from engine.editions.edition import Edition, EditionError
from engine.editions.edition_files import edition_names, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import Layout, LayoutError, load_layout
from engine.rules.position import deck_for, runs_for
from engine.trouble import Remark, Trouble
from web import page_words
from web.calls import Desk, acted, host_acts, hosts_door, picture_for_hosts
from web.hosts import Hosts
from web.setting import FREE, Setting

Step = Literal["board", "chips", "game", "starting", "playing"]
"""Finding and measuring the empty board, measuring chips, choosing what is played, about to begin, being played."""
Point = tuple[float, float]
"""A place in the camera's picture: pixels from its left and its upper edge."""
ACTIONS = ("camera", "corners", "measure", "skip", "chips", "back", "start", "again")


@dataclass(frozen=True)
class DrawnBoard:
    """The board as it was found in the picture."""

    corners: tuple[Point, ...]
    """The four outer corners, in order round the board."""
    lines: tuple[tuple[Point, ...], ...]
    """The lines between its spaces."""
    by_hand: bool
    """Whether somebody had to show the corners."""


@dataclass(frozen=True)
class ChipPlace:
    """Where a chip is to be laid."""

    team: str
    space: str
    outline: tuple[Point, ...]
    seen: str = ""
    """The team whose chip seems to lie there; empty for none."""


@dataclass(frozen=True)
class SetupView:
    """How the setting up stands."""

    step: Step
    layout: Layout | None = None
    """The board on the table, as far as it is known."""
    frame: int = 0
    """Number of the newest picture; 0 for none."""
    size: tuple[int, int] = (0, 0)
    """Its width and height."""
    camera: Trouble | None = None
    """Why no pictures come."""
    board: DrawnBoard | None = None
    trouble: Trouble | None = None
    """What keeps this step from being done."""
    remarks: tuple[str, ...] = ()
    marks: tuple[tuple[Point, ...], ...] = ()
    """Outlines of spaces that `trouble` or a remark speaks of."""
    places: tuple[ChipPlace, ...] = ()
    measured: bool = False
    """Whether there is a table profile to play with."""
    busy: bool = False
    """Whether something is being measured at this moment."""
    chips_lie: bool = False
    """Whether chips that were measured still have to be taken off the board."""
    edition: str = ""
    seats: tuple[str, ...] = ()
    rules: str = ""
    clock: int = 0
    """Seconds a turn has; 0 for no limit."""
    books: tuple[Book, ...] = ()
    """What can be played on this board."""
    camera_name: str = ""
    cameras: tuple[str, ...] = ()
    """The camera that is looked through, and all that can be chosen."""


SetupDesk = Desk[SetupView]
"""Sets a table up; its picture is what the camera sees."""


def setup_door(desk: SetupDesk, hosts: Hosts, *, deck: bool = False) -> Blueprint:
    """`/setup` is the page, for everybody to open; what it shows and does takes the host's key or a device's token.

    `GET /api/setup` tells how things stand, `POST` takes one of `ACTIONS` as JSON, with the step it was made at: a
    second host who has not seen yet that the first went on is told so. `deck` says that a deck can be shown meanwhile.
    """
    door = hosts_door("setup", "/setup", hosts, lambda code: _in_words(desk.view(), code), deck=deck)

    @door.get("/api/setup/picture.jpg")
    def picture() -> Response:
        return picture_for_hosts(hosts, desk.picture, "no_camera")

    @door.post("/api/setup")
    def act() -> Response:
        who, action = host_acts(hosts, ACTIONS)
        if action.get("step") != (now := desk.view()).step:
            refused: Trouble | None = Trouble("Another phone has gone on meanwhile.", code="gone-on")
        else:
            refused = desk.act(action, who)
        return acted(refused, "setup", _setting(now.layout))

    return door


def _in_words(view: SetupView, code: str) -> dict[str, Any]:
    """The view as plain data, its sentences in a language."""
    setting = _setting(view.layout)

    def words(trouble: Trouble | None) -> dict[str, Any] | None:
        return None if trouble is None else page_words.trouble_words(trouble, "setup", code, setting)

    def laid(place: ChipPlace) -> str:
        return page_words.say("chips", "lay", code, setting, team=place.team, space=place.space)

    return {
        **{name: value for name, value in vars(view).items() if name != "layout"},
        "camera": words(view.camera),
        "trouble": words(view.trouble),
        "remarks": [page_words.remark_words(remark, code, setting) for remark in view.remarks],
        "places": [{**vars(place), "words": laid(place)} for place in view.places],
        "seats": [dict(zip(("team", "name"), seat.partition(":")[::2], strict=True)) for seat in view.seats],
        "rules": dict(word.partition("=")[::2] for word in view.rules.split()),
    }


def _setting(layout: Layout | None) -> Setting | None:
    if layout is None:
        return None
    cards = tuple(card or FREE for card in layout.cards)
    return Setting("", layout.name, layout.rows, layout.columns, cards, ())


def spaces_named(told: Trouble | Remark) -> tuple[str, ...]:
    """The spaces that a trouble or a remark speaks of."""
    said = " ".join(told.about.get(name, "") for name in ("spaces", "space"))
    return tuple(re.findall(r"\b[a-z]\d{1,2}\b", said))


class Book(msgspec.Struct, frozen=True):
    """One edition, in plain values."""

    name: str
    """By what it is asked for."""
    title: str
    about: str
    """In English; the editions that come with the program have words in every language."""
    colours: tuple[str, ...]
    of_two: tuple[str, ...]
    """The colours of two teams, where the book names them."""
    teams: dict[int, tuple[int, ...]]
    """By the number of players: into how many teams they can part."""
    rules: dict[str, str]
    """What the book says, by the names of the switches that change it; empty where that hangs on who plays."""
    choices: dict[str, tuple[str, ...]]
    """What those switches may be set to."""


def book_of(edition: Edition) -> Book:
    """An edition as the page offers it."""
    offered = [one for one in SWITCHES.values() if one.choices]
    if not edition.cards.remove:
        offered = [one for one in offered if one.name != "advanced_jack"]
    return Book(
        name=edition.found_by,
        title=edition.title,
        about=edition.about,
        colours=edition.teams.colours,
        of_two=edition.teams.of_two,
        teams={players: edition.team_counts(players) for players in edition.player_counts},
        rules={one.name: one.printed(edition) for one in offered},
        choices={one.name: one.choices for one in offered},
    )


def books_for(layout: Layout, own: str = "") -> tuple[Book, ...]:
    """The editions whose cards fit a board; `own` is a further one of the table's, a file."""
    names = [*(("classic",) if "classic" in edition_names() else ()), *edition_names(), *([own] if own else [])]
    found = []
    for name in dict.fromkeys(names):
        try:
            edition = load_edition(name)
            deck_for(edition, layout)
            runs_for(edition, layout)
            printed = load_layout(edition.layout)
        except (EditionError, LayoutError):
            continue
        if (printed.rows, printed.columns) != (layout.rows, layout.columns):
            continue
        found.append(book_of(edition))
    return tuple(found)
