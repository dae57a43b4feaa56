"""Asks for the stories of what was seen, each question once: while nothing new is seen the same one comes up again."""

from __future__ import annotations

from engine.judging.changes import Change
from engine.judging.context import Context
from engine.judging.explain import stories
from engine.judging.story import Story
from engine.judging.table import Table


class StoryFinder:
    """The stories of one table's changes."""

    def __init__(self, context: Context) -> None:
        self.ledger, self.tracker = context.ledger, context.tracker
        self._asked_of: Table | None = None
        self._asked_with: tuple[int, ...] = ()
        self._answers: dict[tuple[object, ...], tuple[Story, ...]] = {}

    def legal(self, table: Table, change: Change) -> Story | None:
        """The story of a change alone, where it is a turn that the rules allow now."""
        found = self.stories(table, [change])
        return found[0] if found and found[0].legal else None

    def stories(self, table: Table, rest: list[Change]) -> tuple[Story, ...]:
        """The likeliest stories of these changes, as `explain.stories` finds them, asked once."""
        unseen = any(change.unseen for change in rest)
        asked = (unseen, *((c.space, c.before, c.after, c.reach, c.was_empty, c.first_at, c.odds) for c in rest))
        faults = tuple(self.ledger.faults)
        if self._asked_of is not self.ledger.table or self._asked_with != faults:
            self._asked_of, self._asked_with, self._answers = self.ledger.table, faults, {}
        if asked not in self._answers:
            self._answers[asked] = self._fresh(table, rest, unseen)
        return self._answers[asked]

    def _fresh(self, table: Table, rest: list[Change], unseen: bool) -> tuple[Story, ...]:
        told = stories(table, rest, unseen)
        lying = [c for c in self.tracker.changes.values() if self.ledger.lying.get(c.space) == c.after]
        if lying and told and not told[0].legal:
            with_lying = stories(table, rest + lying, unseen)
            if with_lying and with_lying[0].legal:
                return with_lying
        return told
