"""Reading a board nobody measured: one picture, no profile.

Every card is printed on two spaces, so the board carries its own comparison: what the one space shows and
its twin does not is no print. Chips of ordinary colours that are found for certain then say what chips look
like here, and the picture is read again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from vision.classify.chip_scoring import face_score
from vision.classify.chips import around, find_chips
from vision.classify.discs import Chip, draw
from vision.classify.evidence import Evidence, weigh
from vision.cold.colours import CERTAIN, learnt_colours, usual_colours
from vision.cold.cover import in_the_open, with_cover
from vision.cold.discs import (
    PRINTED_COLOURS,
    Whole,
    alone,
    may_be_chip,
    near,
    on_picture,
    over_disc,
    print_on_both,
    space_of,
    spaces_under,
    whole_discs,
)
from vision.cold.doubts import may_bear_chip
from vision.cold.ground import PAPER, Ground, ground_of
from vision.cold.lines import without_lines
from vision.cold.signs import plain_spaces, signs_of
from vision.cold.whites import whites
from vision.decode.reading import Reading, judge, without
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound, Found
from vision.normalize.light import paper_white
from vision.normalize.look import TableLook
from vision.normalize.twins import SLACK, Twins, disc_likeness, twin_picture, twins_of
from vision.play import ANY, Play
from vision.rectify.mesh import Picture
from vision.rectify.pictures import PictureError, check_picture, is_grey, problem_of
from vision.rectify.size import Radius
from vision.rectify.straight import Straightener, window

SIZES = (0.22, 0.3)
"""Chip radii that are sought at first, in parts of a space (the root of its area)."""
LEAST, MOST = 0.19, 0.4
"""Chips smaller or larger than this are none. Parts of a space."""
USUAL = 0.26
"""The radius taken where no chip shows it."""
PERFECT = 0.92
"""A court card is never so full. Parts; 0.85 to 0.97."""
NO_PIP = 0.75
"""A disc filled less may be a large pip that its twin prints, too. Parts; 0.6 to 0.8."""
SPOT = 0.74
"""A disc filled less is doubted where its colour is printed, too: a pip that its twin prints a little otherwise leaves
so much. Parts; 0.7 to 0.78."""
HANDICAP = 0.06
"""So much fuller must a disc be than with a profile. Parts; 0 to 0.2."""
LIKELY = 2.0
"""Evidence from which a chip is taken out of the comparison. Log odds; 1 to 4."""
PRINTED = 0.9
"""What is so like its twin may be print that looks like a chip. Correlation, measured: print that does 0.91 to 0.99; of
chips one in eighty, where another lies in the same place of the twin. 0.87 to 0.92."""
DOUBTFUL = 0.95
"""What counts as so much of another team's colour in a disc makes it doubted. Parts; 0.9 to 1."""
TEAMS = ("b", "g", "r")


@dataclass(frozen=True)
class ColdReading:
    """What a picture of an unknown table says."""

    found: Found
    reading: Reading
    look: TableLook
    """What could be guessed of the table."""
    certain: frozenset[int]
    """The spaces with chips that no other space is needed to tell."""
    like_print: frozenset[int]
    """Those of them whose twin shows the same: both bear a chip in the same place, or it is print."""


