"""What a running table says of itself, and whether the machine's clock and warmth are in order.

Beside `referee.checkup.machine`, which looks at the machine at rest; findings have the same form.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.health import ClockState, clock, power, signal, temperature
from referee.checkup.machine import Finding
from referee.session.serving import health, notes

HOT = 80.0
"""Degrees Celsius at which a Pi begins to slow down."""
TOO_HOT = 85.0
"""At which it slows down for good."""
WEAK_SIGNAL = -70
"""Wi-Fi in dBm below which pages stall."""

_CLOCKS: dict[ClockState, tuple[str, str, str]] = {
    "synchronised": ("ok", "set, and kept right over the network", ""),
    "kept": ("ok", "kept by the machine's own clock; nothing compares it with the network", ""),
    "adrift": (
        "warning",
        "kept by nobody: this machine has no battery clock, and no time came over the network since it started",
        "Join a network with internet, or set it: sudo date -s '2026-11-25 20:00'.",
    ),
    "wrong": (
        "fault",
        "wrong: it is set earlier than this program was installed, so games get false dates",
        "Join a network with internet, or set it: sudo date -s '2026-11-25 20:00'.",
    ),
}


def examine_running(data: Path, port: int) -> Iterator[Finding]:
    """The findings on clock and warmth, and one on each table that is served from here."""
    state, what, mend = _CLOCKS[clock()]
    yield Finding("clock", state, what, mend)  # type: ignore[arg-type]
    warm = temperature()
    if warm is not None:
        yield _warmth(warm)
    yield from _power_and_signal(*power(), signal())
    places = dict.fromkeys([*((note.host, note.port) for note in notes(data)), ("127.0.0.1", port)])
    answers = [(place, told) for place in places if (told := health(*place)) is not None]
    for (_, at), told in answers:
        yield of_table(at, told)
    if not answers:
        yield Finding("table", "ok", "no table is being served from here")


def of_table(port: int, told: dict[str, Any]) -> Finding:
    """What a table's own words amount to."""
    age, unsaved = told.get("frame_age"), told.get("unsaved", 0)
    said = [f"served at port {port}", str(told.get("eye", "")).rstrip(".")]
    if isinstance(age, int | float):
        said.append(f"last picture {age:.1f} s ago")
    said.append(f"{unsaved} events unsaved" if unsaved else "everything is saved")
    said.append(f"{told.get('streams', 0)} phones follow")
    if piles := told.get("piles"):
        said.append(f"discard piles {', '.join(map(str, piles))}")
    what = "; ".join(part for part in said if part)
    if told.get("ok"):
        return Finding("table", "ok", what)
    if unsaved:
        return Finding("table", "fault", what, str(told.get("trouble") or "Free some space."))
    return Finding("table", "fault", what, "Look at the camera, its cable, the light, and what lies over the board.")


def _power_and_signal(now: tuple[str, ...], before: tuple[str, ...], strength: int | None) -> Iterator[Finding]:
    mend = "Use the power supply that was made for this machine, and its own cable."
    if now:
        yield Finding("power", "fault", f"the machine has {' and '.join(now)}", mend)
    elif before:
        yield Finding("power", "warning", f"since it was switched on the machine has had {' and '.join(before)}", mend)
    if strength is not None:
        weak = strength < WEAK_SIGNAL
        mend = "Bring the machine nearer to the router." if weak else ""
        yield Finding("wi-fi", "warning" if weak else "ok", f"{strength} dBm", mend)


def _warmth(warm: float) -> Finding:
    what = f"{warm:.0f} °C"
    if warm >= TOO_HOT:
        return Finding("warmth", "fault", what, "The machine slows down: give it air or a heat sink.")
    if warm >= HOT:
        return Finding("warmth", "warning", what, "The machine will soon slow down: give it air or a heat sink.")
    return Finding("warmth", "ok", what)
