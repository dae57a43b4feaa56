"""Finding the board in a picture with nobody's help, or with its four corners given.

Here the steps are put together: light patches, the lattice they form, the way the layout lies on it, the
nodes. What chips lie on the board is read elsewhere; following the board from frame to frame, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.finding.candidate import (
    EVIDENCE_ALONE,
    EVIDENCE_PLAIN,
    EVIDENCE_TO_FIT,
    LEAD_TO_FIT,
    Candidate,
    candidate_on,
)
from vision.finding.cells import Patches, above_mean, lattices, light_patches, off_lines, pool
from vision.finding.corners import HALF, evidence_on, within_margins
from vision.finding.faces import look_at_faces
from vision.finding.field import planes_of_fields
from vision.finding.found import PART_OUTSIDE, BoardNotFound, Found, check_view, only_a_part, outside, way_up
from vision.finding.lattice import Fit, Plane, bare, grow, lens
from vision.finding.layout import Way, card_half, placings, ways_of
from vision.finding.nodes import lay_nodes
from vision.rectify.channels import brightest_of, darkest_of
from vision.rectify.mesh import Mesh, Picture

Array = NDArray[Any]

WORKING_SIDE = 820
"""Longest side, in pixels, of the picture that is searched; larger ones are made smaller first."""
LARGER = (1230, 1640)
"""Its longest sides where no board was found in that, one after the other: far cards in a steep view, and faint lines,
need more pixels."""
LIGHT_SHARE, EXPOSED, MOST_GAIN = 95.0, 200.0, 6.0
"""A dark picture is made lighter until this per cent of it is no lighter than this level, but not by more than that."""
FEWEST_EDGES = 0.35
"""Share of the edges of spaces that must be seen before a lattice is called a board that fits no layout; below it
confidence fades."""
LEAST_REST = 12
"""Cards of one lattice that must lie on no plane yet before another is laid through them."""


def find_board(
    picture: Picture,
    layout: Layout,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    thorough: bool = True,
) -> Found:
    """Find the board of `layout` in a picture, empty or played on.

    `corners` are pixels (x, y) of the outer corners of a1, the end of row 1, the last space and the end of
    column a of the field of spaces, where a person had to help. Not `thorough`, only a small picture is searched,
    which takes a third of the time where there is no board. Raises BoardNotFound.
    """
    work, scale = working_picture(picture)
    if corners is not None:
        return _from_corners(work, scale, layout, corners)
    best = _likeliest(work, layout)
    for side in LARGER if thorough else ():
        # An outline alone is only roughly where the spaces end: there more pixels always tell more.
        if side > max(picture.shape[:2]) or (best is not None and best.fits and not best.by_field):
            break
        larger, its_scale = working_picture(picture, side)
        other = _likeliest(larger, layout)
        if other is not None and other.fits_plainly and _likelier((best, other)) is other:
            best, work, scale = other, larger, its_scale
    if best is None:
        raise BoardNotFound(
            "No board can be seen in the picture.",
            "Let the whole board be in view, lit evenly, with its cards sharp.",
            code="no-board",
        )
    return _finish(work, scale, layout, best)


def _likeliest(work: Picture, layout: Layout) -> Candidate | None:
    """The likeliest candidate in a picture of the size in which it is searched."""
    ways = ways_of(layout)
    best: Candidate | None = None
    for patches in _patches(work):
        best = _by_cards(work, patches, ways, best)
        if best is not None and best.sure:
            return best
    return _likelier((best, _by_field(work, ways)))


def _likelier(candidates: Iterable[Candidate | None]) -> Candidate | None:
    """The likeliest of those there are, the first of equals; None where there are none."""
    return max((one for one in candidates if one is not None), key=lambda one: one.worth, default=None)


def working_picture(picture: Picture, side: int = WORKING_SIDE) -> tuple[Picture, float]:
    """The picture at the size it is searched at, its longest `side` pixels, and its scale. Raises BoardNotFound for
    what is no picture."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] != 3:
        shape = getattr(picture, "shape", None)
        raise BoardNotFound(f"This is no colour picture: its shape is {shape}, not (height, width, 3).")
    if picture.dtype != np.uint8:
        raise BoardNotFound(f"This is no picture of 8 bits a colour: its values are {picture.dtype}.")
    if min(picture.shape[:2]) < 120:
        raise BoardNotFound(
            f"The picture is too small: {picture.shape[1]} by {picture.shape[0]} pixels.",
            "A board needs at least 200 pixels from side to side.",
        )
    scale = side / max(picture.shape[:2])
    if scale >= 1:
        return _exposed(picture), 1.0
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return _exposed(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)), scale