def read_cold(
    picture: Picture,
    layout: Layout,
    teams: tuple[str, ...] = TEAMS,
    *,
    found: Found | None = None,
    play: Play = ANY,
) -> ColdReading:
    """Find the board in a picture, unless it is `found` already, and read it without a profile.

    `teams` are those whose colours are looked for, `play` says which of them play.

    Raises PictureError when it is no picture, has no colours, or broke off before the end of the board; BoardNotFound
    when no board is seen or one of another layout: its cards have their twins elsewhere, so that nothing could be
    compared.
    """
    check_picture(picture)
    if found is None:
        found = _board_in(picture, layout)
    problem = problem_of(picture, found.mesh.lowest)
    if problem:
        raise _of_no_use(problem)
    straight = Straightener(found.mesh).take(picture)
    outside = found.mesh.outside((picture.shape[1], picture.shape[0]))
    white = _white(straight, layout)
    board = _Board(
        straight=straight,
        layout=layout,
        teams=teams,
        white=white,
        plain=plain_spaces(straight, white, layout) | outside,
        twins=twins_of(straight, layout),
        ground=ground_of(straight, white, layout),
    )
    look = TableLook(
        mesh=found.mesh,
        size=(picture.shape[1], picture.shape[0]),
        layout=layout.name,
        free=layout.free,
        empty=board.expected(board.covered),
        white=white,
        play=play,
    )
    look, evidence, whole, seemed = _learnt(board, look)
    reading, certain = _read(board, look, evidence, whole, seemed)
    reading = without(reading, outside)
    certain = frozenset(space for space in certain if reading.letters[space] in teams)
    return ColdReading(found, reading, look, certain, certain & board.like_twins(whole.chips, look.radius))


def _board_in(picture: Picture, layout: Layout) -> Found:
    """The board of this layout in a picture."""
    problem = problem_of(picture)
    if problem == "black":
        raise _of_no_use(problem)
    if is_grey(picture):
        raise PictureError("The picture has no colours: whose a chip is cannot be told.", "Take one in colour.")
    try:
        found = find_board(picture, layout)
    except BoardNotFound:
        # Many a picture only has a plain margin, but one without a board rather broke off.
        if problem:
            raise _of_no_use(problem) from None
        raise
    if not found.layout_fits:
        raise BoardNotFound(found.messages[0])
    return found


def _of_no_use(problem: str) -> PictureError:
    return PictureError(f"The picture is {problem}.", "Take it again.")


@dataclass(frozen=True)
class _Board:
    """A straight picture of a board that nobody measured, and what it says of itself."""

    straight: Picture
    layout: Layout
    teams: tuple[str, ...]
    white: NDArray[np.float32]
    """Paper white by space; shape (rows, columns, 3)."""
    plain: frozenset[int]
    """Spaces that show no print at all."""
    twins: Twins
    ground: Ground | None

    @cached_property
    def covered(self) -> NDArray[np.bool_]:
        """Where the spaces without print lie in the straight picture."""
        covered = np.zeros(self.straight.shape[:2], bool)
        for space in self.plain:
            covered[window(space, self.layout.columns)] = True
        return covered

    def expected(self, taken: NDArray[np.bool_]) -> Picture:
        """What the twins lead to expect, but where they are `taken`."""
        expected = twin_picture(self.straight, self.twins, self.layout, self.white, taken)
        return expected if self.ground is None else self.ground.instead(self.straight, expected)

    def like_twins(self, chips: list[Chip], radius: Radius) -> set[int]:
        """The spaces whose discs look like the same place of their twin."""
        return {
            space
            for chip in chips
            if (space := space_of(chip, self.layout)) is not None
            and space in self.twins
            and disc_likeness(self.straight, (chip.across, chip.down), space, radius, self.twins, self.layout) > PRINTED
        }

    def whole_discs(self, evidence: Evidence, radius: Radius) -> Whole:
        """The discs that are chips whatever the twin shows, but for those of print: it shows the same."""
        whole = whole_discs(evidence, radius, self.layout)
        at = ((space_of(chip, self.layout), chip) for chip in whole.chips)
        under = {space: chip for space, chip in at if space is not None and space in self.twins}
        like = self.like_twins(whole.chips, radius)
        printed = print_on_both(under, like, self.layout)
        print_ = [under[space] for space in sorted(printed)]
        chips = [chip for chip in whole.chips if chip not in print_]
        return Whole(chips, whole.print + print_, whole.doubted + print_)

    def against_twins(self, look: TableLook) -> Evidence:
        """Evidence against the twins; a chip goes on neither in print of its colour nor in the ground."""
        evidence = weigh(self.straight, look, self.teams, SLACK)
        if self.ground is not None:
            off = 1.0 - self.ground.shows
            raw = {team: np.asarray(one * off, np.float32) for team, one in evidence.raw.items()}
            evidence = replace(evidence, raw=raw)
        return replace(evidence, beyond=evidence.chip)


