"""A table's side of a club: a thread that sends the hub what its history has and the hub has not, and its host's door.

The table keeps no list of what is still to be sent: what the hub says it has is the truth. The thread reads the history
through a connection of its own and nothing ever waits for it.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import logging
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from engine.trouble import Trouble
from referee.club.joining import Membership, join, last_name, leave, membership, send, send_pictures
from referee.club.store import MOST_GONE, NO_GAME, Said
from referee.evidence.store import Store as Evidence
from referee.refusal import said_by
from referee.storage.chain import Link, encoded
from referee.storage.database import open_to_read
from referee.storage.settings import history_file
from web.taking_part import ClubView

_log = logging.getLogger(__name__)

LOOK_SECONDS = 0.1
"""How often the history is asked whether something is new."""
IDLE_SECONDS = 1.0
"""How often a table in no club looks whether it has joined one."""
BEAT_SECONDS = 5.0
"""How often a table says how it is, where nothing else is to be said."""
ANSWER_SECONDS = 5.0
"""How long a hub may take to answer."""
LONGEST_PAUSE = 5.0
"""Seconds of the longest pause after a hub did not answer; pauses double up to it, and vary by a half."""
MOST_LINKS = 256
"""Links sent at once."""
MOST_BYTES = 512 * 1024
"""Bytes of the links sent at once; packed they are a sixth of it."""
DELETED = "SELECT head FROM deleted WHERE game >= ? ORDER BY game DESC LIMIT ?"
"""Asks for the last hashes of games that were deleted on purpose, the newest where they are many."""


@dataclass
class _Game:
    """A game in the history."""

    number: int
    links: int
    genesis: str
    sent: int = 0
    """Links the hub has, as far as it said."""
    asked: bool = False
    """Whether the hub said so since this thread began, or since it was away."""
    forked: int = -1
    """Length at which the hub refused it as another past than the one it has."""


class ClubSender:
    """Joins and leaves clubs, and sends the games of one table while it is in one."""

    def __init__(self, data: Path, asked: tuple[str, str] = ("", "")) -> None:
        """`asked`: a link to a club and a name, where the table is to join by itself."""
        self._data, self._asked, self._file = data, asked, history_file(data)
        self._state: Callable[[], str] = lambda: "live"
        self._club: Membership | None = None
        self._stop = threading.Event()
        self._games: dict[int, _Game] = {}
        self._said: tuple[str, float] = ("", float("-inf"))
        self._evidence = Evidence(data / "evidence")
        self._refused: set[tuple[str, int]] = set()
        """Pictures that the hub did not take."""
        self._pause = 0.0
        self._thread: threading.Thread | None = None
        self.told: dict[str, Any] = {}
        """What the organiser said last: `round`, `sides`, `notice`; empty where the table is in no club."""
        self.trouble: Trouble | None = None
        """Why nothing is sent; none while the hub answers."""

    def start(self, state: Callable[[], str] | None = None) -> None:
        """Send from now on, whenever there is a club; `state` says how the table is in a word, at once: `live`,
        `camera`."""
        self._state = state or self._state
        self._thread = threading.Thread(target=self._keep_sending, name="club", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Send no more; a request that waits for its answer is not waited for."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(0.5)

    # ---- the thread

    def _keep_sending(self) -> None:
        while not self._stop.wait(self._pause or (IDLE_SECONDS if self._club is None else LOOK_SECONDS)):
            try:
                self.send_once()
                self._pause, self.trouble = 0.0, None
            except (OSError, http.client.HTTPException, ValueError, sqlite3.Error, Trouble) as error:
                self._failed(error)

    def _failed(self, error: Exception) -> None:
        if self.trouble is None:
            _log.warning("the club is not reached: %s", error)
        why = f"The club is not reached ({said_by(error)})."
        later = Trouble(why, "The table plays on; what happens is sent later.", code="not-reached")
        self.trouble = error if isinstance(error, Trouble) else later
        self._pause = min(LONGEST_PAUSE, max(0.5, 2 * self._pause)) * random.uniform(0.5, 1.0)
        # What was sent may have been written, and may not: the hub says so when it answers again.
        for game in self._games.values():
            game.asked = False

    def send_once(self) -> None:
        """Send what is new, else a sign of life where one is due.

        Raises OSError, HTTPException, ValueError, Trouble where the club cannot be joined or knows the table no more,
        and sqlite3.Error where the history cannot be read.
        """
        club = membership(self._data, self._asked)
        if club != self._club:
            self._club, self._games, self._said, self.told = club, {}, ("", float("-inf")), {}
        if club is None:
            return
        with contextlib.closing(open_to_read(self._file, 2.0)) as history:  # never longer than one question
            self._look(history, club.since)
            due = next((game for game in self._games.values() if _is_due(game)), None)
            state, now = self._state(), time.monotonic()
            if due is not None:
                first = max(0, min(due.sent, due.links) - 1)
                body = _links_of(history, due.number, first)
            elif state == self._said[0] and now - self._said[1] < BEAT_SECONDS:
                return
            else:
                first, body = 0, b""
            gone = tuple(head for (head,) in history.execute(DELETED, (club.since, MOST_GONE)))
        words = msgspec.json.encode(Said(state, version("sequence-referee"), gone, club.pictures)) + b"\n"
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/x-ndjson"}
        path = f"{due.genesis if due else NO_GAME}/{first}"
        status, answer = send(club, path, gzip.compress(words + body, 6), ANSWER_SECONDS, headers)
        self._said = (state, now)
        self._take(due, status, answer)
        if club.pictures and isinstance(wants := answer.get("wants"), list):
            self._send_picture(club, wants)

    def _send_picture(self, club: Membership, wants: Sequence[Any]) -> None:
        """Send one of the pictures that the hub wants, if there is one. Raises what `send` raises.

        They are written some seconds after a fault, and may have gone to make room: the hub says again what it wants.
        """
        numbers = {game.genesis: game.number for game in self._games.values()}
        for want in wants:
            genesis, turn, fault = want if isinstance(want, list) and len(want) == 3 else ("", 0, 0)
            if genesis not in numbers or not isinstance(turn, int) or not isinstance(fault, int):
                continue
            if (genesis, fault) in self._refused:
                continue
            try:
                jpeg = (self._evidence.place(numbers[genesis], "fault", turn, fault) / "straight.jpg").read_bytes()
            except OSError:
                continue
            path, headers = f"{genesis}/faults/{fault}", {"Content-Type": "image/jpeg"}
            try:
                status, answer = send(club, path, jpeg, ANSWER_SECONDS, headers)
            except ValueError as odd:
                status, answer = 0, {"message": str(odd)}
            if status != 200:  # the links go on without it
                self._refused.add((genesis, fault))
                _log.warning("the club does not take a picture: %s", answer.get("message"))
            return

    def _look(self, history: sqlite3.Connection, since: int) -> None:
        """Know which games there are, and how long they are."""
        found = history.execute(
            "SELECT games.id, games.links, events.hash FROM games JOIN events ON events.game = games.id"
            " AND events.number = 0 WHERE games.id >= ? ORDER BY games.id",
            (since,),
        ).fetchall()
        known, self._games = self._games, {}
        for number, links, genesis in found:
            game = known.get(number)
            if game is None or game.genesis != genesis:
                game = _Game(number, links, genesis)
            game.links = links
            self._games[number] = game

    def _take(self, game: _Game | None, status: int, answer: dict[str, Any]) -> None:
        if status == 401:
            raise Trouble("The club does not know this table any more.", "Join it again.", code="not-known")
        if status not in (200, 409, 422):
            raise ValueError(str(answer.get("message") or f"it answered with {status}"))
        told = answer.get("club")
        self.told = told if isinstance(told, dict) else {}
        if game is None:
            return
        have = answer.get("have")
        if not isinstance(have, int) or isinstance(have, bool) or have < 0:
            raise ValueError("it does not say what it has")
        game.asked = True
        if status == 422:
            # Another past than the hub's, as after a restored backup: the organiser is shown it, nothing is merged.
            game.forked = game.links
            return
        game.sent = have

    # ---- what its host asks

    def view(self) -> ClubView:
        """How things stand."""
        name, trouble = last_name(self._data) or self._asked[1], self.trouble
        try:
            known = membership(self._data)
        except Trouble as damaged:
            return ClubView(name=name, trouble=damaged)
        if known is None:
            return ClubView(name=name, trouble=trouble)
        return ClubView(known.table, known.address, known.pictures, trouble)

    def act(self, action: Mapping[str, Any], language: str) -> Trouble | None:
        """Do what the host asks for; why it cannot be done, or none where it was."""
        try:
            if action["action"] == "leave":
                leave(self._data)
            elif action["action"] == "pictures":
                send_pictures(self._data, action.get("on") is True)
            else:
                join(str(action.get("link", "")), str(action.get("name", "")), self._data, language)
        except Trouble as no:
            return no
        return None


def _is_due(game: _Game) -> bool:
    if game.forked >= 0:
        return game.links != game.forked
    return game.sent < game.links or not game.asked


def _links_of(history: sqlite3.Connection, number: int, first: int) -> bytes:
    """The lines of a game's links from one on, as many as are sent at once."""
    rows = history.execute(
        "SELECT number, kind, wall, json, hash FROM events WHERE game = ? AND number >= ? ORDER BY number LIMIT ?",
        (number, first, MOST_LINKS),
    )
    lines: list[bytes] = []
    size = 0
    for at, *rest in rows:
        line = encoded(at, Link(*rest))
        size += len(line)
        if lines and size > MOST_BYTES:
            break
        lines.append(line)
    return b"".join(lines)
