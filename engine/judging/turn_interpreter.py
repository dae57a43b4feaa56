"""Where what was seen becomes turns and faults: the likeliest story is found and told as far as it is certain.

Stories are made elsewhere (`explain`), and how certain is certain enough (`patience`); here they are weighed
against what is still forming, and told. What was seen for certain and undone at once is told here, too: two quick
turns on one space, or a chip taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.faults import CARD_CODES, Code
from engine.judging import card_faults
from engine.judging.announcer import Announcer
from engine.judging.belief import Belief, Lead
from engine.judging.cards_seen import CardsSeen
from engine.judging.changes import SWEPT, Change
from engine.judging.context import Context
from engine.judging.disputes import Disputes
from engine.judging.doubted_turns import DoubtedTurns
from engine.judging.explain import stories, turn_of
from engine.judging.faults import stand_all
from engine.judging.patience import AT_THE_END, BEFORE_THE_NEXT_HAND, Patience
from engine.judging.states import State
from engine.judging.story import Step, Story
from engine.judging.table import Table
from engine.observation import CHIPS
from engine.saying import saying

MOST_ROUNDS = 8
"""Decisions one observation can bring; each makes the rest look different."""
EARLY_LOOKS = 3
"""Looks after which a chip that nobody was seen to lay is waited for before the next one is called out of turn."""
LIKELY_GUESS = 0.6
"""Weight at which looks without a letter are worth waiting for one."""
WHOSE_SECONDS = 4.0
"""How long a turn waits for the next one, where a doubt leaves open whose it was."""
UNDOES: dict[str, str] = {"taken-off": "turn-taken-off", "never-was": "no-hand", "taken-back": "chip-taken-back"}
"""Kinds of steps by which the last turn was none, and why it was."""


class TurnInterpreter:
    """Judges one table."""

    def __init__(self, context: Context, cards: CardsSeen) -> None:
        self.context, self.cards = context, cards
        self.ledger, self.tracker = context.ledger, context.tracker
        self.disputes = Disputes(context)
        self.belief = Belief(context, cards.spaces_on_top)
        self.announcer = Announcer(context, cards)
        self.doubted = DoubtedTurns(context, self.belief, self.announcer)

    def judge(self, patience: Patience) -> None:
        """Judge everything that has been seen, as far as it is certain."""
        disputed = {*self.ledger.disputed, *self.ledger.lying}
        if self.ledger.upset:
            self.tracker.let_none_pass()
        self.disputes.tend(patience)
        self.doubted.put_right()
        self._tend_passed(patience, disputed)
        if self.tracker.hands.came and not patience.hurried:
            self._judge_all(BEFORE_THE_NEXT_HAND)
        self._judge_all(patience)
        self.doubted.tend()
        self.disputes.tend_whites()

    def judge_before_a_pause(self) -> None:
        """Nothing is seen for a while, in which hands may come and undo what was seen: what is certain counts."""
        self._judge_all(BEFORE_THE_NEXT_HAND)

    def tend_ending(self, patience: Patience) -> None:
        """After the end: the chip that won may be taken back at once and laid elsewhere, and turns the eye would not
        swear to be put right."""
        table, seen = self.ledger.table, self.tracker.changes.values()
        changes = [change for change in seen if patience.likely(change)]
        if table.position.winner is not None and len(seen) <= 3 and len(changes) == 2:
            told = stories(table, changes)[:1] if all(patience.believed(change) for change in changes) else ()
            if told and [step.kind for step in told[0].steps] == ["taken-back"]:
                self.tell_story(told[0], told, changes, patience)
        self.doubted.put_right()

    def _judge_all(self, patience: Patience) -> None:
        for _ in range(MOST_ROUNDS):
            if not self._judge_once(patience):
                return

    def _judge_once(self, patience: Patience) -> bool:
        """Judge what was seen; whether something was decided and the rest should be looked at again."""
        ledger, tracker = self.ledger, self.tracker
        known = ledger.disputed, ledger.lying
        rest = [
            change
            for change in tracker.changes.values()
            if patience.likely(change) and all(there.get(change.space) != change.after for there in known)
        ]
        sure = [change for change in rest if patience.believed(change, self.context.shaky)]
        if not sure or ledger.upset:
            return False
        if ledger.win_held:  # Its card is in dispute: nothing counts but that it is taken back.
            told = self.belief.stories(ledger.table, sure)
            undone = bool(told) and self._undoes_a_fault(told[0].steps[0])
            return undone and self.tell_story(told[0], told, rest, patience)
        table = (
            self.disputes.if_all_stood(min(rest, key=lambda change: change.first_at)) if ledger.faults else ledger.table
        )
        told = ()
        if sum(change.before in CHIPS for change in rest) < SWEPT:
            told = self.belief.stories(table, sure)
            if len(sure) < len(rest) and not (told and told[0].legal):
                told = self.belief.stories(table, rest)
            held = self.belief.best(table, sure, told)
            if held.undone is not None:
                if not self._certain_beside((*held.told[0].steps, *held.in_truth), patience):
                    return False
                self.doubted.take_back(held.undone, held.elsewhere, "shown")
                return True
            told = held.told
            waited = self.context.at - min(change.first_at for change in sure)
            if held.lead < Lead.TURN and waited < WHOSE_SECONDS and patience is not AT_THE_END:
                return False
        if not told:
            return self.disputes.note_disarranged(rest, patience)
        if patience.hurried and not self._same_with_all(table, sure, told[0], patience):
            return False
        if self.context.resuming and any(patience.believed(change) for change in rest):
            self.context.tell_resumed(saying("changed-unwatched"))
        return self.tell_story(told[0], told, rest, patience)

    def _same_with_all(self, table: Table, sure: list[Change], best: Story, patience: Patience) -> bool:
        """Whether the story begins the same when what was seen only once is counted in."""
        weak = [
            change
            for change in self.tracker.changes.values()
            if change not in sure
            and (change.touched or change.accompanied)
            and change.mean >= patience.sure
            and not change.doubt
            and change.reach == sure[-1].reach
            and self.ledger.lying.get(change.space) != change.after
        ]
        if not weak:
            return True
        told = self.belief.stories(table, sure + weak)
        return bool(told) and any(step.what == best.steps[0].what for step in told[0].steps)

    def tell_story(self, best: Story, told: tuple[Story, ...], rest: list[Change], patience: Patience) -> bool:
        """Tell the steps of a story that are certain, in order; whether the rest should be looked at again."""
        pairs = {step.spaces[0]: step for step in best.steps if step.code == Code.TWO_CHIPS}
        for step in best.steps:
            if step.kind == "turn" and step.space in pairs:
                second = pairs[step.space]
                step = replace(second, changes=(*step.changes, *second.changes), more=())
            if step.kind == "fault":
                if self._waiting(step, rest, patience) or not patience.fault(step.changes, self.context):
                    return False
                if step.code == Code.OUT_OF_TURN and self._turn_before_it(rest):
                    return False
                self.disputes.raise_step(step, told)
                return self.context.on_fault == "stand"
            if step.kind == "taken-off" and not (self._undoes_a_fault(step) or self._goes_with_the_other(step)):
                step = replace(step, kind="turn", seat=self.ledger.table.seat)
            doubted = any(change.odds is not None for change in step.changes)
            if doubted:
                if not self._certain_beside(best.steps, patience):
                    return False
            elif not patience.turn(step, self.context) or self._waiting(step, rest, patience):
                return False
            if patience is not AT_THE_END and self.cards.holds(step, patience.hurried):
                return False
            if step.kind == "turn":
                self.cards.without_chip.chip_came(step.seat)
            if self.ledger.faults and not self._undoes_a_fault(step):
                if self.context.on_fault == "strict":
                    return False
                if not self.disputes.beside(step):
                    if not self.disputes.may_stand():
                        return False
                    stand_all(self.context, self.ledger.table.team_of(step.seat))
            if step.kind == "put-right":
                self.announcer.put_right(step)
            if step.kind in UNDOES:
                name = self.context.game.layout.name_of(step.spaces[0])
                for _ in range(step.undoes):
                    self.announcer.undo(self.ledger.turn(0), saying(UNDOES[step.kind], space=name))
                card_faults.tend(self.context)
            if step.kind in ("turn", "taken-back"):
                self.announcer.play(step, told, patience.hurried, doubted=doubted)
            if self.context.state is State.FINISHED:
                return False
        return True

    def _tend_passed(self, patience: Patience, disputed: set[int]) -> None:
        """A change was seen with a clear view, and another reach undid it: two turns on one space, if they are legal.

        A chip taken and laid again by the next seat, or laid and taken. One that the same reach laid elsewhere was
        only taken back. While a fault lies there it may have been put right.
        """
        passed, self.tracker.passed = self.tracker.passed, []
        for change in passed if not self.ledger.faults else ():
            table, others = self.ledger.table, self.tracker.changes.values()
            laid_elsewhere = any((other.after, other.reach) == (change.after, change.gone_reach) for other in others)
            if change.space in disputed or change.mean < patience.sure or laid_elsewhere:
                continue
            if table.letters[change.space] != change.before or change.after != "." != change.before:
                continue
            letter = change.before if change.after == "." else change.after
            steps = []
            for made in (change, replace(change, before=change.after, after=change.before)):
                turn = turn_of(table, made, made.before, table.seat)
                if turn is None:
                    break
                steps.append(Step("turn", turn.action, table.seat, (change,), letter=letter))
                table = table.play(turn, table.seat)
            if len(steps) == 2 and table.position.winner is None:
                for step in steps:
                    self.announcer.play(step, ())

    def _goes_with_the_other(self, step: Step) -> bool:
        """Whether the hand that took off the second of two chips takes the first one, too."""
        last = self.ledger.table.last
        return last is not None and last.relieved == step.changes[-1].reach

    def _undoes_a_fault(self, step: Step) -> bool:
        """Whether a step takes back the turn whose card is the one open fault, and no card explains it as a turn."""
        faults = self.ledger.faults.values()
        if step.kind not in ("taken-off", "taken-back") or not faults:
            return False
        if any(fault.code not in CARD_CODES or fault.key != self.ledger.last_key for fault in faults):
            return False
        return step.kind == "taken-back" or not self.cards.explains(self.ledger.table.seat, step.action, step.space)

    def _certain_beside(self, steps: Sequence[Step], patience: Patience) -> bool:
        """Whether all steps but the doubts among them are certain: only that makes turns of those."""
        certain = [step for step in steps if all(change.odds is None for change in step.changes)]
        return bool(certain) and all(patience.turn(step, self.context) for step in certain)

    def _waiting(self, step: Step, rest: list[Change], patience: Patience) -> bool:
        """Whether another change of the same reach is still forming and may change the story."""
        if patience.hurried:
            return False
        since = min(change.span for change in step.changes)
        if since >= patience.forming_seconds:
            return False
        reach = step.changes[-1].reach
        for change in self.tracker.changes.values():
            if change in step.changes or not (change.touched or change.accompanied) or change.reach != reach:
                continue
            coming = change.definite or change.weight >= LIKELY_GUESS
            if coming and change.count >= 2 and (change.weight < 2.0 or change.doubt):
                return True
            # A chip that seems to be taken may only have been moved.
            may_change = step.kind == "fault" or (step.action == "remove" and change.after == step.letter)
            if may_change and change not in rest and change.weight >= 0.7 and not change.doubt:
                return True
        return False

    def _turn_before_it(self, rest: list[Change]) -> bool:
        """Whether a chip that nobody was seen to lay, and that may soon be believed, would make turns of it all."""
        early = [
            c for c in self.tracker.changes.values() if c not in rest and c.definite >= EARLY_LOOKS and not c.doubt
        ]
        told = self.belief.stories(self.ledger.table, [*rest, *early]) if early else ()
        return bool(told) and told[0].legal
