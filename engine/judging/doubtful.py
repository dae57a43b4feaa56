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
        self._often: dict[int, int] = {}

    def expect(self, before: str, letters: str) -> None:
        """The game says something else now: what was doubted there was about something else."""
        if not (self.doubts or self._often or self.told):
            return
        for space, (old, new) in enumerate(zip(before, letters, strict=False)):
            if old != new:
                self._often[space] = OFTEN if self.doubts.pop(space, None) else 0
                if self.told.get(space) != new:
                    self.told.pop(space, None)

    def settle(self, letters: str) -> None:
        """An observation gives letters: where it does so again, there is no doubt any more."""
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
        doubt = self.doubts.get(space)
        if doubt is None:
            prior = UNSEEN if unseen else UNTOUCHED
            if hand is not None:
                prior = FRESH if plain and self._often.get(space, 0) < OFTEN else STALE
            reach = -1 - seen.frame if hand is None else hand
            doubt = self.doubts[space] = Doubt(space, [Span(seen.at, seen.frame, reach, prior)])
        elif hand is not None:
            doubt.hand(seen.at, seen.frame, hand)
        doubt.add(seen.guesses[space], seen.confidence[space] / 255, seen.at, clear)
        self._often[space] = self._often.get(space, 0) + 1

    def swear(self, space: int, letter: str) -> Doubt | None:
        """Somebody says what lies there; the doubt there was."""
        self.told[space] = letter
        return self.doubts.pop(space, None)
