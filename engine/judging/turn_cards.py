"""The cards of turns: given to them, asked about, and put right where a card came after its chip."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.equipment.cards import Card
from engine.judging import card_faults
from engine.judging.acts import TurnAct
from engine.judging.card_rulings import CardRulings
from engine.judging.claims import corrected
from engine.judging.laid_card import LaidCard
from engine.rules.legality import is_dead

LAY_SECONDS = 2.0
"""A card between those of two turns that was covered sooner slipped from the hand with the next one. 1 to 3."""
WORTH_ASKING = 0.8
"""A card less likely than this is not asked about: nobody saw it. 0.6 to 0.95."""


@dataclass
class TurnCards:
    """Which turn was played with which card, at one table."""

    rulings: CardRulings

    def __post_init__(self) -> None:
        self.memory, self.context = self.rulings.memory, self.rulings.context

    def ask(self, turn: int, laid: LaidCard) -> None:
        """Ask which card a turn was played with, where one was read that does not fit, but not for certain."""
        found = self.memory.act(turn)
        if found is None or found[1].turn.space is None or laid.chance(laid.card) < WORTH_ASKING:
            return
        index, act = found
        position = self.context.ledger.tables[index].skip_to(act.seat)
        allowed = self.rulings.allowed(position, act.turn.action, act.turn.space or 0)
        if laid.card not in allowed:
            card_faults.ask_which(self.context, index, laid.card, self.rulings.named(laid, allowed, 0.0))

    def ask_of_the_turns_before(self, turn: int, laid: tuple[LaidCard, ...]) -> None:
        """Cards on a common pile under that of a turn, as many as there are turns before it that had none.

        Each came after its chip and before the next one, and fits neither: it was laid for the former, or is one that
        the latter laid too many.
        """
        under = [one for one in self.memory.waiting if one.pile == laid[0].pile and one.at < laid[0].at]
        first = turn - len(under)
        if not self.memory.is_read(first - 1):
            return
        cards = dict(zip(range(first, turn), under, strict=True))
        if all(self._laid_between(number, one) for number, one in cards.items()):
            for number, one in cards.items():
                act = self.memory.act(number)
                assert act is not None
                self.memory.give(number, act[1].seat, (one,))
                self.ask(number, one)

    def _laid_between(self, number: int, one: LaidCard) -> bool:
        """Whether a card lay open between the chips of a turn that has none and of the next one, and fits neither."""
        found = self.memory.act(number)
        chip, next_chip = (self.memory.chip_at.get(turn, one.at) for turn in (number, number + 1))
        if found is None or not one.chances or not chip < one.at < next_chip or one.lay_open < LAY_SECONDS:
            return False
        index, act = found
        if act.turn.space is None or act.turn.card is not None or act.turn.irregular or self.memory.of_turn.get(number):
            return False
        position = self.context.ledger.tables[index].skip_to(act.seat)
        allowed = self.rulings.allowed(position, act.turn.action, act.turn.space)
        dead = is_dead(self.context.game, self.memory.before(act.seat), one.card)
        return not dead and self.rulings.certain(one, allowed)

    def settle_late(self, number: int, laid: LaidCard) -> None:
        """A turn that was told without its card takes one that came later, where it names one that fits."""
        found = self.memory.act(number)
        if found is None or found[1].turn.space is None:
            return
        index, act = found
        position = self.context.ledger.tables[index].skip_to(act.seat)
        card = self.rulings.named(laid, self.rulings.allowed(position, act.turn.action, act.turn.space or 0))
        if card is not None:
            if act.turn.irregular or act.turn.card is not None:
                self.memory.release(number)  # the card that was meant lies there now
            self.correct(index, laid, card, None)

    def correct(self, index: int, laid: LaidCard, card: Card, irregular: str | None) -> None:
        """A turn was played with this card, and with the dead ones under it; `irregular` is what is wrong with it."""
        ledger = self.context.ledger
        act = ledger.acts[index]
        assert isinstance(act, TurnAct)
        position = ledger.tables[index].skip_to(act.seat)
        before = [one for one in self.memory.waiting if one.pile == laid.pile and one.at < laid.at]
        dead, code = self.rulings.dead_before(position, before, True)
        turn = msgspec.structs.replace(act.turn, card=card)
        event = corrected(self.context, index, turn, irregular or code, "The card was seen.")
        self.memory.give(ledger.number_of(index), act.seat, (*of_dead(before, dead), laid))
        event = msgspec.structs.replace(event, card_seen=True, dead=(*act.turn.dead, *dead) if dead else None)
        self.context.tell(event)
        if not irregular:
            self.ask_of_the_turns_before(ledger.number_of(index), (laid,))
        if code and not irregular:
            card_faults.name(self.context, index, ledger.number_of(index))


def of_dead(earlier: list[LaidCard], dead: tuple[Card, ...]) -> tuple[LaidCard, ...]:
    """Those of the earlier cards that were turned in as dead."""
    return tuple(laid for laid in earlier if laid.card in dead)
