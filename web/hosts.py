"""Who may call as the host: the key, and the devices that came with it.

The key admits a device once; the device then shows a token of its own, so that one of them can be taken off and the
others stay. How both are kept is another's business (`Shelf`); here they are only compared and counted.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from web.pace import Pace

KEY_DIGITS = 12
"""The right key is always let in, so that its length alone keeps guessers out: a million million possibilities, at the
thousand guesses a second that the page can answer, are thirty years."""
TRIES = 5
WAIT_SECONDS = 60.0
"""Wrong keys of one address that are told to be wrong at once, and the seconds in which as many more are."""
DEVICES = 40
"""Devices a table keeps; whichever was used longest ago goes first."""
GONE = 40
"""Devices taken off that are still told so."""
STAMP_SECONDS = 60.0
"""How exactly the last use of a device is kept."""


class Device(msgspec.Struct, frozen=True):
    """One phone that came with the key."""

    number: int
    name: str
    """Whose it is, as far as they said."""
    kind: str
    """What it is, as far as it said: `iPhone`, `Android phone`."""
    mark: str
    """SHA-256 of its token; the token itself only the device has."""
    since: float
    last: float
    """Seconds since 1970 when it came, and when it was used last."""


class Book(msgspec.Struct, frozen=True):
    """Everything about the hosts of one table that is kept."""

    key: str
    devices: tuple[Device, ...] = ()
    given: int = 0
    """Numbers given to devices so far."""
    gone: tuple[str, ...] = ()
    """Marks of devices taken off."""
    at_once: bool = False
    """Whether what players say counts at once, without a host's yes."""


class Shelf(Protocol):
    """Where a book is kept."""

    def read(self) -> Book:
        """The book as it is now; a new one where there was none."""

    def change(self, change: Callable[[Book], Book]) -> Book:
        """Put the changed book in place of the old one, with nobody else changing it meanwhile."""


class InMemory:
    """A shelf that lasts as long as the program."""

    def __init__(self, key: str) -> None:
        self._book = Book(key)

    def read(self) -> Book:
        """The book."""
        return self._book

    def change(self, change: Callable[[Book], Book]) -> Book:
        """Change it."""
        self._book = change(self._book)
        return self._book


class Admitted(msgspec.Struct, frozen=True):
    """Let in."""

    device: Device | None
    """None for whoever shows the key itself."""


class Refused(msgspec.Struct, frozen=True):
    """Turned away."""

    why: Literal["wrong_key", "too_many_tries", "taken_off"]


def new_key() -> str:
    """Digits that make a phone the host's."""
    return "".join(secrets.choice("0123456789") for _ in range(KEY_DIGITS))


class Hosts:
    """Compares what phones show with the book. The right key and known devices come first, whatever else was shown."""

    def __init__(
        self,
        shelf: Shelf,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """`clock` counts seconds for waiting, `wall` since 1970 for people."""
        self._shelf, self._wall = shelf, wall
        self._lock = threading.Lock()
        self._wrong = Pace(TRIES, TRIES / WAIT_SECONDS, clock)

    @property
    def key(self) -> str:
        """The key as it is now."""
        return self._shelf.read().key

    @property
    def devices(self) -> tuple[Device, ...]:
        """Every device that came with the key and was not taken off, in the order they came."""
        return self._shelf.read().devices

    @property
    def gone(self) -> tuple[str, ...]:
        """Marks of the devices that were taken off, the last of them last."""
        return self._shelf.read().gone

    @property
    def at_once(self) -> bool:
        """Whether what players say counts at once: the table wants no host."""
        return self._shelf.read().at_once

    def let_players_call(self, at_once: bool) -> None:
        """Let what players say count at once, or only with a host's yes."""
        with self._lock:
            self._shelf.change(lambda book: replace(book, at_once=at_once))

    def admit(self, shown: str, address: str) -> Admitted | Refused:
        """Judge a key or a device's token, shown from an address."""
        with self._lock:
            book = self._shelf.read()
            if _same(_bare(shown), book.key):
                return Admitted(None)
            device = _of(book, shown)
            if device is not None:
                return Admitted(self._used(device))
            if shown and any(_same(mark_of(shown), mark) for mark in book.gone):
                return Refused("taken_off")
            return Refused("too_many_tries" if self._wrong.seconds_to_wait(address) else "wrong_key")

    def device_of(self, token: str) -> Device | None:
        """The device of that token, where it is one; nothing is counted."""
        return _of(self._shelf.read(), token)

    def enrol(self, name: str, kind: str, token: str = "") -> tuple[str, Device]:
        """Enter a device that showed the key; one that shows the token of an earlier visit stays what it was.

        Gives its token, which is kept nowhere else, and its line in the book.
        """
        with self._lock:
            known = _of(self._shelf.read(), token)
            if known is not None:
                return token, self._used(known, name)
            token, now = secrets.token_urlsafe(24), self._wall()

            def enter(book: Book) -> Book:
                new = Device(book.given + 1, name, kind, mark_of(token), now, now)
                kept = sorted(book.devices, key=lambda one: one.last)[-(DEVICES - 1) :]
                devices = (*sorted(kept, key=lambda one: one.number), new)
                return replace(book, devices=devices, given=new.number)

            return token, self._shelf.change(enter).devices[-1]

    def take_off(self, number: int) -> Device | None:
        """Let a device call no more; what it was, or none where there is no such number."""
        with self._lock:
            gone: list[Device] = []

            def leave(book: Book) -> Book:
                gone[:] = [one for one in book.devices if one.number == number]
                left = tuple(one for one in book.devices if one.number != number)
                return replace(book, devices=left, gone=(*book.gone, *(one.mark for one in gone))[-GONE:])

            self._shelf.change(leave)
            return gone[0] if gone else None

    def renew(self) -> str:
        """Make a new key; the devices that are in stay in."""
        with self._lock:
            return self._shelf.change(lambda book: replace(book, key=new_key())).key

    def _used(self, device: Device, name: str = "") -> Device:
        now = self._wall()
        used = replace(device, name=name or device.name, last=now)
        if used.name == device.name and abs(now - device.last) < STAMP_SECONDS:
            return device
        self._shelf.change(
            lambda book: replace(
                book, devices=tuple(used if one.number == device.number else one for one in book.devices)
            )
        )
        return used


def _of(book: Book, token: str) -> Device | None:
    mark = mark_of(token) if token else ""
    return next((one for one in book.devices if mark and _same(one.mark, mark)), None)


def mark_of(token: str) -> str:
    """What is kept of a token: SHA-256, by which it can be known again and not be told."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


def _bare(shown: str) -> str:
    """A key as it is kept: people may write it in groups."""
    return shown.replace(" ", "").replace("-", "")
