"""Chips as discs: where they lie and which face they show.

Works on evidence maps only. Which space a chip belongs to, and what to do where something hides it, is
decided in `vision.decode.reading`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.classify.centring import centred
from vision.classify.discs import (
    BEYOND,
    SEARCH,
    SHADOW,
    WITHIN,
    Chip,
    Directions,
    apart,
    beside,
    chip_at,
    disc,
    erase,
    half_of,
    mean_at,
    overlaps,
    peaks,
    place_of,
    polar,
    polars,
    smaller,
    steps_at_edge,
    weighed,
)
from vision.classify.evidence import SKIN, Evidence, Map
from vision.classify.white import by_ring, edge_closed, print_shows_in, white_chips
from vision.normalize.colour import hues_apart
from vision.rectify.quantiles import quantiles
from vision.rectify.size import PixelRadius, Radius

FEWEST = 0.40
"""A disc filled less than this is no candidate. Unit: parts of the disc; 0.3 to 0.6."""
OUT, OUTSIDE = 0.4, (1.05, 1.4)
"""What its colour in the band around a disc takes from how full that is, and where that band lies. Parts, 0.2 to 0.5;
chip radii."""
WHOLE = 0.9
"""A disc so full of its colour comes before those that are less so, and counts the less the more of that colour lies
around it. Parts, 0.8 to 0.95."""
REACH = 1.15
"""What lies right beside a chip is another one's as far as this from its centre. Chip radii; 1.05 to 1.3."""
HALF_CLOSED, ROUNDS = 0.5, 3
"""And that is a chip itself if it is closed so far, those beside it allowed for: a pack is gone through so often from
its edge to its middle. Parts, 0.4 to 0.6; 2 to 4."""
FEWEST_TOLD = 6
"""Of sixteen directions so many must tell whether it does. 4 to 10."""
EDGE_STEP = 0.25
"""A face ends where its colour falls by this much. Parts; 0.15 to 0.5."""
DIM_STEP = 0.75
"""Or on print of its colour, where it dims that and by so much less outside. Parts; 0.6 to 0.9."""
WHITE_CORE = 0.5
"""A face whose middle has less than this part of the team's saturation is a white one. Parts; 0.35 to 0.6."""
WHITE_LIGHT = 0.8
"""And is at least so light. Parts of paper white; 0.7 to 0.95."""
VEILED, WHITE_VEILED = 0.75, 0.92
"""Or so light, if it is filled more than the first with the team's colour. Parts, 0.7 to 0.85; 0.88 to 0.96."""
WHITE_FACE, DAZZLED = 0.52, 0.05
"""Or, where less glare than the second lies on it, is by the first lighter, against paper, than it is vivid, against
the team's saturation. 0.4 to 0.6; 0.02 to 0.2."""
MIDDLE = (0.15, 0.35, 0.5, 0.62)
"""Where the middle of a face is looked at. Chip radii."""
BANDS = (0.36, 0.44, 0.52), (0.52, 0.58, 0.64), (0.62, 0.68, 0.74), (0.68, 0.74, 0.8)
"""In one of these nothing but white is seen on a white face: a star or a dot may fill its middle, a wide ring its edge,
a thin one lie between. Chip radii."""
BROWN = 0.7
"""Skin has at most so much of the saturation of a team whose colour is of its hue. Parts; 0.55 to 0.75."""
SKIN_LIKE = math.radians(40)
"""So near to the hue of skin skin may be taken for that colour. 30 to 50 degrees."""
CLEAR = 0.6
"""A disc filled so far is no white face. Parts; 0.5 to 0.75."""
SWEPT, WHITE_SWEPT = 0.5, 0.25
"""Where so much of the print around a disc is gone, too, it is part of a sleeve; white sides, of which no packs are
made, leave more of it. Parts; 0.4 to 0.7, 0.2 to 0.3."""


def with_cover(chips: list[Chip], evidence: Evidence, cover: Map, radius: Radius) -> list[Chip]:
    """The chips with what touches them: `cover` is 1 where something hides the board."""
    half = half_of(radius)
    held = polars(cover, chips, half, (1.25, 1.45, 1.65)).max(axis=1).mean(axis=1).tolist()
    return [chip._replace(held=held[k]) for k, chip in enumerate(chips)]


def is_skin(chip: Chip) -> bool:
    """Whether what looked like a white chip has no team's ring, as skin has none."""
    return chip.white and chip.rival >= 1.0 and chip.steady == 0.0


def is_swept(chip: Chip) -> bool:
    """Whether the print is gone around it, too, as it is under a sleeve."""
    return chip.lost >= (WHITE_SWEPT if chip.white else SWEPT)


def around(one: Map, chip: Chip, radius: Radius, reaches: list[float]) -> Directions:
    """A map around a chip; shape (reaches, 16 directions), reaches in chip radii."""
    return polar(one, chip, half_of(radius), tuple(reaches))


