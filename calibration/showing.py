"""Showing a deck to the camera, card by card: pictures come in, what was taken or why not comes out.

No camera, no threads, no clock of its own. The cards are laid one by one on one pile beside the board. A card is taken
once it lies still; one that the ordinary reader names for certain needs no asking, any other is the one that was
asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.shown_deck import KeptDeck
from engine.equipment.cards import RANKS, SUITS, Card, in_words, is_playing_card
from engine.trouble import Trouble
from vision.cards.outline import HEIGHTS, WIDTHS, Outline
from vision.cards.pile_reader import PileReader
from vision.cards.piles import beside
from vision.cards.shown.deck import face_at
from vision.cards.shown.looking_alike import looks_alike, same_pattern
from vision.cards.tabletop import Tabletop
from vision.cards.watch import CHANGED, FEW, STIRRED, by_cell, coarse_look
from vision.rectify.mesh import Mesh, Picture

STILL_SECONDS = 0.5
"""So long nothing may move beside the board before a card is looked at. 0.3 to 1."""
STEP = 2
"""Every so many pixels one is looked at for whether something moves: twice as finely as in play. 1 to 4."""
DIFFERS = 14
"""Grey levels by which a pixel differs where another card lies. 8 to 24."""
NEW = 0.01
"""Part of a card that must have changed for it to have been laid just now. 0.005 to 0.03."""
MOST_CHANGES = 4
"""Most places at which something changed that are looked at for the card, the largest first. 2 to 8."""
LIES = 0.5
"""A place less likely than this to be covered by a card just so shows none. 0.3 to 0.8."""
ONE_SIZE = 0.45
"""Centimetres by which the cards of one deck may seem larger or smaller."""
BURNT, GLARE = 253, 0.02
"""What is so bright in all colours is a lamp's mirror, unless paper is; and the part of a face that may be."""
AROUND = 9.0
"""Centimetres around a card in which its indices are read."""


@dataclass(frozen=True)
class Taken:
    """A card that was shown."""

    card: Card
    """Its name; empty for the back."""
    by_itself: bool
    """Whether the ordinary reader named it."""


