"""How a running table is, for `/healthz` and `referee doctor`: well while frames come, are read, and all is saved."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from engine.events import PileKnown
from engine.observation import HIDDEN, UNSURE, Observation
from engine.rules.position import Game
from engine.saying import saying
from referee.session.table import LiveTable
from web.machine import Machine
from web.wording import told

LATEST_SECONDS = 5.0
"""Without a frame for so long a table is not well."""
READ_SECONDS = 5.0
"""Nor when the eye could read nothing for so long; a hand over the board takes less."""

_PROBLEMS = {
    "no-board": "The board is not found in the picture.",
    "upset": "The board is upset.",
}


def _pile_words(pile: PileKnown, game: Game) -> str:
    """`by j4 Ada's`; whoever has no name is their team."""
    if pile.shared:
        whose = "everybody's"
    elif pile.seat is None:
        whose = "whose is not known yet"
    else:
        whose = f"{game.seats[pile.seat].called}'s"
    return f"by {pile.beside} {whose}"


class Health:
    """Keeps what has to be known of one table over time."""

    def __init__(self, machine: Machine, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`machine`: the one the table runs on."""
        self._machine, self._monotonic = machine, monotonic
        self._frame_at: float | None = None
        self._read_at: float | None = None

    def frame_came(self, seen: Observation | None) -> None:
        """A frame came, and the eye said that of it."""
        self._frame_at = self._monotonic()
        if seen is not None and not seen.problem and seen.letters.count(HIDDEN) < len(seen.letters) / 2:
            self._read_at = self._frame_at

    def told(self, table: LiveTable | None) -> dict[str, Any]:
        """What `/healthz` says; `eye` is a sentence, and the machine tells the rest."""
        now = self._monotonic()
        age = None if self._frame_at is None else now - self._frame_at
        wrong = self._what_is_wrong(table, age, now)
        unsaved = table.sitting.waiting if table is not None else 0
        return {
            "ok": not wrong and not unsaved,
            "frame_age": None if age is None else round(age, 2),
            "eye": wrong or _what_is_read(table.observation if table is not None else None),
            "unsaved": unsaved,
            "piles": [_pile_words(pile, table.arbiter.game) for pile in table.arbiter.piles] if table else [],
            "trouble": told(table.sitting.unsaved) if table is not None and table.sitting.unsaved else "",
            **self._machine.told(),
        }

    def _what_is_wrong(self, table: LiveTable | None, age: float | None, now: float) -> str:
        if table is None or age is None:
            return "No picture has come yet."
        if table.lost:
            return told(table.lost)
        if age > LATEST_SECONDS:
            return f"No picture has come for {age:.0f} seconds."
        if self._read_at is None or now - self._read_at > READ_SECONDS:
            seen = table.observation
            problem = seen.problem if seen else ""
            return _PROBLEMS.get(problem) or (told(saying(problem)) if problem else "Something covers the board.")
        return ""


def _what_is_read(seen: Observation | None) -> str:
    if seen is None:
        return "Nothing was read yet."
    hidden, unsure = seen.letters.count(HIDDEN), seen.letters.count(UNSURE)
    if not hidden and not unsure:
        return "The board is read."
    return f"The board is read; {hidden} spaces are hidden, {unsure} unsure."
