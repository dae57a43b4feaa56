"""Which piece is plugged into which: the one place where a table is put together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.arbiter import Arbiter, OnFault
from engine.board import Layout, load_layout
from engine.position import Game, new_game
from vision.eye import Eye
from vision.look import TableLook


@dataclass(frozen=True)
class Rules:
    """What is played, as it was asked for."""

    edition: str
    seats: str
    rules: str = ""
    layout: str | None = None
    on_fault: OnFault = "ask"

    def game(self, board: str | None = None) -> Game:
        """The rule book opened; `board` names the layout where none was asked for."""
        return new_game(self.edition, self.seats, self.layout or board, self.rules)


def eye_for(look: TableLook, game: Game) -> Eye:
    """The eye for one table; it knows every colour, also one that does not play."""
    return Eye(look, game.layout)


def arbiter_for(game: Game, rules: Rules) -> Arbiter:
    """A referee for a game that begins."""
    return Arbiter(game, on_fault=rules.on_fault)


def layout_of(look: TableLook, named: str | None) -> Layout:
    """The layout asked for, else the one the table was measured with."""
    return load_layout(named or look.layout)


def profile_name(folder: Path) -> str:
    """By what a table is known in the history."""
    return str(folder.resolve())
