"""A drawn table that was measured once, for every test that plays at it."""

import itertools
import os
import subprocess

import pytest

from calibration.profile import save_profile
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from tests.watched_table import measured


def done(*words, **how):
    """A program that ran to its end, and what it said."""
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **how)


def with_programs(folder, **programs):
    """The environment in which these shell scripts, which go into a folder, are found by their names."""
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


class ShortFilm(SimulatedTable):
    """The drawn table, over after a few seconds."""

    def frames(self):
        return itertools.islice(super().frames(), 30)


def drawn(name="simulated"):
    return ShortFilm(size=(640, 480), seed=4, live=False, habits=Habits(cheats=0.0))


@pytest.fixture(scope="session")
def profile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("profile")
    table = drawn()
    corners = [tuple(map(float, table.nodes[at])) for at in ((0, 0), (0, -1), (-1, -1), (-1, 0))]
    save_profile(folder, measured(table, corners=corners))
    return folder
