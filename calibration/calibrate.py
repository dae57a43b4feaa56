"""Measuring one table: from a picture of the empty board, and one with a chip of each colour on it.

What comes out is a TableLook and a report in words a family understands. What cannot be trusted is
refused with the reason and the mend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from calibration.colours import MeasuredChip, exchanged, looks_like, measure_chip, noise_between
from calibration.quality import separation, sharpness, size_of_space
from calibration.usable import (
    CalibrationError,
    about_other_board,
    check_chips,
    find_empty,
    must_be_empty,
    must_be_whole,
    must_show,
    some_of,
)
from engine.editions.edition import TEAM_OF, TEAMS
from engine.equipment.board import Layout
from engine.trouble import Remark
from vision.finding.again import find_again, remember
from vision.finding.alignment import PrintedBoard
from vision.finding.found import Found, way_up
from vision.holding import Anchors
from vision.read.inputs import GAMMA, paper_of
from vision.read.teams import apart
from vision.rectify.channels import BURNT
from vision.rectify.mesh import Mesh, Picture
from vision.rectify.pictures import PictureError, check_picture
from vision.rectify.straight import Straightener, burnt_share, straight_mesh
from vision.table import TableLook

TOLD_APART, CONFUSED = 20.0, 6.0
"""Chip colours nearer than the first are said to look alike, nearer than the second they are refused. L*a*b*; 15 to 30,
4 to 10."""
DIM = 70.0
"""Grey levels of paper below which it is said to be dark. 50 to 90."""
MIRRORED, ALL_BURNT = 0.3, 0.5
"""Part of a space from which a lamp is said to mirror in it, and part of the spaces from which the paper is burnt out.
0.1 to 0.5, 0.3 to 0.7."""
UNEVEN = 3.0
"""Times as bright as the darkest side the lightest may be. 2 to 4; grey levels."""
SMALLEST = 14.0
"""A space of fewer pixels cannot be read. Unit: pixels; 10 to 20."""


@dataclass(frozen=True)
class Calibration:
    """A measured table and what is to be said of it."""

    look: TableLook
    found: Found | None
    """How the board was found; None where a mesh was given."""
    report: tuple[str, ...]
    """Sentences for people, the most important first."""
    warnings: tuple[str, ...]
    """Those of them that ask for something to be done."""
    separation: float
    """How far apart the two closest chip colours look; L*a*b*."""


def parse_chips(text: str, layout: Layout) -> dict[str, int]:
    """Team letter -> space from `blue:e4 green:f5 red:d7`.

    Raises CalibrationError naming the word that cannot be understood.
    """
    chips: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        name, colon, where = word.partition(":")
        team = name[0].lower() if name.lower() in (*TEAMS, *TEAM_OF) else None
        if not colon or team is None:
            raise CalibrationError(
                f"“{word}” does not say which chip lies where.", "Write it like blue:e4 green:f5 red:d7."
            )
        try:
            space = layout.space(where.lower())
        except ValueError as error:
            raise CalibrationError(f"“{word}”: {error}.") from None
        if space in layout.free:
            raise CalibrationError(
                f"“{word}”: {where} is a free corner.", "Lay the chip on a space with a card printed on it."
            )
        if space in chips.values():
            raise CalibrationError(f"“{word}”: two chips are said to lie on {where}.", "Lay them apart.")
        if team in chips:
            raise CalibrationError(f"“{word}”: {TEAM_OF[team]} is named twice.", "One chip of each colour will do.")
        chips[team] = space
    return chips


def calibrate(
    empty: Picture,
    colors: Picture | None = None,
    chips: Mapping[str, int] | None = None,
    *,
    layout: Layout,
    corners: Sequence[Sequence[float]] | None = None,
    mesh: Mesh | None = None,
    it_is_empty: bool = False,
    anyway: bool = False,
) -> Calibration:
    """Measure a table.

    Args:
        empty: the empty board.
        colors: the same view with one chip of each colour; None to start from ordinary chip colours.
        chips: team letter -> space of that chip.
        layout: what is printed on the board.
        corners: outer corners of a1, the end of row 1, the last space, the end of column a (x, y), where the
            board is not found by itself.
        mesh: where the spaces lie, if that is known already.
        it_is_empty: a person says so: what looks like chips on the empty board is print, and only mentioned.
        anyway: a table that does not read its own pictures right is measured all the same, and so is a chip that looks
            like another team's.

    Raises:
        CalibrationError: in words, when the pictures cannot be trusted.
    """
    must_show(empty, "empty")
    found: Found | None = None
    if mesh is None:
        found = find_empty(empty, layout, corners)
        mesh = found.mesh
    must_be_whole(empty, "empty", mesh)
    if (side := size_of_space(mesh)) < SMALLEST:
        reason = f"The spaces are only {side:.0f} pixels across in this picture."
        mend = "Bring the camera nearer or choose a larger picture."
        raise CalibrationError(reason, mend, code="small")
    look = _look_of(empty, mesh, layout)
    report, warnings = list[str](), list[str](_about_light(look, layout))
    if found is not None:
        report.append(f"Found the board; it is {found.confidence:.0%} sure.")
        if corners is not None:
            report.append(way_up(mesh.nodes))
        report.extend(found.messages)
    teams = tuple(chips or ()) if colors is not None else ()
    if colors is not None and chips:
        look, said = _with_colours(look, colors, chips, layout, anyway)
        warnings += said
        if not _alike(look, teams, TOLD_APART):
            report.append(_told_apart(teams))
    else:
        report.append("No picture with chips was given: ordinary blue, green and red are expected.")
    if found is not None:
        warnings += must_be_empty(empty, layout, found, it_is_empty)
        if corners is None:
            warnings += about_other_board(empty, layout, found)
    look = replace(look, notes=(*report, *warnings))
    playing = tuple(chip for chip in look.chips if not teams or chip.team in teams)
    return Calibration(look, found, tuple(report), tuple(warnings), separation(playing))


def _look_of(empty: Picture, mesh: Mesh, layout: Layout) -> TableLook:
    """What the empty board looks like where it lies, with ordinary chip colours expected."""
    straight = Straightener(mesh).take(empty)
    return TableLook(
        mesh=mesh,
        size=(empty.shape[1], empty.shape[0]),
        layout=layout.found_by,
        empty=straight,
        sharpness=sharpness(straight),
    )


def _about_light(look: TableLook, layout: Layout) -> Iterator[Remark]:
    """What the light on the empty board asks for."""
    paper = 255.0 * paper_of(look.empty) ** (1 / GAMMA)
    white = paper.max(axis=2)
    if float(np.median(white)) < DIM:
        yield Remark("It is dark: the paper is less than a third as bright as it could be. More light helps.", "dark")
    burnt = burnt_share(look.empty, look.rows, look.columns) > MIRRORED
    if float((np.median(paper, axis=2) >= BURNT).mean()) > ALL_BURNT:
        said = "The paper is burnt out: less light, or a shorter exposure, tells chips apart more surely."
        yield Remark(said, "burnt")
    elif burnt.any():
        names = some_of(np.flatnonzero(burnt).tolist(), layout)
        said = f"A lamp mirrors on {names}: chips there are hard to see. Move the lamp or the camera a little."
        yield Remark(said, "glare", spaces=names)
    if float(white.max()) > UNEVEN * float(white.min()):
        yield Remark("One side of the board is three times as bright as the other. A second lamp would help.", "uneven")


def _with_colours(
    look: TableLook, colors: Picture, chips: Mapping[str, int], layout: Layout, anyway: bool
) -> tuple[TableLook, list[Remark]]:
    """The look with measured colours, and what is to be said of them."""
    _must_be_as_large(colors, look)
    mesh = _mesh_in(colors, look)
    must_be_whole(colors, "colors", mesh)
    straight = Straightener(mesh).take(colors)
    look = replace(look, noise=noise_between(look.empty, straight))
    measured = [_measured(straight, look, space, team, layout) for team, space in chips.items()]
    colours = {chip.colour.team: chip.colour for chip in measured}
    look = replace(look, chips=tuple(colours.get(one.team, one) for one in look.chips))
    said = [
        _about_glare(TEAM_OF[chip.colour.team], layout.name_of(chips[chip.colour.team]))
        for chip in measured
        if chip.in_glare
    ]
    said += _about_likeness(look, tuple(chips))
    _must_be_as_named(measured, chips, layout, anyway)
    return look, said if anyway else said + check_chips(look, layout, straight, chips)


def _about_glare(team: str, space: str) -> Remark:
    said = (
        f"A lamp mirrors in the {team} chip on {space}, so that little of its colour can be seen. Lay the chips on "
        "other spaces and calibrate again."
    )
    return Remark(said, "chip-in-glare", team=team, space=space)


def _must_be_as_large(colors: Picture, look: TableLook) -> None:
    """Refuses a second picture that is none, or of another size than the first."""
    must_show(colors, "colors")
    try:
        check_picture(colors, look.size)
    except PictureError as error:
        about = error.about
        reason = f"The pictures differ in size: “empty” is {about['measured']}, “colors” {about['size']} pixels."
        mend = "Take both with the same camera settings."
        raise CalibrationError(reason, mend, code=error.code, **about) from None


def _about_likeness(look: TableLook, teams: tuple[str, ...]) -> Iterator[Remark]:
    """Warns of teams whose colours are near each other, and refuses those that cannot be told apart."""
    for first, second in _alike(look, teams, TOLD_APART):
        sentence = f"{TEAM_OF[first].capitalize()} and {TEAM_OF[second]} look alike under this lamp"
        both = {"team": TEAM_OF[first], "other": TEAM_OF[second]}
        if (first, second) in _alike(look, teams, CONFUSED):
            raise CalibrationError(
                f"{sentence}: they cannot be told apart.", "More light, or other chips.", code="alike", **both
            )
        yield Remark(f"{sentence}: more light, or other chips.", "nearly-alike", **both)


def _told_apart(teams: tuple[str, ...]) -> str:
    """The good news about the colours of these teams."""
    names = [TEAM_OF[team] for team in teams]
    if len(names) == 1:
        return f"The {names[0]} chip stands out well on this board in this light."
    return f"The chips {', '.join(names[:-1])} and {names[-1]} can be told apart well on this board in this light."


def _measured(straight: Picture, look: TableLook, space: int, team: str, layout: Layout) -> MeasuredChip:
    """The chip on a space; refuses one without a chip, or with something like paper, or the shadow of something."""
    chip, where = measure_chip(straight, look, space, team), layout.name_of(space)
    if chip is None:
        reason = f"No {TEAM_OF[team]} chip can be seen on {where} in the picture “colors”."
        mend = "Check the space, or whether camera or board moved between the two pictures."
        raise CalibrationError(reason, mend, code="no-chip", team=TEAM_OF[team], space=where)
    if not looks_like(chip) and not chip.in_glare:
        reason = f"No {TEAM_OF[team]} chip can be seen on {where}, only something colourless."
        mend = "Check the space, that the chip lies with its coloured side up, and that no lamp mirrors in it."
        raise CalibrationError(reason, mend, code="colourless", team=TEAM_OF[team], space=where)
    return chip


def _must_be_as_named(measured: Sequence[MeasuredChip], chips: Mapping[str, int], layout: Layout, anyway: bool) -> None:
    """Refuses chips whose colours plainly are not those that were said to lie there; `anyway` only exchanged ones."""
    seen = [(chip.colour.team, looks_like(chip) or chip.colour.team) for chip in measured]
    if exchanged(measured) and any(named != like for named, like in seen):
        right = " ".join(
            f"{TEAM_OF[like]}:{layout.name_of(chips[named])}" for named, like in sorted(seen, key=lambda pair: pair[1])
        )
        raise CalibrationError(
            "The chips lie on each other's spaces.", f'By their colours it is --chips "{right}".', code="exchanged"
        )
    for named, like in seen:
        where = layout.name_of(chips[named])
        if like != named and not anyway:
            raise CalibrationError(
                f"The chip on {where} looks {TEAM_OF[like]}, not {TEAM_OF[named]}.",
                "Check the spaces, and that “empty” is the picture without chips; a dark chip in which the sky mirrors "
                "may look so: add --anyway where it is right.",
                code="other-colour",
                team=TEAM_OF[named],
                other=TEAM_OF[like],
                space=where,
            )


def _mesh_in(colors: Picture, look: TableLook) -> Mesh:
    """Where the board lies in the second picture: where it lay, or where it was pushed to."""
    anchors = Anchors(Straightener.glance_in(look.empty), look.mesh)
    if anchors.check(Straightener(look.mesh).glance(colors)).still:
        return look.mesh
    found = find_again(colors, remember(look.empty, straight_mesh(look.mesh)))
    if found is None:
        reason = "The picture “colors” does not show the board as “empty” does."
        mend = "Take both from the same place, with hands away."
        raise CalibrationError(reason, mend, code="moved")
    return PrintedBoard(look.empty).aligned(colors, found.mesh).mesh


def _alike(look: TableLook, teams: tuple[str, ...], limit: float) -> list[tuple[str, str]]:
    """Pairs of teams whose colours look nearer than `limit`; L*a*b*."""
    chips = {chip.team: chip for chip in look.chips}
    return [(one, other) for one, other in combinations(teams, 2) if apart(chips[one], chips[other]) < limit]
