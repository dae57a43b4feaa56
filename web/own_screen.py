"""What only the screen of this machine shows: how phones come to the page, and what is wrong with the table.

Among it may be the code that makes a phone the host's, so the screen's browser brings a word from the data folder.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import segno
from flask import Blueprint, abort, render_template, request

from web.answers import error_answer
from web.wording import DEFAULT


@dataclass(frozen=True)
class JoinCard:
    """What there is to be told."""

    codes: tuple[tuple[str, str], ...]
    """For each code a heading and what a phone reads of it, the first to be scanned first."""
    lines: tuple[str, ...] = ()
    """Below, the most important first."""


@dataclass(frozen=True)
class OwnScreen:
    """The screen of this machine: its browser asks with `?screen=WORD`."""

    word: str
    card: Callable[[], JoinCard]
    language: str = DEFAULT
    """Of the table, in which it says everything."""

    @property
    def asks(self) -> bool:
        """Whether the request at hand is its."""
        return secrets.compare_digest(request.args.get("screen", "").encode(), self.word.encode())

    def page_part(self) -> str:
        """The card as a part of a page, its codes drawn."""
        card = self.card()
        drawn = [(heading, segno.make(content, error="l", micro=False)) for heading, content in card.codes]
        codes = [(heading, code.svg_data_uri(border=4, omitsize=True)) for heading, code in drawn]
        return render_template("join_card.html", codes=codes, lines=card.lines)


def own_screen_door(screen: OwnScreen) -> Blueprint:
    """The card at `/join-card`, for the page that follows a game on that screen."""
    door = Blueprint("own_screen", __name__)

    @door.get("/join-card")
    def card() -> str:
        if not screen.asks:
            abort(error_answer(403))
        return screen.page_part()

    return door
