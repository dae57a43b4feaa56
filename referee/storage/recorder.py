"""The pen of one game: events go to disk before anybody hears of them, and the inputs that led to them before that.

A disk that takes no more does not stop the game: what could not be written is kept, tried again with the
next event, and the trouble is there to be shown.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence

from engine.events import AnyEvent
from engine.judging.input_quantization import Input
from engine.saying import Saying, saying
from referee.storage.history import History, HistoryFull
from referee.storage.inputs import UNSAVED, InputFile
from referee.storage.locks import Lock
from referee.storage.room import Room

_log = logging.getLogger(__name__)


class Recorder:
    """Writes one game's events."""

    def __init__(
        self,
        history: History,
        game: int,
        inputs: InputFile | None = None,
        *,
        held: Lock | None = None,
        room: Room | None = None,
    ) -> None:
        """`inputs`: where those of this game go; `held`: the lock on it, let go of at the end; `room`: its disk."""
        self.history = history
        self.game = game
        self.trouble: Saying | None = None
        """Why the last events are not on disk; none when all are."""
        self.inputs = inputs
        self._held = held
        self._room = room
        self._waiting: list[AnyEvent] = []

    @property
    def unsaved(self) -> Saying | None:
        """What of the game is not on disk, events or inputs, and why; none where all is."""
        return self.trouble or (self.inputs.trouble if self.inputs is not None else None)

    @property
    def waiting(self) -> int:
        """Events that are not on disk yet."""
        return len(self._waiting)

    def keep(self, entered: Input) -> None:
        """Write an input, before the events it leads to."""
        if self.inputs is not None:
            self.inputs.keep(entered)

    def write(self, happened: Sequence[AnyEvent]) -> None:
        """Write these events, and before them whatever still waits."""
        self._waiting.extend(happened)
        if not self._waiting:
            return
        try:
            self._append()
        except HistoryFull as full:
            if not self.trouble:
                _log.error("game %d cannot be written to %s: %s", self.game, self.history.file, full)
                if self.inputs is not None:
                    self.inputs.anchor(UNSAVED)
            self.trouble = saying("unsaved", why=full)
            return
        if self.trouble:
            _log.info("game %d is written again", self.game)
        self._waiting.clear()
        self.trouble = None

    def close(self) -> None:
        """The game is over, or the program ends: note how far its inputs are on disk, and let go of it."""
        self.write(())
        with contextlib.suppress(HistoryFull):  # then they stay open, as after a kill
            if self.inputs is not None:
                self.inputs.close()
                self.history.note_files(self.game, self.inputs.whole(), self.inputs.mark())
        if self._held is not None:
            self._held.close()

    def _append(self) -> None:
        mark = None if self.inputs is None else self.inputs.sync()
        try:
            head = self.history.append(self.game, self._waiting, mark)
        except HistoryFull:
            if self._room is None or not self._room.release():
                raise
            head = self.history.append(self.game, self._waiting, mark)
        if self.inputs is not None:
            self.inputs.anchor(head)
