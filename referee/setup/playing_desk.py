"""The desk while a game is played: the host's phone may ask for other players, other rules, or a new measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.trouble import Trouble
from referee.wiring import Rules
from web.setup import SetupView, Step


class PlayingDesk:
    """Ends the table's game to set it up anew, where a host asks for that; `again` is then the step to begin with."""

    def __init__(self, rules: Rules, end: Callable[[], None]) -> None:
        """`end` ends the table."""
        self.again: Step | None = None
        self.rules = rules
        self._end = end

    def view(self) -> SetupView:
        """That it is played, and by what rules."""
        rules = self.rules
        return SetupView(
            "playing",
            measured=True,
            edition=rules.edition,
            seats=tuple(rules.seats.split()),
            rules=rules.rules,
            clock=rules.clock,
        )

    def picture(self) -> bytes | None:
        """None: the page of the game shows it."""
        return None

    def act(self, action: Mapping[str, Any], who: str) -> Trouble | None:
        """End the game, to measure the table again (`to`: `board`) or to choose what is played (`game`)."""
        to = action.get("to")
        if action.get("action") != "again" or to not in ("board", "game"):
            return Trouble("A game is being played.", "End it first.", code="playing")
        self.again = "board" if to == "board" else "game"
        self._end()
        return None
