"""The last picture that was read: for drawing and for the numbers `doctor` shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vision.memory.quality import Measure, measures_of
from vision.read.letters import Told
from vision.read.reader import Seen
from vision.rectify.mesh import Mesh, Picture
from vision.table import TableLook


@dataclass(frozen=True)
class LastFrame:
    """A picture, where its board lay, what was read in it, and the table as it was known."""

    seen: Seen
    told: Told
    mesh: Mesh
    straight: Picture
    table: TableLook

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """How well it was seen; worked out when somebody asks, which is far seldomer than a picture comes."""
        return measures_of(self.straight, self.told, self.table)
