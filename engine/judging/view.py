"""Whether the board can be seen at all: the camera, the light, the bumps, what covers too much for too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import events
from engine.judging.ledger import names
from engine.observation import Observation

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

COVERED_SPACES = 3
"""So many covered spaces are worth a word, when they stay covered."""
COVERED_SECONDS = 5.0
UNREADABLE_SECONDS = 1.0
UPSET_SECONDS = 1.4
SHAKY_SECONDS = 1.2
"""Seconds after a bump or a change of light in which the eye is not trusted as usual."""
AGAIN_SECONDS = 1.0
"""A board that moves again within so many seconds is still the same bump, or is being pushed along."""
REASONS = {
    "no-board": "The board is not in the picture.",
    "upset": "The board seems to be upset.",
    "black": "The picture is black.",
    "blurred": "The picture is out of focus.",
}


@dataclass
class View:
    """What is known about the view, beside the spaces themselves."""

    blocked: bool = False
    lost: bool = False
    _bad_since: float | None = None
    _covered_since: float | None = None
    _good: int = 0
    _shaken_at: float = -10.0
    _light_at: float = -10.0
    _moved_at: float = -10.0

    def shaky(self, now: float) -> bool:
        """Whether the board or the light has just changed."""
        return now - self._shaken_at < SHAKY_SECONDS

    def look(self, arbiter: Arbiter, seen: Observation) -> bool:
        """Take in what an observation says about the view; whether its spaces can be read."""
        if self.lost:
            self.source_back(arbiter)
        if seen.moved:
            if seen.at - self._moved_at > AGAIN_SECONDS:
                arbiter.tell(events.BoardMoved(at=seen.at, frame=seen.frame))
            # What was half seen lies there still, or will be gone: the eye found the board again and made sure.
            arbiter.sight.missed()
            self._moved_at = self._shaken_at = seen.at
        if seen.light_changed:
            if seen.at - self._light_at > 2.0:
                arbiter.tell(events.LightChanged(at=seen.at, frame=seen.frame))
            self._light_at = self._shaken_at = seen.at
        if seen.problem or not seen.letters:
            self._unreadable(arbiter, seen)
            return False
        if self._bad_since is not None:
            if seen.at - self._bad_since < UNREADABLE_SECONDS:
                arbiter.sight.missed()
            else:
                arbiter.sight.forget()
            self._bad_since = None
            self._shaken_at = seen.at
        return True

    def _unreadable(self, arbiter: Arbiter, seen: Observation) -> None:
        self._good = 0
        self._covered_since = None
        if self._bad_since is None:
            self._bad_since = seen.at
        for_long = seen.at - self._bad_since
        if seen.problem == "upset" and for_long >= UPSET_SECONDS:
            ledger = arbiter.ledger
            playing = ledger.started and ledger.ended is None
            if playing and all(fault.code != "board-upset" for fault in ledger.faults.values()):
                arbiter.disputes.raise_fault("board-upset", (), (), "")
        if for_long >= UNREADABLE_SECONDS and not self.blocked:
            self.blocked = True
            reason = REASONS.get(seen.problem, "The board cannot be read.")
            arbiter.tell(events.ViewBlocked(at=seen.at, frame=seen.frame, reason=reason))

    def cover(self, arbiter: Arbiter) -> None:
        """After an observation that could be read: is too much of the board covered for too long?"""
        hidden, now = arbiter.sight.hidden, arbiter.sight.at
        if len(arbiter.sight.covered) >= COVERED_SPACES:
            self._good = 0
            if self._covered_since is None:
                self._covered_since = now
            if not self.blocked and now - self._covered_since >= COVERED_SECONDS:
                self.blocked = True
                arbiter.tell(
                    events.ViewBlocked(
                        at=now,
                        frame=arbiter.sight.frame,
                        spaces=names(arbiter.game, sorted(hidden)),
                        reason="Something has covered part of the board for some time.",
                    )
                )
            return
        self._good += 1
        if self._good >= 2:
            self._covered_since = None
            if self.blocked:
                self.blocked = False
                arbiter.tell(events.ViewClear(at=now, frame=arbiter.sight.frame))

    def source_lost(self, arbiter: Arbiter, reason: str) -> None:
        """No frames come any more."""
        if not self.lost:
            self.lost = True
            arbiter.tell(events.CameraLost(**arbiter.now, reason=reason))

    def source_back(self, arbiter: Arbiter) -> None:
        """Frames come again."""
        if self.lost:
            self.lost = False
            arbiter.sight.forget()
            arbiter.tell(events.CameraBack(**arbiter.now))
