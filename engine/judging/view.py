"""Whether the board can be seen at all: the camera, the light, the bumps, what covers too much for too long."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events
from engine.faults import Code
from engine.judging.context import Context
from engine.judging.faults import raise_fault
from engine.judging.ledger import names
from engine.observation import Observation
from engine.saying import Saying, saying

COVERED_SPACES = 3
"""So many covered spaces are worth a word, when they stay covered."""
COVERED_SECONDS = 5.0
UNREADABLE_SECONDS = 1.0
UPSET_SECONDS = 1.4
AGAIN_SECONDS = 1.0
"""A board that moves again within so many seconds is still the same bump, or is being pushed along."""
REASONS = ("no-board", "upset", "black", "blurred")
"""What can keep the board from being read at all, as an observation calls it."""


@dataclass
class View:
    """What is known about the view, beside the spaces themselves."""

    blocked: bool = False
    lost: bool = False
    _lost_for: Saying | str = ""
    _lost_at: float | None = None
    """When the source was lost, until the first picture that comes again."""
    _bad_since: float | None = None
    _covered_since: float | None = None
    _good: int = 0
    _light_at: float = -10.0
    _moved_at: float = -10.0

    def look(self, context: Context, seen: Observation) -> bool:
        """Take in what an observation says about the view; whether its spaces can be read."""
        if self.lost:
            self.source_back(context)
        if self._lost_at is not None:
            self._after_gap(context, seen.at - self._lost_at)
            self._lost_at = None
        if seen.moved:
            if seen.at - self._moved_at > AGAIN_SECONDS:
                context.tell(events.BoardMoved(at=seen.at, frame=seen.frame))
            # What was half seen lies there still, or will be gone: the eye found the board again and made sure.
            context.tracker.missed()
            self._moved_at = context.shaken_at = seen.at
        if seen.light_changed:
            if seen.at - self._light_at > 2.0:
                context.tell(events.LightChanged(at=seen.at, frame=seen.frame))
            self._light_at = context.shaken_at = seen.at
        if seen.problem or not seen.letters:
            self._unreadable(context, seen)
            return False
        if self._bad_since is not None:
            self._after_gap(context, seen.at - self._bad_since)
            self._bad_since = None
            context.shaken_at = seen.at
        return True

    @staticmethod
    def _after_gap(context: Context, seconds: float) -> None:
        """Nothing could be seen for so many seconds: after a moment what was half seen before lies there still."""
        if seconds < UNREADABLE_SECONDS:
            context.tracker.missed()
        else:
            context.tracker.forget()

    def _unreadable(self, context: Context, seen: Observation) -> None:
        self._good = 0
        self._covered_since = None
        if self._bad_since is None:
            self._bad_since = seen.at
        for_long = seen.at - self._bad_since
        if seen.problem == "upset" and for_long >= UPSET_SECONDS:
            ledger = context.ledger
            playing = ledger.started and ledger.ended is None
            if playing and all(fault.code != Code.BOARD_UPSET for fault in ledger.faults.values()):
                raise_fault(context, Code.BOARD_UPSET, (), (), "")
        if for_long >= UNREADABLE_SECONDS and not self.blocked:
            self.blocked = True
            reason = saying(seen.problem if seen.problem in REASONS else "unreadable")
            context.tell(events.ViewBlocked(at=seen.at, frame=seen.frame, reason=reason))

    def cover(self, context: Context) -> None:
        """After an observation that could be read: is too much of the board covered for too long?"""
        hidden, now = context.tracker.hands.hidden, context.tracker.at
        if len(context.tracker.hands.covered) >= COVERED_SPACES:
            self._good = 0
            if self._covered_since is None:
                self._covered_since = now
            if not self.blocked and now - self._covered_since >= COVERED_SECONDS:
                self.blocked = True
                context.tell(
                    events.ViewBlocked(
                        at=now,
                        frame=context.tracker.frame,
                        spaces=names(context.game, sorted(hidden)),
                        reason=saying("covered"),
                    )
                )
            return
        self._good += 1
        if self._good >= 2:
            self._covered_since = None
            if self.blocked:
                self.blocked = False
                context.tell(events.ViewClear(at=now, frame=context.tracker.frame))

    def source_lost(self, context: Context, reason: Saying | str) -> None:
        """No frames come any more, or for another reason than was told."""
        if not self.lost or reason != self._lost_for:
            self.lost, self._lost_for, self._lost_at = True, reason, context.at
            context.tell(events.CameraLost(**context.now, reason=reason))

    def source_back(self, context: Context) -> None:
        """Frames come again."""
        if self.lost:
            self.lost = False
            context.tell(events.CameraBack(**context.now))
