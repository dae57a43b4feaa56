"""What the lamp and the buzzer of a table say of a game, but in the quiet hours."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import reduce

from engine.editions.edition import TEAMS
from engine.events import AnyEvent
from engine.judging.states import State
from hardware.panel import Panel
from web.scoreboard import Scoreboard, fold


def is_quiet(of_day: str, begins: str | None, ends: str | None) -> bool:
    """Whether a time of day, as 21:30, lies in the quiet hours, which may run over midnight."""
    if begins is None or ends is None:
        return False
    if begins <= ends:
        return begins <= of_day < ends
    return of_day >= begins or of_day < ends


class PanelShow:
    """Shows on lamp and buzzer how the game stands, as the page shows it."""

    def __init__(
        self,
        panel: Panel,
        happened: Sequence[AnyEvent] = (),
        *,
        quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """`happened`: what was announced before, which is shown and not sounded; `quiet` tells the quiet hours."""
        self._panel, self._quiet = panel, quiet
        self._board = reduce(fold, happened, Scoreboard())
        self._show()

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Take in events, in order."""
        self._board = reduce(fold, happened, self._board)
        for event in happened:
            if event.tune and not self._quiet():
                self._panel.sound(event.tune)
        self._show()

    def _show(self) -> None:
        board = self._board
        if board.camera is not None:
            self._panel.show("white", "flash")
        elif board.faults:
            self._panel.show("white", "blink")
        elif board.arbiter == State.PAUSED.value:
            self._panel.show("white", "breathe")
        elif board.winner in TEAMS:
            self._panel.show(str(board.winner), "breathe")
        elif board.to_move is not None and board.to_move < len(board.seats):
            self._panel.show(board.seats[board.to_move].team)
        else:
            self._panel.show("white", "off")


def time_of_day() -> str:
    """Now, on the clock of this machine, as 21:30."""
    return time.strftime("%H:%M")
