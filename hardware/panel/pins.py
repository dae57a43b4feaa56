"""Which pin of the Pi each part of the panel is wired to, and what no wiring can be."""

from __future__ import annotations

from collections import Counter

import msgspec

FIRST, LAST = 2, 27
"""Pins a Pi has for this, by their BCM numbers, which are printed on no board but in every pin-out."""
BUTTONS = ("stop", "undo", "new_game", "new_host", "shutdown")
"""What buttons can mean."""
HELD = ("new_host", "shutdown")
"""Those that must be held for three seconds."""


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
