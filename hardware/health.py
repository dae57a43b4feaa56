"""What the machine says of itself: how warm it is, whether its power suffices, whether its clock is set, how far its
Wi-Fi carries. A Pi has no clock of its own.

Read from files of the system below `root`, so that tests can lay others there. What a machine does not tell is left
out, never guessed.
"""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

ClockState = Literal["synchronised", "kept", "adrift", "wrong"]
"""By a time server; by a battery clock in the machine; by neither; earlier than this program's own files."""

_UNSYNCHRONISED = 5
"""What adjtimex(2) returns while nobody keeps the clock right (TIME_ERROR)."""
_POWER = {1: "too little voltage", 2: "a capped pace", 4: "been throttled"}
"""Bits of `get_throttled` for what is so now; sixteen bits higher: what has been so since the start (Raspberry Pi
documentation, `vcgencmd get_throttled`)."""


def temperature(root: Path = Path("/")) -> float | None:
    """Degrees Celsius of the hottest part; none where the machine does not tell."""
    degrees = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        with contextlib.suppress(ValueError):
            degrees.append(int(_text(zone)) / 1000)
    return max(degrees, default=None)


def power(root: Path = Path("/")) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is wrong with power and pace now, and what was at some moment since the start, in words."""
    for file in sorted(root.glob("sys/devices/platform/soc*/soc*firmware/get_throttled")):
        with contextlib.suppress(ValueError):
            bits = int(_text(file), 16)
            return _in_words(bits), _in_words(bits >> 16)
    return (), ()


def signal(root: Path = Path("/")) -> int | None:
    """Strength of the Wi-Fi in dBm; more is better, -50 is strong. None where the machine has no such network."""
    for line in _text(root / "proc/net/wireless").splitlines()[2:]:
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
    if (root / "run/systemd/timesync/synchronized").exists() or (said is not None and said != _UNSYNCHRONISED):
        return "synchronised"
    return "kept" if (root / "sys/class/rtc/rtc0").exists() or said is None else "adrift"


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii", errors="replace").strip()
    except OSError:
        return ""


def _in_words(bits: int) -> tuple[str, ...]:
    return tuple(words for bit, words in _POWER.items() if bits & bit)
