"""Faults from their naming to their end: put right, or let stand.

What a fault is, and whether it is certain, was decided before; here it is announced, watched and closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events
from engine.judging.card_codes import CARD_CODES
from engine.judging.faults import words
from engine.judging.ledger import Ledger, OpenFault, names, write_changes
from engine.judging.patience import Patience
from engine.judging.sight import Change
from engine.judging.standing import standing
from engine.judging.states import Happening
from engine.judging.story import Step, Story, weighed
from engine.judging.table import CHIPS, Table
from engine.judging.upset import Wreck
from engine.judging.whites import Whites

if TYPE_CHECKING:
    from engine.arbiter import Arbiter


NO_LETTER = frozenset({"between-spaces", "bad-claim"})
"""Faults that leave every space with the letter it had."""
ASIDE = frozenset({"chip-moved", "chip-swapped", "foreign-colour", "corner"})
"""Faults that a hand may commit beside a turn: a sleeve that pushes a chip, a hand that lays one too many."""
FEW = 2
"""Spaces that may still be otherwise when an upset board counts as built up again."""
UPSET_SECONDS = 8.0
"""How long they wait, since a board is built up chip by chip."""


class Disputes:
    """The open faults of one table, and what still lies there after an undo."""

    def __init__(self, arbiter: Arbiter) -> None:
        self.arbiter = arbiter
        self.ledger, self.sight = arbiter.ledger, arbiter.sight
        self._partly: dict[int, float] = {}
        self._reach: dict[int, int] = {}
        self._wreck: Wreck | None = None
        self.whites = Whites(arbiter)

    def raise_step(self, step: Step, told: tuple[Story, ...] = ()) -> None:
        """Name the fault of a story."""
        changes = tuple((change.space, change.before, change.after) for change in step.changes)
        self._reach[self.ledger.counted["fault"] + 1] = step.changes[-1].reach
        self.raise_fault(step.code, changes, step.spaces, step.letter, step, told)

    def raise_fault(
        self,
        code: str,
        changes: tuple[tuple[int, str, str], ...],
        spaces: tuple[int, ...],
        letter: str,
        step: Step | None = None,
        told: tuple[Story, ...] = (),
    ) -> None:
        """Name a fault."""
        table = self.ledger.table
        found = step.problems if step else ()
        since = min((change.first_at for change in step.changes), default=self.arbiter.at) if step else self.arbiter.at
        said = words(table, code, {space: (was, now) for space, was, now in changes}, spaces, letter, found)
        number = self.ledger.counted["fault"] + 1
        codes = dict.fromkeys((code, *(problem.code for problem in found)))
        self.arbiter.tell(
            events.FaultFound(
                **self.arbiter.now,
                code=code,
                problems=tuple(codes),
                spaces=names(self.arbiter.game, spaces),
                team=table.name(letter) if letter in "bgr" and letter else None,
                turn=table.position.turn,
                message=said.message,
                rule=said.rule,
                mend=said.mend,
                number=number,
                changes=write_changes(self.arbiter.game, changes),
                seen_at=since,
                weighed=weighed(self.arbiter.game, told),
            )
        )
        self.arbiter.happen(Happening.FAULT)
        if self.arbiter.on_fault == "stand":
            self.stand_all("")

    def clear(self, fault: OpenFault, stands: bool = False) -> None:
        """A fault is over: put right, or let stand."""
        self._partly.pop(fault.number, None)
        self._reach.pop(fault.number, None)
        self.arbiter.tell(
            events.FaultCleared(
                **self.arbiter.now,
                code=fault.code,
                spaces=names(self.arbiter.game, fault.spaces),
                team=fault.team,
                number=fault.number,
                stands=stands,
            )
        )
        if not self.ledger.faults:
            self.arbiter.happen(Happening.MENDED)

    def stand_all(self, next_letter: str, only: int = 0, lying: str = "") -> None:
        """Let every open fault stand, or the one numbered `only`; an upset board as it lies, or as `lying` says."""
        before, ended = self.ledger.table, self.ledger.ended
        for fault in [f for f in self.ledger.faults.values() if not only or f.number == only]:
            self.clear(fault, stands=True)
            seen = lying or self.sight.latest
            for event in standing(self.ledger.table, fault, next_letter, seen, self.arbiter.at, self.arbiter.frame):
                self.arbiter.tell(event)
        self.arbiter.tell_difference(before, ended)
        self.arbiter.tell_position()

    def if_all_stood(self, first: Change) -> Table:
        """The table as it would be if every open fault stood now, `first` being the change that makes them stand."""
        table = self.ledger.table
        mover = table.team_of(table.seat)
        whose = first.after if first.after != "." else mover if first.before != mover else ""
        for fault in self.ledger.faults.values():
            ledger = Ledger(table.game, tables=[table], started=True)
            for event in standing(table, fault, whose, self.sight.latest, self.arbiter.at, self.arbiter.frame):
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
                fault.code in ASIDE and self._reach.get(fault.number) == step.changes[-1].reach
                for fault in self.ledger.faults.values()
            )
        )

    def may_stand(self) -> bool:
        """Whether no open fault is being put right at this moment."""
        for fault in self.ledger.faults.values():
            for space, _, now in fault.changes:
                change = self.sight.changes.get(space)
                if space in self.sight.hidden or (change is not None and change.after == now and change.doubt):
                    return False
        return True

    def tend_faults(self, patience: Patience) -> None:
        """Look whether open faults were put right."""
        for fault in list(self.ledger.faults.values()):
            if fault.code in CARD_CODES:
                continue
            if fault.code == "between-spaces":
                if fault.spaces not in self.sight.between:
                    self.clear(fault)
                continue
            if fault.code == "bad-claim":
                if not self.whites.loose() & set(fault.spaces):
                    self.clear(fault)
                continue
            if any(space in self.sight.hidden for space, _, _ in fault.changes):
                continue
            filled = self._filled(fault)
            if filled is not None:
                if filled.count >= 2 and self.arbiter.on_fault != "strict":
                    self.stand_all(filled.after, fault.number)
                continue
            gone = self._gone(fault)
            if fault.changes and not gone:
                self._partly.pop(fault.number, None)
                continue
            left = len(fault.changes) - len(gone)
            if fault.code == "board-upset" and left > FEW:
                continue
            if left:
                since = self._partly.setdefault(fault.number, self.arbiter.at)
                wait = UPSET_SECONDS if fault.code == "board-upset" else patience.partly_seconds
                if self.arbiter.at - since < wait:
                    continue
            self.clear(fault)

    def _filled(self, fault: OpenFault) -> Change | None:
        """Another colour on the space of a chip that was taken: nobody put that right, somebody played there."""
        if fault.code != "chip-taken":
            return None
        (space, was, _), *_ = fault.changes
        change = self.sight.changes.get(space)
        return change if change is not None and change.after in CHIPS and change.after != was else None

    def _gone(self, fault: OpenFault) -> list[int]:
        """The spaces of a fault that no longer look as when it was named; one look does not bring it back."""
        changes = self.sight.changes
        enough = 2 if fault.number in self._partly else 1
        return [
            space
            for space, _, now in fault.changes
            if space not in changes or changes[space].after != now or changes[space].count < enough
        ]

    def close_partly(self) -> bool:
        """Play goes on while a fault is put right in part: it is over, and the rest is judged anew."""
        over = [
            fault
            for fault in self.ledger.faults.values()
            if fault.code not in NO_LETTER
            and self._gone(fault)
            and not any(space in self.sight.hidden for space, _, _ in fault.changes)
        ]
        for fault in over:
            self.clear(fault)
        return bool(over)

    def tend_upset(self) -> None:
        """Look whether people play on from an upset board; then it counts as it lay."""
        fault = next((f for f in self.ledger.faults.values() if f.code == "board-upset"), None)
        if fault is None:
            self._wreck = None
            return
        if self._wreck is None:
            self._wreck = Wreck(self.sight.latest, self.arbiter.at, self.sight.reach)
        if self._wreck.look(self.sight) and self.arbiter.on_fault != "strict":
            self.stand_all("", fault.number, self._wreck.letters)
            self._wreck = None

    def tend_between(self) -> None:
        """Name chips that lie between spaces, and for long enough."""
        open_ones = {fault.spaces for fault in self.ledger.faults.values() if fault.code == "between-spaces"}
        for spaces, chip in list(self.sight.between.items()):
            hurried = self.sight.hand_came and chip.clear >= 2
            certain = (
                chip.clear
                and chip.count >= 4
                and chip.last_at - chip.first_at >= 0.5
                and chip.last_at == self.arbiter.at
            )
            if spaces in open_ones or not (certain or hurried) or self.arbiter.view.shaky(self.arbiter.at):
                continue
            if any(set(spaces) & set(known) for known, _ in self.ledger.table.between):
                continue
            lying = {space: self.ledger.table.letters[space] for space in spaces}
            # A chip that lay off-centre all along is no fault; one that was pushed onto the line is.
            if any(letter in CHIPS for letter in lying.values()) and not chip.touched:
                continue
            changes = tuple((space, was, "." if was == chip.team else was) for space, was in lying.items())
            self.raise_fault("between-spaces", changes, spaces, chip.team)

    def tend_whites(self) -> None:
        """Name white sides that claim a sequence where none lies."""
        spaces = self.whites.look()
        if spaces:
            letters = self.ledger.table.letters
            changes = tuple((space, letters[space], letters[space]) for space in spaces)
            self.raise_fault("bad-claim", changes, spaces, letters[spaces[0]])

    def upset(self, rest: list[Change], patience: Patience, shaky: bool) -> bool:
        """Nothing explains so much change: the board is upset."""
        sure = [change for change in rest if patience.believed(change, shaky)]
        if len(sure) < 5 or not patience.fault(tuple(sure), self.sight, shaky):
            return False
        changes = tuple((change.space, change.before, change.after) for change in sure)
        self.raise_fault("board-upset", changes, tuple(space for space, _, _ in changes), "")
        return self.arbiter.on_fault == "stand"

    def tend_lying(self) -> None:
        """Look whether the board was put back after an undo."""
        table = self.ledger.table.letters
        for space, letter in list(self.ledger.lying.items()):
            change = self.sight.changes.get(space)
            if (change is None and self.sight.latest[space] == table[space]) or (
                change is not None and change.after != letter and change.count >= 3
            ):
                del self.ledger.lying[space]
