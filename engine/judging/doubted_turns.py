"""Turns the eye would not swear to: told by themselves, asked about, taken back or put right.

How likely each is was weighed before (`belief`). What stays open for some seconds is asked; unanswered, the likelier
answer holds. Only such turns are taken back here: what the eye has sworn to is put right by people.
"""

from __future__ import annotations

from typing import Literal

from engine import events
from engine.editions.edition import TEAM_OF
from engine.judging.acts import Played
from engine.judging.announcer import Announcer
from engine.judging.belief import Belief, Lead, action_of
from engine.judging.changes import Change
from engine.judging.context import Context
from engine.judging.corrections import judge_again, put_right
from engine.judging.doubts import SECONDS, Doubt, Span
from engine.judging.questions import ask, close
from engine.judging.story import Story
from engine.judging.table import Table
from engine.observation import CHIPS
from engine.saying import saying

STRONG_SECONDS = 2.0
"""Clear view that a turn by itself takes: an eye that only needs another look has had it by then."""
ASK_SECONDS = 3.0
MOST_ASKED = 3
"""Questions about doubts that stand at a time: an eye that doubts more needs another look, not answers."""
LONG_SECONDS = 8.0
"""A doubt that no hand explains is asked about after so long, where the guesses speak for a change."""


class DoubtedTurns:
    """Tells of the doubted turns of one table."""

    def __init__(self, context: Context, belief: Belief, announcer: Announcer) -> None:
        self.context, self.belief, self.announcer = context, belief, announcer
        self.ledger, self.tracker = context.ledger, context.tracker

    # ---- turns by themselves

    def tend(self) -> None:
        """After everything certain was judged: doubts that are turns by themselves, and those that are asked about."""
        if self.ledger.questions:
            self._tend_questions()
        doubts = self.tracker.unsworn.doubts
        if not doubts or not self.tracker.unsworn.lasting or self.ledger.faults:
            return
        table = self.ledger.table
        if self.tracker.swept:
            if self.tracker.cleared:
                self.finish(ends=True)
            return
        forming = [change for change in self.tracker.changes.values() if change.definite and change.space not in doubts]
        seen: set[int] = set()
        for change in self.belief.candidates(table, forming):
            if change.space in seen:
                continue
            seen.add(change.space)
            span = next(span for span in doubts[change.space].spans if span.since == change.first_at)
            if not span.settled and self._decided(table, change, span, bool(forming)):
                return
        for doubt in doubts.values():
            if doubt.space not in seen and doubt.spans[0].clear_seconds >= LONG_SECONDS:
                self._ask_late(table, doubt)

    def _decided(self, table: Table, change: Change, span: Span, forming: bool) -> bool:
        """Whether a doubt was told as a turn; else it is asked about where that is worth it."""
        story, odds = self.belief.next_turn(table, change)
        enough = SECONDS if self.tracker.hands.came else STRONG_SECONDS
        lead = Lead.WIN if story and story.steps[0].ends(table) else Lead.TURN
        if story and span.clear_seconds >= enough and not forming and odds >= lead:
            self._count(story, change)
            return True
        if span.clear_seconds >= ASK_SECONDS and odds >= Lead.QUESTION and (story or odds >= 0.0):
            self._ask(change, story is not None and odds >= 0.0)
        return False

    def finish(self, ends: bool = False) -> None:
        """A recording is over: what is likelier holds, as when nobody answers.

        Args:
            ends: people clear the board, as they do when a game has ended: only what ends it counts, likely or not.
        """
        table = self.ledger.table
        for change in () if self.ledger.faults else self.belief.candidates(table, ()):
            story, odds = self.belief.next_turn(table, change)
            if story and (story.steps[0].ends(table) if ends else odds >= 0.0):
                self._count(story, change)
                return

    def _count(self, story: Story, change: Change) -> None:
        self.announcer.play(story.steps[0], (), doubted=True)
        self.tracker.unsworn.doubts.pop(change.space, None)

    # ---- questions

    def _questions(self) -> list[events.Question]:
        return [question for question in self.ledger.questions.values() if question.about == "doubt"]

    def _ask(self, change: Change, likely: bool) -> None:
        laid, table, asked = change.after in CHIPS, self.ledger.table, self._questions()
        where = self.context.game.layout.name_of(change.space)
        if len(asked) == MOST_ASKED or any(where in question.spaces for question in asked):
            return
        team, answers = TEAM_OF.get(change.after if laid else change.before), ("yes", "no")
        default = answers[likely != laid]
        ask(self.context, "doubt", default, (change.space,), options=answers, team=team, turn=table.position.turn)

    def _ask_late(self, table: Table, doubt: Doubt) -> None:
        """A doubt that no hand explains, and whose guesses speak for a change all the same."""
        if doubt.spans[0].settled or self.ledger.lying.get(doubt.space):
            return
        due = self.tracker.expected[doubt.space]
        for letter in self.belief.letters(table, doubt):
            if doubt.spans[0].evidence(letter, due) >= Lead.UNTOUCHED_QUESTION:
                self._ask(self.belief.change_of(doubt, letter, -1), likely=False)
                return

    def _tend_questions(self) -> None:
        """Close what the eye answered or nobody did."""
        layout = self.context.game.layout
        for question in self._questions():
            space = layout.space(question.spaces[0])
            doubt = self.tracker.unsworn.doubts.get(space)
            chip = (question.team or "?")[0]
            if doubt is None:
                if space in self.tracker.hands.hidden or self.tracker.latest[space] == "?":
                    if self.context.at >= question.until:
                        close(self.context, question.number, question.default, "time")
                    continue
                seen = "yes" if self.tracker.latest[space] == chip else "no"
                close(self.context, question.number, seen, "seen")
            elif self.context.at >= question.until and not self.ledger.faults:
                self._unanswered(question.number, space, chip, doubt)

    def _unanswered(self, number: int, space: int, chip: str, doubt: Doubt) -> None:
        """Nobody answered in time: what is likelier holds, a turn only where it is legal and a hand was near."""
        table, due = self.ledger.table, self.tracker.expected[space]
        letter = "." if due in CHIPS else chip
        change = self.belief.change_of(doubt, letter, self.belief.played())
        story, odds = self.belief.next_turn(table, change)
        happened = story is not None and odds >= 0.0
        close(self.context, number, "yes" if happened == (letter == chip) else "no", "time")
        if happened and story is not None:
            self._count(story, change)
        else:
            doubt.settle()

    # ---- turns that were none

    def put_right(self) -> None:
        """After a look: take back what is seen to be none."""
        none = self.belief.seen_to_be_none()
        if none is not None:
            self.take_back(*none, "seen")

    def take_back(self, undone: Played, elsewhere: Change | None, why: Literal["seen", "shown"]) -> None:
        """A doubted turn was none, or another one: that was seen, or what was played since has shown it."""
        context = self.context
        name = context.game.layout.name_of(undone.turn.space or 0)
        if elsewhere is None:
            self.announcer.undo(undone, saying(f"{why}-nothing", space=name))
            judge_again(context, undone.index)
            return
        turn = undone.before.turn_for(action_of(elsewhere), elsewhere.space)
        put_right(context, undone, turn, None, saying(f"{why}-not", space=name))
        context.tell_position()
