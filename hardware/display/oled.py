"""A small OLED on the Pi's I2C pins, through luma.oled.

Debian has the library (`python3-luma.oled`); the wheels of PyPI would need a compiler.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from hardware.display.display import DisplayError, Grey

KINDS = ("ssd1306", "sh1106", "ssd1309")
"""Chips of monochrome OLEDs that are common."""
I2C_BUS = 1
"""The bus on the Pi's pins 3 and 5."""

Load = Callable[[str], Any]
"""Imports a module by its name."""


class Oled:
    """One OLED."""

    def __init__(self, kind: str = "ssd1306", address: int = 0x3C, load: Load = importlib.import_module) -> None:
        """Find it.

        Args:
            kind: its chip, one of `KINDS`.
            address: on the bus; printed on the board, mostly 0x3C.
            load: gives luma's modules, or what stands in for them.

        Raises:
            DisplayError: the library is not installed, or no display answers.
        """
        try:
            serial, devices, pictures = load("luma.core.interface.serial"), load("luma.oled.device"), load("PIL.Image")
        except ImportError as error:
            raise DisplayError(
                f"The small display needs luma.oled, which is not installed ({error}).",
                "On a Raspberry Pi: sudo apt install python3-luma.oled",
            ) from error
        try:
            self._device = getattr(devices, kind)(serial.i2c(port=I2C_BUS, address=address))
        except Exception as error:  # luma has an error for each way in which nobody answers
            raise DisplayError(
                f"No display answers as {kind} at {address:#04x} ({error}).",
                "See its four wires, and that I2C is on: sudo raspi-config, Interface Options.",
            ) from error
        self._picture_of = pictures.fromarray
        self.size = int(self._device.width), int(self._device.height)

    def show(self, picture: Grey) -> None:
        """Show it, light where it is lighter than middle grey. Raises DisplayError where nothing answers any more."""
        try:
            self._device.display(self._picture_of(picture).convert(self._device.mode))
        except OSError as error:
            raise DisplayError(
                f"The small display does not answer any more ({error}).", "See its four wires."
            ) from error

    def close(self) -> None:
        """Leave it dark."""
        try:
            self._device.cleanup()
        except OSError:
            return  # gone: it is dark
