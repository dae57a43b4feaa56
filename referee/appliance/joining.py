"""Joining a Wi-Fi from the host's phone: what there is in reach, and one try at a time, beside everything else."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from engine.trouble import Trouble
from hardware.worries import Worry
from referee.appliance.network import PROFILE, Network, NetworkError, Reached, check_name, check_word
from web.machine import NetworkView, Wifi

_log = logging.getLogger(__name__)

LISTED_SECONDS = 12.0
"""How long what was in reach is believed: looking again takes the radio some seconds."""


def _beside(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="network", daemon=True).start()


class Joining:
    """NetworkManager, as a host's phone needs it."""

    def __init__(
        self,
        network: Network,
        address: str,
        *,
        start: Callable[[Callable[[], None]], object] = _beside,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address` of the page in any network; `start` lets something be done beside everything else."""
        self._network, self._address, self._start, self._monotonic = network, address, start, monotonic
        self._guard = threading.Lock()
        self._view: NetworkView | None = NetworkView("none")
        self._looked_at = float("-inf")
        self._looking = False
        self._joining = ""
        self.trouble: Worry | None = None
        """Why the last try failed; none once a Wi-Fi was joined, or another try began."""

    def view(self) -> NetworkView | None:
        """How it was a moment ago, none where NetworkManager does not run; asking lets somebody look again."""
        with self._guard:
            stale = self._monotonic() - self._looked_at > LISTED_SECONDS
            looks, self._looking = stale and not self._looking and not self._joining, self._looking or stale
        if looks:
            self._start(self._look)
        with self._guard:
            return self._view and replace(
                self._view, address=self._address, joining=self._joining, trouble=self.trouble
            )

    def join(self, name: str, word: str) -> Trouble | None:
        """Begin to join a Wi-Fi; why that cannot even be tried, or none."""
        try:
            check_name(name)
            if word:
                check_word(word)
        except NetworkError as error:
            return Trouble(str(error), code=error.code, name=name)
        with self._guard:
            if self._joining:
                return Trouble("A Wi-Fi is being joined.", "Wait a moment.", code="wifi-busy")
            self._joining, self.trouble = name, None
        _log.info("joining the Wi-Fi %s", name)
        self._start(lambda: self._join(name, word))
        return None

    def _join(self, name: str, word: str) -> None:
        trouble: Worry | None = None
        try:
            self._network.join(name, word)
        except NetworkError as error:
            mend = "The table is reached as before; try again there."
            trouble = Worry("network", error.code, str(error), mend, name=name)
            _log.warning("%s", trouble)
        except Exception:  # noqa: BLE001 - whatever it is, the host may try again
            _log.exception("joining the Wi-Fi %s failed", name)
            reason = f"The network {name} could not be joined."
            trouble = Worry("network", "wifi-failed", reason, "Try again.", name=name)
        with self._guard:
            self._joining, self.trouble, self._looked_at, self._looking = "", trouble, float("-inf"), False

    def _look(self) -> None:
        view = self._view
        try:
            devices = self._network.devices()
            view = _seen(devices, self._network.in_reach()) if devices else None
        except Exception:  # noqa: BLE001 - the next look may do
            _log.exception("the networks could not be looked at")
        with self._guard:
            self._looked_at, self._looking, self._view = self._monotonic(), False, view


def _seen(devices: list[tuple[str, str, str, str]], heard: list[Reached]) -> NetworkView:
    """What devices and Wi-Fi networks in reach amount to."""
    on = {(kind, connection) for _, kind, state, connection in devices if state.startswith("connected")}
    name = next((one.name for one in heard if one.joined), "")
    wifi = next((connection for kind, connection in on if kind == "wifi"), "")
    others = tuple(Wifi(one.name, one.strength, one.locked) for one in heard if not one.joined)
    if wifi == PROFILE:
        return NetworkView("own", name, others)
    if wifi:
        return NetworkView("joined", name or wifi, others)
    return NetworkView("cable" if any(kind == "ethernet" for kind, _ in on) else "none", "", others)
