"""Faint chips: marks on the board whose colour says whose they are.

In a soft highlight the lamp mirrors in a chip and in the board alike, and in deep shade hardly a colour is seen; so a
chip does not fill its disc with its colour as others do, but it is still darker than the paper around it and all of it
is turned the same way. What is pale in plain light is no chip of this table.
"""

from __future__ import annotations

import numpy as np

from vision.discs import Chip, half_of, polars
from vision.evidence import Evidence
from vision.look import TableLook
from vision.marks.stains import HELD, Doubts

WITHIN, AROUND = (0.2, 0.4, 0.55, 0.7, 0.82), (1.35, 1.5, 1.65)
"""Where a chip shows its colour, and where the board around it shows. Chip radii."""
STRANGE, STRANGE_VEILED = 0.3, 0.2
"""By so much more than what lies around it must it be unlike the print and of some team's hue, and in glare. 0.25 to
0.4; 0.15 to 0.25."""
DARKER, DARKER_VEILED = 0.1, 0.07
"""By so much less light must it send back than what lies around it, and in glare; print that a hand's shadow leaves
does not. Parts of paper white; 0.05 to 0.15, each."""
VEILED, SHADED = 0.5, 0.65
"""So much of it lies in glare, or it sends back less than so much of what the board around it does. Parts; 0.3 to 0.8,
0.5 to 0.75."""
COLOURED = 0.09
"""By so much must it be turned in all. Parts of paper white; 0.07 to 0.12."""
MUCH_DARKER, HARDLY, MOSTLY, NEAR, NEARER = 0.16, 0.045, 0.8, 0.35, 0.2
"""Under glare what is darker by the first shows its colour when it is turned by the second, in so many of all
directions, and so near to its team's hue, radians, and by that factor nearer than to any other's. 0.13 to 0.25; 0.04 to
0.07; 0.75 to 0.9; 0.2 to 0.4; 0.15 to 0.25."""
OFF, APART = 0.45, 0.3
"""So near must that be to its team's hue, radians, and by this factor nearer than to any other's. 0.3 to 0.5, each."""
NEAR_LINE = 0.1
"""One whose middle is nearer to a line may lie astride it. Parts of a space; 0.08 to 0.15."""
ONE_WAY, AGREE = 0.5, 0.9
"""In so many of all directions from its middle it must be turned that way but for the first, radians. 0.4 to 0.6; 0.8
to 0.95."""


def faint_chips(evidence: Evidence, doubt: Doubts, look: TableLook) -> list[Chip]:
    """The marks that show a team's colour, as chips of that team."""
    strange = {
        space: doubt.strange.get(space, 0.0)
        for space, mark in doubt.marked.items()
        if space not in look.free and mark.held < HELD and _is_inside(mark, look)
    }
    marks = [doubt.marked[space] for space in strange]
    if not marks or len(evidence.at_home) < 2:
        return []
    half = half_of(look.radius)
    light = polars(evidence.lightness, marks, half, WITHIN).mean(axis=(1, 2))
    around = light_around(evidence, marks, half)
    veiled = polars(evidence.dazzle, marks, half, WITHIN).mean(axis=(1, 2)) >= VEILED
    odd = np.array(list(strange.values())) >= np.where(veiled, STRANGE_VEILED, STRANGE)
    darker = light <= around - np.where(veiled, DARKER_VEILED, DARKER)
    faint = odd & darker & (veiled | (light < SHADED * around))
    plain = veiled & (light <= around - MUCH_DARKER)
    turned = _turned(evidence, marks, half)
    teams = [_team_of(colour, evidence, sure) for colour, sure in zip(turned, plain.tolist(), strict=True)]
    return [
        mark._replace(team=team)
        for mark, team, may_be in zip(marks, teams, faint.tolist(), strict=True)
        if team is not None and may_be
    ]


def light_around(evidence: Evidence, marks: list[Chip], half: tuple[float, float]) -> np.ndarray:
    """How much light the board around each mark sends back, parts of paper white; shape (marks,)."""
    return np.asarray(np.median(polars(evidence.lightness, marks, half, AROUND).reshape(len(marks), -1), axis=1))


def _is_inside(mark: Chip, look: TableLook) -> bool:
    """Whether its middle lies well within its space."""
    place = look.lean.upright(mark.across, mark.down)
    return all(NEAR_LINE < at % 1.0 < 1.0 - NEAR_LINE for at in place)


def _turned(evidence: Evidence, marks: list[Chip], half: tuple[float, float]) -> np.ndarray:
    """How each mark is turned since the empty picture, more than what lies around it; complex, (marks, 16 directions).

    `real` red against green, `imag` blue against yellow, parts of paper white.
    """
    planes = zip(evidence.plane, evidence.printed_plane, strict=True)
    across, along = (now - printed for now, printed in planes)

    def seen(reaches: tuple[float, ...]) -> np.ndarray:
        return np.asarray(polars(across, marks, half, reaches) + 1j * polars(along, marks, half, reaches))

    beside = seen(AROUND).reshape(len(marks), -1)
    usual = np.median(beside.real, axis=1) + 1j * np.median(beside.imag, axis=1)
    weights = np.array(WITHIN) / sum(WITHIN)
    return np.asarray((seen(WITHIN) * weights[:, None]).sum(axis=1) - usual[:, None])


def _team_of(turned: np.ndarray, evidence: Evidence, plain: bool) -> str | None:
    """The team whose colour a mark shows in all directions; None where it shows none plainly.

    What is `plain` to lie there under glare may show less of its colour, if that is nobody else's.
    """
    colour = complex(turned.mean())
    agree = (np.abs(np.angle(turned / colour)) < ONE_WAY).mean()
    team, off, apart = evidence.nearest_team(colour)
    if plain and abs(colour) >= HARDLY and agree >= MOSTLY and off <= NEAR and apart <= NEARER:
        return team
    if abs(colour) < COLOURED or agree < AGREE:
        return None
    return team if off <= OFF and apart <= APART else None
