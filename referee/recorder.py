"""The pen of one game: events go to disk before anybody hears of them.

A disk that takes no more does not stop the game: what could not be written is kept, tried again with the
next event, and the trouble is there to be shown.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engine.events import AnyEvent
from referee.history import History, HistoryFull

_log = logging.getLogger(__name__)


class Recorder:
    """Writes one game's events."""

    def __init__(self, history: History, game: int) -> None:
        self.history = history
        self.game = game
        self.trouble = ""
        """Why the last events are not on disk; empty when all are."""
        self._waiting: list[AnyEvent] = []

    @property
    def waiting(self) -> int:
        """Events that are not on disk yet."""
        return len(self._waiting)

    def cannot_begin_another(self, why: HistoryFull) -> None:
        """The next game cannot be entered; there is nothing more to write of this one."""
        self.trouble = f"The next game cannot begin. {why}"

    def write(self, happened: Sequence[AnyEvent]) -> None:
        """Write these events, and before them whatever still waits."""
        self._waiting.extend(happened)
        if not self._waiting:
            return
        try:
            self.history.append(self.game, self._waiting)
        except HistoryFull as full:
            if not self.trouble:
                _log.error("game %d cannot be written to %s: %s", self.game, self.history.file, full)
            self.trouble = f"The game is not being saved. {full} What happens meanwhile is kept and written then."
            return
        if self.trouble:
            _log.info("game %d is written again", self.game)
        self._waiting.clear()
        self.trouble = ""
