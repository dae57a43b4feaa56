"""What the lamp, the buzzer and the buttons of a table mean.

Events light and sound; buttons become calls, as if the host had tapped them on the phone. The pins themselves are
`hardware.panel`'s.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from engine import calls, events
from engine.calls import AnyCall
from engine.events import AnyEvent
from engine.judging.states import State
from hardware.panel import How

_log = logging.getLogger(__name__)


class Shows(Protocol):
    """A lamp and a buzzer."""

    def show(self, colour: str, how: How = "steady") -> None:
        """Light the lamp."""

    def sound(self, tune: str) -> None:
        """Sound the buzzer."""


def is_quiet(of_day: str, begins: str | None, ends: str | None) -> bool:
    """Whether a time of day, as 21:30, lies in the quiet hours, which may run over midnight."""
    if begins is None or ends is None:
        return False
    if begins <= ends:
        return begins <= of_day < ends
    return of_day >= begins or of_day < ends


class PanelShow:
    """Shows on lamp and buzzer how the game stands."""

    def __init__(
        self,
        panel: Shows,
        happened: Sequence[AnyEvent] = (),
        *,
        quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """`happened`: what was announced before, which is shown and not sounded; `quiet` tells the quiet hours."""
        self._panel = panel
        self._quiet = quiet
        self._teams: tuple[str, ...] = ()
        self._to_move: int | None = None
        self._state = ""
        self._winner = ""
        self._faults: set[int] = set()
        self._watched = True
        for event in happened:
            self._take(event)
        self._show()

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Take in events, in order."""
        for event in happened:
            tune = self._take(event)
            if tune and not self._quiet():
                self._panel.sound(tune)
        self._show()

    def _take(self, event: AnyEvent) -> str:
        """What an event changes; the tune it is worth, or none."""
        if isinstance(event, events.GameStarted):
            self._teams = tuple(seat.partition(":")[0] for seat in event.seats)
            self._to_move, self._winner, self._faults = event.to_move, "", set()
        elif isinstance(event, events.PositionSettled):
            self._to_move = event.to_move
        elif isinstance(event, events.StateChanged):
            self._state = event.state
        elif isinstance(event, events.CameraLost):
            self._watched = False
            return "trouble"
        elif isinstance(event, events.CameraBack):
            self._watched = True
        elif isinstance(event, events.FaultFound):
            self._faults.add(event.number)
            return "fault"
        elif isinstance(event, events.FaultCleared):
            self._faults.discard(event.number)
        elif isinstance(event, events.SequenceMade):
            return "sequence"
        elif isinstance(event, events.GameWon):
            self._winner = event.team
            return "win"
        elif isinstance(event, events.TurnUndone):
            self._winner = ""
        return ""

    def _show(self) -> None:
        if not self._watched:
            self._panel.show("white", "flash")
        elif self._faults:
            self._panel.show("white", "blink")
        elif self._state == State.PAUSED.value:
            self._panel.show("white", "breathe")
        elif self._winner:
            self._panel.show(self._winner, "breathe")
        elif self._to_move is not None and self._to_move < len(self._teams):
            self._panel.show(self._teams[self._to_move])
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
