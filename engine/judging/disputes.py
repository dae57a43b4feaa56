"""The open faults of a table, watched: whether they were put right, or play goes on over them.

Here, too, is noticed what no story of chips tells: an upset board on which people play on, chips between spaces, and
white sides that claim a sequence where none lies that counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from engine.faults import Code, kind_of
from engine.judging.changes import Change, ChangeTracker
from engine.judging.context import Context
from engine.judging.faults import clear, raise_fault, stand_all, standing
from engine.judging.ledger import Ledger, OpenFault
from engine.judging.patience import Patience
from engine.judging.story import Step, Story, weighed
from engine.judging.table import Table
from engine.observation import CHIPS

NEW_LOOKS = 4
"""Observations in which a space must look new."""
LIES_SECONDS = 3.0
"""How long an upset board must have lain still before a chip more is a turn."""
MOST_NEW = 2


@dataclass
class DisarrangedBoard:
    """How an upset board has come to lie."""

    letters: str
    since: float
    reach: int
    _new: dict[tuple[int, str], int] = field(default_factory=dict)

    def look(self, tracker: ChangeTracker) -> bool:
        """Take in what is seen; whether somebody has played on, `letters` being the board before."""
        if tracker.hands.hidden:
            return False
        now = {
            (space, new)
            for space, (old, new) in enumerate(zip(self.letters, tracker.latest, strict=True))
            if new != old and new != "?"
        }
        self._new = {key: self._new.get(key, 0) + 1 for key in now}
        sure = [(space, letter) for (space, letter), count in self._new.items() if count >= NEW_LOOKS]
        if not sure:
            return False
        chips = all(letter in CHIPS and self.letters[space] == "." for space, letter in sure)
        lay = tracker.hands.at - self.since >= LIES_SECONDS
        if chips and lay and len(now) <= MOST_NEW and tracker.hands.reach > self.reach:
            return True
        self.letters, self.since, self.reach = tracker.latest, tracker.hands.at, tracker.hands.reach
        self._new.clear()
        return False


FEWEST = 3
"""One or two chips lie white side up by mistake; more are turned on purpose."""
FACES_LOOKS = 2
"""Observations with nothing near in which they lie so, after the eye has made sure of their faces."""
FEW = 2
"""Spaces that may still be otherwise when an upset board counts as built up again."""
UPSET_SECONDS = 8.0
"""How long they wait, since a board is built up chip by chip."""


class Disputes:
    """The open faults of one table, and what still lies there after an undo."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.ledger, self.tracker = context.ledger, context.tracker
        self._partly: dict[int, float] = {}
        self._reach: dict[int, int] = {}
        self._disarranged: DisarrangedBoard | None = None
        self._white: frozenset[int] = frozenset()
        self._white_looks = 0

    def raise_step(self, step: Step, told: tuple[Story, ...] = ()) -> None:
        """Name the fault of a story."""
        self._reach[self.ledger.counted["fault"] + 1] = step.changes[-1].reach
        raise_fault(
            self.context,
            step.code,
            [change.told for change in step.changes],
            step.spaces,
            step.letter,
            problems=tuple(dict.fromkeys((step.code, *(problem.code for problem in step.problems)))),
            seen_at=min(change.first_at for change in step.changes),
            weighed=weighed(self.context.game, told),
        )

    def if_all_stood(self, first: Change) -> Table:
        """The table as it would be if every open fault stood now, `first` being the change that makes them stand."""
        table = self.ledger.table
        mover = table.team_of(table.seat)
        whose = first.after if first.after != "." else mover if first.before != mover else ""
        for fault in self.ledger.faults.values():
            ledger = Ledger(table.game, tables=[table], started=True)
            for event in standing(table, fault, whose, self.tracker.latest):
                ledger.take(event)
            table = ledger.table
        return table

    def beside(self, step: Step) -> bool:
        """Whether a turn was played by the very reach that committed the open faults: then nobody played on yet."""
        table = self.ledger.table
        return (
            step.kind == "turn"
            and step.seat == table.seat
            and not table.problems(step.action, step.space, step.seat)
            and all(
                kind_of(fault.code).aside and self._reach.get(fault.number) == step.changes[-1].reach
                for fault in self.ledger.faults.values()
            )
        )

    def may_stand(self) -> bool:
        """Whether no open fault is being put right at this moment, or was in part."""
        letters = [f for f in self.ledger.faults.values() if kind_of(f.code).mended_by == "letters"]
        if any(self._gone(fault) for fault in letters):
            return False
        for space, now in self.ledger.disputed.items():
            change = self.tracker.changes.get(space)
            if space in self.tracker.hands.hidden or (change is not None and change.after == now and change.doubt):
                return False
        return True

    def tend(self, patience: Patience) -> None:
        """After a look: what was put back after an undo, what was put right, what is played on, and new faults that no
        story of chips tells."""
        self._tend_lying()
        self._tend_faults(patience)
        self._tend_disarranged()
        self._tend_between()

    def _tend_lying(self) -> None:
        """Look whether the board was put back after an undo."""
        table = self.ledger.table.letters
        for space, letter in list(self.ledger.lying.items()):
            change, doubt = self.tracker.changes.get(space), self.tracker.unsworn.doubts.get(space)
            if change is not None:
                gone = change.after != letter and change.count >= 3
            else:
                seen = doubt.likeliest() if doubt is not None and doubt.lasts else self.tracker.latest[space]
                gone = seen == table[space]
            if gone:
                del self.ledger.lying[space]

    def _tend_faults(self, patience: Patience) -> None:
        """Look whether open faults were put right."""
        for fault in list(self.ledger.faults.values()):
            match kind_of(fault.code).mended_by:
                case "letters":
                    self._tend_letters(fault, patience)
                case "place":
                    if fault.spaces not in self.tracker.between:
                        clear(self.context, fault)
                case "faces":
                    if not self._loose_whites() & set(fault.spaces):
                        clear(self.context, fault)
                case "cards":
                    pass  # whoever knows the cards looks after it
                case unknown:
                    assert_never(unknown)

    def _tend_letters(self, fault: OpenFault, patience: Patience) -> None:
        """Look whether the spaces of a fault were put right, all of them or in part, or played on."""
        if any(space in self.tracker.hands.hidden for space, _, _ in fault.changes):
            return
        filled = self._filled(fault)
        if filled is not None:
            if filled.count >= 2 and self.context.on_fault != "strict":
                stand_all(self.context, filled.after, fault.number)
            return
        gone = self._gone(fault)
        if fault.changes and not gone:
            self._partly.pop(fault.number, None)
            return
        left = len(fault.changes) - len(gone)
        upset = kind_of(fault.code).stands == "position"
        if upset and left > FEW:
            return
        if left:
            since = self._partly.setdefault(fault.number, self.context.at)
            wait = UPSET_SECONDS if upset else patience.partly_seconds
            if self.context.at - since < wait:
                return
        clear(self.context, fault)

    def _filled(self, fault: OpenFault) -> Change | None:
        """Another colour on the space of a chip that was taken: nobody put that right, somebody played there."""
        if kind_of(fault.code).stands != "removal":
            return None
        (space, was, _), *_ = fault.changes
        change = self.tracker.changes.get(space)
        return change if change is not None and change.after in CHIPS and change.after != was else None

    def _gone(self, fault: OpenFault) -> list[int]:
        """The spaces of a fault that no longer look as when it was named."""
        changes = self.tracker.changes
        return [space for space, _, now in fault.changes if space not in changes or changes[space].after != now]

    def _tend_disarranged(self) -> None:
        """Look whether people play on from an upset board; then it counts as it lay."""
        fault = self.ledger.upset
        if fault is None:
            self._disarranged = None
            return
        if self._disarranged is None:
            self._disarranged = DisarrangedBoard(self.tracker.latest, self.context.at, self.tracker.hands.reach)
        if self._disarranged.look(self.tracker) and self.context.on_fault != "strict":
            stand_all(self.context, "", fault.number, self._disarranged.letters)
            self._disarranged = None

    def _tend_between(self) -> None:
        """Name chips that lie between spaces, and for long enough."""
        open_ones = {fault.spaces for fault in self.ledger.faults.values() if fault.code == Code.BETWEEN_SPACES}
        for spaces, chip in list(self.tracker.between.items()):
            hurried = self.tracker.hands.came and chip.clear >= 2
            certain = (
                chip.clear
                and chip.count >= 4
                and chip.last_at - chip.first_at >= 0.5
                and chip.last_at == self.context.at
            )
            if spaces in open_ones or not (certain or hurried) or self.context.shaky:
                continue
            if any(set(spaces) & set(known) for known, _ in self.ledger.table.between):
                continue
            lying = {space: self.ledger.table.letters[space] for space in spaces}
            # A chip that lay off-centre all along is no fault; one that was pushed onto the line is.
            if any(letter in CHIPS for letter in lying.values()) and not chip.touched:
                continue
            changes = tuple((space, was, "." if was == chip.team else was) for space, was in lying.items())
            raise_fault(self.context, Code.BETWEEN_SPACES, changes, spaces, chip.team)

    def _loose_whites(self) -> frozenset[int]:
        """Spaces that show a white side, and no sequence, standing or asked about, is why."""
        table, space_of = self.ledger.table, self.ledger.game.layout.space
        asked = {space_of(name) for q in self.ledger.questions.values() if q.about == "claim" for name in q.spaces}
        return frozenset(
            space
            for space in self.tracker.flipped - table.white - asked
            if table.letters[space] in CHIPS and not table.position.locked >> space & 1
        )

    def tend_whites(self) -> None:
        """After a look was judged: name white sides that claim a sequence where none lies, once that is certain."""
        ledger, tracker = self.ledger, self.tracker
        if not tracker.flipped:
            return
        named = {space for fault in ledger.faults.values() for space in fault.spaces}
        loose = self._loose_whites() - named
        forming = any(change.count >= 2 for space, change in tracker.changes.items() if space not in named)
        if len(loose) < FEWEST or forming:
            self._white_looks = 0
            return
        if any(tracker.hands.covers_near(space) for space in loose):
            return
        self._white_looks = self._white_looks + 1 if loose == self._white else 1
        self._white = loose
        if self._white_looks >= FACES_LOOKS:
            spaces, letters = sorted(loose), ledger.table.letters
            changes = [(space, letters[space], letters[space]) for space in spaces]
            raise_fault(self.context, Code.BAD_CLAIM, changes, spaces, letters[spaces[0]])

    def note_disarranged(self, rest: list[Change], patience: Patience) -> bool:
        """Nothing explains so much change: the board is upset."""
        sure = [change for change in rest if patience.believed(change, self.context.shaky)]
        if len(sure) < 5 or not patience.fault(sure, self.context):
            return False
        spaces = tuple(change.space for change in sure)
        raise_fault(self.context, Code.BOARD_UPSET, [change.told for change in sure], spaces, "")
        return self.context.on_fault == "stand"
