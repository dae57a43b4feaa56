"""Lamp, buttons and buzzer at the table, on the Pi's pins: what each is wired to, and all of them together.

What they mean is decided elsewhere. gpiozero does the work, in threads of its own; on a machine without pins its
MockFactory stands in for them.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Literal

import msgspec

from engine.trouble import Trouble

FIRST, LAST = 2, 27
"""Pins a Pi has for this, by their BCM numbers, which are printed on no board but in every pin-out."""
BUTTONS = ("stop", "undo", "new_game", "new_host", "shutdown")
"""What buttons can mean."""
HELD = ("new_host", "shutdown")
"""Those that must be held for three seconds."""
HOLD_SECONDS = 3.0
"""How long a button of `HELD` must be held: nobody leans on it for so long by accident."""
BOUNCE_SECONDS = 0.05
"""A contact chatters for a few milliseconds when it closes."""
COLOURS = {"blue": (0.0, 0.1, 1.0), "green": (0.0, 1.0, 0.1), "red": (1.0, 0.0, 0.0), "white": (1.0, 1.0, 1.0)}
"""Red, green and blue of the lamp, 0 to 1."""
BLINK_SECONDS, PULSE_SECONDS = 0.2, 1.5
"""Half a blink of a fault, half a breath of a pause."""
FLASH_SECONDS, DARK_SECONDS = 0.1, 1.9
"""A flash of a lamp that nobody referees by, and the dark until the next."""
TUNES: dict[str, tuple[float, float, int]] = {
    "fault": (0.6, 0.1, 1),
    "sequence": (0.12, 0.1, 2),
    "win": (0.12, 0.1, 4),
    "trouble": (0.3, 0.3, 3),
}
"""Seconds on, seconds off, and how often."""

How = Literal["steady", "blink", "breathe", "flash", "off"]
"""How the lamp is lit."""

ButtonPressed = Callable[[str], None]


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BCM numbers of the pins; none where a part is not there. Raises ValueError for what cannot be wired so."""

    lamp: tuple[int, int, int] | None = None
    """Red, green and blue of a lamp of three colours with a common cathode."""
    buzzer: int | None = None
    stop: int | None = None
    undo: int | None = None
    new_game: int | None = None
    new_host: int | None = None
    shutdown: int | None = None

    def __post_init__(self) -> None:
        used = [*(self.lamp or ()), *(pin for pin in (self.buzzer, *self.buttons.values()) if pin is not None)]
        for pin in used:
            if not FIRST <= pin <= LAST:
                raise ValueError(f"there is no pin {pin}; a Pi has GPIO{FIRST} to GPIO{LAST}")
        twice = [pin for pin, times in Counter(used).items() if times > 1]
        if twice:
            raise ValueError(f"pin {twice[0]} is given to two parts; each needs its own")

    @property
    def buttons(self) -> dict[str, int]:
        """The buttons that are there, by what they mean."""
        return {name: pin for name in BUTTONS if (pin := getattr(self, name)) is not None}

    @property
    def any(self) -> bool:
        """Whether anything is wired at all."""
        return bool(self.lamp or self.buzzer is not None or self.buttons)


class PanelError(Trouble):
    """The panel cannot be used: one sentence with the reason, one with the mend."""


class Panel(AbstractContextManager["Panel"]):
    """Lamp, buzzer and buttons. `with` frees the pins."""

    def __init__(self, pins: Pins, pressed: ButtonPressed, *, pin_factory: Any = None) -> None:
        """Take the pins; `pressed` hears the name of a button, on a thread of gpiozero's, whose way to the pins is
        `pin_factory`, or its own choice where none is given.

        Raises PanelError where gpiozero is not installed, or this machine has no such pins.
        """
        self._parts = ExitStack()
        keep = self._parts.enter_context
        self._lamp: Any = None
        self._buzzer: Any = None
        self._shown: tuple[str, str] = ("", "")
        if not pins.any:
            return
        try:
            gpiozero = importlib.import_module("gpiozero")
            if pins.lamp is not None:
                self._lamp = keep(gpiozero.RGBLED(*pins.lamp, pin_factory=pin_factory))
            if pins.buzzer is not None:
                self._buzzer = keep(gpiozero.Buzzer(pins.buzzer, pin_factory=pin_factory))
            for name, pin in pins.buttons.items():
                button = keep(
                    gpiozero.Button(pin, bounce_time=BOUNCE_SECONDS, hold_time=HOLD_SECONDS, pin_factory=pin_factory)
                )
                told = lambda name=name: pressed(name)  # noqa: E731 - each button tells its own name
                if name in HELD:
                    button.when_held = told
                else:
                    button.when_pressed = told
        except ImportError as error:
            reason = f"Lamp and buttons need gpiozero, which cannot be imported here ({error})."
            mend = "sudo apt install python3-gpiozero python3-lgpio"
            raise PanelError(reason, mend, code="panel-software") from error
        except Exception as error:
            self._parts.close()
            reason = f"Lamp and buttons cannot be used ({error})."
            mend = "See that no other program uses these pins, and that this is a Raspberry Pi with python3-lgpio."
            raise PanelError(reason, mend, code="panel-unusable", why=str(error)) from error

    def show(self, colour: str, how: How = "steady") -> None:
        """Light the lamp in a colour of `COLOURS`; nothing changes where it already shows that."""
        if self._lamp is None or self._shown == (colour, how):
            return
        self._shown = (colour, how)
        light = COLOURS[colour]
        if how == "steady":
            self._lamp.color = light
        elif how == "blink":
            self._lamp.blink(BLINK_SECONDS, BLINK_SECONDS, on_color=light)
        elif how == "flash":
            self._lamp.blink(FLASH_SECONDS, DARK_SECONDS, on_color=light)
        elif how == "breathe":
            self._lamp.pulse(PULSE_SECONDS, PULSE_SECONDS, on_color=light)
        else:
            self._lamp.off()

    def sound(self, tune: str) -> None:
        """Sound one of `TUNES`, without making anybody wait."""
        if self._buzzer is not None:
            on, off, times = TUNES[tune]
            self._buzzer.beep(on, off, times)

    def close(self) -> None:
        """Free the pins; closing twice is harmless."""
        self._parts.close()
        self._lamp = self._buzzer = None

    def __exit__(self, *exception: object) -> None:
        self.close()
