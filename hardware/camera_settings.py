"""What a camera settled on while a table was measured: exposure, gains and focus, to be set again for each game.

Automatic exposure and white balance answer to every sleeve that comes into view, and a lens that hunts blurs the
board. So they run while the table is measured and stand still while it is played on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

LONGEST_EXPOSURE = 20_000
"""Microseconds a picture is exposed at most, as long as gain can make up for it: a hand moves about a centimetre in
20 ms. 5,000 to 50,000."""
HIGHEST_GAIN = 8.0
"""Gain beyond which noise costs more than a smeared hand; from there on the exposure stays as long as it is. 4 to
16."""
LENS_LIMIT = 32.0
"""Dioptres no lens of these cameras goes beyond."""


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fixed settings of one camera. Raises ValueError when made of numbers that no camera has."""

    exposure: int
    """Microseconds."""
    gain: float
    """Of the sensor's amplifier; 1 adds nothing."""
    red_gain: float
    """Of the white balance."""
    blue_gain: float
    lens: float | None = None
    """Focus in dioptres: one over metres; none where the lens cannot be moved."""

    def __post_init__(self) -> None:
        limits = {
            "exposure": (self.exposure, 1, 10_000_000),
            "gain": (self.gain, 0.5, 1000.0),
            "red_gain": (self.red_gain, 0.05, 32.0),
            "blue_gain": (self.blue_gain, 0.05, 32.0),
            "lens": (self.lens or 0.0, 0.0, LENS_LIMIT),
        }
        for name, (value, low, high) in limits.items():
            if not (math.isfinite(value) and low <= value <= high):
                raise ValueError(f"the camera's {name} is {value:g}; it lies between {low:g} and {high:g}")

    def for_hands(self, highest_gain: float = HIGHEST_GAIN, flicker: float = 10_000.0) -> CameraSettings:
        """As bright, but exposed so briefly that a moving hand does not smear, as far as gain makes up for it, and for
        whole flickers of a lamp, so that it shows no bands; less than one only where there is more light than that.

        `highest_gain` is what the sensor's amplifier can do, `flicker` microseconds from one flicker to the next.
        """
        light = self.exposure * self.gain
        enough = light / min(HIGHEST_GAIN, highest_gain)
        whole = max(math.floor(min(self.exposure, LONGEST_EXPOSURE) / flicker), math.ceil(enough / flicker))
        whole = min(max(whole, 1), max(math.floor(self.exposure / flicker), 1))
        exposure = round(whole * flicker) if light >= flicker else self.exposure
        return msgspec.structs.replace(self, exposure=exposure, gain=round(light / exposure, 4))


class DeviceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fixed settings of a camera on USB, in the device's own units; -1 for what it has no control for."""

    exposure: float
    """V4L2: tenths of a millisecond."""
    gain: float
    white: float
    """Kelvin."""
    focus: float

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if not math.isfinite(getattr(self, name)):
                raise ValueError(f"the camera's {name} is no number")


Settings = CameraSettings | DeviceSettings


@runtime_checkable
class Adjustable(Protocol):
    """A camera whose exposure, white balance and focus can be settled once and then held."""

    def settle(self, *, refocus: bool = True) -> Settings:
        """Let the open camera find its settings, hold them from now on and return them. Raises CameraError.

        Without `refocus` a lens that is held stays where it is: what lies on a board in play has other heights.
        """

    def hold(self, settings: Settings) -> None:
        """Use these settings from the next opening on, or at once where it is open."""


def settings_from(values: Mapping[str, Any]) -> Settings:
    """The settings as a table profile keeps them. Raises ValueError in words where they cannot be used."""
    try:
        form: type[Settings] = DeviceSettings if "white" in values else CameraSettings
        return msgspec.convert(dict(values), form, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
