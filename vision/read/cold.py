"""Reading a board nobody measured: one picture, no profile.

Every card is printed on two spaces, so the board carries its own comparison; the same network reads it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.equipment.board import Layout
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound, Found
from vision.read.letters import Told, letters
from vision.read.reader import LearntReader, Seen
from vision.read.shades import Shades
from vision.read.teams import ANY, Play, Teams
from vision.rectify.mesh import Picture
from vision.rectify.pictures import PictureError, check_picture, is_grey, problem_of
from vision.rectify.straight import Straightener


@dataclass(frozen=True)
class ColdReading:
    """What a picture of an unknown table says."""

    found: Found
    seen: Seen
    told: Told


def read_cold(picture: Picture, layout: Layout, *, found: Found | None = None, play: Play = ANY) -> ColdReading:
    """Find the board in a picture, unless it is `found` already, and read it without a profile.

    Raises PictureError when it is no picture, has no colours, or broke off before the end of the board; BoardNotFound
    when no board is seen or one of another layout: its cards have their twins elsewhere.
    """
    check_picture(picture)
    found = found or _board_in(picture, layout)
    _refuse(problem_of(picture, found.mesh.lowest))
    straight = Straightener(found.mesh).take(picture)
    seen = Shades(Teams.of((), play)).read(LearntReader(layout, thorough=True), straight, None)
    hidden = found.mesh.outside((picture.shape[1], picture.shape[0]))
    return ColdReading(found, seen, letters(seen, layout, play, hidden=hidden))


def _board_in(picture: Picture, layout: Layout) -> Found:
    """The board of this layout in a picture."""
    problem = problem_of(picture)
    if problem == "black":
        _refuse(problem)
    if is_grey(picture):
        raise PictureError("The picture has no colours: whose a chip is cannot be told.", "Take one in colour.")
    try:
        found = find_board(picture, layout)
    except BoardNotFound:
        # Many a picture only has a plain margin, but one without a board rather broke off.
        _refuse(problem)
        raise
    if not found.layout_fits:
        raise BoardNotFound(found.messages[0])
    return found


def _refuse(problem: str) -> None:
    if problem:
        raise PictureError(f"The picture is {problem}.", "Take it again.") from None
