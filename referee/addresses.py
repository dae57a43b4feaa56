"""Under which addresses the phones around the table reach this machine."""

from __future__ import annotations

import contextlib
import io
import socket
import urllib.parse

import segno


def local_addresses() -> list[str]:
    """The machine's IPv4 addresses in its networks, the one phones most likely share first; never loopback."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Connecting a datagram socket sends nothing; it only asks which address faces outwards.
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found.extend(str(entry[4][0]) for entry in named)
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def page_address(host: str, port: int) -> str:
    """The address to give to phones for a page served on `host`."""
    if host not in ("", "0.0.0.0", "::"):
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    addresses = local_addresses()
    return f"http://{addresses[0] if addresses else '127.0.0.1'}:{port}/"


def web_address(text: str) -> urllib.parse.SplitResult | None:
    """The parts of an address by which a page can be asked for; none where it is no such address."""
    try:
        place = urllib.parse.urlsplit(text)
        right = place.scheme in ("http", "https") and bool(place.hostname) and place.port != 0
    except ValueError:  # a host of other signs than hosts have, or a port that is none
        return None
    return place if right else None


def qr_code(address: str) -> str:
    """The address as a QR code of text, small enough for any terminal."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()
