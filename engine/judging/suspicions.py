"""Turns whose card does not seem to fit: each is looked at once more when the card has lain there for long enough."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from engine.judging import card_faults
from engine.judging.laid_card import LaidCard
from engine.judging.turn_cards import TurnCards
from engine.rules.legality import is_dead

DOUBT_SECONDS = 1.75
"""A card that does not fit its chip lies open so long beside it before it is named: one that fell on the pile is
picked up meanwhile. 1.2 to 1.8, for a wrong card is to be named within two seconds."""
SETTLING_SECONDS = 6.0
"""So long at most it waits for a hand to leave the chip it may be putting right. 3 to 10."""


@dataclass
class _Suspicion:
    """A turn whose card does not seem to fit, to be looked at once more."""

    turn: int
    laid: LaidCard
    chip_at: float
    """When the change of the turn was first seen."""
    reach: int
    """The reach of a hand that laid the chip."""
    due: float
    """When it may be named."""

    @property
    def late(self) -> bool:
        """Whether the card came after the chip: then it may just as well be the next player's, or have fallen."""
        return self.laid.at > self.chip_at

    @property
    def in_one_go(self) -> bool:
        """Whether no other hand came over the board between the chip and the card."""
        return self.laid.reach == self.reach


@dataclass
class Suspicions:
    """What is suspected at one table."""

    turns: TurnCards
    _open: list[_Suspicion] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory, self.rulings, self.context = self.turns.memory, self.turns.rulings, self.turns.context

    def __bool__(self) -> bool:
        return any(one.laid in self.memory.waiting for one in self._open)

    def drop(self, turn: int = 0) -> None:
        """Nothing is held against this turn any more; 0 for all of them."""
        self._open = [one for one in self._open if turn and one.turn != turn]

    def suspect(self, turn: int, laid: LaidCard, chip_at: float, reach: int) -> None:
        """Look at the card of a turn once more when it has lain there for long enough."""
        self._open = [one for one in self._open if one.turn != turn]
        self._open.append(_Suspicion(turn, laid, chip_at, reach, max(chip_at, laid.at) + DOUBT_SECONDS))

    def tend(self) -> None:
        """Time goes on: what was suspected is named, asked, or forgotten."""
        self._open = [one for one in self._open if one.laid in self.memory.waiting]
        for one in list(self._open):
            if self.context.at < one.due or self._may_be_putting_right(one):
                continue
            self._open.remove(one)
            found = self.memory.act(one.turn)
            if found is None or found[1].turn.card is not None:
                continue
            index, act = found
            if act.turn.space is None or act.turn.irregular:
                continue
            if one.late and not self._of_nobody_else(one) and not self._nobody_played_on(one):
                continue  # the card may be the coming turn's
            position = self.context.ledger.tables[index].skip_to(act.seat)
            allowed = self.rulings.allowed(position, act.turn.action, act.turn.space)
            if self.memory.may_be_no_chip(act.turn.action, act.turn.space):
                continue
            if not one.laid.chances or is_dead(self.context.game, position, one.laid.card):
                continue  # a card that nobody could read speaks against nobody
            if self.rulings.accusable(one.laid, allowed, act.seat, one.chip_at, one.turn):
                code = self.rulings.card_code(position, msgspec.structs.replace(act.turn, card=one.laid.card))
                if code:
                    self.turns.correct(index, one.laid, one.laid.card, code)
                    card_faults.name(self.context, index, one.turn)
            elif (
                self.memory.belongs_by_order(one.laid, act.seat, one.turn)
                and self.rulings.fit(one.laid, allowed) < 0.5
                and not (self.rulings.certain(one.laid, allowed) and self.memory.belongs(one.laid, act.seat, one.turn))
            ):
                self.memory.give(one.turn, act.seat, (one.laid,))
                self.turns.ask(one.turn, one.laid)

    def _may_be_putting_right(self, one: _Suspicion) -> bool:
        """Whether a hand is at the chip of a suspected turn, or the chip seems to be gone already."""
        found = self.memory.act(one.turn)
        if found is None or found[1].turn.space is None or self.context.at > one.due + SETTLING_SECONDS:
            return False
        tracker, space = self.context.tracker, found[1].turn.space
        return space in tracker.changes or not tracker.hidden.isdisjoint(tracker.neighbours(space))

    def _of_nobody_else(self, one: _Suspicion) -> bool:
        """Whether a late card lay on its seat's own pile before another hand came: the seat's next turn is far."""
        return one.in_one_go and self.memory.owners.owner(one.laid.pile) is not None

    def _nobody_played_on(self, one: _Suspicion) -> bool:
        """Whether no hand came over the board since a late card or its chip was seen, and nothing changed there."""
        tracker = self.context.tracker
        last = one.turn == self.context.ledger.table.position.turn
        return last and tracker.reach == max(one.reach, one.laid.reach) and not tracker.changes and not tracker.hidden
