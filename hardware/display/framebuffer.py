"""The console's screen without a window system: pixels written to `/dev/fb0`.

Its form is told by files of the kernel (Documentation/fb in its sources): how many pixels, how many bits each, how many
bytes from one row to the next.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.display.display import DisplayError, Grey


class Framebuffer:
    """One screen."""

    def __init__(self, device: Path = Path("/dev/fb0"), root: Path = Path("/")) -> None:
        """Read the screen's form; `root` is where the kernel's files lie, so that tests can lay others.

        Raises DisplayError where there is no such screen, or one of a form that is not known.
        """
        self._device = device
        about = root / "sys/class/graphics" / device.name
        try:
            width, height = (int(part) for part in (about / "virtual_size").read_text("ascii").split(","))
            self._bits = int((about / "bits_per_pixel").read_text("ascii"))
            self._stride = int((about / "stride").read_text("ascii"))
        except (OSError, ValueError) as error:
            raise DisplayError(
                f"There is no screen at {device} ({error}).", "Plug it in before the Pi is switched on."
            ) from error
        if self._bits not in (16, 24, 32) or self._stride < width * self._bits // 8 or min(width, height) < 32:
            raise DisplayError(
                f"The screen at {device} has {width}x{height} pixels of {self._bits} bits, which is not known here.",
                "Set it to 16, 24 or 32 bits.",
            )
        self.size = width, height

    def show(self, picture: Grey) -> None:
        """Write the pixels. Raises DisplayError where the screen is gone or may not be written."""
        width, height = self.size
        if picture.shape != (height, width):
            raise ValueError(f"the picture is {picture.shape[1]}x{picture.shape[0]}, the screen {width}x{height}")
        rows = np.zeros((height, self._stride), np.uint8)
        rows[:, : width * self._bits // 8] = _pixels(picture, self._bits)
        try:
            with self._device.open("r+b", buffering=0) as screen:
                screen.write(rows.tobytes())
        except OSError as error:
            raise DisplayError(
                f"The screen at {self._device} cannot be written ({error.strerror}).",
                "Whoever runs this must be in the group 'video'.",
            ) from error

    def close(self) -> None:
        """Leave it dark."""
        width, height = self.size
        try:
            self.show(np.zeros((height, width), np.uint8))
        except DisplayError:
            return  # gone: it is dark


def _pixels(grey: Grey, bits: int) -> NDArray[np.uint8]:
    """Grey as the bytes of a row of pixels: shape (height, width x bytes)."""
    if bits == 16:  # five bits of red, six of green, five of blue
        wide = grey.astype(np.uint16)
        packed = ((wide >> 3) << 11) | ((wide >> 2) << 5) | (wide >> 3)
        return packed.astype("<u2").view(np.uint8).reshape(grey.shape[0], -1)
    return np.repeat(grey, bits // 8, axis=1)
