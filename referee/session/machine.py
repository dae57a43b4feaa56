"""How a running table is, and the machine it runs on, for its page, `/healthz` and `referee doctor`.

A table is well while frames come, are read, and all is saved; of the machine is told how it is, and which version runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from engine.observation import HIDDEN, UNSURE, Observation
from engine.saying import saying
from engine.trouble import Trouble
from hardware.health import Condition, condition
from hardware.worries import Worry, worries
from referee.console import counted
from referee.session.table import LiveTable
from web.machine import Machine, MachineView
from web.wording import told

LATEST_SECONDS = 5.0
"""Without a frame for so long a table is not well."""
READ_SECONDS = 5.0
"""Nor when the eye could read nothing for so long; a hand over the board takes less."""

CHECK_SECONDS = 5.0
"""How long what the machine says of itself is believed."""


def version_of(library: str = "sequence-referee") -> str:
    """The version of this program, or of a library; empty where it was never installed."""
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


class PlainMachine:
    """A machine that somebody else updates and brings into networks."""

    def __init__(
        self,
        data: Path,
        *,
        look: Callable[[Path], Condition] = condition,
        also: Callable[[], Iterable[Worry]] = tuple,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`data`: the folder that games are kept in; `look` measures how the machine is; `also` knows of more to
        worry about."""
        self._data, self._look, self._also, self._monotonic = data, look, also, monotonic
        self._now = Condition()
        self._at = float("-inf")

    def view(self) -> MachineView:
        """How it is."""
        return MachineView(vars(self._condition()), tuple(self.worries()), version_of())

    def worries(self) -> list[Worry]:
        """What of it people should know."""
        return [*worries(self._condition()), *self._also()]

    def told(self) -> dict[str, Any]:
        """Its condition for `/healthz`: `disk_free` in bytes, `temperature` in degrees Celsius, `signal` in dBm, and in
        `worries` what of it people should know."""
        found = self.worries()
        said = [{"code": one.code, "grave": one.grave, "reason": one.reason, "mend": one.mend} for one in found]
        return {**vars(self._condition()), "version": version_of(), "worries": said}

    def act(self, action: Mapping[str, Any]) -> Trouble | None:
        """Nothing can be asked of it."""
        return Trouble("That is done on the machine itself.", code="not-here")

    def _condition(self) -> Condition:
        now = self._monotonic()
        if now - self._at > CHECK_SECONDS:
            self._at, self._now = now, self._look(self._data)
        return self._now


class Health:
    """Keeps what has to be known of one table over time."""

    def __init__(self, machine: Machine, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`machine`: the one the table runs on."""
        self._machine, self._monotonic = machine, monotonic
        self._frame_at: float | None = None
        self._read_at: float | None = None

    def frame_came(self, seen: Observation | None) -> None:
        """A frame came, and the eye said that of it."""
        self._frame_at = self._monotonic()
        if seen is not None and not seen.problem and seen.letters.count(HIDDEN) < len(seen.letters) / 2:
            self._read_at = self._frame_at

    def told(self, table: LiveTable | None) -> dict[str, Any]:
        """What `/healthz` says; `eye` is a sentence, and the machine tells the rest."""
        now = self._monotonic()
        age = None if self._frame_at is None else now - self._frame_at
        wrong = self._what_is_wrong(table, age, now)
        unsaved = table.sitting.waiting if table is not None else 0
        return {
            "ok": not wrong and not unsaved,
            "frame_age": None if age is None else round(age, 2),
            "eye": wrong or _what_is_read(table.observation if table is not None else None),
            "unsaved": unsaved,
            "trouble": told(table.sitting.unsaved) if table is not None and table.sitting.unsaved else "",
            **self._machine.told(),
        }

    def _what_is_wrong(self, table: LiveTable | None, age: float | None, now: float) -> str:
        if table is None or age is None:
            return "No picture has come yet."
        if table.lost:
            return told(table.lost)
        if age > LATEST_SECONDS:
            return f"No picture has come for {age:.0f} seconds."
        if self._read_at is None or now - self._read_at > READ_SECONDS:
            problem = table.observation.problem if table.observation else ""
            return told(saying(problem)) if problem else "Something covers the board."
        return ""


def _what_is_read(seen: Observation | None) -> str:
    if seen is None:
        return "Nothing was read yet."
    hidden, unsure = seen.letters.count(HIDDEN), seen.letters.count(UNSURE)
    if not hidden and not unsure:
        return "The board is read."
    return f"The board is read; {counted(hidden, 'space')} hidden, {unsure} unsure."