def _exposed(work: Picture) -> Picture:
    """The picture as if it had been exposed for its light parts: how dark a line is depends on the light."""
    level = float(np.percentile(work[::4, ::4].max(axis=2), LIGHT_SHARE))
    factor = EXPOSED / max(level, EXPOSED / MOST_GAIN)
    return cv2.convertScaleAbs(work, alpha=factor) if factor > 1.2 else work  # type: ignore[return-value]


def _patches(work: Picture) -> Iterator[Patches]:
    """Light patches, sought in more ways as long as the ones before did not do.

    In the darkest channel coloured ground and yellow gaps are dark; in the brightest one chips and red ink
    are nearly as light as paper, and dark lines are left. Pale lines beside print show where no mean is taken.
    """
    darkest, brightest, grey = darkest_of(work), brightest_of(work), cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
    found = []
    for both in (
        ((above_mean, darkest, 21, 4), (above_mean, grey, 15, 2)),
        ((above_mean, brightest, 15, 3), (above_mean, brightest, 25, 6)),
        ((above_mean, darkest, 41, 6), (above_mean, grey, 31, 4)),
        ((above_mean, darkest, 13, 2), (above_mean, grey, 11, 1)),
        ((off_lines, darkest, 9, 7), (off_lines, grey, 9, 5)),
    ):
        found += [light_patches(mask(channel, size, offset)) for mask, channel, size, offset in both]
        yield pool(found)


def _fits(work: Picture, patches: Patches, *, gaps: bool = False) -> Iterator[Fit]:
    """Planes through the largest lattices; where tiles of the table hang on the board's cards, through both."""
    size = (work.shape[1], work.shape[0])
    for which, where in lattices(patches, gaps=gaps)[:3]:
        fit = grow(patches, which, where, size)
        if fit is None:
            continue
        yield fit
        rest = ~np.isin(which, fit.which)
        other = grow(patches, which[rest], where[rest], size) if rest.sum() >= LEAST_REST else None
        if other is not None:
            yield other


def _by_cards(work: Picture, patches: Patches, ways: tuple[Way, ...], best: Candidate | None) -> Candidate | None:
    """The likeliest candidate by the lattices of these patches, or the best one until now.

    Where none fits, cards may have wide gaps one way and none the other: then they must speak plainly for it.
    """
    best = _likelier((best, *(candidate_on(work, fit, ways) for fit in _fits(work, patches))))
    # What is left of the ground beside the cards may look like cards, and fit a little.
    if best is not None and best.fits and (best.is_board or best.placing.evidence >= EVIDENCE_PLAIN):
        return best
    wide = _likelier(candidate_on(work, fit, ways) for fit in _fits(work, patches, gaps=True))
    return wide if wide is not None and wide.fits and wide.placing.evidence >= EVIDENCE_PLAIN else best


def _by_field(work: Picture, ways: tuple[Way, ...]) -> Candidate | None:
    """A candidate by the outline of the field alone; the printed cards must speak plainly for it."""
    darkest = darkest_of(work)
    found = []
    for shape in {way.shape for way in ways}:
        told = tuple(way for way in ways if way.shape == shape)
        for plane in planes_of_fields(darkest, *shape):
            plane, (first, *others) = within_margins(work, plane, told)
            lead = first.evidence - max(way.evidence for way in others)
            found.append(
                Candidate(bare(plane), first, lead, place_lead=0.0, cards=0, whole=False, twinned=0.0, by_field=True)
            )
    return _likelier(one for one in found if one.fits)


def _finish(work: Picture, scale: float, layout: Layout, candidate: Candidate) -> Found:
    placing, way = candidate.placing, candidate.placing.way
    mirrored = way.mirrored and placing.evidence >= EVIDENCE_ALONE and candidate.lead >= LEAD_TO_FIT
    if not candidate.fits and not mirrored and not candidate.is_board:
        raise BoardNotFound(
            f"No board of {layout.columns} by {layout.rows} spaces with the cards of the layout {layout.name} "
            "can be made out.",
            "Show the whole board, sharp and with hands and things off it, or choose the layout that lies there.",
            code="unlike",
        )
    fit = candidate.fit.shifted(placing.column, placing.row)
    nodes, seen = lay_nodes(work, fit.plane, *way.shape, fit.cards, rounds=2 if candidate.whole else 3)
    if seen < FEWEST_EDGES and not candidate.fits:
        raise BoardNotFound(
            "Something in the picture is laid out like a board, but its spaces cannot be made out.",
            "Bring the camera nearer, or give it more light.",
            code="faint",
        )
    messages = check_view(nodes, work.shape, scale)
    out = outside(nodes, work.shape)
    # Cards that are not in the picture cannot speak for it.
    plainly = candidate.fits and placing.evidence >= EVIDENCE_PLAIN * (1.0 - out)
    if out > PART_OUTSIDE and not plainly:
        raise only_a_part()
    if candidate.fits:
        turns = way.turns
        messages.insert(0, way_up(np.rot90(nodes, turns)))
        confidence = _confidence(candidate.lead)
        if candidate.by_field:
            confidence = confidence if placing.evidence >= EVIDENCE_PLAIN else min(confidence, 0.6)
            messages.append("The lines between the spaces can hardly be seen: more light, or a nearer camera, helps.")
        # Cards that speak plainly where the nodes lie tell that the spaces lie there, if not their edges.
        if seen < FEWEST_EDGES and evidence_on(work, nodes, way) < EVIDENCE_PLAIN:
            confidence *= seen / FEWEST_EDGES
    elif mirrored:
        raise BoardNotFound(
            "The picture shows the board as in a mirror.",
            "Switch off mirroring in the camera's settings.",
            code="mirrored",
        )
    else:
        turns = _upright(nodes, layout.rows, layout.columns)
        confidence = 0.25
        messages.insert(
            0,
            f"The cards printed on this board are not those of the layout {layout.name}: "
            "choose the layout that lies on the table, or take off what hides the cards.",
        )
    nodes = np.rot90((nodes + 0.5) / scale - 0.5, turns)
    mesh = Mesh(np.ascontiguousarray(nodes, np.float32))
    return Found(mesh, confidence, candidate.fits, tuple(messages), placing.evidence)


