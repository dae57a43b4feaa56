"""Where games are kept: events, inputs and evidence, begun, gone on with and deleted together."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import msgspec

from engine.arbiter import Arbiter
from engine.events import AnyEvent
from engine.judging.ledger import LedgerError
from engine.plain_text import player_word
from engine.records.twin import by_names
from engine.rules.position import Game
from hardware.health import nearest
from referee.evidence.keeper import Keeper
from referee.evidence.store import BUDGET, Store, hashes
from referee.refusal import Refusal
from referee.session.table import Sitting
from referee.storage.database import CARD_FULL
from referee.storage.history import GameRow, History, HistoryFull
from referee.storage.inputs import InputShelf, close_left_open
from referee.storage.locks import Lock, hold_game
from referee.storage.recorder import Recorder
from referee.storage.rejudging import complete, judge_again
from referee.storage.room import Room
from referee.storage.settings import history_file
from referee.wiring import Rules
from vision.eye import Eye

_log = logging.getLogger(__name__)

_ASKED = "asked"
"""Name of the remark on a game that says for which seats it was asked."""


@dataclass(frozen=True)
class Kept:
    """All that is kept below one data folder."""

    history: History
    inputs: InputShelf
    evidence: Store
    room: Room = field(repr=False)
    data: Path

    @classmethod
    def below(cls, data: Path, budget: int = BUDGET, *, writing: bool = False) -> Kept:
        """Open it; `budget` is how many bytes evidence may take; for `writing` on a full disk what is held back is
        given to it. Raises Refusal where the folder cannot be used.

        Games that a damaged history lost are judged again from their inputs.
        """
        try:
            history = History(history_file(data))
        except Refusal as no:
            if not (writing and no.code == CARD_FULL and Room(data).release()):
                raise
            history = History(history_file(data))
        kept = cls._with(history, data, budget)
        try:
            kept._complete()
        except BaseException:
            kept.history.close()
            raise
        return kept

    @classmethod
    def until_closed(cls, closing: contextlib.ExitStack, data: Path, budget: int = BUDGET) -> Kept:
        """Open it as `below` does and close it with `closing`; what had to be salvaged is said on the terminal."""
        kept = cls.below(data, budget, writing=True)
        closing.callback(kept.history.close)
        if kept.history.salvaged:
            click.echo(kept.history.salvaged, err=True)
        return kept

    @classmethod
    def reading(cls, data: Path) -> Kept:
        """Open it to look only: a folder that cannot be written is read all the same, and where none is, none is made.

        Raises Refusal.
        """
        file = history_file(data)
        if file.exists() or (data / "inputs").exists() or not nearest(data).is_dir():
            try:
                return cls.below(data)
            except Refusal:
                if not file.is_file():
                    raise
        return cls._with(History.reading(file), data, BUDGET)

    @classmethod
    def _with(cls, history: History, data: Path, budget: int) -> Kept:
        evidence = Store(data / "evidence", budget, ledger=history)
        return cls(history, InputShelf(data / "inputs"), evidence, Room(data), data)

    def _complete(self) -> None:
        """Have the history say what the files beside it know."""
        lost = complete(self.history, self.inputs)
        with contextlib.suppress(HistoryFull, OSError):
            if lost:
                self._take_in_what_is_there()
            self.evidence.finish()

    def _take_in_what_is_there(self) -> None:
        """Enter inputs and evidence that the chains of their games do not speak of, as they are found."""
        for row in self.history.games():
            with contextlib.suppress(Refusal):  # being refereed just now
                held = hold_game(row.id, self.data)
                with contextlib.closing(held):
                    self.close_inputs(row.id)
                    noted = self.history.files(row.id)
                    there = {
                        name: digest
                        for bundle in self.evidence.bundles(row.id)
                        for name, digest in hashes(bundle.folder).items()
                    }
                    self.history.note_files(row.id, {name: there[name] for name in there.keys() - noted.keys()})

    def close_inputs(self, game: int) -> None:
        """Note as complete each file of a game's inputs that was left open by a kill. Raises HistoryFull, Refusal."""
        noted = self.history.files(game)
        for _, file in self.inputs.stretches(game):
            if f"inputs/{file.name}" not in noted and (closed := close_left_open(file)):
                self.history.note_files(game, closed)

    def told(self, game: int) -> Sequence[AnyEvent]:
        """What was announced in a game, in order, by the names that its entry has now; its chain has those it began
        with. Raises Refusal."""
        return by_names(self.history.events(game), self.history.game(game).seats)

    def rename(self, game: int, names: Sequence[str]) -> None:
        """Keep these names for a game's seats, in turn order; empty for none. Raises Refusal while it is being
        refereed, and where it cannot be written."""
        teams = [seat.partition(":")[0] for seat in self.history.game(game).seats.split()]
        words = [f":{word}" if (word := player_word(name)) else "" for name in names]
        with contextlib.closing(hold_game(game, self.data)):
            try:
                self.history.rename(game, [team + word for team, word in zip(teams, words, strict=True)])
            except HistoryFull as full:
                raise Refusal(str(full)) from full

    def delete(self, game: int) -> None:
        """Remove a game and all that belongs to it. Raises Refusal while it is being refereed."""
        self.history.game(game)
        with contextlib.closing(hold_game(game, self.data)):
            self.history.delete(game)
            self.inputs.delete(game)
            self.evidence.delete(game)


