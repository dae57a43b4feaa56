"""Discard piles that were taken away: the deck ran out, and they are the new one.

Told as the call `deck-shuffled` that nobody made, so that it can be taken back like one that somebody did.
"""

from __future__ import annotations

from engine import calls, events
from engine.judging.card_memory import CardMemory

MISCOUNTED = 8
"""Cards the draw deck may still hold by count when it runs out: missed draws, dead cards nobody saw. 4 to 16."""
MESSAGE = "The discard piles were taken away: they are the new deck, and every card may come again."


class Reshuffle:
    """Watches one table for piles that are taken away."""

    def __init__(self, memory: CardMemory) -> None:
        self.memory, self.context = memory, memory.context

    def gone(self, pile: int) -> None:
        """A pile is taken away; when it was the last one, at a time when the deck has run out, it is shuffled."""
        memory, context = self.memory, self.context
        had = memory.piles.pop(pile, None)
        memory.waiting = [laid for laid in memory.waiting if laid.pile != pile]
        # What lay there may come again, whether the deck was counted right or not.
        memory.swept_at = context.at
        ledger = context.ledger
        playing = ledger.started and context.beginning is None and ledger.ended is None
        if not had or memory.piles or not playing or context.position.draw_deck > MISCOUNTED:
            return
        number = ledger.counted["call"] + 1
        call = calls.plain_call(calls.DeckShuffled(at=context.at))
        context.tell(events.CallMade(**context.now, call=call, message=MESSAGE, number=number))
        context.tell_position()
