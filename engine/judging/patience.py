"""How long the arbiter waits before it believes what it sees, and why so long.

Every number is seconds, observations or summed probability. A film of quick players keeps two frames free of
hands between reaches at 5 a second; a turn has to be told within five such frames, the last one 0.6 s after
the hand has left its space. Spans lie between two looks, not on one: which of two a whole number of looks meets
is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.judging.changes import Change, ChangeTracker
from engine.judging.context import Context
from engine.judging.story import Step

DISPROVED = 2
"""Looks in a row that see something else, after which a change is no longer thought about."""


@dataclass(frozen=True)
class Patience:
    """Thresholds; the defaults fit 5 to 15 observations a second."""

    weight: float = 2.4
    """Three sure observations, of a chip that was laid or of a fault: at two wrong spaces in a hundred, chance makes
    one in ten thousand turns up."""
    turn_seconds: float = 0.3
    removal_weight: float = 3.2
    """A chip that is gone may only have been lifted."""
    removal_seconds: float = 0.5
    definite: int = 2
    """Letters, not mere guesses, without which nobody is told that a chip is gone."""
    carried_seconds: float = 2.5
    """While a hand is over the board, what it lifted may be on its way to another space; so long at most."""
    fault_seconds: float = 0.75
    """How long a fault must be seen: longer than a turn, since what is missing from a legal story may only be misread.
    The next hand ends the wait."""
    covered_fault_seconds: float = 2.5
    """A fault waits so long where it was never seen with a free board, or where a space beside it is hidden."""
    unseen_clear: int = 4
    """Looks at the whole board that a fault needs which nobody saw being made: a hand may hide what explains it."""
    sure: float = 0.97
    """An eye less sure than this on average may misread one space for a second."""
    unsure_seconds: float = 1.3
    untouched_weight: float = 3.3
    """Nothing was near: the eye errs, or the camera missed a hand."""
    untouched_count: int = 9
    untouched_seconds: float = 1.8
    accompanied_count: int = 5
    accompanied_seconds: float = 0.75
    accompanied_clear: int = 2
    """A hand was elsewhere over the board: so many observations after it has gone make up for none seen near."""
    shaky_seconds: float = 0.75
    """After a bump or a change of light every change waits as long as this."""
    forming_seconds: float = 1.5
    """How long a certain change waits for an uncertain one of the same reach."""
    clear: int = 0
    """Observations with nothing over the board that every change needs."""
    last_look: bool = False
    """Nothing more will be seen: a chip that a hand left on a board in full view counts though seen only once."""
    hurried: bool = False
    """The next hand is coming: judge now what was seen with a clear view, or never."""
    partly_seconds: float = 0.75
    """How long a fault that was put right only in part waits before it is judged anew."""

    def likely(self, change: Change) -> bool:
        """Whether a change is worth thinking about."""
        if self._left_at_last(change):
            return True
        if change.count < 2 or change.weight < 1.2 or change.doubt >= DISPROVED:
            return False
        if change.after == "." and not change.touched and not change.definite:
            return False  # A chip that is only guessed to be gone, and by nobody's hand, lies there still.
        return change.touched or change.unseen or self._lasts(change)

    def believed(self, change: Change, shaky: bool = False) -> bool:
        """What every change needs before it counts as anything; more where the eye is not trusted as usual."""
        if change.doubt or change.clear < self.clear:
            return False
        if shaky and change.span < self.shaky_seconds:
            return False
        if change.mean < self.sure and change.span < self.unsure_seconds:
            return False
        if change.touched:
            return True
        return change.weight >= self.untouched_weight and self._lasts(change)

    def _lasts(self, change: Change) -> bool:
        """Whether a change that nothing came near has been seen for long enough to be true."""
        if change.accompanied and change.clear >= self.accompanied_clear:
            return change.count >= self.accompanied_count and change.span >= self.accompanied_seconds
        return change.count >= self.untouched_count and change.span >= self.untouched_seconds

    def turn(self, step: Step, context: Context) -> bool:
        """Whether a legal turn counts now."""
        return all(self._turn_change(change, step.action, context) for change in step.changes)

    def _turn_change(self, change: Change, action: str, context: Context) -> bool:
        tracker = context.tracker
        if not self.believed(change, context.shaky):
            return False
        if change.after == "." and action == "remove":
            hands = tracker.hands
            if self.hurried or hands.covers_near(change.space) or hands.stays_near(change.space, change.reach):
                return False
            if tracker.hands.hidden and change.span < self.carried_seconds:
                return False
            if change.definite < self.definite:
                return False
            return change.weight >= self.removal_weight and change.span >= self.removal_seconds
        if action == "place" and not self.hurried and self._may_be_moved(change, tracker):
            return False
        if self._left_at_last(change):
            return True
        return change.weight >= self.weight and change.span >= self.turn_seconds

    def _left_at_last(self, change: Change) -> bool:
        """Whether a chip was laid by a hand that had left when the last picture came."""
        laid = change.after != "." and change.definite > 0 and not change.doubt
        return self.last_look and laid and change.touched and change.clear > 0

    def _may_be_moved(self, change: Change, tracker: ChangeTracker) -> bool:
        """Whether a chip may have come from the next space, on which one of its colour lay and which cannot be seen."""
        if change.span >= self.forming_seconds:
            return False
        going = {
            space for space, other in tracker.changes.items() if other.reach == change.reach
        } | tracker.hands.hidden
        near = going.intersection(tracker.hands.neighbours[change.space]) - {change.space}
        return any(tracker.expected[space] == change.after for space in near)

    def fault(self, changes: Sequence[Change], context: Context) -> bool:
        """Whether a fault is certain enough to be named now."""
        hands = context.tracker.hands
        for change in changes:
            if not self.believed(change, context.shaky):
                return False
            if change.weight < self.weight or change.span < self.fault_seconds:
                return False
            if change.definite < (self.definite if change.after == "." else 1):
                return False
            if change.after == "." and hands.stays_near(change.space, change.reach):
                return False
            if change.unseen and change.clear < self.unseen_clear:
                return False
            if self.hurried:
                continue
            covered = not change.clear or hands.covers_near(change.space)
            if covered and change.span < self.covered_fault_seconds:
                return False
        return True


BEFORE_THE_NEXT_HAND = Patience(weight=1.8, turn_seconds=0.15, fault_seconds=0.15, clear=2, hurried=True)
"""Quick players leave two observations between their hands; what both saw for certain counts when the next comes."""
AT_THE_END = Patience(
    weight=1.5, turn_seconds=0.1, removal_weight=1.5, removal_seconds=0.1, fault_seconds=0.1, last_look=True
)
"""When a recording is over nothing more will come: what was seen twice counts, and a chip in full view seen once."""
