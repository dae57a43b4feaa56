"""A drawn table that was measured once, for every test in which an eye looks at it."""

import pytest

from hardware.simulated import SimulatedTable
from hardware.tabletop.scene import Laid
from tests.vision.scenes import CHIPS, shown
from tests.watched_table import measured


@pytest.fixture(scope="session")
def table():
    return SimulatedTable(seed=5, seats="blue green", live=False, size=(820, 616), clutter=False, tilt=12.0)


@pytest.fixture(scope="session")
def look(table):
    return measured(table)


@pytest.fixture(scope="session")
def played(table):
    picture = shown(table, {space: Laid(team) for space, team in CHIPS.items()})
    picture.setflags(write=False)
    return picture
