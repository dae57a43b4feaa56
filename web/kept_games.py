"""The games that are kept, as far as whoever asks may see them: everybody, or guests only so much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Generic, Literal, Protocol, TypeVar

from flask import abort, request

from engine.events import AnyEvent
from engine.records.twin import by_names
from engine.trouble import Trouble
from web import page_words, wording
from web.answers import error_answer, language
from web.calls import COOKIE
from web.hosts import Hosts
from web.remembered import Remembered
from web.setting import GameEntry, Seat, seats_of

OldGames = Literal["nobody", "this", "all"]
"""What guests may look at: no recorded game, those of this evening, or every one."""


class Readers:
    """Judges the request at hand. The host's devices may look at everything."""

    def __init__(
        self,
        hosts: Hosts,
        old_games: OldGames,
        these_games: Callable[[], tuple[int, ...]],
        evening: Callable[[], tuple[int, ...]],
    ) -> None:
        """`these_games` tells the numbers of the game being played, and of the one that is still shown; `evening`
        those of the games that were played this evening."""
        self._hosts, self._old_games, self._these_games, self._evening = hosts, old_games, these_games, evening

    @property
    def these_games(self) -> tuple[int, ...]:
        """Numbers of the game being played and of the one still shown; none where they are not kept."""
        return self._these_games()

    @property
    def sees_all(self) -> bool:
        """Whether nothing is kept from whoever asks."""
        if self._old_games == "all":
            return True
        shown = request.headers.get("X-Host-Key") or request.cookies.get(COOKIE, "")
        return self._hosts.device_of(shown) is not None

    @property
    def sees_any(self) -> bool:
        """Whether there may be something to see for whoever asks."""
        return self._old_games != "nobody" or self.sees_all

    def may_read(self, game: int) -> bool:
        """Whether whoever asks may look at that game."""
        if self._old_games == "this" and (game in self._these_games() or game in self._evening()):
            return True
        return self.sees_all


REMEMBERED_SECONDS = 2.0
"""How long the list is given out again before it is made anew."""
COUNTED = 300
"""Games that are counted, the latest: each is read whole once, some hundredths of a second on a small machine."""
T = TypeVar("T")


class Games(Protocol):
    """Whoever keeps the games."""

    def games(self) -> Sequence[GameEntry]:
        """All games."""

    def events(self, game: int) -> Sequence[AnyEvent]:
        """Everything that was announced in a game, in order."""


class KeptGames:
    """Finds games for the pages; refuses in words what may not be seen or is not there."""

    def __init__(self, games: Games, readers: Readers) -> None:
        """`readers` judges who asks."""
        self._games, self.readers = games, readers
        self._lists: Remembered[str, Sequence[GameEntry]] = Remembered(1, REMEMBERED_SECONDS)

    def visible(self) -> list[GameEntry]:
        """The games that whoever asks may look at, newest first."""
        if not self.readers.sees_any:
            abort(error_answer(403, kind="kept_back"))
        seen = [entry for entry in self._all() if self.readers.may_read(entry.id)]
        return sorted(seen, key=lambda entry: entry.id, reverse=True)

    def entry(self, game: int) -> GameEntry:
        """One game of the list."""
        if not self.readers.may_read(game):
            abort(error_answer(403, kind="kept_back"))
        found = next((entry for entry in self._all() if entry.id == game), None)
        return found if found is not None else abort(error_answer(404, kind="game_gone"))

    def events(self, game: int) -> Sequence[AnyEvent]:
        """Everything that was announced in a game, in order, with the names that its entry has now. Whether it may be
        seen `entry` decides."""
        seats = next((entry.seats for entry in self._all() if entry.id == game), "")
        return by_names(self._games.events(game), seats)

    def forget(self) -> None:
        """Ask for the list anew: one of its games has changed."""
        self._lists = Remembered(1, REMEMBERED_SECONDS)

    def _all(self) -> Sequence[GameEntry]:
        return self._lists.get("", self._games.games)


def shown_entry(entry: GameEntry, these_games: Sequence[int]) -> dict[str, Any]:
    """One game as a line of the list; `these_games` are being played."""
    began = datetime.fromtimestamp(entry.began).astimezone()
    seats = seats_of(tuple(entry.seats.split()))
    texts = wording.table(language())
    return {
        "id": entry.id,
        "began": written(began, language()),
        "datetime": began.isoformat(timespec="minutes"),
        "players": [(seat.team, seat.name or texts["team"].get(seat.team, seat.team)) for seat in seats],
        "book": page_words.edition_name(entry.book, language()),
        "winner": entry.result if entry.result in texts["team"] else "",
        "result": _result(entry, seats, entry.id in these_games),
        "over": entry.result != "*",
        "being_played": entry.id in these_games,
        "turns": wording.turns_told(entry.turns, language()),
    }


def _result(entry: GameEntry, seats: Sequence[Seat], being_played: bool) -> str:
    """Who won, by name where the seats have names; else what has become of the game."""
    texts, result = wording.table(language()), entry.result
    if result == "*":
        return texts["games"]["being_played" if being_played else "open_game"]
    if result == "drawn":
        return texts["page"]["drawn"]
    return wording.won(result, seats, language())


def written(when: datetime, language: str) -> str:
    """`21 November 2026, 20:15`, in the words and the order of that language."""
    month = wording.table(language)["date"]["months"].split()[when.month - 1]
    clock = {"hour": f"{when:%H}", "minute": f"{when:%M}"}
    return wording.text("date", "written", language, day=when.day, month=month, year=when.year, **clock)


class ReadOnce(Generic[T]):
    """Games made into something short. What is over changes only with its entry, so each is read once for that."""

    def __init__(self, kept: KeptGames, make: Callable[[GameEntry, Sequence[AnyEvent]], T | None]) -> None:
        """`make` gives nothing for a game with nothing to count. None is read yet."""
        self._kept, self._make = kept, make
        self._lock = Lock()
        self._made: dict[GameEntry, T | None] = {}

    def of(self, entries: list[GameEntry], most: int = COUNTED) -> list[T]:
        """Of the latest games among these that are over, without those that cannot be read."""
        over = [entry for entry in entries if entry.result != "*"][:most]
        with self._lock:
            known = self._made
            self._made = {entry: known[entry] if entry in known else self._read(entry) for entry in over}
            return [made for made in self._made.values() if made is not None]

    def _read(self, entry: GameEntry) -> T | None:
        try:
            return self._make(entry, self._kept.events(entry.id))
        except (Trouble, ValueError):
            return None
