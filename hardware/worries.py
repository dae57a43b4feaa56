"""What of a machine's condition people should know, and what helps: one list for `doctor`, `/healthz` and the page.

Here stand the bounds and the words; who measures is `hardware.health`, who tells it in other languages `web`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.trouble import Trouble
from hardware.health import ClockState, Condition

HOT = 80.0
"""Degrees Celsius at which a Pi begins to slow down."""
TOO_HOT = 85.0
"""At which it slows down for good."""
WEAK_SIGNAL = -70
"""Wi-Fi in dBm below which pages stall."""
MIB = 1024 * 1024
LITTLE_SPACE_MIB = 500
"""Free space below which a long evening with evidence could fill the disk; a warning."""
NO_SPACE_MIB = 20
"""Free space below which a game may not be saved to its end; a fault."""

Part = Literal["disk", "clock", "warmth", "power", "wi-fi", "network", "camera", "panel", "start"]


class Worry(Trouble):
    """Something about the machine that people should know."""

    def __init__(self, part: Part, code: str, reason: str, mend: str, *, grave: bool = False, **about: str) -> None:
        """`grave`: play suffers from it already."""
        super().__init__(reason, mend, code=code, **about)
        self.part = part
        self.grave = grave


def worries(now: Condition) -> Iterator[Worry]:
    """What there is to worry about, the gravest of each part."""
    yield from _about_disk(now.disk_free)
    yield from _about_power(now)
    yield from _about_warmth(now.temperature)
    yield from _about_clock(now.clock)
    if now.signal is not None and now.signal < WEAK_SIGNAL:
        strength = str(now.signal)
        reason = f"The Wi-Fi is weak at the table: {strength} dBm."
        yield Worry("wi-fi", "weak-signal", reason, "Bring the machine nearer to the router.", signal=strength)


def _about_disk(free: int | None) -> Iterator[Worry]:
    if free is None:
        return
    mib = str(free // MIB)
    if free < NO_SPACE_MIB * MIB:
        mend = "Delete old games (`referee history delete`) or other files."
        yield Worry("disk", "disk-full", f"The card is full: {mib} MiB are free.", mend, grave=True, free=mib)
    elif free < LITTLE_SPACE_MIB * MIB:
        reason = f"Room runs out on the card: {mib} MiB are free."
        mend = f"Under {LITTLE_SPACE_MIB} MiB a long evening may not fit: free some."
        yield Worry("disk", "disk-little", reason, mend, free=mib)


def _about_power(now: Condition) -> Iterator[Worry]:
    mend = "Use the power supply that was made for this machine, and its own cable."
    if now.power:
        low = "too little voltage" in now.power
        reason = f"The machine has {' and '.join(now.power)}."
        yield Worry("power", "low-voltage" if low else "slowed", reason, mend, grave=True)
    elif now.power_before:
        low = "too little voltage" in now.power_before
        reason = f"Since it was switched on the machine has had {' and '.join(now.power_before)}."
        yield Worry("power", "low-voltage-before" if low else "slowed-before", reason, mend)


def _about_warmth(warm: float | None) -> Iterator[Worry]:
    if warm is None or warm < HOT:
        return
    degrees = f"{warm:.0f}"
    if warm >= TOO_HOT:
        reason = f"The machine is {degrees} °C hot and slows down."
        yield Worry("warmth", "too-hot", reason, "Give it air or a heat sink.", grave=True, degrees=degrees)
    else:
        reason = f"The machine is {degrees} °C hot and will soon slow down."
        yield Worry("warmth", "hot", reason, "Give it air or a heat sink.", degrees=degrees)


def _about_clock(state: ClockState) -> Iterator[Worry]:
    mend = "Join a network with internet, or set it: sudo date -s 'YEAR-MONTH-DAY HOUR:MINUTE'."
    if state == "adrift":
        reason = "The date may be wrong: this machine has no battery clock, and no time has come over the network yet."
        yield Worry("clock", "clock-adrift", reason, mend)
    elif state == "wrong":
        reason = "The clock is wrong: it is set earlier than this program was installed, so games get false dates."
        yield Worry("clock", "clock-wrong", reason, mend, grave=True)
