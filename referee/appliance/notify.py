"""Telling systemd how the service is: ready, alive, what it does. Silent where no systemd listens.

The protocol is a datagram of `NAME=value` lines (sd_notify(3)); no library is needed for one line.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Notifier:
    """The way to the service manager that started this program."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._ready = False
        self._status = ""

    @property
    def is_heard(self) -> bool:
        """Whether a service manager listens."""
        return bool(self._address)

    def ready(self) -> None:
        """The page can be opened; said once."""
        if not self._ready:
            self._ready = True
            self._tell("READY=1")

    def alive(self) -> None:
        """Another frame was looked at, or the wait for a camera goes on as it should."""
        self._tell("WATCHDOG=1")

    def status(self, words: str) -> None:
        """What `systemctl status` shows; told when it changes."""
        if words != self._status:
            self._status = words
            self._tell("STATUS=" + words.replace("\n", " "))

    def stopping(self) -> None:
        """The end was asked for."""
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.sendto(line.encode(), self._address)
        except OSError:
            return  # a service manager that went away is no reason to stop refereeing
