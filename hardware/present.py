"""What cameras are called, and which are plugged into this machine, so that somebody can choose one by its name."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from hardware.health import text_of

NAMES = (
    "pi",
    "usb (the first)",
    "usb:0",
    "/dev/v4l/by-id/…",
    "rtsp://…",
    "http://…",
    "simulated",
    "recording:FOLDER",
    "a folder of numbered frames",
    "a video file",
)
"""What can be named, for help and errors."""
SYSTEM = Path("/sys")
"""Where the kernel tells of its devices; tests have one of their own."""
DEVICES = Path("/dev")
USB_DRIVER = "uvcvideo"
"""The driver of cameras on a USB cable; a Pi has a dozen video devices that are none."""
SENSOR = re.compile(r"(imx|ov)\d+")
"""What the kernel calls the sensors of the Pi's cameras, as `imx708_wide 4-001a`; their lenses have other names."""


def cameras_present(system: Path = SYSTEM) -> tuple[str, ...]:
    """Names by which they can be opened: the Pi's own where its library is installed, then those on USB."""
    there = importlib.util.find_spec("picamera2") is not None
    return (*_on_ribbons(max(1, _sensors(system)) if there else 0), *on_usb(system))


def cameras_plugged_in(system: Path = SYSTEM) -> tuple[str, ...]:
    """Those of them that the kernel has found: a Pi's library may be there without a camera."""
    return (*_on_ribbons(_sensors(system)), *on_usb(system))


def _on_ribbons(count: int) -> list[str]:
    return ["pi", *(f"pi:{number}" for number in range(1, count))][:count]


def lasting_name(name: str, devices: Path = DEVICES) -> str:
    """The name under which a camera on USB, as `usb:0`, comes back whatever its number is then; others have no better
    one."""
    if not name.startswith("usb:"):
        return name
    device = devices / f"video{name.removeprefix('usb:')}"
    links = (devices / "v4l" / "by-id").glob("*")
    return next((str(link) for link in sorted(links) if link.resolve() == device.resolve()), name)


def short_name(name: str, devices: Path = DEVICES) -> str:
    """`usb:0` of a device's path as it stands now; any other name as it is."""
    if not name.startswith(f"{devices}/"):
        return name
    number = re.fullmatch(r"video(\d+)", Path(name).resolve().name)
    return f"usb:{number[1]}" if number else name


def _sensors(system: Path) -> int:
    """Cameras on ribbon cables: each sensor is a device of its own, named by its make."""
    names = (text_of(device / "name") for device in (system / "class/video4linux").glob("v4l-subdev*"))
    return sum(bool(SENSOR.match(name)) for name in names)


def on_usb(system: Path = SYSTEM) -> list[str]:
    """Names of the cameras on USB, in the order of their numbers."""
    cameras = filter(_is_usb_camera, (system / "class/video4linux").glob("video*"))
    numbers = (camera.name.removeprefix("video") for camera in cameras)
    return [f"usb:{number}" for number in sorted(int(number) for number in numbers if number.isdigit())]


def _is_usb_camera(device: Path) -> bool:
    """Whether it gives pictures: each such camera has a second device that only tells of them."""
    if text_of(device / "index") != "0":
        return False
    return (device / "device/driver").resolve().name == USB_DRIVER
