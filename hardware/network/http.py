"""HTTP as cameras speak it: redirections are followed, name and password given, and nothing is waited for too long.

Name and password go as a camera asks for them: Basic (RFC 7617) or Digest (RFC 7616, and RFC 2069 before it).
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import re
import secrets
import socket
import ssl
import string
import time
import urllib.parse
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.trouble import REFUSED, absent, locked, no_pictures, nowhere, silent, slow, unclear

_HEADERS = {
    "User-Agent": "sequence-referee",
    "Accept": "image/jpeg, multipart/x-mixed-replace, */*",
    "Connection": "close",
}
_MOST_CALLS = 12
"""Calls to one camera, with its redirections and questions for a password. 4 to 20."""
_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""Where each kind of address leads when it names no port (IANA)."""
_AS_IT_IS = "/?[]@!$&'()*+,;=%:~"
"""Signs of path and query that are sent as they were written."""
_SCHEME = re.compile(r"(?:^|,)\s*(Basic|Digest)\s", re.IGNORECASE)
_FIELD = re.compile(r'([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))')
_ALGORITHMS = {"md5": "md5", "sha": "sha1", "sha-256": "sha256", "sha-512-256": "sha512_256"}
"""What cameras call a hash, and what `hashlib` does."""


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


class Deadline:
    """Until when bytes may come. A byte now and then keeps a socket from timing out, but not this."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.begin_anew()

    def begin_anew(self) -> None:
        """All its seconds from now."""
        self._until = time.monotonic() + self._seconds
        self.came = False
        """Whether anything has come since."""

    def left(self) -> float:
        """Seconds left. Raises TimeoutError where none are."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Timely:
    """A socket on which nothing comes after the deadline."""

    deadline: Deadline

    def recv_into(self, *where: Any) -> int:
        """Receive."""
        self.settimeout(self.deadline.left())  # type: ignore[attr-defined]
        count: int = super().recv_into(*where)  # type: ignore[misc]
        self.deadline.came |= count > 0
        return count


class _Socket(_Timely, socket.socket):
    pass


class _SafeSocket(_Timely, ssl.SSLSocket):
    pass


def _timely(connected: socket.socket, deadline: Deadline) -> _Socket | _SafeSocket:
    line = connected if isinstance(connected, _SafeSocket) else _Socket(fileno=connected.detach())
    line.deadline = deadline
    line.settimeout(deadline.left())
    return line


