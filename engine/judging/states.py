"""The states of the arbiter and every way from one to another, as a table.

The documentation's diagram is drawn from the table; a way that is not in it does not exist.
"""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where the referee stands."""

    WATCHING = "watching"
    """The board is as the game says; nothing covers it."""
    COVERED = "covered"
    """Something covers part of the board, and what can be seen is as the game says."""
    SETTLING = "settling"
    """Something on the board is new and not yet certain."""
    DISPUTED = "disputed"
    """A fault lies on the board and nobody has decided."""
    PAUSED = "paused"
    """The table asked for a break; nothing counts."""
    FINISHED = "finished"
    """The game is over."""


class Happening(StrEnum):
    """What takes the referee from one state to another."""

    COVER = "something covers the board"
    UNCOVER = "the board is free again"
    CHANGE = "a space looks new"
    NOTHING = "it was nothing, or it counted"
    FAULT = "a fault"
    MENDED = "put right, or it stands"
    PAUSE = "pause"
    RESUME = "resume"
    END = "won, drawn or resigned"
    REOPEN = "the end was taken back"


_W, _C, _S = State.WATCHING, State.COVERED, State.SETTLING
_D, _P, _F = State.DISPUTED, State.PAUSED, State.FINISHED
_H = Happening

TABLE: dict[tuple[State, Happening], State] = {
    (state, happening): there
    for states, happening, there in (
        ((_W,), _H.COVER, _C),
        ((_W, _C), _H.CHANGE, _S),
        ((_C,), _H.UNCOVER, _W),
        ((_S,), _H.NOTHING, _W),
        ((_W, _C, _S), _H.FAULT, _D),
        ((_D,), _H.MENDED, _W),
        ((_W, _C, _S, _D), _H.PAUSE, _P),
        ((_P,), _H.RESUME, _W),
        ((_W, _C, _S, _D, _P), _H.END, _F),
        ((_F,), _H.REOPEN, _W),
    )
    for state in states
}

LASTING = frozenset({State.WATCHING, State.DISPUTED, State.PAUSED, State.FINISHED})
"""States that are announced and outlive a restart; the others follow from what the camera sees."""


def after(state: State, happening: Happening) -> State:
    """The state that follows; the same one where the table knows no way."""
    return TABLE.get((state, happening), state)
