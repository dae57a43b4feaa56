"""A reaction of whoever watches: one tap, and every phone and the screen of the room show it for a moment."""

from __future__ import annotations

from flask import Blueprint, Response

from web.answers import json_answer, language
from web.call_words import read_json
from web.calls import must_be_from_this_page, refusal
from web.feed import Feed
from web.pace import Pace
from web.wording import text

KINDS = ("clap", "wow", "laugh")
BURST, PER_SECOND = 3, 0.5
"""Reactions from one address at once, and for long: a joy, not a hail."""


def cheers_door(feed: Feed) -> Blueprint:
    """`POST /api/cheer` with `{"kind": "clap"}`, from any phone; nothing of it is recorded."""
    door, pace = Blueprint("cheers", __name__), Pace(BURST, PER_SECOND)

    @door.post("/api/cheer")
    def cheer() -> Response:
        must_be_from_this_page()
        kind = read_json(language()).get("kind")
        if kind not in KINDS:
            return refusal(text("needs", "other", language()), 400)
        pace.must_not_hurry()
        feed.tell(cheer=kind)
        return json_answer({"accepted": True, "message": ""})

    return door
