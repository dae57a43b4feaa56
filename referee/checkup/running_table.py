"""What a running table says of itself, and whether the machine's clock and warmth are in order.

Beside `referee.checkup.machine`, which looks at the machine at rest; findings have the same form.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from hardware.health import ClockState, Condition, condition
from hardware.worries import Worry, worries
from referee.checkup.machine import Finding
from referee.session.serving import health, notes

MOST_WRITTEN = 60.0
"""MB an hour a table may write without wearing out a card: that is what quick players cost with pictures and film."""

_CLOCKS: dict[ClockState, str] = {
    "synchronised": "set, and kept right over the network",
    "kept": "kept by the machine's own clock; nothing compares it with the network",
}


def examine_running(data: Path, port: int) -> Iterator[Finding]:
    """The findings on the machine that runs, and one on each table that is served from here."""
    yield from of_condition(condition(data))
    places = dict.fromkeys([*((note.host, note.port) for note in notes(data)), ("127.0.0.1", port)])
    answers = [(place, told) for place in places if (told := health(*place)) is not None]
    measured = {worry.code for worry in worries(condition(data))}
    for (_, at), told in answers:
        yield of_table(at, told)
        yield from of_worries(told.get("worries"), measured)
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
    if isinstance(wear := told.get("written_per_hour"), int | float):
        said.append(f"{wear:.0f} MB written an hour, {'more than' if wear > MOST_WRITTEN else 'of'} {MOST_WRITTEN:.0f}")
    if piles := told.get("piles"):
        said.append(f"discard piles {', '.join(map(str, piles))}")
    what = "; ".join(part for part in said if part)
    if told.get("ok"):
        return Finding("table", "ok", what)
    if unsaved:
        return Finding("table", "fault", what, str(told.get("trouble") or "Free some space."))
    if age is None:  # it waits, and what it says of that has the way out in it
        return Finding("table", "fault", what)
    return Finding("table", "fault", what, "Look at the camera, its cable, the light, and what lies over the board.")


def of_worries(told: Any, measured: set[str]) -> Iterator[Finding]:
    """What a table itself worries about, beside what is `measured` here as well."""
    for worry in told if isinstance(told, list) else ():
        if isinstance(worry, dict) and worry.get("code") not in measured:
            state: Literal["fault", "warning"] = "fault" if worry.get("grave") else "warning"
            yield Finding("table", state, str(worry.get("reason", "")), str(worry.get("mend", "")))


def of_condition(now: Condition) -> Iterator[Finding]:
    """What the machine's condition amounts to, part by part; `doctor` looks at the disk by itself."""
    worried: dict[str, Worry] = {worry.part: worry for worry in worries(now)}
    well = {
        "clock": _CLOCKS.get(now.clock, ""),
        "warmth": f"{now.temperature:.0f} °C" if now.temperature is not None else "",
        "power": "",
        "wi-fi": f"{now.signal} dBm" if now.signal is not None else "",
        "storage": f"{now.worn} % of its life is used" if now.worn is not None else "",
    }
    for part, what in well.items():
        worry = worried.get(part)
        if worry is not None:
            yield Finding(part, "fault" if worry.grave else "warning", worry.reason, worry.mend)
        elif what:
            yield Finding(part, "ok", what)
