"""What the lamp, the buzzer and the buttons of a table mean.

Events light and sound; buttons become calls, as if the host had tapped them on the phone. The pins themselves are
`hardware.panel`'s.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import reduce

from engine import calls
from engine.calls import AnyCall
from engine.events import AnyEvent
from engine.judging.states import State
from hardware.panel import Panel
from web.scoreboard import Scoreboard, fold
from web.setting import TEAMS

_log = logging.getLogger(__name__)


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
        elif board.winner in TEAMS.values():
            self._panel.show(str(board.winner), "breathe")
        elif board.to_move is not None and board.to_move < len(board.seats):
            self._panel.show(board.seats[board.to_move].team)
        else:
            self._panel.show("white", "off")


def button_calls(
    say: Callable[[AnyCall], object],
    is_paused: Callable[[], bool],
    shut_down: Callable[[], None],
    new_host: Callable[[], None] = lambda: None,
) -> Callable[[str], None]:
    """What hears the name of a pressed button.

    Args:
        say: brings a call before the referee.
        is_paused: whether the game rests, so that the stop button lets it go on.
        shut_down: turns the machine off.
        new_host: lets another phone become the host's.
    """

    def pressed(name: str) -> None:
        try:
            if name == "stop":
                say(calls.Resume(at=0.0, who="button") if is_paused() else calls.Pause(at=0.0, who="button"))
            elif name == "undo":
                say(calls.Undo(at=0.0, who="button"))
            elif name == "new_game":
                say(calls.Start(at=0.0, who="button"))
            elif name == "new_host":
                new_host()
            elif name == "shutdown":
                shut_down()
        except Exception:  # noqa: BLE001 - on a thread of the pins, where nobody would hear of it
            _log.exception("the button %s did nothing", name)

    return pressed


def time_of_day() -> str:
    """Now, on the clock of this machine, as 21:30."""
    return time.strftime("%H:%M")
