"""What the machine says of itself: how warm it is, whether its power suffices, whether its clock is set, how far its
Wi-Fi carries. A Pi has no clock of its own.

Read from files of the system below `root`, so that tests can lay others there. What a machine does not tell is left
out, never guessed.
"""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ClockState = Literal["synchronised", "kept", "adrift", "wrong"]
"""By a time server; by a battery clock in the machine; by neither; earlier than this program's own files."""

UNSYNCHRONISED = 5
"""What adjtimex(2) returns while nobody keeps the clock right (TIME_ERROR)."""
_POWER = {1: "too little voltage", 2: "a capped pace", 4: "been throttled"}
"""Bits of `get_throttled` for what is so now; sixteen bits higher: what has been so since the start (Raspberry Pi
documentation, `vcgencmd get_throttled`)."""


@dataclass(frozen=True)
class Condition:
    """How the machine is at one moment; none is what it does not tell."""

    temperature: float | None = None
    """Degrees Celsius."""
    power: tuple[str, ...] = ()
    """What is wrong with power and pace now, in words."""
    power_before: tuple[str, ...] = ()
    """What was at some moment since the machine started."""
    clock: ClockState = "synchronised"
    signal: int | None = None
    """Strength of the Wi-Fi in dBm."""
    disk_free: int | None = None
    """Bytes free where games are kept."""


def condition(data: Path, root: Path = Path("/")) -> Condition:
    """How the machine is now; `data` lies on the disk that is looked at."""
    now, before = power(root)
    return Condition(
        temperature=temperature(root),
        power=now,
        power_before=before,
        clock=clock(root),
        signal=signal(root),
        disk_free=disk_free(data),
    )


def disk_free(folder: Path) -> int | None:
    """Bytes free on the disk of a folder that need not be there yet; none where that cannot be known."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(nearest(folder)).free
    return None


def nearest(folder: Path) -> Path:
    """The folder, or the first above it that is there."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def text_of(file: Path) -> str:
    """What the kernel tells in one of its files; empty where it is not there."""
    try:
        return file.read_text("utf-8", errors="replace").strip("\0\n\t ")
    except OSError:
        return ""


def temperature(root: Path = Path("/")) -> float | None:
    """Degrees Celsius of the hottest part; none where the machine does not tell."""
    degrees = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        with contextlib.suppress(ValueError):
            degrees.append(int(text_of(zone)) / 1000)
    return max(degrees, default=None)


def power(root: Path = Path("/")) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is wrong with power and pace now, and what was at some moment since the start, in words."""
    for file in sorted(root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled")):
        with contextlib.suppress(ValueError):
            bits = int(text_of(file), 16)
            return _in_words(bits), _in_words(bits >> 16)
    return (), ()


def signal(root: Path = Path("/")) -> int | None:
    """Strength of the Wi-Fi in dBm; more is better, -50 is strong. None where the machine has no such network."""
    for line in text_of(root / "proc/net/wireless").splitlines()[2:]:
        fields = line.split()
        if len(fields) >= 4:
            with contextlib.suppress(ValueError):
                return int(float(fields[3]))
    return None


def kernel_clock() -> int | None:
    """The state of the system's clock as adjtimex(2) gives it, changing nothing; none where there is no such call."""
    try:
        state = int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)))
    except (OSError, AttributeError, TypeError):
        return None
    return state if state >= 0 else None


def clock(
    root: Path = Path("/"),
    now: Callable[[], float] = time.time,
    kernel: Callable[[], int | None] = kernel_clock,
) -> ClockState:
    """How far the machine's clock may be believed."""
    if now() < Path(__file__).stat().st_mtime - 24 * 3600:
        return "wrong"
    said = kernel()
    if (root / "run/systemd/timesync/synchronized").exists() or (said is not None and said != UNSYNCHRONISED):
        return "synchronised"
    return "kept" if (root / "sys/class/rtc/rtc0").exists() or said is None else "adrift"


def _in_words(bits: int) -> tuple[str, ...]:
    return tuple(words for bit, words in _POWER.items() if bits & bit)
