"""Counting what a reader says, with intervals."""

from collections import Counter
from dataclasses import dataclass, field

from engine.analysis.tallies import wilson
from tests.bench.eye import LAYOUT

WRONG_COSTS = 50
"""A wrong letter costs as much as so many `?`."""
SEEN = 0.25
"""A space of which less is hidden is to be read."""


@dataclass
class Tally:
    """What one reader said of many pictures."""

    count: Counter[str] = field(default_factory=Counter)

    def add(self, view, letters):
        """One picture; no letters at all count as `?` everywhere."""
        flawless = True
        for space, true in enumerate(view.letters):
            if space in LAYOUT.free or view.hidden[space] >= SEEN:
                continue
            said = letters[space] if letters else "?"
            wrong, unsure = said not in "?#" and said != true, said in "?#"
            self.count["visible"] += 1
            self.count["wrong"] += wrong
            self.count["unsure"] += unsure
            flawless &= not (wrong or unsure)
        self.count["boards"] += 1
        self.count["flawless"] += flawless

    @property
    def cost(self):
        """What it cost, in `?` for every hundred spaces."""
        total = WRONG_COSTS * self.count["wrong"] + self.count["unsure"]
        return 100.0 * total / max(self.count["visible"], 1)

    def share(self, part):
        """A share with its interval, per cent: `wrong` and `unsure` of the spaces, `flawless` of the boards."""
        whole = self.count["boards" if part == "flawless" else "visible"]
        low, high = wilson(self.count[part], whole)
        digits = 0 if part == "flawless" else 2
        value = 100.0 * self.count[part] / max(whole, 1)
        return f"{value:.{digits}f} ({100 * low:.{digits}f}–{100 * high:.{digits}f})"
