"""A club's games, each folded from its links as far as they are at the hub."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import events
from engine.analysis.pairings import Pairing
from engine.analysis.standings import Result, side_name
from engine.editions.edition import TEAMS
from engine.plain_text import player_word, same_name
from referee.club.store import GameLine, TableRow
from referee.storage.chain import EVENT, GAME, Link
from web.scoreboard import Scoreboard, fold
from web.setting import Seat, seats_of


def others_than(pairing: Pairing, game: Folded | None) -> list[str]:
    """Who plays at the table of a pairing at this moment, where it is somebody else than was paired."""
    if game is None or game.result is not None or game.entry.get("ended") is not None:
        return []
    sides = [side_name(players) for players in game.sides.values()]
    return [] if set(map(same_name, sides)) == set(map(same_name, pairing.sides)) else sides


class Folded:
    """One game, as far as its links are here."""

    def __init__(self, line: GameLine) -> None:
        self.line = line
        self.board = Scoreboard()
        self.entry: dict[str, Any] = {}
        self.links = 0
        self.since: dict[str, float] = {}
        """When what waits for a host came, by `fault-3`, `question-1`."""
        self.gone = False
        """Whether it was deleted at its table."""
        self.unread = 0
        """Events of a newer program that this one cannot read."""

    def take(self, links: Sequence[Link], now: float) -> None:
        """Fold in the links behind those that were."""
        for link in links:
            self.links += 1
            if link.kind == GAME:
                with contextlib.suppress(msgspec.MsgspecError):
                    said = msgspec.json.decode(link.json, type=dict[str, Any])
                    self.entry |= said
                    self._rename(seats_of(tuple(str(said.get("seats", "")).split())))
            elif link.kind == EVENT:
                try:
                    self.board = fold(self.board, events.decode(link.json))
                except (msgspec.MsgspecError, RecursionError):
                    self.unread += 1
        waiting = [*(f"fault-{one['number']}" for one in self.board.faults)]
        waiting += [f"question-{one['number']}" for one in self.board.questions]
        self.since = {name: self.since.get(name, now) for name in waiting}

    def _rename(self, seats: Sequence[Seat]) -> None:
        """Let the seats of a game that has begun have these names, which its host mended since."""
        setting = self.board.setting
        if setting is not None and [seat.team for seat in setting.seats] == [seat.team for seat in seats]:
            self.board = replace(self.board, setting=replace(setting, seats=tuple(seats)))

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Team -> its players; a team whose players have no names plays under the table's."""
        found: dict[str, tuple[str, ...]] = {}
        for seat in self.board.seats:
            name = player_word(seat.name)
            found[seat.team] = (*found.get(seat.team, ()), *([name] if name else []))
        return {team: names or (f"{self.line.table} ({team})",) for team, names in found.items()}

    @property
    def result(self) -> Result | None:
        """How it ended; none while it goes on."""
        won = str(self.entry.get("result", "*"))
        if won not in (*TEAMS, "drawn") or not self.board.seats:
            return None
        made = {team: sum(one["team"] == team for one in self.board.sequences) for team in self.sides}
        return Result(self.sides, won, made)

    def shown(self, newest: bool) -> dict[str, Any]:
        """The game as a line of the evening's list; only the `newest` of a table is still being played."""
        result = self.result
        return {
            "number": self.line.number,
            "table": self.line.table,
            "sides": {team: side_name(players) for team, players in self.sides.items()},
            "result": "*" if result is None else result.winner,
            "turns": len(self.board.lines),
            "open": result is None and newest and self.entry.get("ended") is None,
            "gone": self.gone,
        }


def table_shown(row: TableRow, state: str, since: float, game: Folded | None) -> dict[str, Any]:
    """A table as a line of the evening's list, with all that waits there for a host.

    Its `state` began at `since`, seconds since 1970; `game` is its newest one.
    """
    board = Scoreboard() if game is None else game.board
    waiting: list[dict[str, Any]] = []
    if game is not None:
        setting = msgspec.to_builtins(board.setting)
        waiting += [
            {"kind": kind, "table": row.name, "since": game.since[f"{kind}-{one['number']}"], "words": one}
            | {"setting": setting}
            for kind, many in (("fault", board.faults), ("question", board.questions))
            for one in many
        ]
    if row.trouble:
        waiting.append({"kind": "fork", "table": row.name, "since": since})
    if game is not None and game.unread:
        waiting.append({"kind": "newer", "table": row.name, "since": game.line.came, "version": row.said.version})
    if state in ("silent", "camera"):
        waiting.append({"kind": state, "table": row.name, "since": since})
    return {
        "name": row.name,
        "state": "paused" if state == "live" and board.arbiter == "paused" else state,
        "game": None if game is None else game.line.number,
        "seats": msgspec.to_builtins(board.seats),
        "to_move": None if board.winner else board.to_move,
        "winner": board.winner,
        "score": {team: sum(one["team"] == team for one in board.sequences) for team in TEAMS},
        "position": list(board.position),
        "turns": len(board.lines),
        "waiting": waiting,
    }
