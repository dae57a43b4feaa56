"""Watches the table beside the board for new cards on the discard piles.

A frame in which nothing changed there costs next to nothing: a coarse look at every fourth pixel. What changed and lies
still is read, once; what was read doubtfully is read again a few times.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.observation import CardSeen
from vision.cards.pile_reader import PileReader
from vision.cards.piles import Pile, beside
from vision.cards.tabletop import Tabletop
from vision.rectify.mesh import Mesh, Picture

STEP, COARSE = 4, 16
"""Every so many pixels one is looked at; a cell of the coarse look is so many pixels wide."""
STIRRED = 7.0
"""Grey levels by which a cell changed from one frame to the next when something moves there. 4 to 12."""
CHANGED = 9.0
"""Grey levels by which a cell differs from when it was read last, where it is read again. 6 to 15."""
PAUSE = 0.35
"""Seconds from one reading to the next: a reading takes longer than all else, and a card lies for longer. 0 to 0.5."""
FEW = 3
"""Fewer changed cells are noise or a chip's glint. 2 to 6."""
SAME_PILE = 7.5
"""Centimetres between the middles of two cards of one pile, at most. 5 to 9."""
AROUND = 7.0
"""Centimetres around a pile's middle that are read with it. 6 to 9."""
LOOKS = 4
"""A new card is read at most so often."""
CERTAIN = 0.9995
"""What is so likely is not read again."""
TOLD = 1e-5
"""Cards less likely than this are not told."""
NEVER = 1e-8
"""What the chance of no card falls below. All 52 of it together are far from making what is CERTAIN doubtful."""
HALF = 0.4
"""A card less likely than this was not read. 0.3 to 0.6."""
BARE = 0.9
"""Part of the cells a pile covered that must look as before it when it is gone. 0.8 to 1."""
ANOTHER = 0.25
"""Part of a card's cells that look otherwise than at the first look, from which it came later. 0.15 to 0.4."""
LONG = 1.5
"""Seconds after which something that lies on a pile and cannot be read is told as an unread card, and a card of which
one index shows is told by that alone: until then the hand may leave. 1 to 3."""


@dataclass
class _Known:
    """A pile that was seen."""

    number: int
    at: tuple[float, float]
    """Its middle, centimetres on the table."""
    chances: NDArray[np.float32] | None = None
    """Of its top card, averaged over the looks; None where it could not be read."""
    looks: int = 0
    told: str = ""
    """The top card that was told."""
    unread_since: float | None = None
    half_since: float | None = None
    """Since when one index of a card that was not told yet has shown."""
    lay_unread: bool = False
    """Whether its card lay there at the first look and has not been read yet."""
    covers: NDArray[np.bool_] | None = None
    """Cells that looked otherwise before any card lay there; None where the table was never seen without it."""


@dataclass
class _Ground:
    """What lies around the board, as it was seen last and as it was read last."""

    mesh: Mesh
    table: Tabletop
    beside: NDArray[np.uint8]
    """255 where cards may lie, for each pixel."""
    cells: NDArray[np.bool_]
    """Whether cards may lie there, for each cell of the coarse look."""
    waiting: NDArray[np.bool_]
    """Cells that changed and were not read yet."""
    last: NDArray[np.float32]
    read: NDArray[np.float32]
    bare: NDArray[np.float32]
    """The coarse look before anything was laid since."""