@cache
def _trust() -> ssl.SSLContext:
    """Cameras sign for themselves; FFmpeg, which plays the other addresses, asks no more of them."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode, made.sslsocket_class = False, ssl.CERT_NONE, _SafeSocket
    return made


def ask(address: Address, deadline: Deadline) -> http.client.HTTPResponse | str:
    """What answers at an `http://` address, its headers read; or the `rtsp://` address it leads to.

    Raises CameraError that names why no pictures can be had.
    """
    parts = parts_of(address)
    url, credentials = parts.without_name, ""
    for _ in range(_MOST_CALLS):
        answer = _called(address, url, credentials, deadline)
        elsewhere = urllib.parse.urljoin(url, answer.headers.get("Location", "")) if 300 <= answer.status < 400 else ""
        told = "" if credentials or answer.status != 401 else _credentials(parts, url, answer.headers)
        if 200 <= answer.status < 300:
            return answer
        answer.close()
        if elsewhere.lower().startswith(("rtsp://", "rtsps://")):
            return elsewhere
        if not told and not elsewhere.startswith(("http://", "https://")):
            break
        url, credentials = (url, told) if told else (urllib.parse.quote(elsewhere, safe=string.punctuation), "")
    raise locked(address) if str(answer.status) in REFUSED else no_pictures(address, f"HTTP {answer.status}")


def _called(address: Address, url: str, credentials: str, deadline: Deadline) -> http.client.HTTPResponse:
    """What answers a call, its headers read. Raises CameraError where nothing does that can be understood."""
    to = urllib.parse.urlsplit(url)
    headers = _HEADERS | ({"Authorization": credentials} if credentials else {})
    try:
        host, seconds = to.hostname or "", deadline.left()
        connection = http.client.HTTPConnection(host, to.port, timeout=seconds)
        if to.scheme == "https":
            connection = http.client.HTTPSConnection(host, to.port, timeout=seconds, context=_trust())
        connection.connect()
        connection.sock = line = _timely(connection.sock, deadline)
        connection.request("GET", _target(to), headers=headers)
    except ssl.SSLError:
        raise no_pictures(address, "no HTTPS") from None
    except OSError as error:
        unknown = isinstance(error, socket.gaierror)
        raise (unclear(address) if unknown and may_be_cut(address) else absent(address)) from None
    except (http.client.HTTPException, ValueError):  # nobody was called: no host can be called that
        raise nowhere(address) from None
    try:
        return connection.getresponse()
    except http.client.RemoteDisconnected:
        raise silent(address) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise why_broken(address, error, deadline) from None
    finally:
        line.close()  # what is still read keeps it open


def _credentials(parts: Parts, url: str, headers: http.client.HTTPMessage) -> str:
    """Name and password as they are asked for, by the host they were given for and by no other; empty where not."""
    to = urllib.parse.urlsplit(url)
    if to.hostname != parts.host or not (parts.name or parts.password):
        return ""
    told = authorization(headers.get_all("WWW-Authenticate", []), "GET", _target(to), parts.name, parts.password)
    return (told or "").encode().decode("latin-1")  # headers hold single bytes; a name of other signs goes as UTF-8


def _target(url: urllib.parse.SplitResult) -> str:
    """Path and query."""
    return url._replace(scheme="", netloc="", fragment="").geturl() or "/"


def why_broken(address: Address, error: Exception, deadline: Deadline) -> CameraError:
    """What it means for people that an answer broke off."""
    if isinstance(error, TimeoutError):
        return slow(address) if deadline.came else silent(address)
    if isinstance(error, OSError):
        return silent(address)
    return no_pictures(address, "no HTTP")


def authorization(
    challenges: Iterable[str], method: str, target: str, name: str, password: str, client_nonce: str | None = None
) -> str | None:
    """The header `Authorization` for the first challenge that can be answered, Digest before Basic; None for none.

    Args:
        challenges: what stood behind each `WWW-Authenticate`, which may hold several.
        method: of the request, as `GET`.
        target: what is asked for: path and query, or for RTSP the whole address.
        name: whose password it is.
        password: may hold any sign.
        client_nonce: makes the answer differ each time; drawn where none is given.
    """
    found = [one for challenge in challenges for one in _taken_apart(challenge)]
    for scheme, fields in sorted(found, key=lambda one: one[0] != "digest"):
        if scheme == "basic":
            return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()
        if digest := _digest(fields, method, target, name, password, client_nonce or secrets.token_hex(8)):
            return digest
    return None


def _taken_apart(challenge: str) -> list[tuple[str, dict[str, str]]]:
    """Schemes in lower case, each with its fields."""
    _, *parts = _SCHEME.split(f"{challenge} ")
    return [
        (scheme.lower(), {key.lower(): quoted or plain for key, quoted, plain in _FIELD.findall(fields)})
        for scheme, fields in zip(parts[::2], parts[1::2], strict=True)
    ]


def _digest(
    fields: dict[str, str], method: str, target: str, name: str, password: str, client_nonce: str
) -> str | None:
    """The answer to one challenge; None where it asks for what nobody here knows."""
    algorithm, session, _ = fields.get("algorithm", "MD5").lower().partition("-sess")
    offered = [one.strip().lower() for one in fields.get("qop", "").split(",") if one.strip()]
    if algorithm not in _ALGORITHMS or (offered and "auth" not in offered):
        return None

    def hashed(text: str) -> str:
        return hashlib.new(_ALGORITHMS[algorithm], text.encode(), usedforsecurity=False).hexdigest()

    realm, nonce = fields.get("realm", ""), fields.get("nonce", "")
    who = hashed(f"{name}:{realm}:{password}")
    if session:
        who = hashed(f"{who}:{nonce}:{client_nonce}")
    protection = f"00000001:{client_nonce}:auth:" if offered else ""
    told = {
        "username": name.replace("\\", r"\\").replace('"', r"\""),
        "realm": realm,
        "nonce": nonce,
        "uri": target,
        "response": hashed(f"{who}:{nonce}:{protection}{hashed(f'{method}:{target}')}"),
    }
    text = ", ".join(f'{key}="{value}"' for key, value in told.items())
    if "opaque" in fields:
        text += f', opaque="{fields["opaque"]}"'
    if "algorithm" in fields:
        text += f", algorithm={fields['algorithm']}"
    if offered or session:
        text += f', cnonce="{client_nonce}"'
    if offered:
        text += ", qop=auth, nc=00000001"
    return f"Digest {text}"
