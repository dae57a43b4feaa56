"""The table's name in the network: phones find it as `sequence.local` (multicast DNS, RFC 6762)."""

from __future__ import annotations

import importlib
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Any

from referee.addresses import local_addresses

_log = logging.getLogger(__name__)


def _zeroconf() -> Any:
    return importlib.import_module("zeroconf")


class Named:
    """A name that is announced for as long as the page is served; `close` takes it back."""

    def __init__(
        self,
        name: str,
        port: int,
        *,
        addresses: Callable[[], Sequence[str]] = local_addresses,
        module: Callable[[], Any] = _zeroconf,
    ) -> None:
        """Announce the page at NAME.local. Where that cannot be done `trouble` says why, and all else goes on."""
        self.name = f"{name}.local"
        self.trouble = ""
        self._zeroconf: Any = None
        self._info: Any = None
        try:
            zeroconf = module()
            reached = list(addresses())
            if not reached:
                self.trouble = "There is no network, so the table has no name in it yet."
                return
            self._info = zeroconf.ServiceInfo(
                "_http._tcp.local.",
                f"Sequence Referee ({name})._http._tcp.local.",
                port=port,
                addresses=[socket.inet_aton(address) for address in reached],
                server=f"{self.name}.",
                properties={"path": "/"},
            )
            self._zeroconf = zeroconf.Zeroconf(interfaces=reached)
            self._zeroconf.register_service(self._info, allow_name_change=True)
        except Exception as error:  # noqa: BLE001 - the page does not need a name
            _log.warning("no name in the network", exc_info=True)
            self.trouble = f"The table cannot be found as {self.name} ({error or type(error).__name__})."
            self.close()

    def __enter__(self) -> Named:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Take the name back."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()
