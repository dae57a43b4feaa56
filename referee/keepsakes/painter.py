"""Pictures and films of a game as bytes, for whoever asks for them through the page.

They are drawn from what the page shows of the game: no camera and no page is needed.
"""

from __future__ import annotations

import math
import os
import tempfile
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.editions.edition import TEAM_OF
from referee.movies import write_mp4
from vision.drawing.canvas import Ink, Picture
from vision.drawing.faces import ink, split, write
from vision.drawing.pips import lay, pip

WIDTH = 720
"""Pixels across the picture; H.264 wants even numbers."""
EDGE = 20
FOOT = 92
"""Pixels below the board, where the teams and their sequences stand."""
SHAPE = 1.06
"""Height of a space by its width."""
FINE = 4
"""Bits after the point in what OpenCV draws, so that circles and lines lie between pixels."""

FRAME: Ink = (63, 43, 28)
PAPER: Ink = (246, 253, 255)
CORNER: Ink = (95, 70, 49)
GOLD: Ink = (94, 199, 240)
LAST: Ink = (0, 180, 255)
WHITE: Ink = (255, 255, 255)
TEAMS: dict[str, tuple[Ink, Ink]] = {
    "blue": ((214, 95, 31), (150, 63, 18)),
    "green": ((61, 128, 21), (39, 85, 11)),
    "red": ((42, 42, 208), (22, 22, 141)),
}
"""Blue green red of each team's chips, plain and deep; the page's own colours."""
PLAIN = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ß": "ss", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"})

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
        return cv2.imencode(".png", BoardDrawing(state["table"]).draw(state))[1].tobytes()

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


