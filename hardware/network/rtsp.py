"""What an RTSP camera says for itself, asked only where FFmpeg got no picture of it (RFC 2326)."""

from __future__ import annotations

import re
import socket
import time

from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.credentials import authorization
from hardware.network.parts import Parts
from hardware.network.trouble import locked, no_pictures, silent, slow

_REFUSED = (401, 403)
"""Not without another name and password."""
_STATUS = re.compile(rb"RTSP/\d\.\d (\d{3})")
_MOST = 16_384
"""Bytes of the headers of an answer. 4,096 to 65,536."""


def why_no_stream(address: Address, parts: Parts, connected: socket.socket, seconds: float) -> CameraError:
    """Why a camera that takes calls gives no stream, as far as it says."""
    until = time.monotonic() + seconds
    answer = _described(parts, connected, until, "")
    if (asked := _credentials(parts, answer)) and answer.endswith(b"\r\n\r\n"):
        answer = _described(parts, connected, until, asked)
    if not answer:
        return silent(address)
    status = _STATUS.match(answer)
    if status is None:
        return slow(address) if b"RTSP/1.0 "[: len(answer)] == answer[:9] else no_pictures(address, "no RTSP")
    code = int(status[1])
    if code in _REFUSED:
        return locked(address)
    return silent(address) if code < 400 else no_pictures(address, f"RTSP {code}")


def _described(parts: Parts, connected: socket.socket, until: float, credentials: str) -> bytes:
    """What it answers when it is asked to describe its stream, up to the end of the headers or of the time."""
    asked = f"DESCRIBE {parts.without_name} RTSP/1.0\r\nCSeq: {2 if credentials else 1}\r\n{credentials}\r\n"
    answer = b""
    try:
        connected.sendall(asked.encode())
        while b"\r\n\r\n" not in answer and len(answer) < _MOST:
            connected.settimeout(max(0.001, until - time.monotonic()))
            if not (more := connected.recv(1024)):
                break
            answer += more
    except OSError:
        pass
    return answer[: answer.find(b"\r\n\r\n") + 4 or None]


def _credentials(parts: Parts, answer: bytes) -> str:
    """The header by which name and password are told as the answer asks for them; empty where they are not."""
    if not (parts.name or parts.password) or b" 401 " not in answer[:16]:
        return ""
    asked = re.findall(r"^WWW-Authenticate:(.*)$", answer.decode("latin-1"), re.IGNORECASE | re.MULTILINE)
    told = authorization(asked, "DESCRIBE", parts.without_name, parts.name, parts.password)
    return f"Authorization: {told}\r\n" if told else ""
