"""Cameras on a USB cable: found by number, by lasting name or as the first there is, and held as the Pi's own are."""

from __future__ import annotations

import contextlib
import fcntl
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from hardware.camera import CameraError
from hardware.camera_settings import DeviceSettings, Settings
from hardware.capture import Capture, CapturedCamera
from hardware.devices import flicker_period, forbidden, not_allowed
from hardware.present import on_usb, short_name

SETTLING_FRAMES = 60
"""Pictures a device is given to find its exposure, white balance and focus: two seconds of most."""
AUTOMATIC_EXPOSURE, FIXED_EXPOSURE = 3.0, 1.0
"""V4L2's exposure modes (videodev2.h): the device chooses the time; nothing is chosen by it."""

SET_CONTROL, POWER_LINE_FREQUENCY, MAINS_50, MAINS_60 = 0xC008561C, 0x00980918, 1, 2
"""V4L2's VIDIOC_S_CTRL, its V4L2_CID_POWER_LINE_FREQUENCY and what that can be (videodev2.h, v4l2-controls.h)."""

Opener = Callable[[int], Capture]


def _open_device(number: int) -> Capture:
    if sys.platform != "linux":
        return cv2.VideoCapture(number)
    # Asked for a number that is not there, OpenCV tries whatever else it was built with, and may end the program.
    if not Path(f"/dev/video{number}").exists():
        return cv2.VideoCapture()
    _tell_the_mains(number)
    return cv2.VideoCapture(number, cv2.CAP_V4L2)


def _tell_the_mains(number: int) -> None:
    """Let the device choose exposures under which lamps on these mains show no bands; one that cannot does nothing."""
    value = MAINS_60 if flicker_period() < 10_000 else MAINS_50
    with contextlib.suppress(OSError), Path(f"/dev/video{number}").open("rb", buffering=0) as device:
        fcntl.ioctl(device, SET_CONTROL, struct.pack("Ii", POWER_LINE_FREQUENCY, value))


class UsbCamera(CapturedCamera):
    """A camera of which exposure, white balance and focus can be held, as far as the device lets them be."""

    def __init__(
        self,
        name: str = "usb",
        *,
        size: tuple[int, int] | None = (1280, 960),
        opener: Opener = _open_device,
        present: Callable[[], list[str]] = on_usb,
        **how: Any,
    ) -> None:
        """`usb` is the first there is, `usb:0` goes by its number; or the path of a device. `present` gives the names
        of the cameras there are; `how` is what `CapturedCamera` takes."""
        self._held: DeviceSettings | None = None
        self._at, self._present = name, present
        reason = f"The camera {name} gives no more pictures."
        gone = CameraError(reason, "See that its plug sits well.", code="camera-gone", camera=name)
        how |= {"model": "USB camera", "missing": self._why_it_is_missing, "lost": lambda: gone}
        super().__init__(name, lambda: opener(self._number()), size=size, **how)

    def open(self) -> None:
        """Open the device; settings that are held are set."""
        super().open()
        if self._held is not None:
            self._set(self._held)

    def describe(self) -> dict[str, Any]:
        """What any captured camera tells, and the settings it holds."""
        return {**super().describe(), **({"settings": self._held} if self._held is not None else {})}

    def hold(self, settings: Settings) -> None:
        """Use these settings from now on, or from the next opening; those of a Pi camera say nothing."""
        if isinstance(settings, DeviceSettings):
            self._held = settings
            if self._capture is not None:
                self._set(settings)

    def settle(self, *, refocus: bool = True) -> DeviceSettings:
        """Let the device find what suits the light, then hold it. Raises CameraError where no picture comes."""
        capture = self._capture
        if capture is None:
            raise CameraError(f"The camera {self.name} is not open.")
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC_EXPOSURE)
        capture.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        if refocus:
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)
        for _ in range(SETTLING_FRAMES):
            with self._reading:
                if not capture.grab():
                    raise self._lost()
        values = (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS)
        self._held = DeviceSettings(*(capture.get(one) for one in values))
        self._set(self._held)
        return self._held

    def _set(self, settings: DeviceSettings) -> None:
        """Set them all; what a device has no control for it passes over."""
        assert self._capture is not None
        for what, value in (
            (cv2.CAP_PROP_AUTO_EXPOSURE, FIXED_EXPOSURE),
            (cv2.CAP_PROP_EXPOSURE, settings.exposure),
            (cv2.CAP_PROP_GAIN, settings.gain),
            (cv2.CAP_PROP_AUTO_WB, 0.0),
            (cv2.CAP_PROP_WB_TEMPERATURE, settings.white),
            (cv2.CAP_PROP_AUTOFOCUS, 0.0),
            (cv2.CAP_PROP_FOCUS, settings.focus),
        ):
            if value >= 0:
                self._capture.set(what, value)

    def _number(self) -> int:
        """The number it has now; -1, at which nothing answers, where there is none."""
        name = short_name(self._at)
        if name == "usb":
            name = next(iter(self._present()), name)
        number = name.removeprefix("usb:")
        return int(number) if number.isdigit() else -1

    def _why_it_is_missing(self) -> CameraError:
        there, number = self._present(), self._number()
        reason = f"The camera {self.name} is not there."
        closed = forbidden((f"video{number}",))
        if closed is not None:
            return not_allowed(*closed, self.name)
        if f"usb:{number}" in there:
            reason = f"Another program holds the camera {self.name}."
            mend = "End that program; it is tried again until then."
            return CameraError(reason, mend, code="camera-held", camera=self.name)
        if not there:
            mend = "Plug one in; the system shows no camera on USB."
            return CameraError(reason, mend, code="camera-none", camera=self.name)
        names = ", ".join(there)
        return CameraError(reason, f"Try {names}.", code="camera-other", camera=self.name, others=names)