def ring_closed(tint: Map, chip: Chip, radius: Radius) -> float:
    """In what part of all directions a chip's edge is of a colour and what lies outside is not."""
    return edge_closed(tint, chip, half_of(radius))


def find_chips(evidence: Evidence, radius: Radius, white: bool = True) -> list[Chip]:
    """All chips, best first; `radius` is half width and half height of a chip in parts of a space.

    Without `white` only those that show their colour.
    """
    half = half_of(radius)
    faces = _faces(evidence, half)
    # A faint face may be a white one whose ring and print were seen: then the white one stands.
    clear = [chip for chip in faces if chip.filled >= CLEAR]
    pale = white_chips(evidence, clear, half) if white else []
    faint = [chip for chip in faces if chip.filled < CLEAR and not chip.white]
    faint = [chip for chip in faint if not overlaps(chip, pale, half)]
    found = _with_surroundings(clear + pale + faint, evidence, half)
    return sorted(found, key=lambda chip: -chip.filled)


def _faces(evidence: Evidence, half: PixelRadius) -> list[Chip]:
    """Discs of a team's colour."""
    inner = disc(half[0] * 0.92, half[1] * 0.92)
    band = disc(half[0] * OUTSIDE[1], half[1] * OUTSIDE[1], OUTSIDE[0] / OUTSIDE[1])
    colour = {team: smaller(one) for team, one in evidence.chip.items()}
    filled: dict[str, Map] = {}
    candidates: list[tuple[float, int, int, str]] = []
    for team, one in colour.items():
        heard = 1.0 - weighed(smaller(evidence.mute[team]), inner)
        share = weighed(one, inner) / np.clip(heard, 0.45, np.inf)
        filled[team] = np.clip(share, 0.0, 1.0)
        score = filled[team] - np.float32(OUT)
        whole = filled[team] >= WHOLE
        if whole.any():
            # Between chips that touch a disc would be as full as they are, but not end. What is less full comes after.
            score += np.float32(OUT) * whole * (1.0 - weighed(one, band))
        candidates += ((*peak, team) for peak in peaks(score, FEWEST - OUT, half))
    candidates.sort(reverse=True)
    chips = []
    for _, row, column, team in candidates:
        rival = max((float(filled[other][row, column]) for other in evidence.at_home - {team}), default=0.0)
        foreign = bool(evidence.at_home) and team not in evidence.at_home
        chip = chip_at(team, row, column, float(filled[team][row, column]), rival)
        chips.append(chip._replace(foreign=foreign))
    strangers = [number for number, chip in enumerate(chips) if chip.foreign]
    free = np.ones(len(chips), bool)
    if strangers:
        free[strangers] = ~_white_inside([chips[number] for number in strangers], evidence, half)
    across, down = (np.array([getattr(chip, way) for chip in chips]) for way in ("across", "down"))
    found: list[Chip] = []
    for number, chip in enumerate(chips):
        if free[number]:
            free &= apart(across, down, chip, half)
            found.append(chip)
    found = centred(found, evidence.chip, evidence.mute, half)
    return _with_edges(found, evidence, half) if found else found


def _with_edges(found: list[Chip], evidence: Evidence, half: PixelRadius) -> list[Chip]:
    """The faces with how far each is closed, and the white ones among them with the team of their ring."""
    closed = np.zeros(len(found))
    for team in evidence.raw:
        mine = [number for number, chip in enumerate(found) if chip.team == team]
        chips = [found[number] for number in mine]
        within = polars(evidence.raw[team], chips, half, WITHIN).mean(axis=1)
        beyond = polars(evidence.beyond[team], chips, half, BEYOND).mean(axis=1)
        shut = within - beyond > EDGE_STEP
        # Where only print of that colour goes on, the chip is told by being darker, or nobody can tell if it does.
        printed = polars(evidence.mute[team], chips, half, BEYOND).mean(axis=1)
        open_to_print = ~shut & (within - beyond + printed > EDGE_STEP)
        if open_to_print.any():
            darker = open_to_print & (steps_at_edge(evidence.dimmed, chips, half) > DIM_STEP)
            shut, open_to_print = shut | darker, open_to_print & ~darker
        touching = beside(chips, half, BEYOND[1], REACH)
        ends = np.zeros(len(mine))
        for _ in range(1 + ROUNDS):
            # Nor does the edge show where the next chip of its team touches it; a sleeve ends nowhere.
            unseen = ~shut & (open_to_print | (touching & (ends > HALF_CLOSED)[:, None]).any(axis=1))
            ends = shut.sum(axis=1) / np.maximum((~unseen).sum(axis=1), FEWEST_TOLD)
        closed[mine] = ends
    result = []
    whites = _white_inside(found, evidence, half)
    for chip, end, white in zip(found, closed.tolist(), whites, strict=True):
        if white and evidence.at_home:
            chip = by_ring(chip, evidence, half)
            end = max(end, edge_closed(evidence.tint[chip.team], chip, half))
        result.append(chip._replace(closed=end, white=bool(white)))
    return result


