"""Which of the cards on a pile lies on top, as far as a picture tells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.detector import Look
from vision.cards.outline import Outline
from vision.cards.seen import SeenCard
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Picture

MARGIN = 0.15
"""Centimetres inside its rim from which a place counts as covered by a card. 0 to 0.3."""
RIM = 0.3
"""Part of a card's margin, inside its rim, that shows a face though a hand lies on it. 0.2 to 0.6."""
LEAST_RIM, PLAINER = 3.0, 1.8
"""A rim shows by so many grey levels at least, and one card lies on another when its rim shows so many times plainer.
2 to 6; 1.4 to 3."""
COVERED, BARE = 0.5, 0.85
"""Where this much is a card's face, and of it this much its bare paper, an index that ought to be there lies under it.
0.3 to 0.8; 0.8 to 0.95."""
ASIDE, ABOVE = 0.4, 0.6
"""How far from the middle of an index paper is looked for, across and down. In heights of the index."""
PAPER = 0.6
"""What is brighter than this part of a card's own paper is paper. 0.5 to 0.75."""
MIDDLE = 0.4
"""Where this much of a card's middle is a back another one lies across it face down. 0.2 to 0.6."""


def above(one: SeenCard, two: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool | None:
    """Whether the first of two overlapping cards lies above the second; None where the indices do not tell.

    An index that shows inside the outline of another card lies above it; one that is missing where the other card
    is seen to lie is covered by it. What lies beyond the picture's edge or under a hand tells nothing.
    """
    over = _shows_in(one, two.outline) or _covers_index(one, two, picture, table, look)
    under = _shows_in(two, one.outline) or _covers_index(two, one, picture, table, look)
    return None if over == under else over


def _shows_in(card: SeenCard, outline: Outline) -> bool:
    return any(outline.inside((i.pose.x, i.pose.y), MARGIN + 0.3 * i.pose.height) for i in card.indices)


def _covers_index(card: SeenCard, under: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool:
    """Whether an index of `under` is missing where the other card lies and its bare face is seen."""
    place = under.missing()
    return place is not None and card.outline.inside(place, -0.3) and _bare(card, under, picture, table, look)


def _bare(card: SeenCard, under: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool:
    """Whether a face without print is seen where the index of `under` ought to lie that was not read, by the paper of
    `card`."""
    place = under.missing()
    if place is None:
        return False
    spot = _missing_spot(under, place)
    bare = _is_paper(spot, _paper_near(card, picture, table), picture, table)
    return float(look.surface(spot)[:, 1].mean()) >= COVERED and float(bare.mean()) >= BARE


def _missing_spot(card: SeenCard, place: tuple[float, float]) -> NDArray[np.float32]:
    """Places of the table all over the index of a card that was not read; shape (n, 2)."""
    tall = card.indices[0].pose.height
    across, down = np.meshgrid(np.linspace(-0.3, 0.3, 9) * tall, np.linspace(-0.5, 0.5, 13) * tall)
    return Outline(*place, card.outline.turn).at(np.stack([across.ravel(), down.ravel()], 1))


def rim_above(one: SeenCard, two: SeenCard, picture: Picture, grey: NDArray[np.uint8], table: Tabletop) -> bool | None:
    """Whether the rim of the first of two cards shows where they overlap, and that of the second does not; None where
    neither is plainer by far."""
    first, second = _rim_in(one, two, picture, grey, table), _rim_in(two, one, picture, grey, table)
    if first is None or second is None or max(first, second) < LEAST_RIM:
        return None
    if first > PLAINER * second:
        return True
    return False if second > PLAINER * first else None


def _rim_in(
    card: SeenCard, other: SeenCard, picture: Picture, grey: NDArray[np.uint8], table: Tabletop
) -> float | None:
    """How plainly the rim of a card shows inside another one's outline, in grey levels; None where too little of it
    lies there in view: a rim is seen between paper and paper, and not under a hand."""
    outline = card.outline
    w, h = outline.width / 2, outline.height / 2
    along = np.linspace(-0.9, 0.9, 31)
    strengths: list[float] = []
    offsets = np.linspace(-0.35, 0.35, 15)
    paper = _paper_near(card, picture, table)
    for side in range(4):
        across = offsets + (h if side % 2 == 0 else w)
        if side >= 2:
            across = -across
        a, b = np.meshgrid(along * (w if side % 2 == 0 else h), across, indexing="ij")
        places = np.stack([a, b] if side % 2 == 0 else [b, a], -1)
        inside = np.array([other.outline.inside((float(x), float(y)), 0.4) for x, y in outline.at(places[:, 7])])
        places = places[inside]
        ends = outline.at(places[:, (0, -1)].reshape(-1, 2))
        between = _is_paper(ends, paper, picture, table).reshape(-1, 2).all(axis=1) if inside.any() else inside[:0]
        if between.sum() < 4:
            continue
        x, y = (part.reshape(-1, 15) for part in table.in_picture(outline.at(places[between].reshape(-1, 2))).T)
        seen = cv2.remap(grey, x.copy(), y.copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        # A rim is a step, or a thin dark line, at the same place all along.
        strengths.append(float(np.abs(np.diff(np.median(seen, axis=0), n=1)).max()))
    return float(np.mean(strengths)) if strengths else None


def uncovered(card: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool:
    """Whether nothing but a hand or a glass can lie on a card of which one index was read.

    Much of its margin must show a face, and where its other index ought to be there must not be bare paper: that would
    be another card's.
    """
    outline = card.outline
    w, h = outline.width / 2 - 0.3, outline.height / 2 - 0.3
    along = np.linspace(-0.93, 0.93, 16)
    ones = np.ones_like(along)
    sides = [(along * w, -h * ones), (along * w, h * ones), (-w * ones, along * h), (w * ones, along * h)]
    margin = np.concatenate([np.stack(side, 1) for side in sides])
    shown = float(look.surface(outline.at(margin))[:, 1].mean()) >= RIM
    return shown and not _bare(card, card, picture, table, look)


def hidden_by_a_thing(card: SeenCard, picture: Picture, table: Tabletop, look: Look) -> bool:
    """Whether something that is no card lies where the index of a card ought to be that was not read; what lies beyond
    the picture may be anything."""
    place = card.missing()
    if place is None:
        return False
    spot = _missing_spot(card, place)
    pixels = table.in_picture(spot)
    inside = bool(((pixels >= 0) & (pixels < picture.shape[1::-1])).all())
    return inside and float(look.surface(spot)[:, 0].mean()) >= COVERED


def shows_its_middle(card: SeenCard, look: Look) -> bool:
    """Whether the middle of a card may be its own: both its indices also show where one lies across it face down."""
    return float(look.surface(_middle(card, 15, 19))[:, 2].mean()) < MIDDLE


def _middle(card: SeenCard, across: int, down: int) -> NDArray[np.float32]:
    """Places of the table all over the middle of a card, so many times so many; shape (n, 2)."""
    outline = card.outline
    right = np.linspace(-0.32, 0.32, across) * outline.width
    below = np.linspace(-0.3, 0.3, down) * outline.height
    return outline.at(np.stack([part.ravel() for part in np.meshgrid(right, below)], 1))


def _paper_near(card: SeenCard, picture: Picture, table: Tabletop) -> NDArray[np.float32]:
    """Blue, green, red of the card's paper, taken around its first index."""
    return np.asarray(np.percentile(_seen(_around_index(card), picture, table), 75, axis=0), np.float32)


def _around_index(card: SeenCard) -> NDArray[np.float32]:
    """Places of the table on and beside the first index of a card; shape (n, 2)."""
    pose = card.indices[0].pose
    right, below = np.linspace(-ASIDE, ASIDE, 9), np.linspace(-ABOVE, ABOVE, 13)
    across, down = np.meshgrid(right * pose.height, below * pose.height)
    return Outline(pose.x, pose.y, pose.turn).at(np.stack([across.ravel(), down.ravel()], 1))


def _is_paper(
    places: NDArray[np.float32], paper: NDArray[np.float32], picture: Picture, table: Tabletop
) -> NDArray[np.bool_]:
    shares = _seen(places, picture, table) / np.maximum(paper, 16)
    return np.asarray((shares.min(axis=1) > PAPER) & (shares.min(axis=1) > 0.72 * shares.max(axis=1)))


def _seen(places: NDArray[np.float32], picture: Picture, table: Tabletop) -> NDArray[np.float32]:
    x, y = (column.reshape(-1, 1).copy() for column in table.in_picture(places).T)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen[:, 0], np.float32)