def _confidence(lead: float) -> float:
    """How surely a board whose cards fit the layout lies this way round, 0 to 1."""
    return float(1 - np.exp(-0.5 * (lead - 0.5)))


def _upright(nodes: Array, rows: int, columns: int) -> int:
    """Quarter turns that bring row 1 nearest the top of the picture, where the layout's shape allows."""
    ways = [k for k in range(4) if np.rot90(nodes, k).shape[:2] == (rows + 1, columns + 1)]
    return max(ways, key=lambda k: float(np.diff(np.rot90(nodes, k)[..., 1], axis=0).mean()))


def _from_corners(work: Picture, scale: float, layout: Layout, corners: Sequence[Sequence[float]]) -> Found:
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BoardNotFound(
            "Four corners are needed, each as x and y in pixels.",
            "Give a1, the end of row 1, the last space, column a.",
        )
    points = (points + 0.5) * scale - 0.5
    size = (work.shape[1], work.shape[0])
    columns, rows = layout.columns, layout.rows
    if cv2.contourArea(points.astype(np.float32)) < 60 * 60 or not cv2.isContourConvex(points.astype(np.float32)):
        raise BoardNotFound(
            "The four corners do not enclose a board.", "Give them in order round the board.", code="corners"
        )
    straight = lens(size).straight(points)
    plane = lens(size).between(straight, rows, columns)
    fit = _near(plane, next(_patches(work)), rows, columns, size) or bare(plane)
    nodes, _ = lay_nodes(work, fit.plane, rows, columns, fit.cards)
    messages = check_view(nodes, work.shape, scale)
    half = card_half(fit) if len(fit.which) else HALF
    faces = look_at_faces(work, fit.plane, (0, 0), (columns, rows), half)
    ways = placings(faces, fit.where, ways_of(layout))
    told = next(w for w in ways if w.way.turns == 0 and not w.way.mirrored)
    other = max((w.evidence for w in ways if w is not told), default=0.0)
    lead = told.evidence - other
    fits = told.evidence >= EVIDENCE_TO_FIT and lead >= LEAD_TO_FIT
    if other >= EVIDENCE_TO_FIT and lead < -LEAD_TO_FIT:
        messages.insert(0, "The corners seem to be given the wrong way round: by its cards the board lies otherwise.")
    elif not fits:
        messages.insert(0, f"The cards printed on this board do not plainly fit the layout {layout.name}.")
    mesh = Mesh(np.ascontiguousarray((nodes + 0.5) / scale - 0.5, np.float32))
    return Found(mesh, _confidence(lead) if fits else 0.4, fits, tuple(messages), told.evidence)


def _near(plane: Plane, patches: Patches, rows: int, columns: int, size: tuple[int, int]) -> Fit | None:
    """A plane through the cards that lie where the given corners want them, if there are enough."""
    at = plane.to_board(patches.centres)
    where = np.floor(at).astype(int)
    lies = ((where >= 0) & (where < (columns, rows))).all(1) & (np.abs(at - where - 0.5).max(1) < 0.3)
    if lies.sum() < 12:
        return None
    fit = grow(patches, np.flatnonzero(lies), where[lies], size)
    if fit is None:
        return None
    middle = np.array([[columns / 2, rows / 2]])
    # A board half hidden can pull the plane away from the corners; then they are the better witness.
    slipped = np.abs(fit.plane.to_board(plane.to_picture(middle)) - middle).max() > 0.5
    return None if slipped else fit
