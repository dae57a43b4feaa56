"""Whether pictures can be measured: they show something, are whole, and an empty board lies in the first; and whether a
measured table can be told: it reads the picture with its chips as in play, and the truth is known.

What cannot be measured is refused with the reason and the mend.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from engine.editions.edition import TEAM_OF
from engine.equipment.board import Layout
from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from engine.trouble import Remark, Trouble
from vision.finding.board import find_board
from vision.finding.found import PART_OUTSIDE, BoardNotFound, Found, only_a_part, outside
from vision.read.cold import read_cold
from vision.read.letters import letters
from vision.read.reader import LearntReader
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import PictureError, check_picture, is_grey, problem_of
from vision.table import TableLook

FEW_COVERED = 6
"""Spaces of a board that should be empty that are likelier covered than bare, from which that is neither dirt nor
misread print nor a stand. Measured: none on 21 empty tables, five at most where a stand half a space wide was drawn
over eight; six on 47 of 78 with a hand over them. 3 to 8."""
MOST_DOUBT = 0.8
"""A board found with less confidence than this is refused. 0.5 to 0.95."""
FEW_DOUBTED = 3
"""Bare spaces that may stay `?` with nothing said of it. 1 to 5."""
SEVERAL_WRONG = 2
"""Bare spaces on which chips seem to lie from which the picture is refused. 1 to 5."""

BLOT = 1.12
"""A board is blotted out with so much around it, as its border takes, to look for another one. Sides; 1.05 to 1.2."""


class CalibrationError(Trouble):
    """The table cannot be measured from these pictures: one sentence with the reason, one with the mend."""


def must_show(picture: Picture, name: str) -> None:
    """Refuses what is no picture, black, white or without colours."""
    try:
        check_picture(picture)
    except PictureError as error:
        reason = f"The picture “{name}” cannot be used: {error.reason}"
        raise CalibrationError(reason, error.mend, code=error.code or "no-picture", **error.about) from None
    problem = problem_of(picture)
    if problem == "black":
        raise CalibrationError(
            f"The picture “{name}” is black.", "Take the cap off the lens, or switch a lamp on.", code="black"
        )
    if problem == "white":
        raise CalibrationError(
            f"The picture “{name}” is all white.", "Less light, or a shorter exposure, shows more.", code="white"
        )
    if is_grey(picture):
        raise CalibrationError(f"The picture “{name}” has no colours.", "Take it again in colour.", code="grey")


def must_be_whole(picture: Picture, name: str, mesh: Mesh | None = None) -> None:
    """Refuses a picture that broke off before the end of the board."""
    if problem_of(picture, None if mesh is None else mesh.lowest):
        raise CalibrationError(f"Part of the picture “{name}” is missing.", "Take it again.", code="torn")


def find_empty(empty: Picture, layout: Layout, corners: Sequence[Sequence[float]] | None) -> Found:
    """The board in the empty picture, or a refusal."""
    try:
        found = find_board(empty, layout, corners=corners)
    except BoardNotFound as error:
        must_be_whole(empty, "empty")
        mend = error.mend or "Show the whole board, or give its corners."
        raise CalibrationError(error.reason, mend, code=error.code, **error.about) from None
    if not found.layout_fits:
        if corners is not None and any("wrong way round" in said for said in found.messages):
            reason = "The corners seem to be given the wrong way round: by its cards the board lies otherwise."
            mend = "Begin with the corner of a1, then j1, j10 and a10."
            raise CalibrationError(reason, mend, code="wrong-way")
        reason = f"The cards printed on this board are not those of the layout “{layout.name}”."
        mend = "Name the right layout, or light the board better."
        raise CalibrationError(reason, mend, code="other-cards")
    if outside(found.mesh.nodes, empty.shape) > PART_OUTSIDE:
        part = only_a_part()
        raise CalibrationError(part.reason, part.mend, code=part.code)
    if found.confidence < MOST_DOUBT and corners is None:
        raise CalibrationError(
            f"Something like a board can be seen, but that it is one is only {found.confidence:.0%} sure."
            if found.confidence >= 0.05
            else "Something like a board can be seen, but not its cards.",
            "Show the whole board, larger and better lit, or give its corners.",
            code="unsure",
        )
    return found


def about_other_board(empty: Picture, layout: Layout, found: Found) -> Iterator[Remark]:
    """Warns of a second board like the one that was found: which of them was meant nobody can tell."""
    corners = np.asarray(found.mesh.corners, np.float32)
    middle = corners.mean(axis=0)
    blotted = empty.copy()
    ground = np.median(empty[::16, ::16].reshape(-1, 3), axis=0)
    cv2.fillConvexPoly(blotted, np.round(middle + BLOT * (corners - middle)).astype(np.int32), ground.tolist())
    with contextlib.suppress(BoardNotFound):
        if find_board(blotted, layout, thorough=False).layout_fits:
            said = "Two boards are in the picture, and one of them was measured: if it is the wrong one, "
            yield Remark(f"{said}take it away and calibrate again.", "two-boards")


def must_be_empty(empty: Picture, layout: Layout, found: Found, believed: bool) -> list[Remark]:
    """Refuses a board with chips or a hand on it, unless a person is `believed` who says that it has none; a few
    patches like chips may be dirt, and are only mentioned."""
    bare = read_cold(empty, layout, found=found).seen.chances[..., 0]
    # Whose chip lies there, or what covers the space, may stay in doubt: that it is likelier than print is enough.
    spaces = np.flatnonzero(bare < 0.5).tolist()
    names = some_of(spaces, layout)
    if not spaces:
        return []
    if believed:
        said = f"You said that the board is empty; what looks like chips on {names} was taken for print."
        return [Remark(said, "taken-for-print", spaces=names)]
    if len(spaces) >= FEW_COVERED:
        raise CalibrationError(
            f"The picture “empty” shows chips, or a hand, on {names}.",
            "Clear the board, or move a lamp that mirrors in it, and take that picture again; "
            "where nothing lies on it, add --it-is-empty.",
            code="not-empty",
            spaces=names,
        )
    said = f"Something like a chip lies on {names}: if it is one, clear the board and calibrate again."
    return [Remark(said, "like-a-chip", spaces=names)]


def check_chips(look: TableLook, layout: Layout, straight: Picture, chips: Mapping[str, int]) -> list[Remark]:
    """What is to be said of how a measured table reads its picture with the chips.

    Args:
        look: as it was measured.
        layout: what is printed on the board.
        straight: the straight picture with a chip of each team.
        chips: team letter -> space of that chip.

    Raises CalibrationError where a chip that was shown is told as another team's or as none, or where several bare
    spaces plainly seem to bear chips.
    """
    seen = LearntReader(layout, thorough=True).read(straight, look.empty, look.teams)
    told = letters(seen, layout, look.play).letters
    for team, space in chips.items():
        if told[space] not in (team, UNSURE, HIDDEN):
            raise _not_told(layout.name_of(space), TEAM_OF[team], told[space])
    others = [space for space in range(layout.size) if space not in chips.values()]
    wrong = [space for space in others if told[space] not in (EMPTY, FREE, UNSURE, HIDDEN)]
    if len(wrong) >= SEVERAL_WRONG:
        reason = f"Chips seem to lie on {some_of(wrong, layout)}, too."
        mend = (
            "Lay one chip of each colour and nothing else; if nothing lies there, more even light helps, "
            "or add --anyway to play as it is."
        )
        raise CalibrationError(reason, mend, code="not-alone", spaces=some_of(wrong, layout))
    doubted = wrong + [space for space in others if told[space] in (UNSURE, HIDDEN)]
    shown = [space for team, space in chips.items() if told[space] != team]
    if not shown and len(doubted) <= FEW_DOUBTED:
        return []
    names = some_of([*shown, *doubted], layout)
    sentence = f"What lies on {names} cannot be told for certain: more even light, or a sharper picture, helps."
    return [Remark(sentence, "doubted", spaces=names)]


def _not_told(where: str, team: str, told: str) -> CalibrationError:
    what = f"looks {TEAM_OF[told]}" if told in TEAM_OF else "cannot be seen"
    reason = f"The {team} chip on {where} {what} at this table."
    mend = "More light, a sharper picture, or chips of another colour help; or add --anyway to play as it is."
    return CalibrationError(reason, mend, code="misread", team=team, space=where)


def some_of(spaces: list[int], layout: Layout) -> str:
    """Some of these spaces, as people call them."""
    return ", ".join(layout.names_of(spaces[:6])) + (" and more" if len(spaces) > 6 else "")
