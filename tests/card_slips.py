"""What happens to a simulated table's cards though nobody cheats: they come late or early, fall, are covered, turned
over or exchanged."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Literal, Protocol

from hardware.tabletop.acts import Act, Note, PileStop, Reach, Rest
from hardware.tabletop.clutter import Thing
from hardware.tabletop.dealing import Deal
from hardware.tabletop.scene import Scene
from hardware.tabletop.script import Script

SLIPS = ("late", "early", "covered", "dropped", "two-at-once", "turned-over", "exchanged")
"""What may happen, by name."""
NEAR_PILE = 3.0
"""Centimetres from the middle of its pile within which a card lies."""


@dataclass(frozen=True)
class OddStop(PileStop):
    """The hand halts over a seat's discard pile and lays no card there: it takes up that on top, turns it face down, or
    only covers it."""

    card: str = ""
    does: Literal["covers", "takes", "turns"] = "covers"

    @property
    def change(self) -> PileStop | None:
        """This, where it changes the pile."""
        return None if self.does == "covers" else self

    def happen(self, scene: Scene) -> None:
        """Take up the top card of the pile, if there is one, or lay it there face down."""
        near = [card for card in scene._cards if math.dist(card.at, scene.pile(self.seat)) < NEAR_PILE]
        if not near:
            return
        top = near[-1]
        scene._cards = tuple(card for card in scene._cards if card is not top)
        if self.does == "turns":
            scene._lay_card(Thing("back", top.at, top.turn, colour=(150, 60, 50)))
        else:
            scene._draw()


class Hands(Protocol):
    """Knows which cards the players hold."""

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards a seat holds."""

    def exchange(self, seat: int, laid: str, held: str) -> None:
        """A card on the discards and one of a hand changed places."""


class Dealt:
    """The hands of a dealt game."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards a seat holds."""
        return tuple(self._deal._table.hands[seat])

    def exchange(self, seat: int, laid: str, held: str) -> None:
        """A card on the discards and one of a hand changed places."""
        hand, discards = self._deal._table.hands[seat], self._deal._table.discards
        if laid in discards:  # not where the deck was shuffled meanwhile
            hand[hand.index(held)] = laid
            discards[len(discards) - 1 - discards[::-1].index(laid)] = held


@dataclass
class SlippingScript(Script):
    """A script in which that happens to cards."""

    slips: Slips | None = None

    @classmethod
    def of(cls, script: Script, slips: Slips) -> SlippingScript:
        """That script, with slips."""
        told = {one.name: getattr(script, one.name) for one in fields(script)}
        return cls(**told, slips=slips)

    def _with_card(self, reach: Reach, card: tuple[PileStop, ...]) -> Iterator[Act]:
        assert self.slips is not None
        for usual in super()._with_card(reach, card):
            yield from self.slips.acts(usual, reach, card[0]) if card else (usual,)


@dataclass
class Slips:
    """Decides what happens to the cards of one game, and says by which acts."""

    hands: Hands
    chance: random.Random
    share: float = 0.0
    """Part of the turns at which something happens."""
    kinds: tuple[str, ...] = SLIPS

    def acts(self, usual: Act, chip_only: Reach, card: PileStop) -> Iterator[Act]:
        """The reach in which a card is laid and a chip placed, or what becomes of it.

        Args:
            usual: as it mostly is, both in one reach.
            chip_only: the same without the card.
            card: the stop at which the card is laid.
        """
        kind = self.chance.choice(self.kinds) if self.chance.random() < self.share else ""
        seat, face = card.seat, card.card
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
            yield Reach(seat, (card, PileStop(seat, other)), note=Note("trouble", seat=seat, code=kind))
            yield self._pause(0.1, 0.4)
            yield replace(chip_only, stops=(OddStop(seat, does="takes"), *chip_only.stops))
        else:
            yield usual
            yield self._pause(0.6, 1.5)
            yield from self._afterwards(kind, seat, face, other)

    def _afterwards(self, kind: str, seat: int, face: str, other: str) -> Iterator[Act]:
        """What happens to a card that lies on its pile."""
        if kind == "covered":
            yield replace(self._alone(OddStop(seat), kind), pose="flat", linger=self.chance.uniform(1.5, 3.0))
        elif kind == "dropped":
            yield self._alone(PileStop(seat, other), kind)
            yield self._pause(0.1, 0.4)
            yield self._alone(OddStop(seat, does="takes"), kind)
        elif kind == "turned-over":
            yield self._alone(OddStop(seat, does="turns"), kind)
        else:
            self.hands.exchange(seat, face, other)
            stops = (OddStop(seat, does="takes"), PileStop(seat, other))
            yield Reach(seat, stops, note=Note("trouble", seat=seat, card=other, code=kind))

    def _alone(self, stop: PileStop, kind: str) -> Reach:
        return Reach(stop.seat, (stop,), note=Note("trouble", seat=stop.seat, code=kind))

    def _pause(self, least: float, most: float) -> Rest:
        return Rest(self.chance.uniform(least, most))