class BoardDrawing:
    """Draws moments of one game. The printed board is drawn once."""

    def __init__(self, table: dict[str, Any]) -> None:
        """`table`: the setting of the game as the page is given it."""
        self._rows, self._columns = int(table["rows"]), int(table["columns"])
        self._cell = (WIDTH - 2 * EDGE) / self._columns
        self._high = self._cell * SHAPE
        board = round(self._high * self._rows) + 2 * EDGE
        self.height = (board + FOOT + 1) // 2 * 2
        """Pixels from top to bottom, an even number."""
        self._board = board
        self._printed = np.full((self.height, WIDTH, 3), FRAME, np.uint8)
        self._seats: Sequence[dict[str, Any]] = table["seats"]
        self._needed = int(table["needed"])
        for space, card in enumerate(table["cards"]):
            self._print(space, card)

    def draw(self, state: dict[str, Any], reach: float = 1.0) -> Picture:
        """The board as one page state shows it, `height` x 720 x 3, blue green red.

        `reach`: how far the lines of the winner's sequences are drawn already, 0 to 1.
        """
        picture = self._printed.copy()
        for row, letters in enumerate(state["position"]):
            for column, letter in enumerate(letters):
                if letter.lower() in TEAM_OF:
                    white = f"{chr(97 + column)}{row + 1}" in state["flipped"]
                    self._chip(picture, self._middle(row, column), TEAM_OF[letter.lower()], self._cell * 0.39, white)
        for made in state["sequences"]:
            self._line(picture, made, reach if made["team"] == state["winner"] else 1.0)
        last = state["last"]
        if last and last.get("space") and state["winner"] is None:
            x, y = self._middle(*self._place(last["space"]))
            half, tall = self._cell / 2 - 1, self._high / 2 - 1
            corner, other = (round(x - half), round(y - tall)), (round(x + half), round(y + tall))
            cv2.rectangle(picture, corner, other, LAST, 4, cv2.LINE_AA)
        self._teams(picture, state)
        return picture

    def _place(self, space: str) -> tuple[int, int]:
        return int(space[1:]) - 1, ord(space[0]) - 97

    def _middle(self, row: int, column: int) -> tuple[float, float]:
        return EDGE + (column + 0.5) * self._cell, EDGE + (row + 0.5) * self._high

    def _print(self, space: int, card: str) -> None:
        x, y = self._middle(*divmod(space, self._columns))
        left, top = round(x - self._cell / 2) + 1, round(y - self._high / 2) + 1
        right, bottom = round(x + self._cell / 2) - 2, round(y + self._high / 2) - 2
        paper = CORNER if card == "*" else PAPER
        cv2.rectangle(self._printed, (left, top), (right, bottom), paper, -1, cv2.LINE_AA)
        if card == "*":
            turns = np.arange(10) * math.pi / 5
            reach = np.where(np.arange(10) % 2 == 0, 0.33, 0.14) * self._cell
            star = np.column_stack([x + np.sin(turns) * reach, y - np.cos(turns) * reach])
            cv2.fillPoly(self._printed, [star.round().astype(np.int32)], GOLD, cv2.LINE_AA)
            return
        known = split(card)
        if known is None:
            write(self._printed, plain(card)[:6] or "?", (x, y), self._cell * 0.2, (36, 29, 26))
            return
        rank, suit = known
        write(self._printed, rank, (x, y - self._high * 0.2), self._cell * 0.3, ink(suit))
        size = round(self._cell * 0.36)
        lay(self._printed, pip(suit, size), ink(suit), round(x - size / 2), round(y + self._high * 0.06))

    def _chip(self, picture: Picture, at: tuple[float, float], team: str, radius: float, white: bool) -> None:
        colour, deep = TEAMS[team]
        body, face = (PAPER, WHITE) if white else (colour, deep)
        _disc(picture, at, radius + 1.5, (40, 40, 40))
        _disc(picture, at, radius, body)
        for step in range(10):
            angle = step * math.pi / 5
            one, two = (
                (at[0] + math.cos(angle) * radius * part, at[1] + math.sin(angle) * radius * part)
                for part in (0.8, 0.95)
            )
            cv2.line(picture, _fine(one), _fine(two), colour if white else WHITE, 3, cv2.LINE_AA, FINE)
        _disc(picture, at, radius * 0.68, face)
        self._mark(picture, at, team, radius * 0.34, colour if white else WHITE)

    def _mark(self, picture: Picture, at: tuple[float, float], team: str, size: float, colour: Ink) -> None:
        """Each team's own mark, so that chips are told apart without their colour."""
        x, y = at
        if team == "blue":
            cv2.circle(picture, _fine(at), round(size * 2**FINE), colour, 3, cv2.LINE_AA, FINE)
        elif team == "green":
            corners = np.array(
                [(x, y - size * 1.2), (x + size * 1.1, y + size * 0.8), (x - size * 1.1, y + size * 0.8)]
            )
            cv2.fillPoly(picture, [(corners * 2**FINE).round().astype(np.int32)], colour, cv2.LINE_AA, FINE)
        else:
            for one, two in (((x - size, y), (x + size, y)), ((x, y - size), (x, y + size))):
                cv2.line(picture, _fine(one), _fine(two), colour, max(3, round(size * 0.6)), cv2.LINE_AA, FINE)

    def _line(self, picture: Picture, made: dict[str, Any], reach: float) -> None:
        ends = sorted(self._place(space) for space in made["spaces"])
        (x1, y1), (x2, y2) = self._middle(*ends[0]), self._middle(*ends[-1])
        end = x1 + (x2 - x1) * reach, y1 + (y2 - y1) * reach
        if reach > 0:
            cv2.line(picture, _fine((x1, y1)), _fine(end), WHITE, 15, cv2.LINE_AA, FINE)
            cv2.line(picture, _fine((x1, y1)), _fine(end), TEAMS[made["team"]][1], 9, cv2.LINE_AA, FINE)

    def _teams(self, picture: Picture, state: dict[str, Any]) -> None:
        """Below the board: each team's chip, its players where their names can be written, a disc a sequence."""
        teams = state["teams"]
        wide = (WIDTH - 2 * EDGE) / max(len(teams), 1)
        for at, team in enumerate(teams):
            x, y = EDGE + at * wide, self._board + FOOT / 2 - 10
            if team in (state["winner"], self._to_move(state)):
                corner, other = (round(x), self._board - 6), (round(x + wide - 8), self.height - 14)
                cv2.rectangle(picture, corner, other, TEAMS[team][1], -1, cv2.LINE_AA)
            self._chip(picture, (x + 36, y), team, 24, white=False)
            names = plain(", ".join(seat["name"] for seat in self._seats if seat["team"] == team and seat["name"]))
            room = max(3, int((wide - 90) / 14))
            shown = names if len(names) <= room else names[: room - 2] + ".."
            cv2.putText(
                picture, shown, (round(x + 72), round(y - 4)), cv2.FONT_HERSHEY_DUPLEX, 0.7, WHITE, 1, cv2.LINE_AA
            )
            score = state["score"].get(team, 0)
            for dot in range(max(self._needed, score)):
                where = (x + 82 + dot * 26, y + 20)
                _disc(picture, where, 9, WHITE)
                if dot >= score:
                    _disc(picture, where, 6.5, FRAME)

    def _to_move(self, state: dict[str, Any]) -> str | None:
        seat = state["to_move"]
        return str(self._seats[seat]["team"]) if seat is not None and seat < len(self._seats) else None


def plain(name: str) -> str:
    """A name in the letters OpenCV can write, without accents; empty where it has others."""
    parts = unicodedata.normalize("NFKD", name.translate(PLAIN))
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return bare if bare.isascii() and bare.isprintable() else ""


def _fine(at: tuple[float, float]) -> tuple[int, int]:
    return round(at[0] * 2**FINE), round(at[1] * 2**FINE)


def _disc(picture: Picture, at: tuple[float, float], radius: float, colour: Ink) -> None:
    cv2.circle(picture, _fine(at), round(radius * 2**FINE), colour, -1, cv2.LINE_AA, FINE)
