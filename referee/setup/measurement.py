"""Measuring a table step by step: the empty board, then a chip of each team. Pictures come in; no camera, no threads.

What it holds is what the host's page shows. Everything that cannot be done is a Trouble, and what was there before
stays.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import Calibration, calibrate
from calibration.colours import lies_on, spaces_to_lay_on
from calibration.sighting import Sighting
from engine.editions.edition import TEAM_OF
from engine.equipment.board import Layout
from engine.trouble import Trouble
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import problem_of
from vision.table import TableLook
from web.setup import ChipPlace, DrawnBoard, Point


@dataclass(frozen=True)
class EmptyBoard:
    """The empty board, measured."""

    layout: Layout
    picture: Picture
    calibration: Calibration
    places: dict[str, int]
    """Team letter -> the space its chip is to be laid on."""

    @property
    def look(self) -> TableLook:
        """What was measured."""
        return self.calibration.look


def measure_empty(picture: Picture, sighting: Sighting, *, it_is_empty: bool) -> EmptyBoard:
    """Measure the board that was sighted, in a newer picture of it. Raises CalibrationError in words."""
    layout = sighting.layout
    measured = calibrate(picture, layout=layout, corners=sighting.corners, it_is_empty=it_is_empty)
    return EmptyBoard(layout, picture, measured, spaces_to_lay_on(measured.look, layout, tuple(TEAM_OF)))


def measure_chips(empty: EmptyBoard, picture: Picture, teams: Sequence[str], *, anyway: bool = False) -> Calibration:
    """The table with the colours of these teams' chips, which lie where they were to be laid.

    `anyway` also where it does not read that picture right. With no team the colours stay the ordinary ones. Raises
    CalibrationError in words.
    """
    if not teams:
        return empty.calibration
    chips = {team: empty.places[team] for team in teams}
    measured = calibrate(empty.picture, picture, chips, layout=empty.layout, mesh=empty.look.mesh, anyway=anyway)
    return replace(measured, warnings=tuple(dict.fromkeys((*empty.calibration.warnings, *measured.warnings))))


def chips_seen(empty: EmptyBoard, picture: Picture, teams: Sequence[str]) -> dict[str, str]:
    """For each of these teams the letter of the chip that seems to lie on its space; empty for none. Nothing of a
    picture by which the board was not measured, or in which nothing can be seen."""
    if picture.shape != empty.picture.shape or problem_of(picture):
        return {}
    return {team: lies_on(picture, empty.look, empty.places[team], team) for team in teams}


# Drawing, as the page does it


def drawn_board(mesh: Mesh, *, by_hand: bool) -> DrawnBoard:
    """A board as lines for the page."""
    nodes = mesh.nodes
    lines = [*nodes, *np.swapaxes(nodes, 0, 1)]
    return DrawnBoard(
        tuple(_point(corner) for corner in mesh.corners),
        tuple(tuple(_point(node) for node in line) for line in lines),
        by_hand,
    )


def outline(mesh: Mesh, space: int) -> tuple[Point, ...]:
    """The outline of a space."""
    row, column = divmod(space, mesh.columns)
    (first, second), (fourth, third) = mesh.nodes[row : row + 2, column : column + 2]
    return tuple(_point(node) for node in (first, second, third, fourth))


def places_of(empty: EmptyBoard, teams: Sequence[str], seen: dict[str, str]) -> tuple[ChipPlace, ...]:
    """Where chips are to be laid, and what lies there."""
    return tuple(
        ChipPlace(
            TEAM_OF[team],
            empty.layout.name_of(empty.places[team]),
            outline(empty.look.mesh, empty.places[team]),
            TEAM_OF.get(seen.get(team, ""), ""),
        )
        for team in teams
    )


def marks_of(layout: Layout, mesh: Mesh | None, spaces: Sequence[str]) -> tuple[tuple[Point, ...], ...]:
    """Outlines of named spaces."""
    if mesh is None:
        return ()
    marks = []
    for name in spaces:
        with contextlib.suppress(ValueError):
            marks.append(outline(mesh, layout.space(name)))
    return tuple(marks)


def corners_of(given: object, width: int, height: int) -> tuple[Point, ...]:
    """Four corners as a phone sent them. Raises Trouble where they are none, or lie far outside the picture."""
    points: tuple[Point, ...] = ()
    if isinstance(given, list | tuple):
        with contextlib.suppress(TypeError, ValueError):
            points = tuple((float(x), float(y)) for x, y in given)
    # What is no number lies nowhere.
    if len(points) != 4 or not all(-width <= x <= 2 * width and -height <= y <= 2 * height for x, y in points):
        raise Trouble("These are no four corners of a board.", "Drag them again.", code="corners")
    return points


def _point(node: NDArray[Any]) -> Point:
    return round(float(node[0]), 1), round(float(node[1]), 1)
