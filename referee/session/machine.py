"""The machine a table runs on, as its page and `/healthz` tell of it: how it is, and which version runs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from engine.trouble import Trouble
from hardware.health import Condition, condition
from hardware.worries import Worry, worries
from web.machine import MachineView

CHECK_SECONDS = 5.0
"""How long what the machine says of itself is believed."""
WEAR_SECONDS, WEAR_FROM = 3600.0, 300.0
"""How far back what is written to the disk is counted, and from how long on it says something."""
MB = 1_000_000


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
        self._written: deque[tuple[float, int]] = deque()

    def view(self) -> MachineView:
        """How it is."""
        return MachineView(self._facts(self._condition()), tuple(self.worries()), version_of())

    def worries(self) -> list[Worry]:
        """What of it people should know."""
        return [*worries(self._condition()), *self._also()]

    def told(self) -> dict[str, Any]:
        """Its condition for `/healthz`: `disk_free` in bytes, `temperature` in degrees Celsius, `signal` in dBm,
        `written_per_hour` in MB, `worn` in per cent, and in `worries` what of it people should know."""
        told = self.worries()
        said = [{"code": one.code, "grave": one.grave, "reason": one.reason, "mend": one.mend} for one in told]
        return {**self._facts(self._condition()), "version": version_of(), "worries": said}

    def act(self, action: Mapping[str, Any]) -> Trouble | None:
        """Nothing can be asked of it."""
        return Trouble("That is done on the machine itself.", code="not-here")

    def _condition(self) -> Condition:
        now = self._monotonic()
        if now - self._at > CHECK_SECONDS:
            self._at, self._now = now, self._look(self._data)
            if self._now.written is not None:
                self._written.append((now, self._now.written))
            while self._written and now - self._written[0][0] > WEAR_SECONDS:
                self._written.popleft()
        return self._now

    def _facts(self, now: Condition) -> dict[str, Any]:
        return {
            "disk_free": now.disk_free,
            "temperature": now.temperature,
            "clock": now.clock,
            "power": list(now.power),
            "power_before": list(now.power_before),
            "signal": now.signal,
            "written_per_hour": self._written_per_hour(),
            "worn": now.worn,
        }

    def _written_per_hour(self) -> float | None:
        """MB that this program writes an hour, over the last one; none as long as that says nothing."""
        if not self._written:
            return None
        (since, before), (until, now) = self._written[0], self._written[-1]
        if until - since < WEAR_FROM:
            return None
        return round((now - before) / MB * 3600 / (until - since), 1)
