"""What an RTSP camera says for itself, asked only where FFmpeg got no picture of it (RFC 2326)."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import time

from hardware.address import Address
from hardware.camera import CameraError
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
    text = answer.decode("latin-1")
    if digest := re.search(r"WWW-Authenticate: *Digest (.*)", text, re.IGNORECASE):
        known = dict(re.findall(r'(\w+)="([^"]*)"', digest[1]))
        realm, nonce = known.get("realm", ""), known.get("nonce", "")
        who = _md5(f"{parts.name}:{realm}:{parts.password}")
        said = _md5(f"{who}:{nonce}:{_md5(f'DESCRIBE:{parts.without_name}')}")  # RFC 2617, 3.2.2.1 without qop
        fields = {"username": parts.name, "realm": realm, "nonce": nonce, "uri": parts.without_name, "response": said}
        told = ", ".join(f'{key}="{value}"' for key, value in fields.items())
        return f"Authorization: Digest {told}\r\n"
    both = base64.b64encode(f"{parts.name}:{parts.password}".encode()).decode()
    return f"Authorization: Basic {both}\r\n"


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
