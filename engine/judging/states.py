"""The states of the arbiter and every way from one to another, as a table.

The documentation's diagram is drawn from the table; a way that is not in it does not exist.
"""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where the referee stands."""

    WATCHING = "watching"
    """Turns and faults are looked for."""
    DISPUTED = "disputed"
    """A fault lies on the board and nobody has decided."""
    PAUSED = "paused"
    """The table asked for a break; nothing counts."""
    FINISHED = "finished"
    """The game is over."""


class Happening(StrEnum):
    """What takes the referee from one state to another."""

    FAULT = "a fault"
    MENDED = "put right, or it stands"
    PAUSE = "pause"
    RESUME = "resume"
    END = "won, drawn or resigned"
    REOPEN = "the end was taken back"


_W, _D, _P, _F = State
_H = Happening

TABLE: dict[tuple[State, Happening], State] = {
    (state, happening): there
    for states, happening, there in (
        ((_W,), _H.FAULT, _D),
        ((_D,), _H.MENDED, _W),
        ((_W, _D), _H.PAUSE, _P),
        ((_P,), _H.RESUME, _W),
        ((_W, _D, _P), _H.END, _F),
        ((_F,), _H.REOPEN, _W),
    )
    for state in states
}


def after(state: State, happening: Happening) -> State:
    """The state that follows; the same one where the table knows no way."""
    return TABLE.get((state, happening), state)
