"""The last picture that was read: for drawing and for the numbers `doctor` shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vision.decode.reading import Reading
from vision.monitor.quality import Quality, measure_quality
from vision.normalize.look import TableLook
from vision.rectify.mesh import Mesh, Picture


@dataclass(frozen=True)
class LastFrame:
    """A picture, where its board lay, what was read in it, and the table as it was known then."""

    reading: Reading
    mesh: Mesh
    straight: Picture
    table: TableLook

    @cached_property
    def quality(self) -> Quality:
        """How well it was seen; worked out when somebody asks, which is far seldomer than a picture comes."""
        return measure_quality(self.straight, self.reading, self.table)
