"""The table's name in the network: phones find it as `sequence.local` (multicast DNS, RFC 6762)."""

from __future__ import annotations

import importlib
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

from referee.addresses import local_addresses

_log = logging.getLogger(__name__)

RENEW_SECONDS = 20.0
"""How often it is looked whether the network came, went or changed."""
ASK_MILLISECONDS = 3000
"""So long it is waited whether somebody else answers by a name: who has just said it says it again only after a second
(RFC 6762, 6)."""
MOST_TABLES = 9
"""Tables of one name in a network; the ninth is `NAME-9.local`."""


def names_for(name: str) -> list[str]:
    """By what a table of that name may be found, in this order."""
    return [f"{name}.local", *(f"{name}-{number}.local" for number in range(2, MOST_TABLES + 1))]


class Named:
    """A name that is announced for as long as the page is served: `with` keeps it, and takes it back.

    The network may come after the program, go, or give other addresses, so it is renewed now and then.
    """

    def __init__(
        self,
        name: str,
        port: int,
        *,
        addresses: Callable[[], Sequence[str]] = local_addresses,
        module: Callable[[], Any] = lambda: importlib.import_module("zeroconf"),
    ) -> None:
        """The page is to be found at NAME.local from the first `renew` on.

        Where that cannot be done `trouble` says why, and all else goes on.
        """
        self.wanted = self.name = f"{name}.local"
        """What it is to be called, and is called: `NAME-2.local` and so on where another table has the name."""
        self.trouble = ""
        self.in_a_network = True
        """Whether the machine has an address that phones could reach."""
        self._port = port
        self._addresses = addresses
        self._module = module
        self._zeroconf: Any = None
        self._announced: list[str] | None = None
        self._stop = threading.Event()

    def __enter__(self) -> Named:
        """Announce and renew it in a thread of its own: that takes seconds in which page and frames must not wait."""
        self._thread = threading.Thread(target=self._keep, name="name in the network", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        self._thread.join(timeout=1.0)

    def _keep(self) -> None:
        while not self._stop.is_set():
            if self.renew():
                _log.warning("%s", self.trouble) if self.trouble else _log.info("The table is found as %s.", self.name)
            self._stop.wait(RENEW_SECONDS)
        self.close()  # not by whoever ends it: zeroconf cannot be closed while it is still asked for a free name

    def renew(self) -> bool:
        """Announce the name anew where the machine's addresses changed; says whether anything was changed.

        A name that could not be announced is tried again at the next call.
        """
        reached = list(self._addresses())
        self.in_a_network = bool(reached)
        if reached == self._announced:
            return False
        self.close()
        if not reached:
            self._announced = []
            self.trouble = "There is no network, so the table has no name in it yet."
            return True
        try:
            self._announce(reached)
        except Exception as error:  # noqa: BLE001 - the page does not need a name
            trouble = f"The table cannot be found as {self.name} ({error or type(error).__name__})."
            if trouble != self.trouble:  # tried every minute, told once
                _log.warning("no name in the network", exc_info=True)
            self.close()
            self.trouble = trouble
            return True
        self._announced = reached
        self.trouble = ""
        return True

    def _announce(self, reached: list[str]) -> None:
        zeroconf = self._module()
        self._zeroconf = zeroconf.Zeroconf(interfaces=reached)
        self.name = self._free_name(zeroconf, reached)
        info = zeroconf.ServiceInfo(
            "_http._tcp.local.",
            f"Sequence Referee ({self.name.removesuffix('.local')})._http._tcp.local.",
            port=self._port,
            addresses=[socket.inet_aton(address) for address in reached],
            server=f"{self.name}.",
            properties={"path": "/"},
        )
        self._zeroconf.register_service(info, allow_name_change=True)

    def _free_name(self, zeroconf: Any, reached: list[str]) -> str:
        """The first of the names by which nobody else answers (RFC 6762, 8.1)."""
        for name in names_for(self.wanted.removesuffix(".local")):
            asked = zeroconf.AddressResolverIPv4(f"{name}.")
            asked.request(self._zeroconf, ASK_MILLISECONDS)
            if set(asked.parsed_addresses()) <= set(reached):
                return name
        return self.wanted

    def close(self) -> None:
        """Take the name back."""
        zeroconf, self._zeroconf = self._zeroconf, None
        self._announced = None
        if zeroconf is not None:
            zeroconf.close()
