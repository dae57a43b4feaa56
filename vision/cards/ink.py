"""Where an index may be: two marks of ink on paper, one above the other, beside the board."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import atan2, floor, hypot, inf, log, pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.patch import Pose
from vision.cards.tabletop import Tabletop
from vision.rectify.channels import darkest_of
from vision.rectify.mesh import Picture

INK = (0.9, 0.82)
"""Ink is darker than these parts of the paper around it: the first finds thin and pale ink. 0.7 to 0.92."""
CROWDED, DARKER = 0.45, 0.93
"""What is ink by the last of these must, to keep apart marks that lie close together, or close to the edge of a lamp's
light, also be darker than such a part of the mean of what lies around it, in a window so many centimetres wide. 0.3 to
0.6; 0.9 to 0.97."""
BURNT, BRIGHTER = 232, 1.15
"""Where paper is brighter than this in the picture, or so many times brighter than the board's, a lamp is mirrored.
220 to 245; 1.1 to 1.3."""
BURNT_INK, WASHED = 0.9, 0.95
"""And there ink need only be darker than this part of it; the second in coloured light. 0.85 to 0.97."""
WHITE = 0.8
"""Light is white where the darkest colour of the board's paper is this part of the brightest. 0.7 to 0.85."""
PAPER = 0.3
"""Paper is brighter than this part of the board's. 0.2 to 0.5."""
SMALLEST, LARGEST = 0.3, 2.4
"""Sizes of a rank or a suit in an index, in centimetres."""
STROKE = 1.0
"""Ink is nowhere broader than this, in centimetres."""
NEAR, FAR = 0.62, 1.9
"""Distance from the rank to the suit, in the mean of their sizes."""
UNLIKE = (1.9, 3.8)
"""How many times larger the suit may be than the rank, and the rank than the suit."""
BESIDE = 0.5
"""Two marks nearer than this to each other's side may be one rank (10, Kn); in their size."""
COLOURED = 0.62
"""Paper is white: its darkest colour is this part of its brightest, by the board's paper. 0.45 to 0.7."""
PALEST = 0.78
"""The darkest of a mark is darker than this part of the paper around it. 0.6 to 0.85."""
SLIM = (1.15, 3.6)
"""Rank and suit that grew together are so many times higher than wide."""
GROWN = 0.9
"""And at least so high, in centimetres."""
LONGEST = 6.0
"""How many times longer than wide a mark may be. A one is four."""
CLOSELY = 1600
"""Of more dark spots than this only those on the brightest ground are measured. Wood and ordinary cloth have 800 to
2,500, most of them dull; a dotted white cloth has 6,000."""
MOST = 320
"""More marks than this are no cards but wood or a patterned cloth; those on the whitest ground are kept."""
PATTERN = 60
"""More marks than this of one size and form, counted at each way to tell ink, are a pattern. A card has up to 14
pips. 40 to 120."""
SIZES, FORMS = 0.12, 0.15
"""Steps by which marks are called alike: of the logarithm of their size, and of width by length. 0.05 to 0.3."""
SAME = 0.12
"""Marks that differ by less than this part of their size are one. 0.05 to 0.2."""


@dataclass(frozen=True)
class _Mark:
    """One dark mark."""

    white: float
    """How white its paper is."""
    middle: tuple[float, float]
    """In centimetres."""
    size: float
    hull: NDArray[np.float32]
    """Corners of the smallest rectangle around it, in centimetres; shape (4, 2)."""
    form: tuple[int, ...]
    """The same for marks that look alike."""

    def repeats(self, other: _Mark) -> bool:
        """Whether this is the same mark, told from its paper by another share."""
        near = SAME * self.size
        return (
            abs(self.middle[0] - other.middle[0]) < near
            and abs(self.middle[1] - other.middle[1]) < near
            and abs(self.size - other.size) < near
            and bool(np.abs(np.ptp(self.hull, axis=0) - np.ptp(other.hull, axis=0)).max() < 1.5 * near)
        )


