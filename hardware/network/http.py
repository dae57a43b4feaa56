"""HTTP as cameras speak it: redirections are followed, name and password given, and nothing is waited for too long."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from functools import cache
from typing import Any

from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.credentials import authorization
from hardware.network.parts import Parts, may_be_cut, parts_of
from hardware.network.trouble import absent, locked, no_pictures, silent, slow, unclear

_HEADERS = {"User-Agent": "sequence-referee", "Accept": "image/jpeg, multipart/x-mixed-replace, */*"}
_REFUSED = (401, 403)
"""Not without another name and password (RFC 9110, 15.5.2 and 15.5.4)."""


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


class _Received(io.RawIOBase):
    """What a socket receives until the deadline."""

    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._socket, self._deadline = connected, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        self._socket.settimeout(self._deadline.left())
        count = self._socket.recv_into(buffer)
        self._deadline.came |= count > 0
        return count

    def close(self) -> None:
        if not self.closed:
            self._socket.close()
        super().close()


class _Socket:
    """The part of a socket that `http.client` uses; closed by whoever reads from it, once somebody does."""

    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        self._socket, self._deadline, self._read = connected, deadline, False

    def makefile(self, mode: str) -> io.BufferedReader:
        self._read = True
        return io.BufferedReader(_Received(self._socket, self._deadline))

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(self._deadline.left())
        self._socket.sendall(data)

    def close(self) -> None:
        if not self._read:
            self._socket.close()


class _Timely:
    """A connection of `http.client` on which nothing comes after the deadline."""

    deadline: Deadline

    def connect(self) -> None:
        """Connect."""
        super().connect()  # type: ignore[misc]
        self.sock: Any = _Socket(self.sock, self.deadline)


class _Connection(_Timely, http.client.HTTPConnection):
    pass


class _SafeConnection(_Timely, http.client.HTTPSConnection):
    pass


@cache
def _trust() -> ssl.SSLContext:
    """Cameras sign for themselves; FFmpeg, which plays the other addresses, asks no more of them."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


class _Handler(urllib.request.AbstractHTTPHandler):
    """Opens timely connections."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._made(_Connection), request)

    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._made(_SafeConnection, context=_trust()), request)

    http_request = https_request = urllib.request.AbstractHTTPHandler.do_request_

    def _made(self, kind: Any, **how: Any) -> Any:
        def make(host: str, **more: Any) -> Any:
            made = kind(host, **how, **more)
            made.deadline = self._deadline
            return made

        return make


class _Credentials(urllib.request.BaseHandler):
    """Gives name and password to the host they were given for, wherever on it they are asked for, and to no other."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def http_error_401(
        self, request: urllib.request.Request, answer: Any, code: int, said: str, headers: http.client.HTTPMessage
    ) -> http.client.HTTPResponse | None:
        parts = self._parts
        own = urllib.parse.urlsplit(request.full_url).hostname == parts.host
        if not own or request.has_header("Authorization"):
            return None
        asked = headers.get_all("WWW-Authenticate", [])
        told = authorization(asked, request.get_method(), request.selector, parts.name, parts.password)
        if told is None:
            return None
        answer.close()
        # Headers hold single bytes; a name of other signs goes as UTF-8.
        request.add_unredirected_header("Authorization", told.encode().decode("latin-1"))
        assert self.parent is not None
        again: http.client.HTTPResponse = self.parent.open(request, timeout=request.timeout)
        return again


def _opener(parts: Parts, deadline: Deadline) -> urllib.request.OpenerDirector:
    """Opens addresses, with name and password where there are some."""
    handlers: list[urllib.request.BaseHandler] = [
        _Handler(deadline),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ]
    if parts.name or parts.password:
        handlers.append(_Credentials(parts))
    opener = urllib.request.OpenerDirector()
    for handler in handlers:
        opener.add_handler(handler)
    return opener


def ask(address: Address, deadline: Deadline) -> http.client.HTTPResponse | str:
    """What answers at an `http://` address, its headers read; or the `rtsp://` address it leads to.

    Raises CameraError that names why no pictures can be had.
    """
    parts = parts_of(address)
    request = urllib.request.Request(parts.without_name, headers=_HEADERS)
    try:
        response: http.client.HTTPResponse = _opener(parts, deadline).open(request, timeout=deadline.left())
    except urllib.error.HTTPError as refused:
        refused.close()
        elsewhere = str(refused.headers.get("Location", ""))
        if 300 <= refused.code < 400 and elsewhere.lower().startswith(("rtsp://", "rtsps://")):
            return elsewhere
        raise locked(address) if refused.code in _REFUSED else no_pictures(address, f"HTTP {refused.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _why(address, error, deadline) from None
    return response


def _why(address: Address, error: Exception, deadline: Deadline) -> CameraError:
    """What the error of a call means for people."""
    if isinstance(error, http.client.RemoteDisconnected):
        return silent(address)
    if isinstance(error, urllib.error.URLError):  # before anything was answered
        if isinstance(error.reason, ssl.SSLError):
            return no_pictures(address, "no HTTPS")
        unknown = isinstance(error.reason, socket.gaierror)
        return unclear(address) if unknown and may_be_cut(address) else absent(address)
    return why_broken(address, error, deadline)


def why_broken(address: Address, error: Exception, deadline: Deadline) -> CameraError:
    """What it means for people that an answer broke off."""
    if isinstance(error, TimeoutError):
        return slow(address) if deadline.came else silent(address)
    if isinstance(error, OSError):
        return silent(address)
    return no_pictures(address, "no HTTP")
