"""Where what was seen becomes turns and faults: the likeliest story is found and told as far as it is certain.

Stories are made elsewhere (`explain`), and how certain is certain enough (`patience`); here they are weighed
against what is still forming, and told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine import events
from engine.deduction import explanations
from engine.judging.acts import PUT_RIGHT
from engine.judging.claims import ambiguous
from engine.judging.disputes import Disputes
from engine.judging.explain import stories
from engine.judging.ledger import write_changes
from engine.judging.likely_turns import LikelyTurns
from engine.judging.passing import tend_passed
from engine.judging.patience import AT_THE_END, BEFORE_THE_NEXT_HAND, Patience
from engine.judging.second_thoughts import SecondThoughts
from engine.judging.sight import Change
from engine.judging.states import State
from engine.judging.story import Step, Story, weighed
from engine.judging.table import Table

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

MOST_ROUNDS = 8
"""Decisions one observation can bring; each makes the rest look different."""
EARLY_LOOKS = 3
"""Looks after which a chip that nobody was seen to lay is waited for before the next one is called out of turn."""
LIKELY_GUESS = 0.6
"""Weight at which guesses alone are worth waiting for a letter."""
MOST_GONE = 4
"""Chips that vanish or change colour at once before the board counts as upset."""


class Court:
    """Judges one table."""

    def __init__(self, arbiter: Arbiter, disputes: Disputes) -> None:
        self.arbiter, self.disputes = arbiter, disputes
        self.ledger, self.sight = arbiter.ledger, arbiter.sight
        self.likely = LikelyTurns(self)
        self.second_thoughts = SecondThoughts(self)
        self._asked_of: Table | None = None
        self._asked_with: tuple[int, ...] = ()
        self._answers: dict[tuple[object, ...], tuple[Story, ...]] = {}

    def judge(self, patience: Patience) -> None:
        """Judge everything that has been seen, as far as it is certain."""
        disputed = {space for fault in self.ledger.faults.values() for space, _, _ in fault.changes}
        if any(fault.code == "board-upset" for fault in self.ledger.faults.values()):
            self.sight.passed.clear()
        self.disputes.tend_lying()
        self.disputes.tend_faults(patience)
        self.disputes.tend_upset()
        self.disputes.tend_between()
        self.second_thoughts.put_right()
        tend_passed(self, patience, disputed)
        if self.sight.hand_came and not patience.hurried:
            self._judge_all(BEFORE_THE_NEXT_HAND)
        self._judge_all(patience)
        self.likely.tend()
        self.disputes.tend_whites()

    def _judge_all(self, patience: Patience) -> None:
        for _ in range(MOST_ROUNDS):
            if not self._judge_once(patience):
                return

    def _judge_once(self, patience: Patience) -> bool:
        """Judge what was seen; whether something was decided and the rest should be looked at again."""
        ledger, sight = self.ledger, self.sight
        disputed = {(space, now) for fault in ledger.faults.values() for space, _, now in fault.changes}
        rest = [
            change
            for change in sight.changes.values()
            if patience.likely(change) and change.key not in disputed and ledger.lying.get(change.space) != change.after
        ]
        if not rest:
            return False
        shaky = self.arbiter.view.shaky(self.arbiter.at)
        sure = [change for change in rest if patience.believed(change, shaky)]
        if not sure or any(fault.code == "board-upset" for fault in ledger.faults.values()):
            return False
        table = (
            self.disputes.if_all_stood(min(rest, key=lambda change: change.first_at)) if ledger.faults else ledger.table
        )
        told = () if _too_much(rest) else self.stories(table, sure)
        if len(sure) < len(rest) and not (told and told[0].legal):
            told = () if _too_much(rest) else self.stories(table, rest)
        if not _too_much(rest):
            told = self.likely.explained(table, sure, told)
            if table is ledger.table and self.second_thoughts.reconsidered(
                sure, told, lambda story: self._certain_beside(story, patience, shaky)
            ):
                return True
        if not told:
            return self.disputes.upset(rest, patience, shaky)
        if patience.hurried and not self._same_with_all(table, sure, told[0]):
            return False
        best = told[0]
        if self.arbiter.resuming and any(patience.believed(change, False) for change in rest):
            self.arbiter.tell_resumed("Something changed while nobody watched.")
        return self.tell_story(best, told, rest, patience, shaky)

    def stories(self, table: Table, rest: list[Change]) -> tuple[Story, ...]:
        """The likeliest stories of these changes, as `explain.stories` finds them, asked once."""
        unseen = any(change.unseen for change in rest)
        # While nothing new is seen the same question comes up with every observation.
        asked = (unseen, *((c.space, c.before, c.after, c.reach, c.was_empty, c.first_at, c.odds) for c in rest))
        faults = tuple(self.ledger.faults)
        if self._asked_of is not self.ledger.table or self._asked_with != faults:
            self._asked_of, self._asked_with, self._answers = self.ledger.table, faults, {}
        if asked not in self._answers:
            self._answers[asked] = self._fresh_stories(table, rest, unseen)
        return self._answers[asked]

    def _same_with_all(self, table: Table, sure: list[Change], best: Story) -> bool:
        """Whether the story begins the same when what was seen only once is counted in."""
        weak = [
            change
            for change in self.sight.changes.values()
            if change not in sure
            and (change.touched or change.accompanied)
            and change.definite
            and not change.doubt
            and change.reach == sure[-1].reach
            and self.ledger.lying.get(change.space) != change.after
        ]
        if not weak:
            return True
        told = self.stories(table, sure + weak)
        first = best.steps[0]
        return bool(told) and any(
            (s.kind, s.code, s.space) == (first.kind, first.code, first.space) for s in told[0].steps
        )

    def _fresh_stories(self, table: Table, rest: list[Change], unseen: bool) -> tuple[Story, ...]:
        told = stories(table, rest, unseen)
        lying = [c for c in self.sight.changes.values() if self.ledger.lying.get(c.space) == c.after]
        if lying and told and not told[0].legal:
            with_lying = stories(table, rest + lying, unseen)
            if with_lying and with_lying[0].legal:
                return with_lying
        return told

    def tell_story(
        self, best: Story, told: tuple[Story, ...], rest: list[Change], patience: Patience, shaky: bool
    ) -> bool:
        """Tell the steps of a story that are certain, in order; whether the rest should be looked at again."""
        pairs = {step.spaces[0]: step for step in best.steps if step.code == "two-chips"}
        for step in best.steps:
            if step.kind == "turn" and step.space in pairs:
                step = _both(step, pairs[step.space])
            if step.kind == "fault":
                if self._waiting(step, rest, patience) or not patience.fault(step.changes, self.sight, shaky):
                    return False
                if step.code == "out-of-turn" and self._turn_before_it(rest):
                    return False
                self.disputes.raise_step(step, told)
                return self.arbiter.on_fault == "stand"
            doubted = any(change.odds is not None for change in step.changes)
            if doubted:
                if not self._certain_beside(best, patience, shaky):
                    return False
            elif not patience.turn(step, self.sight, shaky) or self._waiting(step, rest, patience):
                return False
            if not patience.hurried and patience is not AT_THE_END and self.arbiter.cards.holds(step):
                return False
            if self.ledger.faults:
                if self.arbiter.on_fault == "strict":
                    return False
                if self.disputes.close_partly():
                    return True
                if not self.disputes.beside(step):
                    if not self.disputes.may_stand():
                        return False
                    self.disputes.stand_all(self.ledger.table.team_of(step.seat))
            if step.kind == "put-right":
                self._put_right(step)
                continue
            if step.kind == "never-was":
                self._undo_last(f"No hand was near {self.arbiter.game.layout.name_of(step.space)}: the eye had erred.")
                continue
            if step.kind == "taken-back":
                name = self.arbiter.game.layout.name_of(step.spaces[0])
                for _ in range(step.undoes):
                    self._undo_last(f"The chip on {name} was taken back.")
            self.play(step, told, patience.hurried, doubted=doubted)
            if self.arbiter.state is State.FINISHED:
                return False
        return True

    def _certain_beside(self, story: Story, patience: Patience, shaky: bool) -> bool:
        """Whether everything in a story but its doubts is certain: only that makes turns of them."""
        certain = [step for step in story.steps if all(change.odds is None for change in step.changes)]
        return bool(certain) and all(patience.turn(step, self.sight, shaky) for step in certain)

    def _waiting(self, step: Step, rest: list[Change], patience: Patience) -> bool:
        """Whether another change of the same reach is still forming and may change the story."""
        if patience.hurried:
            return False
        own = {change.key for change in step.changes}
        since = min(change.span for change in step.changes)
        if since >= patience.forming_seconds:
            return False
        reach = step.changes[-1].reach
        in_story = {change.key for change in rest}
        for change in self.sight.changes.values():
            if change.key in own or not (change.touched or change.accompanied) or change.reach != reach:
                continue
            coming = change.definite or change.weight >= LIKELY_GUESS
            if coming and change.count >= 2 and (change.weight < 2.0 or change.doubt):
                return True
            # A chip that seems to be taken may only have been moved.
            may_change = step.kind == "fault" or (step.action == "remove" and change.after == step.letter)
            if may_change and change.key not in in_story and change.weight >= 0.7 and not change.doubt:
                return True
        return False

    def _turn_before_it(self, rest: list[Change]) -> bool:
        """Whether a chip that nobody was seen to lay, and that may soon be believed, would make turns of it all."""
        early = [c for c in self.sight.changes.values() if c not in rest and c.definite >= EARLY_LOOKS and not c.doubt]
        told = self.stories(self.ledger.table, [*rest, *early]) if early else ()
        return bool(told) and told[0].legal

    def play(self, step: Step, told: tuple[Story, ...], hurried: bool = False, *, doubted: bool = False) -> None:
        """Announce a turn and what it brings; `doubted` where the eye would not swear to it."""
        before, ended = self.ledger.table, self.ledger.ended
        position = before.skip_to(step.seat)
        change = step.changes[-1]
        action: Literal["place", "remove"] = "place" if step.action == "place" else "remove"
        seen = self.arbiter.cards.for_turn(
            step.seat, action, step.space, change.first_at, not (hurried or change.unseen)
        )
        self.arbiter.tell(
            events.TurnPlayed(
                **self.arbiter.now,
                turn=position.turn + 1,
                seat=step.seat,
                team=self.arbiter.game.seats[step.seat].team,
                action=action,
                space=self.arbiter.game.layout.name_of(step.space),
                card=seen.card,
                card_seen=seen.card is not None,
                cards=() if seen.card else explanations(self.arbiter.game, position, action, step.space),
                dead=(*before.dead, *seen.dead),
                irregular=seen.irregular,
                confidence=round(min(1.0, change.weakest), 3),
                doubted=doubted,
                seen_at=change.first_at,
                weighed=weighed(self.arbiter.game, told),
            ),
            change.reach,
        )
        self.arbiter.cards.told(position.turn + 1, step.seat, seen, change.first_at, not change.unseen)
        self.arbiter.tell_difference(before, ended)
        if action == "place":
            ambiguous(self.arbiter, position, step.seat, step.space)
        self.arbiter.tell_position()

    def _undo_last(self, reason: str) -> None:
        self.undo(self.ledger.turn_index(0), reason)

    def undo(self, index: int, reason: str) -> None:
        """Announce that the turn at this place among the acts is none, and what that brings."""
        before, ended = self.ledger.table, self.ledger.ended
        turn = self.ledger.number_of(index)
        self.arbiter.tell(events.TurnUndone(**self.arbiter.now, turn=turn, reason=reason))
        self.arbiter.tell_difference(before, ended)
        self.arbiter.tell_position()

    def _put_right(self, step: Step) -> None:
        """A change that had been let stand was put right after all."""
        before, ended = self.ledger.table, self.ledger.ended
        changes = [(change.space, change.before, change.after) for change in step.changes]
        turn = before.position.turn
        self.arbiter.tell(
            events.ChangeStood(
                **self.arbiter.now, code=PUT_RIGHT, changes=write_changes(self.arbiter.game, changes), turn=turn
            )
        )
        self.arbiter.tell_difference(before, ended)
        self.arbiter.tell_position()


def _too_much(rest: list[Change]) -> bool:
    return sum(change.before in "bgr" for change in rest) >= MOST_GONE


def _both(first: Step, second: Step) -> Step:
    """Two chips of one hand as one fault."""
    return Step(
        "fault",
        "place",
        second.space,
        second.seat,
        (*first.changes, *second.changes),
        second.code,
        second.spaces,
        second.problems,
        second.cost,
        second.letter,
    )
