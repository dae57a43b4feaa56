"""What there is to learn from a game that is over, as its page shows it: missed wins and blocks, and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine.analysis.puzzles import puzzles
from engine.analysis.review import Remark, review
from engine.events import AnyEvent
from engine.records.twin import record_of

LONGEST_SECONDS = 20.0
"""After this long the rest of a game is not looked at any more; the page says so."""


def lessons_of(happened: Iterable[AnyEvent], clock: Callable[[], float]) -> dict[str, Any]:
    """Remarks and puzzles of a game as plain data; `clock` counts the seconds it takes.

    `cut` is the turn after which nothing was looked at, 0 where all of it was; `unseen` counts turns whose card
    nobody saw. Of a game that never began there is nothing.
    """
    began, cut = clock(), 0
    remarks: list[Any] = []
    try:
        record = record_of(happened)
    except ValueError:
        return {"remarks": [], "puzzles": [], "unseen": 0, "turns": 0, "cut": 0}
    for one in review(record):
        if isinstance(one, Remark):
            remarks.append(msgspec.to_builtins(one))
        elif clock() - began > LONGEST_SECONDS:
            cut = one
            break
    return {
        "remarks": remarks,
        "puzzles": [msgspec.to_builtins(puzzle) for puzzle in puzzles(record)],
        "unseen": sum(turn.card is None and turn.space is not None for turn in record.turns),
        "turns": len(record.turns),
        "cut": cut,
    }