def _learnt(board: _Board, look: TableLook) -> tuple[TableLook, Evidence, Whole, frozenset[int]]:
    """The look with the size and the colours of the chips that lie there, the evidence against it, the whole discs in
    that, and the spaces that seemed to bear chips while only the usual colours were known."""
    layout = board.layout
    evidence = board.against_twins(look)
    look = _measured_size(evidence, look, look.parallax.aspect)
    usual = usual_colours(lambda chips: board.against_twins(replace(look, chips=chips)), look.radius, layout)
    if usual != look.chips:
        evidence = board.against_twins(replace(look, chips=usual))
        look = _measured_size(evidence, look, look.parallax.aspect)
    whole = board.whole_discs(evidence, look.radius)
    seemed = spaces_under(whole.chips, layout)
    # Chips on the twins spoil the comparison until they are known.
    for _ in range(2):
        faces = _likely_faces(evidence, look.radius, whole.chips)
        taken = _taken(faces, look.radius, board.straight.shape) | board.covered
        chips = learnt_colours(faces, evidence, look.radius, usual)
        look = replace(look, empty=board.expected(taken), chips=chips)
        evidence = board.against_twins(look)
        whole = board.whole_discs(evidence, look.radius)
    return look, evidence, whole, seemed


def _read(
    board: _Board, look: TableLook, evidence: Evidence, whole: Whole, seemed: frozenset[int]
) -> tuple[Reading, frozenset[int]]:
    """The reading of a board whose chips were learnt, and the spaces with chips that no twin is needed to tell.

    Those that `seemed` to bear chips before are not called bare.
    """
    layout, radius = board.layout, look.radius
    gone, fewer = without_lines(board.straight, look.empty, board.white, layout)
    plain = board.plain | gone
    chips = [_full(_alone(chip), evidence, radius) for chip in find_chips(evidence, radius)]
    chips = [chip for chip in chips if may_be_chip(chip, evidence, radius, layout)]
    chips = [chip for chip in chips if not near(chip, whole.chips + whole.print, radius)]
    chips = [_as_print(chip, layout) for chip in chips] + whole.chips
    chips = [chip for chip in chips if not chip.white and chip.filled > 0.3]
    nothing = np.zeros(board.straight.shape[:2], np.float32)
    certain, doubted = spaces_under(whole.chips, layout), spaces_under(whole.doubted, layout) | fewer | seemed
    signs = signs_of(evidence, layout, board.ground, radius)
    read = judge(evidence, chips, nothing, look, cold=True)
    reading = with_cover(read, signs, layout, plain, certain, doubted)
    clear = [chip for chip in chips if face_score(chip) > CERTAIN]
    plainly, compared = in_the_open(reading, signs, layout)
    pale = whites(evidence, radius, layout, clear, reading.letters, plainly, compared)
    chips = [chip for chip in chips if not near(chip, pale.chips, radius)] + pale.chips
    certain |= spaces_under(pale.chips, layout)
    read = judge(evidence, chips, nothing, look, cold=True)
    reading = with_cover(read, signs, layout, plain, certain, doubted | pale.doubted)
    doubted |= pale.doubted | may_bear_chip(board.straight, evidence, look, reading.letters, signs, layout)
    return with_cover(read, signs, layout, plain, certain, doubted), certain


def _alone(chip: Chip) -> Chip:
    """The chip by itself, and no fuller than it must be against a twin."""
    chip = alone(chip)
    return chip._replace(filled=chip.filled - HANDICAP)