class Showing:
    """One deck being shown at one table."""

    def __init__(self, kept: KeptDeck, mesh: Mesh, size: tuple[int, int], reader: PileReader | None = None) -> None:
        """`kept` is what was shown before; `size` is width and height of the pictures."""
        self.kept = kept
        self.skipped: set[Card] = set()
        self.ready = False
        """Whether the table was seen at rest, so that a card may come."""
        self._mesh, self._size = mesh, size
        self._bent_table = self._table = Tabletop.of(mesh, size)
        self._reader = reader or PileReader()
        self._beside: NDArray[np.uint8] | None = None
        self._last: NDArray[np.float32] | None = None
        self._judged: NDArray[np.float32] | None = None
        self._before: Picture | None = None
        """As it looked when the last card was taken."""
        self._refused: Picture | None = None
        """As it looked when the last thing that lay there since was refused."""
        self._still_since = 0.0

    @property
    def asked(self) -> Card | None:
        """The card that is asked for: empty for the back, None where nothing is left."""
        if self.kept.back is None:
            return ""
        return next((card for card in self.kept.missing if card not in self.skipped), None)

    # ---- what a person says

    def skip(self) -> None:
        """Ask for the next card; this one can be shown later."""
        if self.asked:
            self.skipped.add(self.asked)

    def go_back(self) -> Card | None:
        """Forget the last card that was taken, or the back where there was none, so that it is asked for again; which
        it was, None where nothing was taken."""
        last = self.kept.last
        if last is not None:
            self.kept = self.kept.without_card(last)
        elif self.kept.back is not None:
            self.kept, last = replace(self.kept, back=None, size=None, shown=None, read=frozenset()), ""
        return last

    def correct(self) -> Taken | None:
        """The last card was not what it was read as, but the one that was asked for; from now on the reader is not
        trusted with this deck. None where no card was taken."""
        last = self.kept.last
        if last is None or self.kept.shown is None:
            return None
        face = self.kept.shown.faces[-1]
        self.kept = replace(self.kept.without_card(last), trust_reader=False)
        return self._keep(self.asked or last, face, by_itself=False)

    # ---- what the camera sees

    def lie(self, mesh: Mesh) -> None:
        """The board lies elsewhere in the picture, and the pile with it."""
        if mesh is self._mesh:
            return
        self._mesh, self._bent_table = mesh, Tabletop.of(mesh, self._size)
        self._beside = self._last = self._judged = self._before = self._refused = None
        self.ready = False

    def look(self, picture: Picture, at: float) -> Taken | None:
        """Take in a picture of that time, seconds; the card that was taken by it, if one was.

        Raises Trouble where what lies there cannot be taken; said once, until something moves again.
        """
        everywhere = np.full(picture.shape[:2], 255, np.uint8)
        picture, _, self._table = self._bent_table.without_lens(picture, everywhere)
        glance = self._glance(picture)
        if self._last is None or self._judged is None:
            self._last = self._judged = glance
            self._before, self._still_since = picture, at
            return None
        moves = int((np.abs(glance - self._last) > STIRRED).sum()) >= FEW
        self._last = glance
        if moves:
            self._still_since = at
            if not self.ready:  # a hand that is there from the beginning is not what a card is laid on
                self._judged, self._before = glance, picture
            return None
        self.ready = True
        if at - self._still_since < STILL_SECONDS or int((np.abs(glance - self._judged) > CHANGED).sum()) < FEW:
            return None
        if self.asked is None:
            return None
        self._judged = glance
        try:
            taken = self._take(picture)
        except Trouble:
            self._refused = picture
            raise
        self._before, self._refused = picture, None
        return taken

    def _take(self, picture: Picture) -> Taken:
        found = self._found(picture)
        if self.kept.back is None:
            outline = found[0]
            if self._read(picture, outline) is not None:
                raise Trouble("That card lies face up.", "Lay one face down first.", code="face-up")
            back = face_at(picture, self._table, outline)
            self.kept = self.kept.with_back(back, (outline.width, outline.height)).lying(outline)
            return Taken("", by_itself=False)
        outline, face = self._face_up(picture, found, self.kept.back)
        _must_be_plain(face)
        read = self._read(picture, outline)
        card = read or self.asked or ""
        twin = self._twin(card, face)
        if twin is not None:
            reason = f"This looks like {in_words(twin)}, which was shown before."
            mend = f"Lay {in_words(self.asked or card)}; or go back and show that one again."
            raise Trouble(reason, mend, code="looks-alike", card=twin, asked=self.asked or card)
        self.kept = self.kept.lying(outline)
        return self._keep(card, face, by_itself=read is not None)

    def _face_up(self, picture: Picture, found: list[Outline], back: Picture) -> tuple[Outline, Picture]:
        """The first that lies face up, with its face: the others may come from a stack beside it. Raises Trouble where
        none does."""
        for outline in found:
            face = face_at(picture, self._table, outline)
            if not same_pattern(back, face):
                return outline, face
        raise Trouble("That card lies face down.", "Turn it over.", code="face-down")

    def _keep(self, card: Card, face: Picture, *, by_itself: bool) -> Taken:
        self.kept = self.kept.with_card(card, face, read=by_itself)
        self.skipped.discard(card)
        return Taken(card, by_itself)

    def _read(self, picture: Picture, outline: Outline) -> Card | None:
        """The card as the ordinary reader names it for certain; None where it does not, or is not trusted."""
        if not self.kept.trust_reader:
            return None
        ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * AROUND + (outline.x, outline.y)
        where = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(where, np.round(self._table.in_picture(ring)).astype(np.int32), 255)
        where = np.asarray(cv2.bitwise_and(where, self._around(picture)), np.uint8)
        piles = self._reader.piles_in(picture, self._table, where)
        named = [pile.card for pile in piles if pile.card and pile.top.inside((outline.x, outline.y))]
        return named[0] if named and named[0] in self.kept.wanted else None

    def _twin(self, card: Card, face: Picture) -> Card | None:
        """Another card that was shown and looks like this one."""
        shown = self.kept.shown
        known = () if shown is None else zip(shown.names, shown.faces, strict=True)
        return next((name for name, other in known if name != card and looks_alike(other, face)), None)

    # ---- where it lies

    def _found(self, picture: Picture) -> list[Outline]:
        """Where a card may have been laid, the plainest first. Raises Trouble where none is seen."""
        last = self.kept.outline
        # What was refused may lie there still, and then what came since is the card; or it was put right.
        changes = [self._changed(picture, before) for before in (self._refused, self._before) if before is not None]
        guesses = [] if last is None else [(last, changes)]
        guesses += [(guess, [off]) for off in changes for guess in self._guesses(off)]
        faces = self._reader.faces_at(picture, self._table, [guess for guess, _ in guesses])
        found: list[tuple[float, Outline]] = []
        for (_, changed), face in zip(guesses, faces, strict=True):
            outline = self._as_large(face.outline)
            if outline is not None and face.there >= LIES and any(self._part(outline, off) >= NEW for off in changed):
                found.append((face.there, outline))
        if not found:
            raise Trouble(
                "No card can be made out there.",
                "Lay one card flat beside the board, straight on the others or on a new pile, and take the hand away.",
                code="no-card",
            )
        return [outline for _, outline in sorted(found, key=lambda one: -one[0])]

    def _as_large(self, outline: Outline) -> Outline | None:
        """A card that was found, as large as those of this deck; None for what is larger or smaller."""
        if self.kept.size is None:
            return outline if outline.believed else None
        width, height = self.kept.size
        if max(abs(outline.width - width), abs(outline.height - height)) > ONE_SIZE:
            return None
        return replace(outline, width=width, height=height)

    def _changed(self, picture: Picture, before: Picture) -> NDArray[np.uint8]:
        """1 where a picture differs from one before, beside the board; shape (height, width)."""
        off = (cv2.absdiff(picture, before).max(axis=2) > DIFFERS).astype(np.uint8)
        off = np.asarray(cv2.bitwise_and(off, self._around(picture)), np.uint8)
        return np.asarray(cv2.morphologyEx(off, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)

    def _part(self, outline: Outline, off: NDArray[np.uint8]) -> float:
        """How much of a card changed, from 0 to 1."""
        card = np.zeros(off.shape, np.uint8)
        cv2.fillConvexPoly(card, np.round(self._table.in_picture(outline.corners)).astype(np.int32), 1)
        return cv2.countNonZero(cv2.bitwise_and(card, off)) / max(1, cv2.countNonZero(card))

    def _guesses(self, off: NDArray[np.uint8]) -> list[Outline]:
        """Rectangles around what changed, as large as a card, the largest change first."""
        around = max(3, int(self._table.pixels_at((0.0, 0.0)) * 0.8)) | 1
        joined = cv2.dilate(off, np.ones((around, around), np.uint8))
        count, labels, boxes, _ = cv2.connectedComponentsWithStats(joined)
        largest = sorted(range(1, count), key=lambda number: -int(boxes[number, cv2.CC_STAT_AREA]))
        guesses: list[Outline] = []
        for number in largest[:MOST_CHANGES]:
            down, across = np.nonzero((labels == number) & (off > 0))
            if len(down) < 50:
                continue
            guesses += self._guess(np.stack([across, down], 1).astype(np.float32))
        return guesses

    def _guess(self, pixels: NDArray[np.float32]) -> list[Outline]:
        """A rectangle around pixels, and one that lies as the last card did."""
        middle, (width, height), turn = cv2.minAreaRect(self._table.on_table(pixels))
        lean = float(np.radians(turn))
        if width > height:
            width, height, lean = height, width, lean - pi / 2
        width = float(np.clip(width, WIDTHS[0] + 0.1, WIDTHS[1] - 0.1))
        height = float(np.clip(height, HEIGHTS[0] + 0.1, HEIGHTS[1] - 0.1))
        found = Outline(float(middle[0]), float(middle[1]), lean, width, height)
        last = self.kept.outline
        return [found] if last is None else [found, replace(last, x=found.x, y=found.y)]

    def _glance(self, picture: Picture) -> NDArray[np.float32]:
        """The coarse look beside the board: 0 elsewhere."""
        coarse = coarse_look(picture, STEP)
        return np.asarray(np.where(by_cell(self._around(picture), coarse.shape) > 127, coarse, 0), np.float32)

    def _around(self, picture: Picture) -> NDArray[np.uint8]:
        """255 where cards may lie; the table lies where it lay, so that is worked out once."""
        if self._beside is None:
            self._beside = beside(picture, self._table)
        return self._beside


def cards_in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a game in the order in which they are asked for: suit by suit from the ace, then pictures."""
    cards = tuple(dict.fromkeys(cards))
    ranks = ("A", *(rank for rank in RANKS if rank != "A"))
    playing = tuple(rank + suit for suit in SUITS for rank in ranks if rank + suit in cards)
    return (*playing, *(card for card in cards if not is_playing_card(card)))


def _must_be_plain(face: Picture) -> None:
    """Raises Trouble where a lamp is mirrored in a card."""
    dullest = face.min(axis=2)
    if float((dullest >= BURNT).mean()) > GLARE:
        reason = "A lamp is mirrored in the card, or the picture is too bright."
        mend = "Move the pile or the lamp until the whole card can be read."
        raise Trouble(reason, mend, code="glare")
