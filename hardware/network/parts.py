"""The parts of a camera's address, as protocols want them."""

from __future__ import annotations

import urllib.parse
from dataclasses import dataclass, field

from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.trouble import nowhere, unclear

_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""Where each kind of address leads when it names no port (IANA)."""
_AS_IT_IS = "/?[]@!$&'()*+,;=%:~"
"""Signs of path and query that are sent as they were written."""


@dataclass(frozen=True)
class Parts:
    """An address taken apart; its name and password stand in no text that is made of it."""

    kind: str
    host: str
    port: int
    target: str
    """Path and query."""
    name: str = field(repr=False)
    password: str = field(repr=False)

    @property
    def without_name(self) -> str:
        """The address as it is sent: to a camera a name goes by itself, and only where it asks for one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.kind}://{host}:{self.port}{self.target}"


def parts_of(address: Address) -> Parts:
    """The parts of an address that is a camera's. Raises CameraError where it names none, or a password leaves unclear
    which is which."""
    try:
        split = urllib.parse.urlsplit(address.whole.strip())
        port = split.port or _PORTS[split.scheme]
    except ValueError:  # a host of other signs than hosts have, or a port that is no number
        raise _not_taken_apart(address) from None
    if not split.hostname:
        raise _not_taken_apart(address)
    path = split.path or "/"
    target = urllib.parse.quote(f"{path}?{split.query}" if split.query else path, safe=_AS_IT_IS)
    name, password = (urllib.parse.unquote(one or "") for one in (split.username, split.password))
    return Parts(split.scheme, split.hostname, port, target, name, password)


def _not_taken_apart(address: Address) -> CameraError:
    return unclear(address) if "@" in address.whole else nowhere(address)


def may_be_cut(address: Address) -> bool:
    """Whether an `@` behind the host makes it likely that a part of the password was taken for it."""
    return "@" in urllib.parse.urlsplit(address.whole)._replace(netloc="").geturl()
