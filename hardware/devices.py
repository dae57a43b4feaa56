"""Where the kernel tells of the country, and which devices may not be opened by their rights or the unit.

A library that meets one often says only that it found nothing, so it is tried here before a cable is blamed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.camera import CameraError
from hardware.health import text_of

CAMERA_MEMORY = "dma_heap/*"
"""Below `/dev`: where libcamera keeps its pictures. Without it no camera on a ribbon is registered at all."""
Open = Callable[[str, int], int]
REGION = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")
"""The country that a machine was told for its Wi-Fi (the kernel's cfg80211); `00` for none."""
SIXTY_HERTZ = frozenset(
    {
        *("AG", "AS", "AW", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM", "GT", "GU", "GY", "HN"),
        *("HT", "KN", "KR", "KY", "LR", "MH", "MP", "MS", "MX", "NI", "PA", "PE", "PH", "PR", "PW", "SA", "SR", "SV"),
        *("TC", "TT", "TW", "UM", "US", "VE", "VG", "VI"),
    }
)
"""Countries with mains of 60 Hz (IEC, World Plugs). Japan has both; most of its people live with 50."""


def forbidden(patterns: Iterable[str], devices: Path = Path("/dev"), opened: Open = os.open) -> tuple[str, str] | None:
    """The first device that may not be opened, and why in the system's words; none where all may.

    What is looked at are `patterns` below the folder `devices`; `opened` opens one, and tests put another in its place.
    """
    for path in (str(path) for pattern in patterns for path in sorted(devices.glob(pattern))):
        try:
            os.close(opened(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
        except PermissionError as error:  # EACCES by the device's rights, EPERM by the unit's DeviceAllow
            return path, error.strerror or "not permitted"
        except OSError:
            continue
    return None


def not_allowed(device: str, why: str, camera: str) -> CameraError:
    """The error for a camera behind a device that may not be opened."""
    reason = f"The program may not open {device} ({why}), so it finds no camera."
    mend = (
        "At a terminal: sudo usermod -aG video $USER, and log in anew. A table that starts with the machine: "
        "run its install.sh again."
    )
    return CameraError(reason, mend, code="camera-forbidden", camera=camera, device=device)


def flicker_period(region: Path = REGION) -> float:
    """Microseconds from one flicker of a lamp to the next, by the country the machine was told; 10,000 without one."""
    return 1e6 / 120 if text_of(region).upper() in SIXTY_HERTZ else 1e6 / 100
