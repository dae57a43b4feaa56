"""Tables that play by themselves, for trying a club with no boards at hand: real rules, real histories, no pictures.

Each plays one game after another; now and then a chip comes out of turn, and is put right.
"""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from random import Random

from engine.analysis.players import Table
from engine.arbiter import Arbiter
from engine.observation import Observation, certain
from engine.rules.position import Game, new_game
from referee.storage.history import History, HistoryFull
from referee.storage.settings import history_file

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Leo", "Mia", "Nils", "Ola",
         "Pia")  # fmt: skip
FRAME_SECONDS = 0.2
"""Between two looks at the board, on the table's own clock."""
LOOKS = 12
"""At a board on which nothing changes, until a turn has settled: what no hand came near counts after two seconds."""
FAULTS = 0.04
"""Share of turns before which a chip comes out of turn."""


class PlayedTable:
    """One table that plays until it is stopped."""

    def __init__(self, data: Path, seats: str, seed: int, pace: float = 8.0) -> None:
        """Keeps its games below `data`; `pace`: seconds from one turn to the next. Raises Refusal."""
        self._history = History(history_file(data))
        self._seats, self._chance, self._pace = seats, Random(seed), pace
        self._stop = threading.Event()

    def stop(self) -> None:
        """Play no more."""
        self._stop.set()

    def play(self, games: int | None = None) -> None:
        """Play so many games, or until it is stopped, or its history takes no more."""
        with contextlib.suppress(HistoryFull):
            while not self._stop.is_set() and games != 0:
                self._play_one(new_game("classic", self._seats))
                games = None if games is None else games - 1

    def close(self) -> None:
        """Close the history."""
        self._history.close()

    def _play_one(self, game: Game) -> None:
        number = self._history.begin(
            edition=game.edition.found_by,
            layout=game.layout.found_by,
            seats=[str(seat) for seat in game.seats],
            source="played",
            profile="played",
        )
        board = ["*" if space in game.layout.free else "." for space in range(game.layout.size)]
        self._number, self._frame, self._arbiter = number, 0, Arbiter(game)
        self._look(board, LOOKS)
        table = Table(game, self._chance)
        while not table.over and not self._stop.wait(self._pace):
            seat = table.position.seat
            if self._chance.random() < FAULTS:
                self._out_of_turn(game, seat, board)
            turn = table.next_turn()
            if turn.space is not None:
                board[turn.space] = game.seats[seat].team[0] if turn.action == "place" else "."
            self._look(board, LOOKS)
        self._look(board, 2 * LOOKS)
        if self._arbiter.position.winner is None:
            self._history.close_game(number)

    def _out_of_turn(self, game: Game, seat: int, board: list[str]) -> None:
        """A chip of whoever plays next, taken off again some seconds later."""
        space = self._chance.choice([space for space, letter in enumerate(board) if letter == "."])
        board[space] = game.seats[(seat + 1) % len(game.seats)].team[0]
        self._look(board, 4 * LOOKS)
        self._stop.wait(self._pace)
        board[space] = "."
        self._look(board, 2 * LOOKS)

    def _look(self, board: list[str], frames: int) -> None:
        """Look at a board for some frames, and write what comes of it."""
        letters = "".join(board)
        for _ in range(frames):
            seen = Observation(
                at=round(self._frame * FRAME_SECONDS, 3),
                frame=self._frame,
                letters=letters,
                chances=certain(letters),
            )
            self._frame += 1
            if happened := self._arbiter.receive(seen):
                self._history.append(self._number, happened)
