"""How well a picture was seen: numbers with their bounds, for `doctor` and the page.

Nothing here decides what is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from calibration.quality import separation, sharpness, size_of_space
from engine.observation import HIDDEN
from engine.saying import Saying
from vision.memory.last_frame import LastFrame
from vision.rectify.straight import burnt_share
from web.wording import fill, table, told


@dataclass(frozen=True)
class Measure:
    """One number and its bounds; what it is called and what helps is said where it is shown."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def trouble(self) -> str:
        """Code of what is wrong with it, `NAME-low` or `NAME-high`; empty where it is good."""
        if self.least is not None and self.value < self.least:
            return f"{self.name}-low"
        return f"{self.name}-high" if self.most is not None and self.value > self.most else ""


@lru_cache(maxsize=1)
def measures_of(last: LastFrame) -> tuple[Measure, ...]:
    """The numbers of one picture that was read, in the order in which they are shown."""
    straight, letters, look = last.straight, last.told.letters, last.table
    focus, least = sharpness(straight), 0.45 * look.sharpness
    white = float(np.percentile(straight[::4, ::4].max(axis=2), 90))
    glare = 100.0 * float((burnt_share(straight, look.rows, look.columns) > 0.4).mean())
    size = size_of_space(look.mesh)
    hidden = 100.0 * letters.count(HIDDEN) / len(letters)
    distance = separation(look.chips)
    return (
        Measure("focus", focus, "%", least),
        Measure("exposure", white, "grey", 90.0, 252.0),
        Measure("glare", glare, "spaces", most=2.0),
        Measure("size", size, "pixels", 18.0),
        Measure("hidden", hidden, "spaces", most=25.0),
        Measure("colours", distance, "L*a*b*", 20.0),
    )


def measure_words(measure: Measure, language: str) -> dict[str, Any]:
    """What is measured, its value, unit and bounds, whether it is good, and what helps where it is not."""
    texts = table(language)
    ends = {"least": measure.least, "most": measure.most}
    known = {name: f"{round(end, 1):g}" for name, end in ends.items() if end is not None}
    kind = "between" if len(known) == 2 else next(iter(known))
    return {
        "name": texts["measure"][measure.name],
        "value": measure.value,
        "unit": texts["unit"].get(measure.unit, measure.unit),
        "bound": fill(texts["measure"][kind], {**known, "n": next(iter(known.values()))}),
        "good": not measure.trouble,
        "advice": told(Saying(measure.trouble), language) if measure.trouble else "",
    }
