"""The tables of the corpus: rendered ones where some lie, and always the simulated ones.

`SCENES` names the folder of the rendered scenes that come with the sources, `CORPUS` one of more set-ups in the same
form, `any0017` and so on, outside the project: they are rendered again from their numbers and stand in no repository.
A set-up whose number is divisible by four is held out: it is read only when that is asked for by name.
"""

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from calibration.calibrate import calibrate
from calibration.usable import CalibrationError
from tests.bench.eye import LAYOUT, Setup, rendered, simulated
from tests.rendered import SCENES

CORPUS = Path(os.environ.get("CORPUS", Path(__file__).parents[3] / "corpus"))
"""The folder of further set-ups; it need not be there."""
EVERY = 12
"""Of the frames of a simulated table so many are passed over for each that is read."""


@dataclass
class CorpusTable:
    """One table with its pictures, and how it is measured."""

    setup: Setup

    @property
    def name(self):
        """Of the set-up."""
        return self.setup.name

    @property
    def teams(self):
        """Those that play."""
        return tuple(sorted(self.setup.chips))

    @cached_property
    def views(self):
        """The pictures of play. Of a simulated table only a few: most frames are like the one before."""
        views = list(self.setup.views())
        return [*views[::EVERY], views[-1]] if self.name.startswith("simulated") else views

    @cached_property
    def measured(self):
        """As measured with the colours; None where that was refused."""
        return self._calibrated(colours=True)

    @cached_property
    def from_empty(self):
        """As measured from the empty board alone; None where that was refused."""
        return self._calibrated(colours=False)

    def _calibrated(self, colours):
        told = (self.setup.colors, self.setup.chips) if colours else (None, None)
        try:
            return calibrate(self.setup.empty, *told, layout=LAYOUT).look
        except CalibrationError:
            return None


def is_held_out(name):
    """Whether a set-up is looked at only at the end."""
    number = re.fullmatch(r"any(\d+)", name)
    return number is not None and int(number[1]) % 4 == 0


def tables(held_out=False):
    """The tables of the corpus; those that are held out, or all others."""
    if not held_out:
        yield from map(CorpusTable, simulated())
        if (SCENES / "sets").is_dir():
            yield from map(CorpusTable, rendered(SCENES / "sets"))
    if CORPUS.is_dir():
        yield from (CorpusTable(one) for one in rendered(CORPUS) if is_held_out(one.name) == held_out)