class PileWatch:
    """The discard piles beside one board."""

    def __init__(self, reader: PileReader | None = None) -> None:
        self._reader = reader or PileReader()
        self._ground: _Ground | None = None
        self._read_at = -PAUSE
        self.piles: list[_Known] = []

    def look(self, picture: Picture, mesh: Mesh, at: float) -> list[CardSeen]:
        """What is new on the piles.

        Args:
            picture: the picture.
            mesh: where the board lies in it.
            at: its time in seconds.
        """
        glance = coarse_look(picture)
        ground = self._ground
        if ground is None or ground.mesh is not mesh or ground.beside.shape != picture.shape[:2]:
            return self._lie_elsewhere(picture, mesh, glance, at)
        moving = (np.abs(glance - ground.last) > STIRRED) & ground.cells
        ground.last = glance
        ground.waiting = ((np.abs(glance - ground.read) > CHANGED) & ground.cells) | (ground.waiting & moving)
        if at - self._read_at < PAUSE:
            return []
        again = [pile for pile in self.piles if self._worth_another_look(pile)]
        if not again and int(ground.waiting.sum()) < FEW:
            return []
        spots = self._at_rest(ground, moving, again)
        if not spots.any():
            return []
        self._read_at = at
        ground.read = np.where(spots, glance, ground.read)
        large = cv2.resize(spots.astype(np.uint8) * 255, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        where = np.asarray(cv2.bitwise_and(np.asarray(large, np.uint8), ground.beside), np.uint8)
        found = self._reader.piles_in(picture, ground.table, where)
        return self._news(found, spots, ground, at)

    def look_anew(self, reader: PileReader | None = None) -> None:
        """What lies there at the next look is no news: it came while nobody watched.

        `reader` reads from then on, where another one is given.
        """
        self._ground = None
        self._reader = reader or self._reader
        # Where the piles lie is known still, and by which numbers, but not what lies on them.
        self.piles = [_Known(pile.number, pile.at) for pile in self.piles]

    # ---- in steps

    def _lie_elsewhere(self, picture: Picture, mesh: Mesh, glance: NDArray[np.float32], at: float) -> list[CardSeen]:
        """The first look, or the board lies elsewhere: everything is read anew; what lay there is no news."""
        first = self._ground is None
        table = Tabletop.of(mesh, (picture.shape[1], picture.shape[0]))
        where = beside(picture, table)
        cells = by_cell(where, glance.shape) > 127
        nowhere = np.zeros(glance.shape, bool)
        ground = self._ground = _Ground(mesh, table, where, cells, nowhere, last=glance, read=glance, bare=glance)
        told = []
        known = self.piles
        self.piles = []
        for pile, old in _matched(self._reader.piles_in(picture, table, where), known):
            # What was read of a pile stays: a card of which less shows now is no other one.
            one = old or _Known(_next_number(known + self.piles), _middle(pile))
            one.at, one.covers, one.unread_since, one.half_since = _middle(pile), None, None, None
            known = [other for other in known if other is not old]
            one.lay_unread = one.lay_unread or (first and not _told_apart(pile))
            self.piles.append(one)
            lying = first or old is None
            if lying or pile.likeliest == one.told:
                told += self._take(one, pile, at, lying=lying)
            else:
                # A damaged picture can make the board seem elsewhere: another card is told once it is read again.
                ground.read = np.where(self._around(one, ground), np.float32(np.inf), ground.read)
        for unseen in known:
            unseen.covers = None  # of a table that lay elsewhere in the picture
        self.piles += known
        return self._with_places(told, table)

    def _at_rest(self, ground: _Ground, moving: NDArray[np.bool_], again: list[_Known]) -> NDArray[np.bool_]:
        """The cells to be read now: around what changed and lies still, and the piles worth another look."""
        waiting = ground.waiting
        count, labels = cv2.connectedComponents(cv2.dilate(waiting.astype(np.uint8), np.ones((3, 3))))
        restless = cv2.dilate(moving.astype(np.uint8), np.ones((5, 5))) > 0
        places = [self._around(pile, ground) for pile in again]
        for number in range(1, count):
            spot = labels == number
            if int((spot & waiting).sum()) >= FEW:
                places.append(self._near(spot, ground))
        spots = np.zeros(waiting.shape, bool)
        for near in places:
            if not (restless & near).any():
                spots |= near
        return spots

    def _news(self, found: list[Pile], spots: NDArray[np.bool_], ground: _Ground, at: float) -> list[CardSeen]:
        told: list[CardSeen] = []
        seen: set[int] = set()
        for pile, old in _matched(found, self.piles):
            if old is None and not _told_apart(pile):
                continue
            known = old or _Known(_next_number(self.piles), _middle(pile))
            if old is None:
                self.piles.append(known)
            seen.add(known.number)
            known.at = _middle(pile)
            fresh = self._around(known, ground) & ground.cells & (np.abs(ground.read - ground.bare) > CHANGED)
            known.covers = fresh if int(fresh.sum()) >= FEW else None
            all_along = (old is None or known.lay_unread) and self._lay_all_along(pile, ground)
            told += self._take(known, pile, at, lying=all_along)
        for known in self.piles:
            if known.number in seen or not (self._around(known, ground) & spots).any():
                continue
            told += self._gone(known, ground, at) or self._unread(known, at)
        return self._with_places(told, ground.table)

    def _with_places(self, told: list[CardSeen], table: Tabletop) -> list[CardSeen]:
        """What is told, each with the space at the board's edge that is nearest to its pile."""
        at = {pile.number: pile.at for pile in self.piles}
        return [replace(seen, beside=table.edge_space(*at[seen.pile])) for seen in told]

    @staticmethod
    def _lay_all_along(pile: Pile, ground: _Ground) -> bool:
        """Whether a card that is read only now was there at the first look: its place looks as it did."""
        place = np.zeros(ground.cells.shape, np.uint8)
        cv2.fillConvexPoly(place, np.round(pile.corners / COARSE).astype(np.int32), 1)
        return float((np.abs(ground.read - ground.bare)[place > 0] > CHANGED).mean()) < ANOTHER

    def _take(self, known: _Known, pile: Pile, at: float, lying: bool = False) -> list[CardSeen]:
        """What is to be told of a pile that was just read."""
        if not _told_apart(pile) and pile.likeliest != known.told:
            return self._unread(known, at, lying)
        known.unread_since = None
        if self._may_show_more(known, pile, at) and not lying:
            return []
        if known.chances is not None and pile.likeliest == known.told:
            before = float(known.chances.max())
            # Looks at one card err alike: they are averaged, not multiplied.
            looks = known.looks * np.log(known.chances + NEVER) + np.log(pile.chances + NEVER)
            mean = np.exp(looks / (known.looks + 1))
            known.chances, known.looks = np.asarray(mean / mean.sum(), np.float32), known.looks + 1
            if before >= CERTAIN or lying:
                return []
            return [CardSeen(at=at, pile=known.number, chances=self._listed(known.chances), same=True)]
        known.chances, known.looks, known.told, known.lay_unread = pile.chances, 1, pile.likeliest, False
        return [CardSeen(at=at, pile=known.number, chances=self._listed(pile.chances), lying=lying)]

    def _listed(self, chances: NDArray[np.float32]) -> tuple[tuple[str, float], ...]:
        """Cards and their chances, likeliest first, without those that are next to impossible."""
        order = np.argsort(-chances)
        return tuple((self._reader.cards[i], round(float(chances[i]), 6)) for i in order if chances[i] >= TOLD)

    def _may_show_more(self, known: _Known, pile: Pile, at: float) -> bool:
        """Whether a card of which one index shows has come only now, so that its other one may still come into view."""
        since = at if known.half_since is None else known.half_since
        waits = not pile.whole and pile.likeliest != known.told and at - since < LONG
        known.half_since = since if waits else None
        return waits

    def _gone(self, known: _Known, ground: _Ground, at: float) -> list[CardSeen]:
        """Told once the table looks again where a pile lay as it did before the first card."""
        if known.covers is None:
            return []
        again = np.abs(ground.read - ground.bare)[known.covers] <= CHANGED
        if float(again.mean()) < BARE:
            return []
        known.covers, known.chances, known.told, known.looks = None, None, "", 0
        known.unread_since = known.half_since = None
        return [CardSeen(at=at, pile=known.number, gone=True)]

    def _unread(self, known: _Known, at: float, lying: bool = False) -> list[CardSeen]:
        """Something lies on a pile that cannot be read: told once it has lain there for a while."""
        known.half_since = None
        if known.unread_since is None:
            known.unread_since = at
        if (at - known.unread_since < LONG and not lying) or known.chances is None:
            return []
        known.chances, known.told, known.looks = None, "", 0
        return [CardSeen(at=at, pile=known.number, lying=lying)]

    def _worth_another_look(self, pile: _Known) -> bool:
        if pile.half_since is not None:
            return True
        if pile.chances is None:
            return False
        return pile.unread_since is not None or (float(pile.chances.max()) < CERTAIN and pile.looks < LOOKS)

    # ---- where

    def _near(self, spot: NDArray[np.bool_], ground: _Ground) -> NDArray[np.bool_]:
        """The cells that are read when a spot changed: it, its surroundings, and any pile it touches."""
        down, across = np.nonzero(spot)
        place = ground.table.on_table(np.array([[across.mean() * COARSE, down.mean() * COARSE]]))[0]
        cells = ground.table.pixels_at((float(place[0]), float(place[1]))) / COARSE
        size = max(3, int(AROUND / 2 * cells)) | 1
        near = cv2.dilate(spot.astype(np.uint8), np.ones((size, size))) > 0
        for pile in self.piles:
            around = self._around(pile, ground)
            if (around & spot).any():
                near |= around
        return np.asarray(near)

    def _around(self, pile: _Known, ground: _Ground) -> NDArray[np.bool_]:
        angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        ring = np.stack([np.cos(angles), np.sin(angles)], 1) * AROUND + pile.at
        cells = np.zeros(ground.cells.shape, np.uint8)
        cv2.fillConvexPoly(cells, np.round(ground.table.in_picture(ring) / COARSE).astype(np.int32), 1)
        return np.asarray(cells > 0)


def coarse_look(picture: Picture, step: int = STEP) -> NDArray[np.float32]:
    """Green in cells COARSE pixels wide, of every `step`-th pixel; shape (height // COARSE, width // COARSE)."""
    few = np.ascontiguousarray(picture[::step, ::step, 1])
    size = (picture.shape[1] // COARSE, picture.shape[0] // COARSE)
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_AREA), np.float32)


