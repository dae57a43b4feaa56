"""The spaces of one board that the eye will not swear to now, each with its doubt. No rules."""

from __future__ import annotations

from engine.judging.doubt import FRESH, STALE, UNSEEN, UNTOUCHED, Doubt, Span
from engine.observation import HIDDEN, UNSURE, Observation

OFTEN = 3
"""Doubtful looks at a space before, after which another doubt is nothing new there."""
SETTLED_LOOKS = 2
"""Looks in a row in which the eye swears to the space again, after which there is no doubt."""


class DoubtfulSpaces:
    """The doubts of one board, and what people said of doubtful spaces."""

    def __init__(self) -> None:
        self.doubts: dict[int, Doubt] = {}
        """Spaces the eye will not swear to, or would not one look ago."""
        self.told: dict[int, str] = {}
        """What somebody said lies on a doubtful space; it holds while the eye says nothing of its own."""
        self._once: dict[int, tuple[Observation, int | None, float, bool]] = {}
        """Spaces doubtful for one look, of which most are plain in the next: what is needed to begin a doubt."""
        self._often: dict[int, int] = {}

    @property
    def waits(self) -> bool:
        """Whether any space is doubtful, or was one look ago."""
        return bool(self.doubts or self._once)

    @property
    def lasting(self) -> list[Doubt]:
        """Doubts that have been there for long enough to think about."""
        return [doubt for doubt in self.doubts.values() if doubt.lasts]

    def expect(self, before: str, letters: str) -> None:
        """The game says something else now: what was doubted there was about something else."""
        if not (self.doubts or self._often or self.told):
            return
        for space, (old, new) in enumerate(zip(before, letters, strict=False)):
            if old != new:
                self._often[space] = OFTEN if self.doubts.pop(space, None) else 0
                self._once.pop(space, None)
                if self.told.get(space) != new:
                    self.told.pop(space, None)

    def forget(self) -> None:
        """What was half seen counts no more."""
        self.doubts.clear()
        self._once.clear()

    def settle(self, letters: str) -> None:
        """An observation gives letters: where it does so again, there is no doubt any more."""
        if self._once:
            self._once = {space: once for space, once in self._once.items() if letters[space] in (UNSURE, HIDDEN)}
        for space, doubt in list(self.doubts.items()):
            if letters[space] not in (UNSURE, HIDDEN):
                doubt.sworn += 1
                if doubt.sworn >= SETTLED_LOOKS:
                    del self.doubts[space]

    def look(self, seen: Observation, space: int, hand: int | None, *, plain: bool, unseen: bool, clear: bool) -> None:
        """One look at a doubtful space.

        Args:
            seen: the observation, with guesses and probabilities.
            space: the space.
            hand: the reach that was near it just now, none where none was.
            plain: whether the eye last gave the letter that the game says.
            unseen: whether the board could not be seen just before, long enough for a turn.
            clear: whether nothing covers any part of the board.
        """
        if space in self.told:
            return
        self._often[space] = self._often.get(space, 0) + 1
        doubt = self.doubts.get(space)
        if doubt is None:
            once = self._once.pop(space, None)
            if once is None:
                prior = UNSEEN if unseen else UNTOUCHED
                if hand is not None:
                    prior = FRESH if plain and self._often[space] <= OFTEN else STALE
                self._once[space] = (seen, hand, prior, clear)
                return
            first, first_hand, prior, first_clear = once
            reach = -1 - first.frame if first_hand is None else first_hand
            doubt = self.doubts[space] = Doubt(space, [Span(first.at, first.frame, reach, prior)])
            doubt.add(first.guesses[space], first.confidence[space] / 255, first.at, first_clear)
        if hand is not None:
            doubt.hand(seen.at, seen.frame, hand)
        doubt.add(seen.guesses[space], seen.confidence[space] / 255, seen.at, clear)

    def swear(self, space: int, letter: str) -> Doubt | None:
        """Somebody says what lies there; the doubt there was."""
        self.told[space] = letter
        self._once.pop(space, None)
        return self.doubts.pop(space, None)
