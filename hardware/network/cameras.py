"""The camera at an address: pictures over HTTP are fetched here, films of any kind are played by FFmpeg."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from hardware.address import Address
from hardware.camera import CameraError
from hardware.capture import Capture, CapturedCamera
from hardware.network.http import Deadline, ask, may_be_cut, parts_of, why_broken
from hardware.network.pictures import Snapshots, Stream, kind_of
from hardware.network.trouble import REFUSED, absent, gone, locked, no_pictures, silent, unclear
from hardware.pace import Clock

_BEGINNING = 16_384
"""Bytes within which a film shows that it is one. 4,096 to 65,536."""
SECONDS = 6.0
"""Seconds in which a camera has to answer, and to give each picture. 3 to 15."""


def network_camera(
    address: Address,
    *,
    fps: float,
    seconds: float = SECONDS,
    opener: Callable[[str], Capture] | None = None,
    clock: Clock = time.monotonic,
) -> CapturedCamera:
    """The camera at an `rtsp://` or `http://` address, `fps` pictures a second of it.

    It has so many `seconds` to answer and to give each picture; tests have an `opener` play it.
    """
    connect: Callable[[], Capture] = (
        (lambda: opener(address.whole)) if opener else (lambda: _opened(address, fps, seconds))
    )
    return CapturedCamera(
        str(address),
        connect,
        model="network camera",
        missing=lambda: _why_nothing(address, seconds, absent),
        lost=lambda: _why_nothing(address, seconds, gone),
        fps=fps,
        clock=clock,
    )


def _opened(address: Address, fps: float, seconds: float) -> Capture:
    """What gives the pictures of an address. Raises CameraError where that can be no camera."""
    if not parts_of(address).kind.startswith("http"):
        return _film(address, address.whole, seconds, fps)
    deadline = Deadline(seconds)
    answer = ask(address, deadline)
    if isinstance(answer, str):
        return _film(address, answer, seconds, fps)
    try:
        kind = kind_of(answer)
        if kind == "picture":
            return Snapshots(address, answer, deadline, fps)
        if kind == "parts":
            return Stream(address, answer, deadline, fps)
    except OSError as error:
        answer.close()
        raise why_broken(address, error, deadline) from None
    except CameraError:
        answer.close()
        raise
    answer.close()
    if kind == "film" and (film := _film(address, address.whole, seconds, fps)).isOpened():
        return film
    raise no_pictures(address, answer.headers.get_content_type()) if kind == "text" else _why_no_film(address, seconds)


def _why_no_film(address: Address, seconds: float) -> CameraError:
    """Why FFmpeg makes nothing of what an address gives: too little of it comes in that time, or it is no film."""
    deadline = Deadline(seconds)
    answer = ask(address, deadline)
    if isinstance(answer, str):
        return no_pictures(address, "RTSP")
    with answer:
        try:
            answer.read(_BEGINNING)
        except OSError as error:
            return why_broken(address, error, deadline)
    return no_pictures(address, answer.headers.get_content_type())


def _film(address: Address, url: str, seconds: float, fps: float) -> Capture:
    """The film at a URL that an address is, or led to. Raises CameraError where a server refuses it."""
    from hardware.network.film import Film  # FFmpeg takes memory that other cameras can spare

    film = Film(url, seconds, fps)
    if film.refused:
        protocol = url.partition(":")[0].upper()
        raise locked(address) if film.refused in REFUSED else no_pictures(address, f"{protocol} {film.refused}")
    return film


def _why_nothing(address: Address, seconds: float, nothing: Callable[[Address], CameraError]) -> CameraError:
    """Why no picture comes: `nothing` where nobody answers there."""
    try:
        parts = parts_of(address)
    except CameraError as no:
        return no
    try:
        socket.create_connection((parts.host, parts.port), seconds).close()
    except socket.gaierror:
        return unclear(address) if may_be_cut(address) else nothing(address)
    except OSError:
        return nothing(address)
    return silent(address)
