"""Who sits where with a phone, and what they ask of the host.

A phone that takes a seat gets a token of its own; nothing of it is kept on the disk: after a restart the phone sits
down again by itself. What a player asks for waits until a host says yes or no, and is then judged once more, since the
game went on.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.calls import AnyCall, SeatsSwapped
from engine.events import AnyEvent, CallMade, CallUndone, GameStarted
from engine.plain_text import same_name
from web.hosts import Hosts, mark_of
from web.people import Ask, People, Player
from web.player_calls import About, told
from web.setting import Seat

GONE = 100
"""Phones that lost their seat and are still told so."""

Why = Literal["no_seat", "seat_taken", "name_taken", "unseated", "taken_off", "replaced", "no_ask"]


class NoSeat(Exception):
    """That cannot be; the message is the key of a text in `ask`, `name` whom it is about."""

    def __init__(self, why: Why, name: str = "") -> None:
        super().__init__(why)
        self.why, self.name = why, name


class Waiting(msgspec.Struct, frozen=True):
    """What waits for a host's yes."""

    ask: Ask
    call: AnyCall
    about: About


class Seats:
    """The players with phones at one table. `changed` hears of every change, one at a time."""

    def __init__(self, changed: Callable[[People], None], hosts: Hosts) -> None:
        """Everybody stands."""
        self._changed = changed
        self._hosts = hosts
        self._off = hosts.gone
        self._lock = threading.RLock()
        self._people = People()
        self._marks: dict[int, str] = {}
        """Seat to the mark of the token of whoever sits there."""
        self._gone: dict[str, Why] = {}
        self._waiting: dict[int, Waiting] = {}
        """By the number of the ask."""
        self._asked = 0
        self._giver: int | None = None
        self._swapped: dict[int, tuple[int, int]] = {}
        """By the number of the call that said so, the seats of this game whose players changed places."""
        self._next: int | None = None
        """The seat that will be the first of the game that was laid and has not begun; none where none was."""

    @property
    def people(self) -> People:
        """Who is there."""
        return self._people

    def of(self, token: str) -> Player:
        """Who shows that token. Raises NoSeat."""
        with self._lock:
            mark = mark_of(token)
            seat = next(
                (seat for seat, other in self._marks.items() if token and secrets.compare_digest(other, mark)), None
            )
            if seat is None:
                raise NoSeat(self._gone.get(mark, "unseated"))
            return next(player for player in self._people.players if player.seat == seat)

    def sit(self, seat: int, name: str, token: str, seats: tuple[Seat, ...]) -> tuple[str, Player]:
        """Take one of these seats; whoever sits elsewhere gets up there. Gives the token, which is kept nowhere else.

        A seat that is taken is given to another phone only where its player goes by the same name there.

        Raises:
            NoSeat: there is no such seat, somebody else sits there, whoever sits elsewhere has that name, or that phone
                was taken off.
        """
        with self._lock:
            if not 0 <= seat < len(seats):
                raise NoSeat("no_seat")
            mark = mark_of(token) if token else ""
            if mark in self._gone:
                raise NoSeat(self._gone.pop(mark))
            own = next((at for at, other in self._marks.items() if mark and other == mark), None)
            elsewhere = [one.name for at, one in enumerate(self._people.named(seats)) if at not in (seat, own)]
            if name and same_name(name) in map(same_name, elsewhere):
                raise NoSeat("name_taken", name)
            sitting = next((player for player in self._people.players if player.seat == seat), None)
            if sitting is not None and self._marks[seat] != mark:
                if not name or name.casefold() != sitting.name.casefold():
                    raise NoSeat("seat_taken", sitting.name)
                self._leave(seat, "replaced")
            known = next((player for player in self._people.players if player.seat == own), None)
            if known is None:
                token = secrets.token_urlsafe(24)
            elif own != seat:
                self._leave(known.seat)
            player = replace(known, seat=seat, name=name) if known else Player(seat, name, secrets.token_hex(4))
            self._marks[seat] = mark_of(token)
            others = (one for one in self._people.players if one.seat != seat)
            self._show(players=tuple(sorted((*others, player), key=lambda one: one.seat)))
            return token, player

    def stand_up(self, token: str) -> None:
        """Give a seat back. Raises NoSeat."""
        with self._lock:
            self._leave(self.of(token).seat)
            self._show()

    def take_off(self, seat: int) -> Player | None:
        """Let the phone at that seat ask no more; who it was, or none where nobody sits there."""
        with self._lock:
            player = next((one for one in self._people.players if one.seat == seat), None)
            if player is not None:
                self._leave(seat, "taken_off")
                self._show()
            return player

    def ask(self, player: Player, call: AnyCall, about: About) -> Ask:
        """Let a call wait for a host; what that seat asked before is asked no more."""
        with self._lock:
            self._asked += 1
            asked = Ask(self._asked, player.seat, told(call))
            self._drop(player.seat)
            self._waiting[asked.number] = Waiting(asked, call, about)
            self._show(asks=(*self._people.asks, asked))
            return asked

    def withdraw(self, player: Player) -> None:
        """What that seat asked for is asked no more."""
        with self._lock:
            self._drop(player.seat)
            self._show()

    def take(self, number: int) -> Waiting:
        """What waits under that number, for one host to answer it; another comes too late. Raises NoSeat."""
        with self._lock:
            if number not in self._waiting:
                raise NoSeat("no_ask")
            return self._waiting.pop(number)

    def answered(self, ask: Ask) -> None:
        """Show what came of it."""
        with self._lock:
            asks = tuple(ask if one.number == ask.number else one for one in self._people.asks)
            self._show(asks=asks)

    def offer(self, seat: int | None, giver: int | None = None) -> Player | None:
        """Hold the host's role out to the phone at that seat, and to no other; none where nobody sits there.

        `giver` is the number of the device that gives it.
        """
        with self._lock:
            self._giver = giver
            self._show(players=tuple(replace(one, offered=one.seat == seat) for one in self._people.players))
            return next((one for one in self._people.players if one.offered), None)

    def accept(self, player: Player) -> int | None:
        """The device that gives its role to that player, once; none where it is held out to somebody else."""
        with self._lock:
            giver = self._giver if player.offered else None
            if giver is not None:
                self.offer(None)
            return giver

    def next_begins_with(self, seat: int) -> None:
        """The next game was laid, and this seat of the one that is over is its first."""
        self._next = seat

    def hear(self, happened: Sequence[AnyEvent], show: Callable[[People], None]) -> None:
        """Let the phones follow their players to other seats; `show` then tells what happened, and who sits where."""
        with self._lock:
            for event in happened:
                match event:
                    case CallMade(accepted=True, call={"input": "seats-swapped"}):
                        said = msgspec.convert(event.call, SeatsSwapped)
                        self._swapped[event.number] = said.one, said.other
                        self._swap(said.one, said.other)
                    case CallUndone() if event.number in self._swapped:
                        self._swap(*self._swapped.pop(event.number))
                    case GameStarted() if self._next is not None:
                        count = len(event.seats)
                        self._move({seat: (seat - self._next) % count for seat in range(count)})
                        self._swapped, self._next = {}, None
            show(self._people)

    def hosts_changed(self) -> None:
        """Where somebody ceased to be a host since, here or by a command: their phones ask whether it was they."""
        with self._lock:
            if self._off != (off := self._hosts.gone):
                self._off = off
                self._show(hosts=self._people.hosts + 1)

    def _swap(self, one: int, other: int) -> None:
        self._move({one: other, other: one})

    def _move(self, to: dict[int, int]) -> None:
        """Let those with phones at these seats sit elsewhere; what was asked for is asked no more."""
        self._marks = {to.get(seat, seat): mark for seat, mark in self._marks.items()}
        moved = (replace(one, seat=to.get(one.seat, one.seat)) for one in self._people.players)
        players = sorted(moved, key=lambda one: one.seat)
        self._waiting, self._people = {}, replace(self._people, players=tuple(players), asks=())

    def _leave(self, seat: int, why: Why | None = None) -> None:
        mark = self._marks.pop(seat)
        if why is not None:
            self._gone[mark] = why
            while len(self._gone) > GONE:
                del self._gone[next(iter(self._gone))]
        self._drop(seat)
        self._people = replace(self._people, players=tuple(one for one in self._people.players if one.seat != seat))

    def _drop(self, seat: int) -> None:
        self._waiting = {number: one for number, one in self._waiting.items() if one.ask.seat != seat}
        self._people = replace(self._people, asks=tuple(one for one in self._people.asks if one.seat != seat))

    def _show(self, **news: object) -> None:
        self._people = replace(self._people, **news)
        self._changed(self._people)
