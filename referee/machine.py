"""What the machine says of itself: how warm it is, whether its clock is set. A Pi has no clock of its own.

Read from files of the system below `root`, so that tests can lay others there.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

ClockState = Literal["synchronised", "kept", "adrift", "wrong"]
"""By a time server; by a battery clock in the machine; by neither; earlier than this program's own files."""

_UNSYNCHRONISED = 5
"""What adjtimex(2) returns while nobody keeps the clock right (TIME_ERROR)."""


def temperature(root: Path = Path("/")) -> float | None:
    """Degrees Celsius of the processor; none where the machine does not tell."""
    try:
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
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
