"""By which names a machine answers: the `Host` of a request must be one of them.

A stranger's page can have its own name resolved to this machine (DNS rebinding), and its scripts then count as coming
from here. Its name in `Host` gives it away.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from web.remembered import Remembered

KNOWN_SECONDS = 60.0
"""How long an address counts as this machine's before that is looked up again: networks change."""
REMEMBERED = 256
"""Addresses whose answer is remembered; they come from requests, so their number is bounded."""

_HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^:\[\]]+)(?::(\d{1,5}))?")


class OwnNames:
    """The names of this machine: its addresses, its name, NAME.local, localhost, and whatever was added."""

    def __init__(self, also: Iterable[str] = ()) -> None:
        """`also`: further names, as a router or a proxy may give one."""
        self._also = frozenset(map(_name_in, also)) - {""}
        self._known: Remembered[str, bool] = Remembered(REMEMBERED, KNOWN_SECONDS)

    def answers_to(self, host: str | None) -> bool:
        """Whether `host`, with or without a port, names this machine."""
        name = _name_in(host or "")
        if not name:
            return False
        if name in self._also or name in ("localhost", *_machine_names()):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._is_own(address)

    def _is_own(self, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
        if address.is_loopback:
            return True
        if address.is_unspecified or address.is_multicast:
            return False
        return self._known.get(str(address), lambda: _can_bind(str(address)))


def _name_in(host: str) -> str:
    """The name in what may have a port; empty where there is none."""
    found = _HOST.fullmatch(host.strip())
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def _machine_names() -> tuple[str, ...]:
    whole = socket.gethostname().lower()
    short = whole.partition(".")[0]
    return whole, short, f"{short}.local"


def _can_bind(address: str) -> bool:
    """Whether an address is one of this machine's: only those can be bound to. No packet is sent."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True