def _full(chip: Chip, evidence: Evidence, radius: Radius) -> Chip:
    """The chip no fuller than its whole disc is, print or not: a twin may lie a little differently."""
    if chip.white:
        return chip
    reaches = [0.2, 0.4, 0.55, 0.7, 0.85]
    whole = over_disc(around(evidence.raw[chip.team], chip, radius, reaches), reaches)
    if whole < NO_PIP:
        whole -= over_disc(around(evidence.mute[chip.team], chip, radius, reaches), reaches)
    whole -= over_disc(around(evidence.lightness, chip, radius, reaches) > PAPER, reaches)
    return chip._replace(filled=min(chip.filled, whole - HANDICAP))


def _as_print(chip: Chip, layout: Layout) -> Chip:
    """A chip of a colour that is printed, too, is doubted unless it is rather full, for pips are large; on a picture
    card unless it is very full: pictures have large patches of colour."""
    least = PERFECT - HANDICAP if on_picture(chip, layout) else SPOT
    if chip.white or chip.team not in PRINTED_COLOURS or chip.filled > least:
        return chip
    return chip._replace(rival=max(chip.rival, DOUBTFUL))


def _likely_faces(evidence: Evidence, radius: Radius, whole: list[Chip]) -> list[Chip]:
    """Chips showing their colour: against the twin, or by themselves where they are `whole` discs.

    Two chips of one team on both spaces of a card look like print to the comparison.
    """
    against = [_full(_alone(chip), evidence, radius) for chip in find_chips(evidence, radius, white=False)]
    likely = [chip for chip in against if face_score(chip) > LIKELY and chip.filled > NO_PIP - 2 * HANDICAP]
    return likely + [chip for chip in whole if not near(chip, likely, radius)]


def _white(straight: Picture, layout: Layout) -> NDArray[np.float32]:
    """Paper white by space, from a board with chips and hands on it: a wide median leaves those out."""
    white = paper_white(straight, layout.rows, layout.columns, layout.free)
    channels = [cv2.medianBlur(np.ascontiguousarray(white[..., c]), 5) for c in range(3)]
    return np.asarray(np.dstack(channels), np.float32)


def _taken(chips: list[Chip], radius: Radius, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where chips lie in the straight picture, their rims included."""
    mask = np.zeros(shape[:2], np.uint8)
    for chip in chips:
        draw(mask, chip, radius, 1.25, 1)
    return mask.astype(bool)


def _measured_size(evidence: Evidence, look: TableLook, aspect: float) -> TableLook:
    """The look with the chip size that most chips agree on: where their colour ends, each way."""
    reaches = np.arange(0.3, 2.01, 0.1)
    wide, high = [], []
    for size in SIZES:
        for ratio in (aspect, math.sqrt(aspect)):
            radius = Radius((size / math.sqrt(ratio), size * math.sqrt(ratio)))
            for chip in find_chips(evidence, radius, white=False):
                if chip.white or chip.filled < 0.8 or chip.closed < 0.85:
                    continue
                like = around(evidence.raw[chip.team], chip, radius, reaches.tolist())
                ends = [_end(like[:, direction], reaches) for direction in range(16)]
                wide += [radius[0] * (ends[0] + ends[8]) / 2]
                high += [radius[1] * (ends[4] + ends[12]) / 2]
    # Softening and the chip's own side make it look larger than its face.
    across, down = (0.93 * float(np.median(one)) if len(one) >= 4 else 0.0 for one in (wide, high))
    if not (LEAST <= math.sqrt(across * down) <= MOST and 0.4 < across / max(down, 1e-6) < 2.5):
        across, down = USUAL / math.sqrt(aspect), USUAL * math.sqrt(aspect)
    return replace(look, radius=Radius((across, down)))


def _end(like: NDArray[np.float32], reaches: NDArray[np.float64]) -> float:
    """Where a colour falls to half along one direction, chip radii."""
    low = np.nonzero(like < 0.5)[0]
    if len(low) == 0 or low[0] == 0:
        return float(reaches[-1]) if len(low) == 0 else float(reaches[0])
    last = int(low[0])
    part = (like[last - 1] - 0.5) / max(float(like[last - 1] - like[last]), 1e-3)
    return float(reaches[last - 1] + (reaches[1] - reaches[0]) * part)