@dataclass(frozen=True)
class Marks:
    """Marks of ink, on the table in centimetres."""

    places: NDArray[np.float32]
    """Their middles; shape (n, 2)."""
    sizes: NDArray[np.float32]
    """The longer side of the smallest rectangle around each."""
    hulls: list[NDArray[np.float32]]
    """Corners of that rectangle; shape (4, 2) each."""


def find_marks(picture: Picture, table: Tabletop, apart: NDArray[np.uint8], paper: NDArray[np.floating]) -> Marks:
    """Marks of ink beside the board.

    Args:
        picture: the picture.
        table: the plane of the table.
        apart: 255 where cards may lie, 0 on the board and where nobody looks; shape (height, width).
        paper: blue, green, red of the board's paper.
    """
    x, y, width, height = cv2.boundingRect(apart)
    part = picture[y : y + height, x : x + width]
    allowed = apart[y : y + height, x : x + width]
    least = max(20.0, float(paper.min()))
    # Paper becomes grey, and nothing brighter than it is cut off: in a lamp's mirror ink is hardly darker than white.
    scales = (least / np.maximum(paper, 20)).tolist()
    # Ink of any colour is dark in at least one of the three.
    light = None
    for channel, scale in zip(cv2.split(part), scales, strict=True):
        one = cv2.convertScaleAbs(channel, alpha=scale)
        light = one if light is None else cv2.min(light, one)
    assert light is not None
    middle = table.on_table(np.array([[x + width / 2, y + height / 2]]))[0]
    pixels = table.pixels_at((float(middle[0]), float(middle[1])))
    reach = max(5, int(STROKE * pixels * 1.3)) | 1
    # Twice as coarse: paper is even.
    coarse = cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (reach // 2 | 1, reach // 2 | 1))
    ground = cv2.blur(cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, kernel), (reach // 4 | 1, reach // 4 | 1))
    ground = cv2.resize(ground, (width, height), interpolation=cv2.INTER_LINEAR)
    paperlike = cv2.bitwise_and(cv2.inRange(ground, np.array(PAPER * least), np.array(255.0)), allowed)
    softened = cv2.GaussianBlur(light, (3, 3), 0)
    by_paper = np.array(scales, np.float32) * 255 / least
    marks: list[_Mark] = []
    inks = [
        cv2.bitwise_and(cv2.compare(softened, cv2.convertScaleAbs(ground, alpha=share), cv2.CMP_LT), paperlike)
        for share in INK
    ]
    window = max(3, int(CROWDED * pixels)) | 1
    around = cv2.convertScaleAbs(cv2.blur(light, (window, window)), alpha=DARKER)
    inks.append(cv2.bitwise_and(cv2.compare(light, around, cv2.CMP_LT), inks[-1]))
    coloured = float(paper.min()) < WHITE * float(paper.max())
    mirrored = min(BURNT, BRIGHTER * float(paper.min())) if coloured else inf
    washed = _washed_out(part, allowed, reach, mirrored)
    if washed is not None:
        inks.append(washed)
    for ink in inks:
        marks += _marks(
            np.asarray(ink, np.uint8), part, np.asarray(ground, np.uint8), (x, y), by_paper, table, mirrored
        )
    marks = _whitest(marks)
    return Marks(
        np.array([mark.middle for mark in marks], np.float32).reshape(-1, 2),
        np.array([mark.size for mark in marks], np.float32),
        [mark.hull for mark in marks],
    )


def _darkest_paper(lit: bool, bright: float) -> float:
    """The part of the paper's brightness than which a mark's darkest is darker."""
    if lit:
        return WASHED
    return BURNT_INK if bright > BURNT else PALEST


def _washed_out(part: Picture, allowed: NDArray[np.uint8], reach: int, mirrored: float) -> NDArray[np.uint8] | None:
    """Ink where a lamp is mirrored, 255; None where it is nowhere.

    There paper is white whatever the colour of the light, and ink is seen only by what is missing to that white.

    Args:
        part: the part of the picture.
        allowed: 255 where cards may lie; shape (height, width).
        reach: pixels ink is nowhere broader than.
        mirrored: the darkest of the three colours of paper is brighter than this in a coloured lamp's mirror.
    """
    few = (part[::8, ::8].min(axis=2) > mirrored) & (allowed[::8, ::8] > 0)
    if np.count_nonzero(few) < 3:
        return None
    darkest = cv2.bitwise_and(darkest_of(part), allowed)
    coarse = cv2.resize(darkest, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    side = reach // 2 | 1
    ground = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (side, side)))
    lit = cv2.compare(ground, np.array(mirrored), cv2.CMP_GT)
    size = (part.shape[1], part.shape[0])
    least = cv2.convertScaleAbs(cv2.resize(ground, size, interpolation=cv2.INTER_LINEAR), alpha=WASHED)
    pale = cv2.compare(cv2.GaussianBlur(darkest, (3, 3), 0), least, cv2.CMP_LT)
    where = cv2.resize(lit, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.bitwise_and(cv2.bitwise_and(pale, where), allowed), np.uint8)


def _whitest(marks: list[_Mark]) -> list[_Mark]:
    """Those on the whitest ground, each once; those of a pattern, which are all alike, come last."""
    alike = Counter(mark.form for mark in marks)
    ranked = sorted(marks, key=lambda mark: (alike[mark.form] > PATTERN, -mark.white))
    kept: list[_Mark] = []
    near: dict[tuple[int, int], list[_Mark]] = defaultdict(list)
    for mark in ranked:
        column, row = (floor(value) for value in mark.middle)
        around = [other for i in (-1, 0, 1) for j in (-1, 0, 1) for other in near[column + i, row + j]]
        if any(mark.repeats(other) for other in around):
            continue
        near[column, row].append(mark)
        kept.append(mark)
        if len(kept) == MOST:
            break
    return kept


def _marks(
    ink: NDArray[np.uint8],
    part: Picture,
    paper: NDArray[np.uint8],
    offset: tuple[int, int],
    scales: NDArray[np.float32],
    table: Tabletop,
    mirrored: float,
) -> list[_Mark]:
    # The rim of a card may go around all that is printed on it, so what lies inside a contour counts as well.
    contours, family = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found: list[_Mark] = []
    outer = [contour for place, contour in enumerate(contours) if len(contour) >= 8 and family[0, place, 3] < 0]
    if len(outer) > CLOSELY:
        outer.sort(key=lambda contour: -int(paper[contour[0, 0, 1], contour[0, 0, 0]]))
    for contour in outer[:CLOSELY]:
        points = table.on_table(contour[:, 0].astype(np.float32) + offset)
        middle, (one, two), turn = cv2.minAreaRect(points)
        size = max(one, two)
        if not SMALLEST <= size <= LARGEST * 1.6 or size > LONGEST * min(one, two):
            continue
        left, top, width, height = cv2.boundingRect(contour)
        around = part[max(top - 3, 0) : top + height + 3, max(left - 3, 0) : left + width + 3]
        ground = np.percentile(around.reshape(-1, 3), 90, axis=0)
        dark, bright = np.percentile(around.min(axis=2), (8, 90))
        lit = bright > mirrored
        if not lit:  # in a lamp's mirror paper is white, whatever the colour of the light
            ground = ground * scales
        if ground.min() < COLOURED * ground.max() or dark > _darkest_paper(lit, bright) * bright:
            continue
        white = float(ground.min() / max(ground.max(), 1.0)) + 0.3 * min(float(ground.min()) / 255, 1.0)
        found.append(
            _Mark(
                white,
                (float(middle[0]), float(middle[1])),
                size,
                np.asarray(cv2.boxPoints((middle, (one, two), turn)), np.float32),
                (round(log(size) / SIZES), round(min(one, two) / size / FORMS)),
            )
        )
    return found


def candidates(marks: Marks) -> list[Pose]:
    """Every way in which marks may be a rank above a suit."""
    count = len(marks.sizes)
    if not count:
        return []
    found: list[Pose] = []
    # Numbers and letters of two marks are tried as one.
    groups: list[tuple[NDArray[np.float32], float, frozenset[int]]] = [
        (marks.hulls[i], float(marks.sizes[i]), frozenset([i])) for i in range(count)
    ]
    far = np.linalg.norm(marks.places[:, None] - marks.places[None], axis=2)
    mean = (marks.sizes[:, None] + marks.sizes[None]) / 2
    for i in range(count):
        for j in range(i + 1, count):
            if far[i, j] < mean[i, j] * 1.05 and 0.55 < marks.sizes[i] / marks.sizes[j] < 1.8 and mean[i, j] < 1.6:
                both = np.concatenate([marks.hulls[i], marks.hulls[j]])
                groups.append((both, float(mean[i, j]), frozenset([i, j])))
    middles = np.array([_middle(hull) for hull, _, _ in groups])
    sizes = np.array([size for _, size, _ in groups])
    apart = np.linalg.norm(middles[:, None] - middles[None, :count], axis=2)
    together = (sizes[:, None] + sizes[None, :count]) / 2
    unlike = sizes[:, None] / sizes[None, :count]
    fits = (apart > NEAR * together) & (apart < FAR * together) & (unlike < UNLIKE[1]) & (unlike > 1 / UNLIKE[0])
    fits &= (sizes[:, None] <= LARGEST) & (sizes[None, :count] <= LARGEST) & (sizes[:, None] >= 0.35)
    for above, below in zip(*np.nonzero(fits), strict=True):
        hull, _, own = groups[int(above)]
        if int(below) in own:
            continue
        found.append(_upright(np.concatenate([hull, marks.hulls[int(below)]]), middles[below] - middles[above]))
    for place in range(count):
        found += _alone(marks.hulls[place])
    return _different([pose for pose in found if 0.7 < pose.height < 2 * LARGEST])


def _different(poses: list[Pose]) -> list[Pose]:
    """Without those that differ from another by less than the network minds."""
    kept: dict[tuple[int, ...], Pose] = {}
    for pose in poses:
        grain = pose.height * 0.12
        kept.setdefault(
            (round(pose.x / grain), round(pose.y / grain), round(pose.turn / 0.2), round(np.log(pose.height) / 0.2)),
            pose,
        )
    return list(kept.values())


def _middle(points: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def _upright(points: NDArray[np.float32], down: NDArray[np.floating]) -> Pose:
    """The box around points whose upright is given by where `down` points."""
    length = hypot(float(down[0]), float(down[1])) or 1.0
    dx, dy = float(down[0]) / length, float(down[1]) / length
    along = points @ np.array([dx, dy], np.float32)
    across = points @ np.array([dy, -dx], np.float32)
    a, c = float(along.min() + along.max()) / 2, float(across.min() + across.max()) / 2
    return Pose(a * dx + c * dy, a * dy - c * dx, float(along.max() - along.min()), atan2(-dx, dy))


def _alone(hull: NDArray[np.float32]) -> list[Pose]:
    """A single mark may be rank and suit grown together; the rectangle around it does not say which end is the top."""
    sides = (hull[1] - hull[0], hull[2] - hull[1])
    lengths = [float(np.linalg.norm(side)) for side in sides]
    poses = []
    for side, length, width in zip(sides, lengths, lengths[::-1], strict=True):
        if SLIM[0] * width < length < SLIM[1] * width and length > GROWN:
            pose = _upright(hull, side)
            poses += [pose, Pose(pose.x, pose.y, pose.height, pose.turn + pi)]
    return poses
