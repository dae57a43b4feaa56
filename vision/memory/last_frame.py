"""The last picture that was read."""

from __future__ import annotations

from dataclasses import dataclass

from vision.read.letters import Told
from vision.read.reader import Seen
from vision.rectify.mesh import Mesh, Picture
from vision.table import TableLook


@dataclass(frozen=True, eq=False)
class LastFrame:
    """A picture, where its board lay, what was read in it, and the table as it was known."""

    seen: Seen
    told: Told
    mesh: Mesh
    straight: Picture
    table: TableLook