def _white_inside(chips: list[Chip], evidence: Evidence, half: PixelRadius) -> NDArray[np.bool_]:
    """Which discs are faint and light somewhere between what is printed in their middle and their ring, as a white face
    is; shape (chips,)."""
    usual = np.array([evidence.colours[chip.team].saturation for chip in chips])
    # A lamp that mirrors in a chip makes its middle faint too, but not all of it light. Where none does, a white one
    # in coloured or dim light is less faint or less light, never both.
    plain = polars(evidence.dazzle, chips, half, MIDDLE).mean(axis=(1, 2)) < DAZZLED
    # Under a veil of glare a face is faint as well, but all of it, and less light than the white of one is there.
    full = np.array([chip.filled for chip in chips]) > VEILED
    least = np.where(full, WHITE_VEILED, WHITE_LIGHT)[:, None]
    core, bright = (
        polars(one, chips, half, sum(BANDS, ())).reshape(len(chips), len(BANDS), -1)
        for one in (evidence.saturation, evidence.lightness)
    )
    (faint,) = quantiles(core / usual[:, None, None], 0.5)
    dimmer, brighter = quantiles(bright, 0.3, 0.67)
    pale = (faint < WHITE_CORE) & (dimmer > least)
    pale |= plain[:, None] & (brighter - faint > WHITE_FACE)
    return np.asarray(pale.any(axis=1))


def _with_surroundings(found: list[Chip], evidence: Evidence, half: PixelRadius) -> list[Chip]:
    """The chips with what lies around each; other well filled chips do not count against a neighbour."""
    if not found:
        return found
    unexplained = smaller(evidence.changed)
    skin = smaller(evidence.warm)
    lost = quantiles(polars(evidence.lost, found, half, (2.0, 2.2)).mean(axis=1), 0.5)[0].tolist()
    found = [chip._replace(lost=gone) for chip, gone in zip(found, lost, strict=True)]
    for chip in found:
        if is_skin(chip) or is_swept(chip):
            continue
        if chip.filled > 0.6 and chip.closed > 0.6:
            erase(unexplained, *place_of(chip), half, 1.2)
        if chip.filled > 0.75 and chip.closed > 0.75:
            erase(skin, *place_of(chip), half, 1.15)
    skin = np.repeat(np.repeat(skin, SEARCH, axis=0), SEARCH, axis=1)
    crowd = mean_at(unexplained, disc(half[0] * 1.75, half[1] * 1.75, 0.72), found).tolist()
    dazzled = mean_at(smaller(evidence.dazzle), disc(half[0] * 1.3, half[1] * 1.3), found).tolist()
    touched = (polars(skin, found, half, (1.2, 1.35, 1.5)).mean(axis=1) > 0.5).mean(axis=1).tolist()
    shows = print_shows_in(evidence, found, half).tolist()
    strange = mean_at(smaller(evidence.strange), disc(half[0] * 0.9, half[1] * 0.9), found).tolist()
    light, colour = (
        polars(one, found, half, MIDDLE).reshape(len(found), -1) for one in (evidence.lightness, evidence.saturation)
    )
    bright, vivid = quantiles(light, 0.67)[0].tolist(), quantiles(colour, 0.5)[0].tolist()
    deep = _deepness(found, evidence, light, half).tolist()
    pale = {
        team: BROWN if hues_apart(colour.hue, SKIN) < SKIN_LIKE else SHADOW for team, colour in evidence.colours.items()
    }
    return [
        chip._replace(
            around=crowd[k],
            dazzled=dazzled[k],
            touched=touched[k],
            shows=chip.shows if chip.white else shows[k],
            strange=strange[k],
            deep=deep[k],
            bright=bright[k],
            vivid=vivid[k] / evidence.colours[chip.team].saturation,
            pale=pale[chip.team],
        )
        for k, chip in enumerate(found)
    ]


def _deepness(
    found: list[Chip], evidence: Evidence, light: NDArray[np.float32], half: PixelRadius
) -> NDArray[np.float64]:
    """How far off its team's hue the darkest part of each chip is, as `Chip.deep`; `light` is that of their middles."""
    planes = [polars(plane, found, half, MIDDLE).reshape(light.shape) for plane in evidence.plane]
    order, third = light.argsort(axis=1), light.shape[1] // 3
    own = [evidence.colours[chip.team] for chip in found]
    usual, spread = (np.array(one) for one in zip(*((colour.hue, colour.spread) for colour in own), strict=True))

    def off(places: NDArray[np.intp]) -> NDArray[np.float64]:
        across, along = (np.median(np.take_along_axis(one, places, axis=1), axis=1) for one in planes)
        return np.asarray(abs(np.angle(np.exp(1j * (np.arctan2(along, across) - usual)))), np.float64)

    dark, bright = off(order[:, :third]), off(order[:, -third:])
    return np.where(bright < dark, math.inf, dark / spread)
