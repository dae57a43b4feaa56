"""Pictures and films of a game as bytes, for whoever asks for them through the page."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2

from referee.keepsakes.drawing import BoardDrawing
from referee.movies import write_mp4
from vision.drawing.faces import Picture

PLAY_SECONDS = 14.0
"""How long a film shows the turns; each has the same part of it, but never more than `SLOWEST`."""
SLOWEST = 0.7
LINE_SECONDS = 1.2
"""How long the winning line draws itself."""
HOLD_SECONDS = 4.0
"""How long the end stands."""
RATE = 10
"""Pictures a second while the line is drawn."""
TICKS = 100
"""Clock of the films, ticks a second."""
POLITENESS = 15
"""Making a film may wait; the eye may not."""

Moments = Sequence[dict[str, Any]]
"""Page states of a game, one for each turn."""


class Painter:
    """Draws what phones share."""

    def picture(self, state: dict[str, Any]) -> bytes:
        """The board of one page state as PNG."""
        done, data = cv2.imencode(".png", BoardDrawing(state["table"]).draw(state))
        assert done
        return data.tobytes()

    def clip(self, states: Moments) -> bytes:
        """The game as a film of at most 20 seconds, as MP4 (H.264 baseline).

        Raises:
            ValueError: there is no moment to show.
        """
        if not states:
            raise ValueError("a film needs a moment to show")
        _be_polite()
        with tempfile.TemporaryDirectory() as folder:  # the index goes to the front only in a file with a name
            file = Path(folder) / "game.mp4"
            write_mp4(file, _timed(list(_shown(states))), TICKS, {"preset": "veryfast", "crf": "26", "bf": "0"})
            return file.read_bytes()


def _be_polite() -> None:
    """Let everything else go first, where the system can do that for one thread."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITENESS)


def _shown(states: Moments) -> Iterator[tuple[Picture, int]]:
    """Each picture of the film, and how many ticks it stands."""
    drawing = BoardDrawing(states[-1]["table"])
    each = max(2, round(min(SLOWEST, PLAY_SECONDS / len(states)) * TICKS))
    for state in states[:-1]:
        yield drawing.draw(state), each
    steps = round(LINE_SECONDS * RATE) if states[-1]["winner"] else 0
    for step in range(steps):
        yield drawing.draw(states[-1], step / steps), TICKS // RATE
    yield drawing.draw(states[-1]), round(HOLD_SECONDS * TICKS)


def _timed(shown: Sequence[tuple[Picture, int]]) -> Iterator[tuple[int, Picture]]:
    """Each picture with the tick at which it appears.

    Players end with the last picture's beginning, so the end is shown once more when it has stood.
    """
    at = 0
    for picture, ticks in shown:
        yield at, picture
        at += ticks
    yield at, shown[-1][0]
