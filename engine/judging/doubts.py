"""Spaces the eye will not swear to, look after look: what its chances are worth as evidence. No rules are asked here.

A doubt that lasts is one piece of evidence, not one a look: what hides a chip in this picture hides it in the next.
So its chances are averaged, never multiplied. What else counts is when it began: with a hand
near, on a space that had been plain until then, or with nobody near at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.observation import HIDDEN, MAY_LIE, UNSURE, Observation

MOST_TOLD = 2.5
"""Log-odds beyond which the looks of one doubt, however many, say nothing more (92 %)."""
FRESH = 1.0
"""Log-odds before any look that a space has changed which was plain until a hand came near, and nothing else changed:
hands mostly come to play."""
STALE = -1.5
"""Log-odds as `FRESH`, where the space was doubtful before the hand came: the doubt has a reason of its own."""
PASSED = -4.0
"""Added where that reach, or a later one, brought a turn: one hand makes one turn, and without this one the rest was
in order."""
UNSEEN = -2.0
"""Nobody could see the board when the doubt began."""
UNTOUCHED = -6.0
"""Nothing came near it: a doubt that came with a bump or a lamp, and nobody's turn."""
SETTLED = -2.5
"""Added where the table was asked, nobody answered, and nothing was the likelier: people would mostly have said."""
MOST_SPANS = 4
LOOKS = 3
"""Looks in a row that make a doubt one that lasts."""
SECONDS = 0.4


@dataclass(slots=True)
class Span:
    """A stretch of a doubt, from one hand near it to the next."""

    since: float
    reach: int
    """The reach of the hand that was near when it began."""
    prior: float
    """Log-odds, before any look, that the space changed then."""
    looks: int = 0
    clear_seconds: float = 0.0
    """Seconds of it in which nothing covered any part of the board."""
    total: dict[str, float] = field(default_factory=lambda: dict.fromkeys(MAY_LIE, 0.0))
    """Sum of the chances of each letter."""
    before: Span | None = None
    """What was seen from the hand before until then, where the space was doubtful already."""
    settled: bool = False
    """Whether it was decided that nothing changed then."""

    def add(self, chances: Sequence[float]) -> None:
        """One more look, with the chance of each of `MAY_LIE`."""
        self.looks += 1
        for letter, chance in zip(MAY_LIE, chances, strict=True):
            self.total[letter] += chance

    def evidence(self, letter: str, due: str) -> float:
        """Log-odds by the looks alone that `letter` lies there, not `due`."""
        odds = math.log((self.total[letter] + 0.01) / (self.total[due] + 0.01))
        return max(-MOST_TOLD, min(MOST_TOLD, odds))


@dataclass(slots=True)
class Doubt:
    """One space that stays doubtful."""

    space: int
    spans: list[Span]
    """From when it began, and from each time a hand was near it later: it may have changed at any of them."""
    last_at: float = 0.0
    sworn: int = 0
    """Looks in a row in which the eye gave a letter."""

    @property
    def looks(self) -> int:
        """Looks in all."""
        return self.spans[0].looks

    @property
    def lasts(self) -> bool:
        """Whether it has been there for long enough to think about."""
        return self.looks >= LOOKS and self.last_at - self.spans[0].since >= SECONDS

    @property
    def latest(self) -> Span:
        """What was seen since a hand was last near."""
        return next((span for span in reversed(self.spans) if span.looks >= LOOKS), self.spans[0])

    def likeliest(self) -> str:
        """What most likely lies there since a hand was last near."""
        total = self.latest.total
        return max(MAY_LIE, key=lambda letter: (total[letter], letter))

    def odds(self, letter: str, due: str, played: int = -1) -> tuple[float, Span]:
        """Log-odds that `letter` lies there, not `due`, and since when most likely; arguments as for `odds_by_span`."""
        return max(self.odds_by_span(letter, due, played), key=lambda one: one[0])

    def odds_by_span(self, letter: str, due: str, played: int = -1) -> list[tuple[float, Span]]:
        """Log-odds that `letter` has lain there, not `due`, since the beginning of each span that was looked at.

        Args:
            letter: what may lie there.
            due: what the game says.
            played: the last reach that brought a turn.
        """
        return [(self._since(span, letter, due, played), span) for span in self.spans if span.looks]

    def _since(self, span: Span, letter: str, due: str, played: int) -> float:
        shift = span.evidence(letter, due) - (span.before.evidence(letter, due) if span.before else 0.0)
        passed = PASSED if 0 <= span.reach <= played else 0.0
        return span.prior + shift + passed + (SETTLED if span.settled else 0.0)

    def settle(self) -> None:
        """It was decided that nothing changed so far; only a later hand may change something."""
        for span in self.spans:
            span.settled = True

    def hand(self, at: float, reach: int) -> None:
        """A hand came near it while it was doubtful."""
        if reach == self.spans[-1].reach:
            return
        if len(self.spans) == MOST_SPANS:
            del self.spans[1]
        before = replace(self.latest, total=dict(self.latest.total))
        self.spans.append(Span(at, reach, STALE, before=before))

    def add(self, chances: Sequence[float], now: float, clear: bool) -> None:
        """One more look at which the eye would not swear to it."""
        step = min(1.0, now - self.last_at) if clear and self.last_at else 0.0
        for span in self.spans:
            span.add(chances)
            span.clear_seconds += step
        self.last_at, self.sworn = now, 0


OFTEN = 3
"""Looks of doubts at a space before, after which another doubt is nothing new there; one doubtful look by itself, as
every eye has it of any space now and then, is none."""
SETTLED_LOOKS = 2
"""Looks in a row in which the eye swears to the space again, after which there is no doubt."""


class DoubtfulSpaces:
    """The doubts of one board, and what people said of doubtful spaces."""

    def __init__(self) -> None:
        self.doubts: dict[int, Doubt] = {}
        """Spaces the eye will not swear to, or would not one look ago."""
        self.told: dict[int, str] = {}
        """What somebody said lies on a doubtful space; it holds while the eye says nothing of its own."""
        self._once: dict[int, Doubt] = {}
        """Spaces doubtful for one look, of which most are plain in the next."""
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
            seen: the observation, with chances.
            space: the space.
            hand: the reach that was near it just now, none where none was.
            plain: whether the eye last gave the letter that the game says.
            unseen: whether the board could not be seen just before, long enough for a turn.
            clear: whether nothing covers any part of the board.
        """
        if space in self.told:
            return
        doubt = self.doubts.get(space) or self._once.pop(space, None)
        if doubt is None:
            prior = UNSEEN if unseen else UNTOUCHED
            if hand is not None:
                prior = FRESH if plain and self._often.get(space, 0) < OFTEN else STALE
            reach = -1 - seen.frame if hand is None else hand
            doubt = self._once[space] = Doubt(space, [Span(seen.at, reach, prior)])
        else:
            self.doubts[space] = doubt
            if hand is not None:
                doubt.hand(seen.at, hand)
            self._often[space] = self._often.get(space, 0) + 1
        doubt.add(seen.chances_at(space), seen.at, clear)

    def swear(self, space: int, letter: str) -> Doubt | None:
        """Somebody says what lies there; the doubt there was."""
        self.told[space] = letter
        self._once.pop(space, None)
        return self.doubts.pop(space, None)
