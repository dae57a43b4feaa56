"""Whether a table that starts with the machine serves its page by HTTPS, too: chosen on the host's phone, and kept.

Nothing here may keep a table from starting: what fails is switched off again, and said.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.trouble import Trouble
from hardware.worries import Worry
from referee.session.authority import Authority
from referee.storage.durable import write_private
from web.machine import Secure
from web.server import PortTaken, listen

_log = logging.getLogger(__name__)

NAME = "https.state"
PORT = 8443
ON, OFF, TRYING = "on", "off", "trying"
"""What the file holds; `trying` while certificates are made: a start that finds it there was ended by that."""


class SecurePage:
    """The host's choice, and what came of it."""

    def __init__(self, data: Path, names: Iterable[str], host: str) -> None:
        """`data`: the folder it is kept in, with the certificates; `names` of the table; `host`: to serve at."""
        self.trouble: Worry | None = None
        """Why it was switched off again."""
        self._data, self._names, self._host = data, tuple(names), host
        self._anew = False
        self._served = False
        self._end: Callable[[], None] | None = None
        self._state = self._kept()

    @property
    def view(self) -> Secure:
        """How it stands."""
        if self._state == OFF:
            return "off"
        return "served" if self._served and self._end is not None else "on"

    def switch(self, on: bool) -> Trouble | None:
        """Do as the host chose, with a game at once, else with the next one; why that cannot be, or none."""
        if on == (self._state != OFF):
            return None
        try:
            write_private(self._data / NAME, (ON if on else OFF).encode())
        except OSError as error:
            return _failed(error.strerror or str(error))
        self._state, self.trouble = ON if on else OFF, None
        if self._end is not None:
            self._anew = True
            self._end()
        return None

    @contextlib.contextmanager
    def served(self, end: Callable[[], None]) -> Iterator[int | None]:
        """While a game is served, which `end` ends; gives the port, as `usable_port` does."""
        try:
            port = self.usable_port()
            self._end = end
            yield port
        finally:
            self._end = None

    def ended_for_it(self) -> bool:
        """Whether a game ended because this was switched, and is to be gone on with; asked once."""
        anew, self._anew = self._anew, False
        return anew

    def usable_port(self) -> int | None:
        """The port to serve a game at by HTTPS; none where it is off, or cannot be served."""
        self._served = False
        if self._state == OFF:
            return None
        try:
            if self._state == TRYING:
                raise RuntimeError("the program ended while it made certificates")
            write_private(self._data / NAME, TRYING.encode())
            Authority(self._data, self._names).credentials()
            listen(self._host, PORT).close()
            write_private(self._data / NAME, ON.encode())
        except Exception as error:  # noqa: BLE001 - whatever it is, the table starts without
            self._give_up(error)
            return None
        self._served = True
        return PORT

    def _give_up(self, error: Exception) -> None:
        _log.warning("HTTPS is switched off: %s", error)
        why = f"port {PORT} is taken" if isinstance(error, PortTaken) else str(error)
        self._state, self.trouble = OFF, _failed(why)
        with contextlib.suppress(OSError):
            write_private(self._data / NAME, OFF.encode())

    def _kept(self) -> str:
        try:
            kept = (self._data / NAME).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return OFF
        return kept if kept in (ON, TRYING) else OFF


def _failed(why: str) -> Worry:
    reason = f"The page cannot be served over HTTPS ({why})."
    return Worry("network", "https-failed", reason, "It is off; all else goes on.", why=why)
