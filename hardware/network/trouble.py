"""Why a network camera gives no picture. That it has no power or network is said only where nothing comes at all."""

from __future__ import annotations

from hardware.address import Address
from hardware.camera import CameraError

REFUSED = ("401", "403")
"""Not without another name and password (RFC 9110, 15.5.2 and 15.5.4; RFC 2326)."""
_POWER = "See that it has power and network."


def absent(address: Address) -> CameraError:
    """Nothing answers at the address."""
    shown = str(address)
    mend = f"{_POWER} Check the address in a video player."
    return CameraError(f"No camera answers at {shown}.", mend, code="camera-none", camera=shown)


def gone(address: Address) -> CameraError:
    """It gave pictures, and nothing answers there any more."""
    shown = str(address)
    return CameraError(f"The camera at {shown} gives no more pictures.", _POWER, code="camera-gone", camera=shown)


def locked(address: Address) -> CameraError:
    """It answers, and wants another name and password than it was given."""
    shown = str(address)
    mend = "Write them into its address as NAME:PASSWORD@ before the host, with %40 for @, %2F for / and %3A for :."
    reason = f"The camera at {shown} wants its name and password."
    return CameraError(reason, mend, code="camera-locked", camera=shown)


def slow(address: Address) -> CameraError:
    """Something comes, but no picture in the time there is for one."""
    shown = str(address)
    mend = "Bring it nearer to the Wi-Fi, or let it send smaller pictures."
    return CameraError(f"The camera at {shown} sends too slowly.", mend, code="camera-slow", camera=shown)


def silent(address: Address) -> CameraError:
    """It takes the call and then says nothing, or nothing more."""
    shown = str(address)
    mend = "Another program may take all it can give: switch it off and on. Or its pictures have another address."
    reason = f"The camera at {shown} answers, but sends no picture."
    return CameraError(reason, mend, code="camera-silent", camera=shown)


def no_pictures(address: Address, what: str) -> CameraError:
    """What answers there gives something else: `what` names it as protocols do, like `HTTP 404` or `text/html`."""
    shown = str(address)
    mend = "The camera's manual has the address of its pictures; try it in a video player."
    reason = f"What answers at {shown} gives no pictures ({what})."
    return CameraError(reason, mend, code="camera-other-answer", camera=shown, what=what)


def unclear(address: Address) -> CameraError:
    """Nobody can tell where in the address the password ends."""
    shown = str(address)
    mend = "Write its @ as %40, its / as %2F, its : as %3A, its # as %23 and its ? as %3F."
    reason = f"A sign of the password cuts the address {shown} in two."
    return CameraError(reason, mend, code="camera-address", camera=shown)


def nowhere(address: Address) -> CameraError:
    """As it is written the address names no machine, or no port of one."""
    shown = str(address)
    mend = "It looks like rtsp://192.168.1.9/stream1 or http://192.168.1.9:8080/picture.jpg."
    return CameraError(f"{shown} leads to no camera.", mend, code="camera-nowhere", camera=shown)
