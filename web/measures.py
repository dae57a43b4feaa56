"""How well the camera sees, measure by measure, in a reader's language."""

from __future__ import annotations

from typing import Any, Protocol

from engine.saying import Saying
from web import wording


class Measure(Protocol):
    """One number and its bounds."""

    @property
    def name(self) -> str:
        """What is measured, as `[measure]` of the languages calls it."""

    @property
    def value(self) -> float:
        """In `unit`, as `[unit]` calls it; a sign of its own where it is not there."""

    @property
    def unit(self) -> str:
        """Of the value and its bounds."""

    @property
    def least(self) -> float | None:
        """What it must be at least; none where it may be anything less than `most`."""

    @property
    def most(self) -> float | None:
        """What it may be at most."""

    @property
    def good(self) -> bool:
        """Whether it is within its bounds."""


def measure_words(measure: Measure, language: str) -> dict[str, Any]:
    """What is measured, its value, unit and bounds, whether it is good, and what helps where it is not."""
    texts = wording.table(language)
    ends = {"least": measure.least, "most": measure.most}
    known = {name: f"{round(end, 1):g}" for name, end in ends.items() if end is not None}
    kind = "between" if len(known) == 2 else next(iter(known))
    return {
        "name": texts["measure"][measure.name],
        "value": measure.value,
        "unit": texts["unit"].get(measure.unit, measure.unit),
        "bound": wording.fill(texts["measure"][kind], {**known, "n": next(iter(known.values()))}),
        "good": measure.good,
        "advice": wording.told(Saying(f"{measure.name}-bad"), language),
    }
