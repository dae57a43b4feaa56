"""What a club's page shows, folded from the links of all tables: one JSON that everybody is given.

One thread folds what is new; whoever asks gets what was made last, so that two hundred phones cost no more than one.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.analysis.standings import Entry, Result, standings
from referee.club.archive import archive
from referee.club.database import ClubAway, Database
from referee.club.folded import Folded, others_than, table_shown
from referee.club.rounds import How, Number, Settings, checked, counted, in_order, met_again, next_round, won_in
from referee.club.store import LEFT, NO_GAME, GameLine, Said, Store, TableRow, Taken
from referee.storage.chain import Link, decoded
from web.hosts import new_key
from web.spreadsheet import as_csv

_log = logging.getLogger(__name__)

SILENT_SECONDS = 15.0
"""A table that was not heard of for so long is silent."""
LOOK_SECONDS = 1.0
"""How often the hub looks whether a table has fallen silent, where nothing is new."""
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Of what a table's code is made: nothing that is taken for something else."""
CODE_LENGTH = 8
LONGEST_WALL = 1 << 52
"""Thousandths of a second; no clock goes so far, and every database keeps it."""


class Hub:
    """The club of one database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        """Raises ClubAway."""
        self._database, self._clock = database, clock
        self.store = Store(database)
        self.code = self.store.said_once("code", "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)))
        self.key = self.store.said_once("organiser", new_key())
        self._folded: dict[str, Folded] = {}
        self._since: dict[str, tuple[str, float]] = {}
        """The state of each table, and when it was seen to begin."""
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.settings = Settings()
        self._trouble: tuple[str, float] | None = None
        """Why the database takes or gives nothing, `away` or `full`, and since when; none while it does."""
        self._well_since = clock()
        """A table is not silent that could not be heard."""
        self._wanted: dict[str, list[tuple[str, int, int]]] = {}
        """Of which faults that wait a table's picture is wanted."""
        self._pictures: set[tuple[str, int]] = set()
        """Faults that wait of which there is a picture here: the game's first hash and the fault's number."""
        self._last: dict[str, Any] = {"waiting": []}
        self.shown = ("none", b"{}")
        """A name for just what is shown, and what is shown, JSON."""
        self.refresh()

    # ---- tables

    def join(self, code: str, name: str, mark: str, was: str = "") -> str:
        """Let a table in, or rename the one of that mark that `was` called so, with its games and seats.

        Empty, or why not: `wrong-code`, `name-taken`. Raises ClubAway.
        """
        if not secrets.compare_digest(code.upper().encode(), self.code.encode()):
            return "wrong-code"
        if was and self.store.has_mark(was, mark):
            if not self.store.rename(was, name):
                return "name-taken"
            self._rename(was, name)
            return ""
        return "" if self.store.join(name, mark, self._clock()) else "name-taken"

    def _rename(self, was: str, name: str) -> None:
        """Let what the organiser said of a table hold under its new name."""
        said = self._read_settings()
        rounds = tuple(
            tuple(replace(one, table=name) if one.table == was else one for one in played) for played in said.rounds
        )
        self._change(rounds=rounds, order=tuple(name if one == was else one for one in said.order))

    def take(self, table: str, genesis: str, first: int, body: bytes) -> Taken:
        """What a table sent: how it is, an object in the first line, and links, each a line of `decoded`'s form.

        Raises ClubAway, and ValueError, in words, for what has another form.
        """
        now, lines = self._clock(), body.splitlines()
        state = lines.pop(0) if lines and lines[0][:1] == b"{" else b""
        links: list[Link] = []
        try:
            for number, line in enumerate(lines, first):
                at, link = decoded(line)
                if at != number:
                    raise ValueError(f"Line {len(links) + 1} says link {at} where link {number} is due.")
                if not link.kind.isidentifier() or "\0" in link.json or abs(link.wall) > LONGEST_WALL:
                    raise ValueError(f"Line {len(links) + 1} is no link of a game.")
                links.append(link)
            said = msgspec.json.decode(state, type=Said) if state else None
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise ValueError(f"Line {len(links) + 1} is no link: {error}.") from None
        try:
            if said is not None:
                self.store.heard_of(table, msgspec.json.encode(said.short()).decode(), now)
            taken = Taken("have", 0)
            if genesis != NO_GAME:
                taken = self.store.append(table, genesis, first, links, now)
        except ClubAway as away:
            self._note(away)
            raise
        if links:
            self._note_well()
        return taken

    def _note(self, away: ClubAway) -> None:
        """Show that the database takes or gives nothing."""
        if self._trouble is None or self._trouble[0] != away.kind:
            _log.warning("the club's database takes or gives nothing: %s", away)
            self._trouble = (away.kind, self._clock())

    def _note_well(self) -> None:
        if self._trouble is not None:
            self._trouble, self._well_since = None, self._clock()

    def wants(self, table: str) -> list[tuple[str, int, int]]:
        """Of which faults that wait a table's picture is wanted: the game's first hash, turn and number."""
        return self._wanted.get(table, [])

    def keep_picture(self, table: str, genesis: str, fault: int, jpeg: bytes) -> bool:
        """Keep the picture of a fault that is wanted, else nothing; whether it was. Raises ClubAway."""
        if not any(one[0] == genesis and one[2] == fault for one in self.wants(table)):
            return False
        self.store.keep_picture(genesis, fault, jpeg)
        return True

    def picture(self, genesis: str, fault: int) -> bytes | None:
        """The picture of a fault that waits; none where there is none. Raises ClubAway."""
        return self.store.picture(genesis, fault) if (genesis, fault) in self._pictures else None

    def told(self, table: str) -> dict[str, Any]:
        """What the organiser has to say to a table."""
        rounds = self.settings.rounds
        at = next((one for one in rounds[-1] if one.table == table), None) if rounds else None
        return {"round": len(rounds), "sides": list(at.sides) if at else [], "notice": self.settings.notice}

    # ---- the organiser

    def act(self, action: str, asked: Mapping[str, Any]) -> bool:
        """Do what an organiser asks for, as the page calls it; false where there is no such table.

        Raises ClubAway, PairingError, and ValueError, in words, for what cannot be.
        """
        table = str(asked.get("table", ""))
        if action == "take-off":
            return self.store.take_off(table)
        if action == "round":
            self.begin_round(msgspec.convert(asked.get("how"), How), str(asked.get("text", "")))
        elif action == "round-back":
            self.take_round_back()
        elif action == "give":
            self.give(table, str(asked.get("side", "")))
        elif action == "strike":
            self.strike(msgspec.convert(asked.get("game"), Number, strict=False), asked.get("counts") is True)
        elif action == "evening":
            self.begin_evening()
        else:
            self.choose(**asked)
        return True

    def choose(self, **chosen: Any) -> None:
        """Change settings. Raises ClubAway, PairingError, msgspec.ValidationError for what cannot be chosen."""
        self._keep(msgspec.convert({**msgspec.to_builtins(self._read_settings()), **chosen}, Settings))

    def _change(self, **fields: Any) -> None:
        """Keep these settings, and all others as they are."""
        self._keep(replace(self._read_settings(), **fields))

    def _keep(self, settings: Settings) -> None:
        self.store.say("settings", msgspec.json.encode(checked(settings)).decode())
        self.refresh()

    def begin_evening(self) -> None:
        """Show no more of what was. Raises ClubAway."""
        last = max((game.number for game in self.store.games()), default=0)
        self._change(after=last, rounds=(), struck=(), notice="")

    def begin_round(self, how: How, text: str = "") -> None:
        """Pair the next round as `next_round` does. Raises PairingError, ClubAway."""
        said = self._read_settings()
        rows = [row for row in self.store.tables() if row.said.state != LEFT]
        tables = in_order((row.name for row in rows), said.order)
        now = self._clock()
        silent = {row.name for row in rows if self._is_silent(row, now)}
        tables.sort(key=lambda name: name in silent)  # they are played at where no other is left
        won = won_in(said.rounds, len(said.rounds) - 1, self.counted()) if said.rounds else {}
        pairs = next_round(how, text, said, tables, self.results(), won)
        self._change(rounds=(*said.rounds, tuple(met_again(pairs, said.rounds, self.games()))))

    def take_round_back(self) -> None:
        """Forget the last round. Raises ClubAway."""
        self._change(rounds=self._read_settings().rounds[:-1])

    def give(self, table: str, side: str) -> None:
        """Give the last round's game at a table to one of its sides, as where the others did not come; empty, let it
        be played for again. Raises ClubAway, ValueError where no such side was paired there."""
        *before, last = self._read_settings().rounds or ((),)
        paired = [one for one in last if one.table == table and side in ("", *one.sides)]
        if not table or not paired:
            raise ValueError(f"{side!r} was not paired at {table!r} in the last round.")
        changed = tuple(replace(one, given=side) if one in paired else one for one in last)
        self._change(rounds=(*before, changed))

    def strike(self, game: int, counts: bool = False) -> None:
        """Let a game not count, or count again. Raises ClubAway."""
        struck = set(self._read_settings().struck)
        self._change(struck=tuple(sorted(struck - {game} if counts else struck | {game})))

    # ---- what is shown

    def start(self) -> None:
        """Fold what is new from now on."""
        self._thread = threading.Thread(target=self._keep_folding, name="club", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._database.changed()
        if self._thread is not None:
            self._thread.join(5)

    def _keep_folding(self) -> None:
        while not self._stop.is_set():
            self._database.wait(LOOK_SECONDS)
            self.refresh()

    def refresh(self) -> None:
        """Fold in what is new, and make what is shown."""
        with self._lock:
            try:
                self.settings = self._read_settings()
                games, tables = self.store.games(self.settings.after), self.store.tables()
                self._fold(games)
                self._pictures = self._sort_pictures(tables)
            except ClubAway as away:
                self._note(away)
            else:
                if self._trouble is not None and self._trouble[0] == "away":
                    self._note_well()  # a full disk is read from well enough
                self._last = self._show(tables)
            own = [] if self._trouble is None else [{"kind": self._trouble[0], "table": "", "since": self._trouble[1]}]
            shown = msgspec.json.encode({**self._last, "waiting": [*own, *self._last["waiting"]]})
            if shown != self.shown[1]:
                self.shown = hashlib.sha256(shown).hexdigest()[:24], shown

    def _sort_pictures(self, rows: Sequence[TableRow]) -> set[tuple[str, int]]:
        """Know which pictures are wanted, forget those that are not any more; those that are here. Raises ClubAway."""
        sending = {row.name for row in rows if row.said.pictures}
        newest = {game.line.table: game for game in self._folded.values()}
        here, wanted = self.store.pictures(), dict[str, list[tuple[str, int, int]]]()
        waiting: set[tuple[str, int]] = set()
        for table in sending & newest.keys():
            game = newest[table]
            faults = [(game.line.genesis, int(one["turn"]), int(one["number"])) for one in game.board.faults]
            waiting |= {(genesis, number) for genesis, _, number in faults}
            wanted[table] = [one for one in faults if (one[0], one[2]) not in here]
        if here - waiting:
            self.store.forget_pictures(here - waiting)
        self._wanted = wanted
        return here & waiting

    def _read_settings(self) -> Settings:
        try:
            return msgspec.json.decode(self.store.said("settings", "{}"), type=Settings)
        except msgspec.DecodeError as error:
            raise ClubAway(f"its settings are of a newer program: install that here, too ({error})") from None

    def _fold(self, games: Sequence[GameLine]) -> None:
        now = self._clock()
        kept = {line.genesis for line in games}
        self._folded = {genesis: one for genesis, one in self._folded.items() if genesis in kept}
        for line in games:
            game = self._folded.get(line.genesis)
            if game is None:
                game = self._folded[line.genesis] = Folded(line)
            if game.links < line.links:
                game.take(self.store.links(line.genesis, game.links), now)
            game.line = line

    def games(self) -> list[Folded]:
        """The games of this evening, in the order in which they came."""
        return list(self._folded.values())

    def counted(self) -> list[Folded]:
        """Those of them that count."""
        return counted(self.settings, self.games())

    def results(self) -> list[Result]:
        """How those that are over and count ended, and what the organiser gave."""
        return [*(game.result for game in self.counted() if game.result is not None), *self.settings.decided]

    def standings(self) -> list[Entry]:
        """Who stands where, as the organiser counts."""
        return standings(self.results(), self.settings.counting, self.settings.given)

    def sheet(self, kind: str) -> tuple[bytes, str, str]:
        """The evening as a file, its type and its name: standings as `csv` or `json`, all games as `zip`."""
        if kind == "zip":
            return archive(self.store, self.games()), "application/zip", "evening.zip"
        entries = self.standings()
        if kind == "json":
            return msgspec.json.encode(entries), "application/json", "standings.json"
        heading = ("place", "name", "played", "won", "drawn", "lost", "sequences", "against")
        rows = ((e.place, e.who, e.played, e.won, e.drawn, e.lost, e.made, e.against) for e in entries)
        return as_csv(heading, rows), "text/csv; charset=utf-8", "standings.csv"

    def game_of(self, table: str) -> int | None:
        """The number of a table's newest game; none where it has none."""
        return next((one.line.number for one in reversed(self.games()) if one.line.table == table), None)

    def _show(self, rows: Sequence[TableRow]) -> dict[str, Any]:
        now = self._clock()
        self._well_since = min(self._well_since, now)  # the clock may have been set back
        gone = {hashed for row in rows for hashed in row.said.gone}
        for game in self._folded.values():
            game.gone = game.line.head in gone
        newest = {game.line.table: game for game in self._folded.values() if not game.gone}
        in_turn = {name: at for at, name in enumerate(in_order(row.name for row in rows))}
        rows = sorted(rows, key=lambda row: in_turn[row.name])
        tables = [self._show_table(row, newest.get(row.name), now) for row in rows]
        waiting = [one for table in tables for one in table.pop("waiting")]
        for one in waiting:
            genesis = newest[one["table"]].line.genesis if one["table"] in newest else ""
            if one["kind"] == "fault" and (genesis, one["words"]["number"]) in self._pictures:
                one["picture"] = f"/pictures/{genesis}/{one['words']['number']}.jpg"
        counting = self.counted()
        numbers = {game.line.number for game in counting}
        return {
            "name": self.settings.name,
            "notice": self.settings.notice,
            "counting": self.settings.counting,
            "free_wins": self.settings.free_wins,
            "waiting": sorted(waiting, key=lambda one: one["since"]),
            "tables": tables,
            "standings": msgspec.to_builtins(self.standings()),
            "rounds": [
                [
                    {
                        **msgspec.to_builtins(one),
                        "winner": won.get(one.table, ""),
                        "now": others_than(one, newest.get(one.table)),
                    }
                    for one in played
                ]
                for at, played in enumerate(self.settings.rounds)
                for won in [won_in(self.settings.rounds, at, counting)]
            ],
            "games": [
                {
                    **game.shown(newest.get(game.line.table) is game),
                    "counts": game.line.number in numbers,
                    "struck": game.line.number in self.settings.struck,
                }
                for game in reversed(self.games())
            ],
        }

    def _is_silent(self, row: TableRow, now: float) -> bool:
        """Whether it was not heard of for long, though it could be."""
        return self._trouble is None and now - max(row.heard, self._well_since) > SILENT_SECONDS

    def _show_table(self, row: TableRow, game: Folded | None, now: float) -> dict[str, Any]:
        state = row.said.state
        if state != LEFT and self._is_silent(row, now):
            state = "silent"
        if self._since.get(row.name, ("", 0.0))[0] != state:
            self._since[row.name] = (state, row.heard if state == "silent" else now)
        return table_shown(row, state, self._since[row.name][1], game)
