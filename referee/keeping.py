"""Where games are kept: events, inputs and evidence, begun, gone on with and deleted together."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.arbiter import Arbiter
from engine.events import AnyEvent
from engine.position import Game
from referee.evidence.keeper import Keeper
from referee.evidence.store import BUDGET, Store
from referee.history import GameRow, History, HistoryFull
from referee.inputs import InputShelf
from referee.rebuilding import rebuild
from referee.recorder import Recorder
from referee.refusal import Refusal
from referee.settings import history_file
from referee.table import Sitting
from referee.wiring import Rules, arbiter_for
from vision.eye import Eye


@dataclass(frozen=True)
class Kept:
    """All that is kept below one data folder."""

    history: History
    inputs: InputShelf
    evidence: Store

    @classmethod
    def below(cls, data: Path, budget: int = BUDGET) -> Kept:
        """Open it; `budget` is how many bytes evidence may take. Raises Refusal where the folder cannot be used.

        Games that a damaged history lost are judged again from their inputs.
        """
        kept = cls(History(history_file(data)), InputShelf(data / "inputs"), Store(data / "evidence", budget))
        if kept.history.salvaged or (kept.inputs.games() and not kept.history.games()):
            rebuilt = rebuild(kept.history, kept.inputs)
            lost = kept.history.salvaged or f"The history {kept.history.file} was empty."
            kept.history.salvaged = f"{lost} {rebuilt} games were completed from their inputs." if rebuilt else lost
        return kept

    @classmethod
    def reading(cls, data: Path) -> Kept:
        """Open it to look only, which a folder that cannot be written allows too. Raises Refusal."""
        try:
            return cls.below(data)
        except Refusal:
            return cls(History.reading(history_file(data)), InputShelf(data / "inputs"), Store(data / "evidence"))

    def delete(self, game: int) -> None:
        """Remove a game and all that belongs to it."""
        self.history.delete(game)
        self.inputs.delete(game)
        self.evidence.delete(game)

    def bundle(self, game: int, record: str, lines: str, output: Path) -> None:
        """Everything of a game in one zip file: record, events, inputs, pictures and film."""
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("game.sgn", record)
            archive.writestr("game.jsonl", lines)
            for _, file in self.inputs.stretches(game):
                archive.write(file, f"inputs/{file.name}")
            for kept in self.evidence.bundles(game):
                for name in kept.files:
                    archive.write(kept.folder / name, f"evidence/{kept.folder.name}/{name}")


@dataclass(frozen=True)
class Keeping:
    """What is kept of the games at one table."""

    kept: Kept
    source: str
    profile: str
    """By what the table is known in the history."""

    def unfinished(self, game: Game) -> GameRow | None:
        """The game at this table that waits to be gone on with, if it is played by the same rules."""
        row = self.kept.history.unfinished(self.profile)
        if row is None or not row.turns:
            return None
        asked = (game.edition.found_by, game.layout.found_by, " ".join(str(seat) for seat in game.seats))
        return row if (row.edition, row.layout, row.seats) == asked else None

    def take_up(self, game: Game, rules: Rules, number: int, told: Sequence[AnyEvent], eye: Eye) -> Sitting:
        """The sitting of a game on disk in which all that happened."""
        arbiter = Arbiter.resume(game, told, on_fault=rules.on_fault)
        return self._sitting(arbiter, number, len(told), rules, eye)

    def begin(self, game: Game, rules: Rules, eye: Eye) -> Sitting:
        """The sitting of a new game; one that was left open at this table is closed.

        Raises:
            HistoryFull: it cannot be entered in the history.
        """
        self.leave()
        number = self.kept.history.begin(
            edition=game.edition.found_by,
            layout=game.layout.found_by,
            seats=[str(seat) for seat in game.seats],
            rules=rules.rules,
            source=self.source,
            profile=self.profile,
        )
        return self._sitting(arbiter_for(game, rules), number, 0, rules, eye)

    def leave(self) -> None:
        """Nobody will go on with the game that is open at this table."""
        left = self.kept.history.unfinished(self.profile)
        if left is not None:
            with contextlib.suppress(HistoryFull):  # it stays open, which harms nothing
                self.kept.history.close_game(left.id)

    def _sitting(self, arbiter: Arbiter, number: int, events: int, rules: Rules, eye: Eye) -> Sitting:
        keeper = Keeper(self.kept.evidence, number, lambda: eye.mesh.nodes, arbiter.game.layout.space)
        inputs = self.kept.inputs.new(number, events, arbiter.game, rules)
        return Sitting(arbiter, Recorder(self.kept.history, number), (keeper,), (inputs,))
