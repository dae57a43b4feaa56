"""What is told of the discard piles: that one lies there, whose it is, and that it is gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from engine import events
from engine.judging.card_memory import CardMemory


@dataclass
class PileNews:
    """Tells of the piles of one table, each thing once."""

    memory: CardMemory
    known: dict[int, events.PileKnown] = field(default_factory=dict)
    """Of each pile that lies there what was told last."""

    def tell(self) -> None:
        """Tell what is not told yet. Piles of which the eye did not say where they lie are nobody's news."""
        context, owners = self.memory.context, self.memory.owners
        if not context.ledger.started:
            return
        for pile in sorted({*self.known, *self.memory.piles}):
            if pile not in self.memory.piles:
                gone = self.known.pop(pile)
                context.tell(events.PileKnown(**context.now, pile=pile, beside=gone.beside, gone=True))
            elif pile in owners.beside:
                self._tell_of(pile)

    def _tell_of(self, pile: int) -> None:
        context, owners = self.memory.context, self.memory.owners
        news = events.PileKnown(
            **context.now,
            pile=pile,
            beside=context.game.layout.name_of(owners.beside[pile]),
            seat=owners.owner(pile),
            shared=owners.shared(pile),
            said=owners.was_said(pile),
        )
        before = self.known.get(pile)
        # A top card that lies a little farther along is no news.
        if before is None or replace(before, at=news.at, frame=news.frame, beside=news.beside) != news:
            self.known[pile] = news
            context.tell(news)

    def forget(self) -> None:
        """Another game begins, and the page of it knows of no pile yet."""
        self.known.clear()
