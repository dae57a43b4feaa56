"""Whether the board can be seen at all: the camera, the light, the bumps, what covers too much for too long."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events
from engine.faults import Code
from engine.judging.context import Context
from engine.judging.faults import raise_fault
from engine.observation import Observation
from engine.saying import Saying, saying

COVERED_SPACES = 3
"""Covered spaces from which a word is said, when they stay covered."""
COVERED_SECONDS = 5.0
UNREADABLE_SECONDS = 1.0
UPSET_SECONDS = 1.4
AGAIN_SECONDS = 1.0
"""A board that moves again within so many seconds is still the same bump, or is being pushed along."""
REASONS = ("no-board", "upset", "black", "white", "grey", "blurred")
"""What can keep the board from being read at all, as an observation calls it."""


@dataclass
class View:
    """What is known about the view, beside the spaces themselves."""

    context: Context
    _lost_for: Saying | str = ""
    _lost_at: float | None = None
    """When the source was lost, until the first picture that comes again."""
    _bad_since: float | None = None
    _covered_since: float | None = None
    _good: int = 0
    _light_at: float = -10.0
    _moved_at: float = -10.0

    def look(self, seen: Observation) -> bool:
        """Take in what an observation says about the view; whether its spaces can be read."""
        context = self.context
        if context.ledger.lost:
            self.source_back()
        if self._lost_at is not None:
            self._after_gap(seen.at - self._lost_at)
            self._lost_at = None
        if seen.moved:
            if seen.at - self._moved_at > AGAIN_SECONDS:
                # A camera that goes on trembling is no bump: the eye finds the board in each picture, and the hands.
                context.tell(events.BoardMoved())
                context.shaken_at = seen.at
            self._moved_at = seen.at
        if seen.light_changed:
            if seen.at - self._light_at > 2.0:
                context.tell(events.LightChanged())
            self._light_at = context.shaken_at = seen.at
        if seen.problem or not seen.letters:
            self._unreadable(seen)
            return False
        if self._bad_since is not None:
            self._after_gap(seen.at - self._bad_since)
            self._bad_since = None
            context.shaken_at = seen.at
        return True

    def _after_gap(self, seconds: float) -> None:
        """Nothing could be seen for so many seconds: after a moment what was half seen before lies there still."""
        if seconds < UNREADABLE_SECONDS:
            self.context.tracker.missed()
        else:
            self.context.tracker.forget()

    def _unreadable(self, seen: Observation) -> None:
        context, ledger = self.context, self.context.ledger
        self._good = 0
        self._covered_since = None
        if self._bad_since is None:
            self._bad_since = seen.at
        for_long = seen.at - self._bad_since
        playing = ledger.started and ledger.ended is None
        if seen.problem == "upset" and for_long >= UPSET_SECONDS and playing and not ledger.upset:
            raise_fault(context, Code.BOARD_UPSET, (), (), "")
        if for_long >= UNREADABLE_SECONDS and not ledger.blocked:
            reason = saying(seen.problem if seen.problem in REASONS else "unreadable")
            context.tell(events.ViewBlocked(reason=reason))

    def cover(self) -> None:
        """After an observation that could be read: is too much of the board covered for too long?"""
        context, hands = self.context, self.context.tracker.hands
        if len(hands.covered) < COVERED_SPACES:
            self._good += 1
            if self._good >= 2:
                self._covered_since = None
                if context.ledger.blocked:
                    context.tell(events.ViewClear())
            return
        self._good = 0
        if self._covered_since is None:
            self._covered_since = context.at
        if not context.ledger.blocked and context.at - self._covered_since >= COVERED_SECONDS:
            spaces = context.game.layout.names_of(sorted(hands.hidden))
            context.tell(events.ViewBlocked(spaces=spaces, reason=saying("covered")))

    def source_lost(self, reason: Saying | str) -> None:
        """No frames come any more, or for another reason than was told."""
        if not self.context.ledger.lost or reason != self._lost_for:
            self._lost_for = reason
            self._lost_at = self.context.at if self._lost_at is None else self._lost_at
            self.context.tell(events.CameraLost(reason=reason))

    def source_back(self) -> None:
        """Frames come again."""
        if self.context.ledger.lost:
            self.context.tell(events.CameraBack())
