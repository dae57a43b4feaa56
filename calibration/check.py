"""Whether a measured table can be told: it reads the picture with its chips as in play, and the truth is known.

Whether the empty board is bare is asked in `calibration.usable`.
"""

from __future__ import annotations

from collections.abc import Mapping

from calibration.usable import CalibrationError, some_of
from engine.editions.edition import TEAM_OF
from engine.equipment.board import Layout
from engine.observation import EMPTY, FREE, HIDDEN, UNSURE
from engine.trouble import Remark
from vision.read.letters import letters
from vision.read.reader import LearntReader
from vision.rectify.mesh import Picture
from vision.table import TableLook

FEW = 3
"""Bare spaces that may stay `?` with nothing said of it. 1 to 5."""
SEVERAL = 2
"""Bare spaces on which chips seem to lie from which the picture is refused. 1 to 5."""


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
    told = letters(seen, look.free, look.play).letters
    for team, space in chips.items():
        if told[space] not in (team, UNSURE, HIDDEN):
            raise _not_told(layout.name_of(space), TEAM_OF[team], told[space])
    others = [space for space in range(layout.size) if space not in chips.values()]
    wrong = [space for space in others if told[space] not in (EMPTY, FREE, UNSURE, HIDDEN)]
    if len(wrong) >= SEVERAL:
        raise CalibrationError(
            f"Chips seem to lie on {some_of(wrong, layout)}, too.",
            "Lay one chip of each colour and nothing else; if nothing lies there, more even light helps.",
            code="not-alone",
            spaces=some_of(wrong, layout),
        )
    doubted = wrong + [space for space in others if told[space] in (UNSURE, HIDDEN)]
    shown = [space for team, space in chips.items() if told[space] != team]
    if not shown and len(doubted) <= FEW:
        return []
    names = some_of([*shown, *doubted], layout)
    sentence = f"What lies on {names} cannot be told for certain: more even light, or a sharper picture, helps."
    return [Remark(sentence, "doubted", spaces=names)]


def _not_told(where: str, team: str, told: str) -> CalibrationError:
    what = f"looks {TEAM_OF[told]}" if told in TEAM_OF else "cannot be seen"
    return CalibrationError(
        f"The {team} chip on {where} {what} at this table.",
        "More light, a sharper picture, or chips of another colour help; or add --anyway to play as it is.",
        code="misread",
        team=team,
        space=where,
    )
