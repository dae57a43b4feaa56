"""Which cameras are plugged into this machine, so that somebody can choose one without knowing its name."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SYSTEM = Path("/sys")
USB_DRIVER = "uvcvideo"
"""The driver of cameras on a USB cable; a Pi has a dozen video devices that are none."""


def cameras_present(system: Path = SYSTEM) -> tuple[str, ...]:
    """Names by which they can be opened: the Pi's own where its library is installed, then those on USB.

    Args:
        system: where the kernel tells of its devices; tests have one of their own.
    """
    found = ["pi"] if importlib.util.find_spec("picamera2") is not None else []
    numbers = []
    for device in (system / "class/video4linux").glob("video*"):
        number = device.name.removeprefix("video")
        if number.isdigit() and _is_usb_camera(device):
            numbers.append(int(number))
    return (*found, *(f"usb:{number}" for number in sorted(numbers)))


def _is_usb_camera(device: Path) -> bool:
    """Whether it gives pictures: each such camera has a second device that only tells of them."""
    try:
        first = (device / "index").read_text().strip() == "0"
        return first and (device / "device/driver").resolve().name == USB_DRIVER
    except OSError:
        return False