@dataclass(frozen=True)
class Persistence:
    """What is kept of the games at one table."""

    kept: Kept
    source: str
    profile: str
    """By what the table is known in the history."""
    asked: str = ""
    """The seats as they were asked for; a game that follows one whose players changed places has others."""

    def unfinished(self, game: Game) -> GameRow | None:
        """The game at this table that waits to be gone on with, if it is played by the same rules.

        Its seats are those it began with. Where everyone deals in turn another seat may be the first of its seats.
        """
        row = self.kept.history.unfinished(self.profile)
        if row is None or not row.turns:
            return None
        row = msgspec.structs.replace(row, seats=self.kept.history.began_with(row))
        if (row.edition, row.layout) != (game.edition.found_by, game.layout.found_by):
            return None
        asked = " ".join(str(seat) for seat in game.seats)
        rotates = game.edition.turns.dealing_rotates
        was_asked = self.kept.history.remarks(row.id).get(_ASKED, row.seats)
        return row if was_asked == asked or (rotates and same_round(was_asked, asked)) else None

    def readable(self, game: Game, row: GameRow) -> tuple[GameRow, list[AnyEvent]] | None:
        """The game to go on with and its events; where they are no game, what its inputs tell, as a game of its own.

        None where that does not help either: then a new one begins.
        """
        try:
            told = self.kept.history.events(row.id)
            Arbiter.resume(game, told)
        except (LedgerError, Refusal) as error:
            _log.warning("game %d cannot be gone on with: %s", row.id, error)
            again = judge_again(self.kept.inputs, row.id)
            self.leave()
            if not again:
                return None
            number = self._enter(game, row.rules)
            self.kept.history.append(number, again)
            self.kept.history.remark(number, rebuilt=f"from the inputs of game {row.id}")
            return self.kept.history.game(number), again
        return row, told

    def take_up(self, game: Game, rules: Rules, number: int, told: Sequence[AnyEvent], eye: Eye) -> Sitting:
        """The sitting of a game on disk in which all that happened."""
        arbiter = Arbiter.resume(game, told, on_fault=rules.on_fault)
        held = hold_game(number, self.kept.data)
        with contextlib.suppress(HistoryFull, OSError):
            self.kept.close_inputs(number)
        return self._sitting(game, arbiter, number, len(told), rules, eye, held)

    def begin(self, game: Game, rules: Rules, eye: Eye) -> Sitting:
        """The sitting of a new game; one that was left open at this table is closed.

        Raises:
            HistoryFull: it cannot be entered in the history.
        """
        self.leave()
        number = self._enter(game, rules.rules)
        if self.asked and not same_round(rules.seats, self.asked):
            self.kept.history.remark(number, **{_ASKED: self.asked})
        held = hold_game(number, self.kept.data)
        return self._sitting(game, Arbiter(game, on_fault=rules.on_fault), number, 0, rules, eye, held)

    def leave(self) -> None:
        """Nobody will go on with the game that is open at this table."""
        left = self.kept.history.unfinished(self.profile)
        if left is None:
            return
        # What cannot be written stays open, which harms nothing; so does a game that another program referees.
        with (
            contextlib.suppress(HistoryFull, Refusal, OSError),
            contextlib.closing(hold_game(left.id, self.kept.data)),
        ):
            self.kept.close_inputs(left.id)
            self.kept.history.close_game(left.id)

    def _enter(self, game: Game, rules: str) -> int:
        def enter() -> int:
            return self.kept.history.begin(
                edition=game.edition.found_by,
                layout=game.layout.found_by,
                seats=[str(seat) for seat in game.seats],
                rules=rules,
                source=self.source,
                profile=self.profile,
            )

        try:
            return enter()
        except HistoryFull:
            if not self.kept.room.release():
                raise
            return enter()

    def _sitting(
        self, game: Game, arbiter: Arbiter, number: int, events: int, rules: Rules, eye: Eye, held: Lock
    ) -> Sitting:
        kept = self.kept
        kept.room.hold_back()
        keeper = Keeper(kept.evidence, number, lambda: eye.mesh.nodes, arbiter.game.layout.space)
        about = msgspec.json.encode(kept.history.game(number)).decode()
        # The seats are those the game began with: its events say who changed places since.
        inputs = kept.inputs.new(number, events, game, rules, about)
        return Sitting(arbiter, Recorder(kept.history, number, inputs, held=held, room=kept.room), keeper)


def same_round(one: str, other: str) -> bool:
    """Whether these seats are the same in the same order, whoever is the first of them."""
    words, others = one.split(), other.split()
    return len(words) == len(others) and any(words[at:] + words[:at] == others for at in range(len(words)))
