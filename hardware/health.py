"""How the machine itself is doing: heat, power, clock, disk, Wi-Fi, read from where Linux tells it.

Everything is read below one root folder, so that tests give a tree of their own. What a machine does not tell is left
out, never guessed.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from pathlib import Path

import msgspec

HOT = 80.0
"""Degrees at which a Pi begins to slow down (soft limit of the firmware; raspberrypi.com, frequency management)."""
WEAK_SIGNAL = -70
"""Wi-Fi in dBm below which pages stall."""
EARLIEST = 1_767_225_600.0
"""A clock before 2026 was never set: this program is younger."""

_UNDERVOLTAGE, _CAPPED, _THROTTLED, _SOFT_LIMIT = 1, 2, 4, 8
"""Bits of `get_throttled` for what is so now; sixteen bits higher: what has been so since the start."""


class Health(msgspec.Struct, frozen=True):
    """What the machine tells of itself; none where it tells nothing."""

    temperature: float | None = None
    """Degrees Celsius of the processor."""
    power: tuple[str, ...] = ()
    """What is wrong with its power or pace now, in words."""
    power_before: tuple[str, ...] = ()
    """What was wrong at some moment since it was switched on."""
    clock_set: bool | None = None
    """Whether the clock was set, by the network or a battery."""
    disk_free: int | None = None
    """Bytes free where games are kept."""
    signal: int | None = None
    """Wi-Fi in dBm; more is better, -50 is strong."""

    @property
    def troubles(self) -> tuple[str, ...]:
        """What somebody should do something about, a sentence each."""
        found = []
        if self.temperature is not None and self.temperature >= HOT:
            found.append(f"The machine is {self.temperature:.0f} degrees hot and slows down: give it air.")
        found += [f"The machine has {one}: use the power supply made for it." for one in self.power]
        if self.clock_set is False:
            found.append("The clock is not set: times of games are put right when it is.")
        if self.signal is not None and self.signal < WEAK_SIGNAL:
            found.append(f"The Wi-Fi is weak ({self.signal} dBm): bring the machine nearer to the router.")
        return tuple(found)


def health_of(folder: Path, *, root: Path = Path("/"), now: float | None = None) -> Health:
    """How the machine is doing.

    Args:
        folder: where games are kept.
        root: the root of /sys, /proc and /run.
        now: seconds since 1970; the machine's clock where none is given.
    """
    throttled = _throttled(root)
    return Health(
        temperature=_temperature(root),
        power=_in_words(throttled),
        power_before=_in_words(throttled >> 16),
        clock_set=_clock_set(root, time.time() if now is None else now),
        disk_free=_disk_free(folder),
        signal=_signal(root),
    )


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii", errors="replace").strip()
    except OSError:
        return ""


def _temperature(root: Path) -> float | None:
    degrees = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        with contextlib.suppress(ValueError):
            degrees.append(int(_text(zone)) / 1000)
    return max(degrees, default=None)


def _throttled(root: Path) -> int:
    for file in sorted(root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled")):
        try:
            return int(_text(file), 16)
        except ValueError:
            continue
    return 0


def _in_words(bits: int) -> tuple[str, ...]:
    words = {_UNDERVOLTAGE: "too little voltage", _THROTTLED: "been throttled", _CAPPED: "a capped pace"}
    return tuple(text for bit, text in words.items() if bits & bit)


def _clock_set(root: Path, now: float) -> bool | None:
    if now < EARLIEST:
        return False
    # systemd-timesyncd makes this file when the network has told the time since the start.
    if (root / "run/systemd/timesync/synchronized").exists():
        return True
    if any(root.glob("sys/class/rtc/rtc*")):
        return True
    return False if (root / "run/systemd").is_dir() else None


def _disk_free(folder: Path) -> int | None:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _signal(root: Path) -> int | None:
    for line in _text(root / "proc/net/wireless").splitlines()[2:]:
        fields = line.split()
        if len(fields) >= 4:
            try:
                return int(float(fields[3].rstrip(".")))
            except ValueError:
                return None
    return None
