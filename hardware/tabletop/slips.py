"""What happens to cards though nobody cheats: they come late or early, fall, are covered, turned over or exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.tabletop.acts import Act, Note, PileStop, Reach, Rest
from hardware.tabletop.dealing import Deal

SLIPS = ("late", "early", "covered", "dropped", "two-at-once", "turned-over", "exchanged")
"""What may happen, by name."""


@dataclass
class Slips:
    """Decides what happens to the cards of one game, and says by which acts."""

    hands: Deal
    """Knows which cards the players hold."""
    chance: random.Random
    share: float = 0.0
    """Part of the turns at which something happens."""
    kinds: tuple[str, ...] = SLIPS

    def acts(self, usual: Reach, chip_only: Reach, card: PileStop, face: str) -> Iterator[Act]:
        """The reach in which a card is laid and a chip placed, or what becomes of it.

        Args:
            usual: as it mostly is, both in one reach.
            chip_only: the same without the card.
            card: the stop at which the card is laid.
            face: the card.
        """
        kind = self.chance.choice(self.kinds) if self.chance.random() < self.share else ""
        seat = card.seat
        others = [held for held in self.hands.hand(seat) if held != face]
        if not kind or (kind in ("dropped", "two-at-once", "exchanged") and not others):
            yield usual
            return
        other = self.chance.choice(others) if others else ""
        if kind == "late":
            yield from (chip_only, self._pause(1.0, 2.5), self._alone(card, kind))
        elif kind == "early":
            yield from (self._alone(card, kind), self._pause(1.0, 3.0), chip_only)
        elif kind == "two-at-once":
            yield Reach(seat, (card, PileStop(seat, "lays", other)), note=Note("trouble", seat=seat, code=kind))
            yield self._pause(0.1, 0.4)
            yield replace(chip_only, stops=(PileStop(seat, "takes"), *chip_only.stops))
        else:
            yield usual
            yield self._pause(0.6, 1.5)
            yield from self._afterwards(kind, seat, face, other)

    def _afterwards(self, kind: str, seat: int, face: str, other: str) -> Iterator[Act]:
        """What happens to a card that lies on its pile."""
        if kind == "covered":
            yield replace(self._alone(PileStop(seat), kind), pose="flat", linger=self.chance.uniform(1.5, 3.0))
        elif kind == "dropped":
            yield self._alone(PileStop(seat, "lays", other), kind)
            yield self._pause(0.1, 0.4)
            yield self._alone(PileStop(seat, "takes"), kind)
        elif kind == "turned-over":
            yield self._alone(PileStop(seat, "turns"), kind)
        else:
            self.hands.exchange(seat, face, other)
            stops = (PileStop(seat, "takes"), PileStop(seat, "lays", other))
            yield Reach(seat, stops, note=Note("trouble", seat=seat, card=other, code=kind))

    def _alone(self, stop: PileStop, kind: str) -> Reach:
        return Reach(stop.seat, (stop,), note=Note("trouble", seat=stop.seat, code=kind))

    def _pause(self, least: float, most: float) -> Rest:
        return Rest(self.chance.uniform(least, most))