def by_cell(where: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """A part of the picture, 255 there, by cells of the coarse look."""
    return np.asarray(cv2.resize(where, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.uint8)


def _told_apart(pile: Pile) -> bool:
    """Whether what was read of a pile's top card is worth telling: the rules may know what the eye half knows."""
    return pile.on_top and pile.confidence >= HALF


def _middle(pile: Pile) -> tuple[float, float]:
    return pile.top.x, pile.top.y


def _matched(found: list[Pile], known: list[_Known]) -> list[tuple[Pile, _Known | None]]:
    """What was found, each with the pile it is; none where it is a new one.

    Top cards that are seen in one look lie on piles of their own, however near each other: the nearest pair goes first.
    """
    far = [
        (float(np.hypot(pile.top.x - one.at[0], pile.top.y - one.at[1])), new, one)
        for new, pile in enumerate(found)
        for one in known
    ]
    which: dict[int, _Known] = {}
    for distance, new, one in sorted(far, key=lambda pair: pair[0]):
        if distance < SAME_PILE and new not in which and all(one is not other for other in which.values()):
            which[new] = one
    return [(pile, which.get(new)) for new, pile in enumerate(found)]


def _next_number(piles: list[_Known]) -> int:
    return max((pile.number for pile in piles), default=0) + 1
