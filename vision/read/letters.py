"""Chances become letters: the only place where anything is decided, by a handful of Limits.

A wrong letter costs as much as fifty `?`; the limits were chosen on tables the network never saw.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.equipment.board import Layout
from engine.observation import CHIPS, FREE, HIDDEN, MAY_LIE, UNSURE, Between
from vision.network import shares
from vision.read.inputs import Floats
from vision.read.reader import Seen
from vision.read.teams import Play


class Limits:
    """Chances from which something is told."""

    told = 0.9
    """A letter; below it `?` stands. 0.8 to 0.98."""
    kept = 0.8
    """That a chip still lies where one of its colour was seen before: chips stay where they are. 0.7 to 0.95."""
    hidden = 0.5
    """That a space is hidden, where no letter would be told of it uncovered. 0.3 to 0.7."""
    shared = 0.15
    """That a chip lies in each of two spaces which share it. 0.05 to 0.3."""
    aside = 0.3
    """How far from the middle of its space a chip lies that two spaces share; spaces, 0.25 to 0.4."""
    five = 0.9
    """That white sides in line are of one team, before their rings were looked at. 0.8 to 0.95."""
    alike = 0.6
    """Correlation of the log chances of one table's rings: five of them count as one and a half. 0.4 to 0.8."""


class Told(NamedTuple):
    """What is said of every space, row by row."""

    letters: str
    chances: Floats
    """How likely each of `MAY_LIE` is if the space is not hidden, shape (spaces, 4); 0 where `#` is told."""
    grazed: tuple[int, ...]
    """Spaces beside one of which `#` is told: what covers that may reach over them, too."""
    flipped: tuple[int, ...]
    """Spaces whose chip shows its white side."""
    between: tuple[Between, ...]
    """Chips that two spaces share."""


def letters(
    seen: Seen,
    layout: Layout,
    play: Play,
    *,
    hidden: frozenset[int] = frozenset(),
    known: str = "",
) -> Told:
    """What is told of a board.

    Args:
        seen: what the reader makes of the picture.
        layout: which spaces carry no card, and which lie in line.
        play: the teams that play.
        hidden: spaces known to be hidden, of which nothing is said.
        known: the letter last known of each space; empty where nothing is known.
    """
    chances = seen.chances.reshape(-1, seen.chances.shape[2]).astype(np.float32)
    faces, whites = np.split(chances[:, 2:], 2, axis=1)
    known = known or UNSURE * len(chances)
    # A chip that shows its white side is the one that lay there: rings are thin, and nobody lays another's so.
    lay = np.array([[letter == team for team in CHIPS] for letter in known])
    whites = np.where(lay.any(axis=1, keepdims=True), lay * whites.sum(axis=1, keepdims=True), whites)
    covered = chances[:, 1].copy()
    covered[list(hidden)] = 1.0
    if play.turned:
        whites = _of_one_team(whites, covered >= Limits.hidden, layout)
    each = np.concatenate([chances[:, :1], faces + whites], 1)
    each[list(hidden)] = 0.0
    likely = each.argmax(axis=1)
    in_view = each / np.maximum(each.sum(axis=1, keepdims=True), 1e-6)
    near = _beside(covered >= Limits.hidden, layout.columns)
    said: list[str] = []
    for space, best in enumerate(likely.tolist()):
        is_plain = covered[space] <= 1 - Limits.told
        stays = best > 0 and is_plain and known[space] == MAY_LIE[best]
        limit = Limits.kept if stays else Limits.told
        if best == 0 and near[space] and known[space] in CHIPS:
            # A chip near a line, of which a hand leaves little to see, looks like its neighbour's: that it has gone
            # takes as much as telling it twice.
            limit = 1 - (1 - limit) ** 2
        if each[space, best] >= limit:
            said.append(FREE if best == 0 and space in layout.free else MAY_LIE[best])
        else:
            # Where only what may cover it keeps its letter from being told, that is what there is to say.
            is_covered = covered[space] >= Limits.hidden or in_view[space, best] >= Limits.told
            said.append(HIDDEN if is_covered else UNSURE)
    shared = tuple(_shared(seen, faces + whites, play))
    for chip in shared:
        for space in chip.spaces:
            said[space] = UNSURE
    turned = whites.sum(axis=1) > faces.sum(axis=1)
    flipped = tuple(s for s, letter in enumerate(said) if letter in CHIPS and turned[s] and play.turned)
    unseen = np.array([letter == HIDDEN for letter in said])
    in_view[unseen] = 0.0
    grazed = tuple(np.flatnonzero(_beside(unseen, layout.columns)).tolist())
    return Told("".join(said), in_view.astype(np.float32), grazed, flipped, shared)


def _beside(hidden: NDArray[np.bool_], columns: int) -> NDArray[np.bool_]:
    """Which spaces lie beside a hidden one, in a row, a column or a diagonal; shape (spaces,), as `hidden`."""
    near = cv2.dilate(hidden.reshape(-1, columns).astype(np.uint8), np.ones((3, 3), np.uint8)).ravel() > 0
    return np.asarray(near & ~hidden)


def _of_one_team(whites: Floats, hidden: NDArray[np.bool_], layout: Layout) -> Floats:
    """Chances of each team's white side, shape (spaces, teams), where all of a line are seen white side up.

    People turn over the chips of a finished five. So a mixture is told: a space and the others of some line through it
    are of one team, or it is of any. In a free or a `hidden` space a chip of any team may lie.
    """
    white, anyones = whites.sum(axis=1), hidden.copy()
    anyones[list(layout.free)] = True
    is_white = (white > 0.5) & ~anyones
    if not is_white.any():
        return whites
    lines = np.array(layout.windows(5))
    lines = lines[(is_white | anyones)[lines].all(axis=1) & (is_white[lines].sum(axis=1) > 1)]
    told = whites / np.maximum(white, 1e-6)[:, None]
    seen, teams = is_white[lines], whites.shape[1]
    others = seen.sum(axis=1) - 1
    logs = (np.log(told + 1e-6)[lines] * seen[..., None]).sum(axis=1)
    odds = Limits.five / (1 - Limits.five) * np.exp(logs).sum(axis=1) * float(teams) ** others
    of_all = odds[:, None] * shares(logs / (1 + others * Limits.alike)[:, None])
    np.add.at(told, lines[seen], of_all.repeat(seen.sum(axis=1), axis=0))
    return np.asarray(told / np.maximum(told.sum(axis=1), 1e-6)[:, None] * white[:, None], np.float32)


def _shared(seen: Seen, teams: Floats, play: Play) -> list[Between]:
    """Chips on a line between two spaces: in both one seems to lie, and both say it is the same place."""
    rows, columns = seen.chances.shape[:2]
    by_place: NDArray[np.float32] = teams.reshape(rows, columns, -1)
    found: list[Between] = []
    doubtful = (by_place.max(axis=2) >= Limits.shared) & (by_place.max(axis=2) < Limits.told)
    for down, across in ((0, 1), (1, 0)):
        one, other = np.s_[: rows - down, : columns - across], np.s_[down:, across:]
        towards = (seen.centre[one][..., down] > Limits.aside) & (seen.centre[other][..., down] < -Limits.aside)
        for row, column in np.argwhere(doubtful[one] & doubtful[other] & towards):
            both = by_place[row, column] + by_place[row + down, column + across]
            team = int(both.argmax())
            here = int(row * columns + column)
            if not play.teams or CHIPS[team] in play.teams:
                found.append(Between((here, here + across + down * columns), CHIPS[team]))
    return found
