"""Which piece is plugged into which: the one place where a table is put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import events
from engine.arbiter import Arbiter, OnFault
from engine.board import Layout, load_layout
from engine.position import Game, new_game
from referee.evidence.keeper import Keeper
from referee.evidence.store import Store
from referee.history import GameRow, History
from referee.recorder import Recorder
from referee.table import Sitting
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


@dataclass(frozen=True)
class Keeping:
    """Where games are kept."""

    history: History
    source: str
    profile: str
    store: Store | None = None

    def unfinished(self, game: Game) -> GameRow | None:
        """The game at this table that waits to be gone on with, if it is played by the same rules."""
        row = self.history.unfinished(self.profile)
        if row is None:
            return None
        same = (
            row.edition == game.edition.name
            and row.layout == game.layout.name
            and row.seats == " ".join(str(seat) for seat in game.seats)
        )
        return row if same and row.turns else None

    def take_up(self, game: Game, rules: Rules, row: GameRow, eye: Eye) -> tuple[Sitting, Sequence[events.AnyEvent]]:
        """The sitting of a game on disk, and what happened in it."""
        told = self.history.events(row.id)
        arbiter = Arbiter.resume(game, told, on_fault=rules.on_fault)
        return self._sitting(arbiter, row.id, eye), told

    def begin(self, game: Game, rules: Rules, eye: Eye) -> Sitting:
        """The sitting of a new game; one that was left open at this table is closed."""
        left = self.history.unfinished(self.profile)
        if left is not None:
            self.history.close_game(left.id)
        number = self.history.begin(
            edition=game.edition.name,
            layout=game.layout.name,
            seats=[str(seat) for seat in game.seats],
            rules=rules.rules,
            source=self.source,
            profile=self.profile,
        )
        return self._sitting(arbiter_for(game, rules), number, eye)

    def _sitting(self, arbiter: Arbiter, number: int, eye: Eye) -> Sitting:
        onlookers: tuple[Keeper, ...] = ()
        if self.store is not None:
            onlookers = (Keeper(self.store, number, lambda: eye.table.mesh.nodes, arbiter.game.layout.space),)
        return Sitting(arbiter, Recorder(self.history, number), onlookers)


def profile_name(folder: Path) -> str:
    """By what a table is known in the history."""
    return str(folder.resolve())
