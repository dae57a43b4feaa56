"""White sides turned up: they claim a sequence, and where none lies that counts the claim is bad."""

from __future__ import annotations

from engine.judging.context import Context
from engine.judging.table import CHIPS

FEWEST = 3
"""One or two chips lie white side up by mistake; more are turned on purpose."""
LOOKS = 2
"""Observations with nothing near in which they lie so, after the eye has made sure of their faces."""


class Whites:
    """Watches the faces of chips that lie in no sequence."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._seen: frozenset[int] = frozenset()
        self._looks = 0

    def loose(self) -> frozenset[int]:
        """Spaces that show a white side, and no sequence, standing or asked about, is why."""
        ledger, tracker = self.context.ledger, self.context.tracker
        table, layout = ledger.table, ledger.game.layout
        asked = {layout.space(name) for q in ledger.questions.values() if q.about == "claim" for name in q.spaces}
        return frozenset(
            space
            for space in tracker.flipped
            if table.letters[space] in CHIPS
            and not table.position.locked >> space & 1
            and space not in table.white
            and space not in asked
        )

    def look(self) -> tuple[int, ...]:
        """After an observation was judged: the spaces of a bad claim that is certain now, if any."""
        ledger, tracker = self.context.ledger, self.context.tracker
        if not tracker.flipped:
            return ()
        named = {space for fault in ledger.faults.values() for space in fault.spaces}
        loose = self.loose() - named
        forming = any(change.count >= 2 for space, change in tracker.changes.items() if space not in named)
        if len(loose) < FEWEST or forming:
            self._seen, self._looks = frozenset(), 0
            return ()
        if any(near in tracker.hidden for space in loose for near in tracker.neighbours(space)):
            return ()
        self._looks = self._looks + 1 if loose == self._seen else 1
        self._seen = loose
        return tuple(sorted(loose)) if self._looks >= LOOKS else ()
