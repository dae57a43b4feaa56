"""What an event says, as a sentence: the key of its text and what fills it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as e
from engine.saying import Saying
from web.setting import Seat
from web.turnlist import Words


def turn_words(event: e.TurnPlayed | e.TurnCorrected, seat: int | None, seats: Sequence[Seat]) -> Words:
    """A turn of a seat, as far as it is known which."""
    seen = "_card" if event.card and event.action != "pass" else ""
    words: Words = {
        "key": f"turn_{event.action}{seen}",
        **whose(event.team, seat, seats),
        "turn": event.turn,
        "seat": seat,
        "action": event.action,
        "space": event.space,
        "card": event.card,
        "card_seen": event.card_seen or None,
        "cards": list(event.cards),
        "dead": list(event.dead) if isinstance(event, e.TurnPlayed) else [],
        "irregular": event.irregular,
    }
    return {name: value for name, value in words.items() if value not in (None, [])}


def whose(team: str, seat: int | None, seats: Sequence[Seat]) -> Words:
    """A team, with the name of the player of that seat where it is known."""
    name = seats[seat].name if seat is not None and 0 <= seat < len(seats) else ""
    return {"team": team, "name": name} if name else {"team": team}


def assuming(key: str, assumed: Saying | str) -> Words:
    """A sentence that says, too, what was taken for granted, if anything."""
    return {"key": f"{key}_assumed", "assumed": assumed} if assumed else {"key": key}


def asked_of(event: e.Question) -> Words:
    """A question as pages are given it."""
    told = ("number", "about", "default", "team", "turn", "card")
    asked = {name: getattr(event, name) for name in told}
    asked |= {name: list(getattr(event, name)) for name in ("options", "spaces", "changes")}
    asked["seconds"] = round(event.until - event.at) if event.until > event.at else None
    return asked
