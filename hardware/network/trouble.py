"""Why a network camera gives no picture. That it has no power or network is said only where nothing comes at all."""

from __future__ import annotations

from hardware.address import Address
from hardware.camera import CameraError

REFUSED = ("401", "403")
"""Not without another name and password (RFC 9110, 15.5.2 and 15.5.4; RFC 2326)."""
_POWER = "See that it has power and network."


def absent(address: Address) -> CameraError:
    """Nothing answers at the address."""
    mend = f"{_POWER} Check the address in a video player."
    return CameraError(f"No camera answers at {address}.", mend, code="camera-none", camera=str(address))


def gone(address: Address) -> CameraError:
    """It gave pictures, and nothing answers there any more."""
    reason = f"The camera at {address} gives no more pictures."
    return CameraError(reason, _POWER, code="camera-gone", camera=str(address))


def locked(address: Address) -> CameraError:
    """It answers, and wants another name and password than it was given."""
    mend = "Write them into its address as NAME:PASSWORD@ before the host, with %40 for @, %2F for / and %3A for :."
    reason = f"The camera at {address} wants its name and password."
    return CameraError(reason, mend, code="camera-locked", camera=str(address))


def slow(address: Address) -> CameraError:
    """Something comes, but no picture in the time there is for one."""
    mend = "Bring it nearer to the Wi-Fi, or let it send smaller pictures."
    return CameraError(f"The camera at {address} sends too slowly.", mend, code="camera-slow", camera=str(address))


def silent(address: Address) -> CameraError:
    """It takes the call and then says nothing, or nothing more."""
    mend = "Another program may take all it can give: switch it off and on. Or its pictures have another address."
    reason = f"The camera at {address} answers, but sends no picture."
    return CameraError(reason, mend, code="camera-silent", camera=str(address))


def no_pictures(address: Address, what: str) -> CameraError:
    """What answers there gives something else: `what` names it as protocols do, like `HTTP 404` or `text/html`."""
    mend = "The camera's manual has the address of its pictures; try it in a video player."
    reason = f"What answers at {address} gives no pictures ({what})."
    return CameraError(reason, mend, code="camera-other-answer", camera=str(address), what=what)


def unclear(address: Address) -> CameraError:
    """Nobody can tell where in the address the password ends."""
    mend = "Write its @ as %40, its / as %2F, its : as %3A, its # as %23 and its ? as %3F."
    reason = f"A sign of the password cuts the address {address} in two."
    return CameraError(reason, mend, code="camera-address", camera=str(address))


def nowhere(address: Address) -> CameraError:
    """As it is written the address names no machine, or no port of one."""
    mend = "It looks like rtsp://192.168.1.9/stream1 or http://192.168.1.9:8080/picture.jpg."
    return CameraError(f"{address} leads to no camera.", mend, code="camera-nowhere", camera=str(address))
