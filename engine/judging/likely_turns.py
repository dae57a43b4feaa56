"""Turns the eye would not swear to: doubt as evidence, the rules as prior, and a question where both leave it open.

A doubtful space is a change that may have happened, with its odds. Every explanation of what is certain is weighed
with each likely doubt taken for a turn and taken for nothing; the cheapest wins, as among stories. What stays open
for some seconds is asked; unanswered, the likelier answer holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from engine.judging.acts import TurnAct
from engine.judging.announcer import Announcer
from engine.judging.changes import Change
from engine.judging.context import Context
from engine.judging.doubts import SECONDS, Doubt
from engine.judging.questions import ask, close
from engine.judging.story import Story
from engine.judging.story_finder import StoryFinder
from engine.judging.table import CHIPS, Table

STRONG = 2.0
"""Log-odds at which a legal turn counts without a question (88 %)."""
STRONG_SECONDS = 2.0
"""Clear view that it takes: an eye that only needs another look has had it by then."""
ASKED = -1.5
"""Log-odds below which nobody is asked (18 %)."""
ASK_SECONDS = 3.0
ANSWER_SECONDS = 5.0
"""So long an answer is waited for; the game is in step again within ten seconds of a clear view."""
MOST_ASKED = 3
"""Questions about doubts that stand at a time: an eye that doubts more needs another look, not answers."""
LONG_SECONDS = 8.0
"""A doubt that no hand explains is asked about after so long, where the guesses speak for a change."""
LONG_GUESS = 0.8
LEAST = -4.0
"""Log-odds below which a doubt explains nothing."""
MOST_DOUBTS = 4
"""Doubts weighed at a time, the likeliest first."""
BETTER = 0.3
"""An explanation with doubts in it has to be so much cheaper than the one without."""
OUT_OF_ORDER = 2.0
"""Cost of a turn told before one that was seen earlier: a hand that came later may have gone sooner."""
ONE_HAND = 3.0
"""Cost of a doubt that the very hand made which made another turn, beside what two turns of one hand cost anyway."""


class LikelyTurns:
    """Weighs the doubts of one table."""

    def __init__(self, context: Context, finder: StoryFinder, announcer: Announcer) -> None:
        self.context, self.finder, self.announcer = context, finder, announcer
        self.ledger, self.tracker = context.ledger, context.tracker

    # ---- what may have happened

    def candidates(self, table: Table, beside: Sequence[Change]) -> list[Change]:
        """Changes that doubtful spaces may be, likeliest first; `beside` is what was seen for certain."""
        lasting = self.tracker.unsworn.lasting
        if not lasting:
            return []
        played = self._played()
        hands = frozenset(change.reach for change in beside)
        named = {space for fault in self.ledger.faults.values() for space, _, _ in fault.changes}
        aside = named.union(self.ledger.lying, (change.space for change in beside))
        found = [
            change
            for doubt in lasting
            if doubt.space not in aside
            for letter in self._letters(table, doubt)
            for change in self._changes(doubt, letter, played, hands)
            if change.odds is not None and change.odds > LEAST
        ]
        found.sort(key=lambda change: (-(change.odds or 0.0), change.space))
        return found

    def _played(self) -> int:
        """The last reach that brought a turn."""
        return max((act.reach for act in self.ledger.acts[-6:] if isinstance(act, TurnAct)), default=-1)

    def _letters(self, table: Table, doubt: Doubt) -> Iterator[str]:
        """What may lie on a doubtful space otherwise than the game says."""
        due = self.tracker.expected[doubt.space]
        if due in CHIPS:
            yield "."
            return
        guess = doubt.guess()
        if guess in CHIPS:
            yield guess
            return
        yield from dict.fromkeys(table.team_of(seat) for seat in list(table.seats_from_here())[:2])

    def _changes(self, doubt: Doubt, letter: str, played: int, hands: frozenset[int]) -> Iterator[Change]:
        """What a doubt may be: made by a hand of its own, or by one that made a certain change as well."""
        own = self.change_of(doubt, letter, played, hands)
        yield own
        if hands:
            likeliest = self.change_of(doubt, letter, played)
            if likeliest.reach != own.reach:
                yield likeliest

    def change_of(self, doubt: Doubt, letter: str, played: int, others: frozenset[int] = frozenset()) -> Change:
        """A doubt as a change, with its odds; arguments as for `Doubt.odds`."""
        due = self.tracker.expected[doubt.space]
        odds, span = doubt.odds(letter, due, played, others)
        likely = 1 / (1 + math.exp(-max(-30.0, odds)))
        return Change(
            doubt.space,
            due,
            letter,
            span.since,
            span.frame,
            span.reach,
            touched=True,
            last_at=doubt.last_at,
            count=doubt.looks,
            weakest=likely,
            odds=odds,
        )

    # ---- beside what is certain

    def explained(self, table: Table, changes: list[Change], told: tuple[Story, ...]) -> tuple[Story, ...]:
        """The stories of these changes, with doubts taken for turns where that explains them better."""
        likely = self.candidates(table, changes)
        if not likely:
            return told
        best = told
        least = (told[0].cost + _disorder(told[0]) if told else math.inf) + _nothing(likely, ()) - BETTER
        for chosen in _choices(likely):
            found = self.finder.stories(table, [*changes, *chosen])
            if not found:
                continue
            cost = found[0].cost + _nothing(likely, chosen) + sum(_softplus(-(c.odds or 0.0)) for c in chosen)
            if cost + _disorder(found[0]) < least:
                best, least = found, cost + _disorder(found[0])
        return best

    # ---- on its own

    def tend(self) -> None:
        """After everything certain was judged: doubts that are turns by themselves, and those that are asked about."""
        if self.ledger.questions:
            self._tend_questions()
        if not self.tracker.unsworn.doubts or not self.tracker.unsworn.lasting or self.ledger.faults:
            return
        table = self.ledger.table
        doubts = self.tracker.unsworn.doubts
        forming = [change for change in self.tracker.changes.values() if change.definite and change.space not in doubts]
        likely = self.candidates(table, forming)
        seen: set[int] = set()
        for change in likely:
            if change.space in seen:
                continue
            seen.add(change.space)
            doubt = self.tracker.unsworn.doubts[change.space]
            span = next(span for span in doubt.spans if span.since == change.first_at)
            if span.settled:
                continue
            odds, since = change.odds or 0.0, span.clear_seconds
            story = self.finder.legal(table, change)
            enough = SECONDS if self.tracker.hand_came else STRONG_SECONDS
            if story and odds >= STRONG and since >= enough and not forming and not self._ends(table, change):
                self._count(story, change)
                return
            if since >= ASK_SECONDS and odds >= ASKED and (story or odds >= 0.0):
                self._ask(change, "yes" if story and odds >= 0.0 else "no")
        for doubt in self.tracker.unsworn.doubts.values():
            if doubt.space not in seen and doubt.spans[0].clear_seconds >= LONG_SECONDS:
                self._ask_late(table, doubt)

    def finish(self) -> None:
        """A recording is over: what is likelier holds, as when nobody answers."""
        if self.ledger.faults:
            return
        table = self.ledger.table
        for change in self.candidates(table, ()):
            story = self.finder.legal(table, change)
            if story and (change.odds or 0.0) >= 0.0:
                self._count(story, change)
                return

    def _ends(self, table: Table, change: Change) -> bool:
        """Whether the turn would end the game: nobody wins by a guess that nobody was asked about."""
        step_seat = table.seat
        if change.after == "." or table.problems("place", change.space, step_seat):
            return False
        return table.play(table.turn_for("place", change.space), step_seat).ended is not None

    def _count(self, story: Story, change: Change) -> None:
        step = story.steps[0]
        self.announcer.play(step, (), doubted=True)
        self.tracker.unsworn.doubts.pop(change.space, None)

    # ---- questions

    def _asked(self, space: int) -> bool:
        name = self.context.game.layout.name_of(space)
        return any(q.about == "doubt" and name in q.spaces for q in self.ledger.questions.values())

    def _ask(self, change: Change, default: str) -> None:
        chip = change.after if change.after in CHIPS else change.before
        open_ones = [q for q in self.ledger.questions.values() if q.about == "doubt"]
        if len(open_ones) == MOST_ASKED or self._asked(change.space):
            return
        if change.after == ".":
            default = "no" if default == "yes" else "yes"
        colour = self.ledger.table.name(chip)
        where = self.context.game.layout.name_of(change.space)
        ask(
            self.context,
            "doubt",
            f"Is there a {colour} chip on {where}?",
            default,
            ANSWER_SECONDS,
            (change.space,),
            options=("yes", "no"),
            team=colour,
            turn=self.ledger.table.position.turn,
        )

    def _ask_late(self, table: Table, doubt: Doubt) -> None:
        """A doubt that no hand explains, and whose guesses speak for a change all the same."""
        if doubt.spans[0].settled or self.ledger.lying.get(doubt.space):
            return
        due = self.tracker.expected[doubt.space]
        for letter in self._letters(table, doubt):
            if doubt.spans[0].evidence(letter, due) >= LONG_GUESS:
                self._ask(self.change_of(doubt, letter, -1), "no")
                return

    def _tend_questions(self) -> None:
        """Close what the eye answered or nobody did."""
        layout = self.context.game.layout
        for question in [q for q in self.ledger.questions.values() if q.about == "doubt"]:
            space = layout.space(question.spaces[0])
            doubt = self.tracker.unsworn.doubts.get(space)
            chip = (question.team or "?")[0]
            if doubt is None:
                if space in self.tracker.hidden or self.tracker.latest[space] == "?":
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
        change = self.change_of(doubt, letter, self._played())
        story = self.finder.legal(table, change)
        happened = story is not None and (change.odds or 0.0) >= 0.0
        close(self.context, number, "yes" if happened == (letter == chip) else "no", "time")
        if happened and story is not None:
            self._count(story, change)
        else:
            doubt.settle()


def _choices(likely: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """One or two of the likeliest doubts, on different spaces."""
    spaces = list(dict.fromkeys(change.space for change in likely))[:MOST_DOUBTS]
    few = [change for change in likely if change.space in spaces]
    for one in few:
        yield (one,)
    for one, other in combinations(few, 2):
        if one.space != other.space:
            yield (one, other)


def _nothing(likely: Sequence[Change], chosen: Sequence[Change]) -> float:
    """What it costs that the doubts not chosen are nothing."""
    odds: dict[int, float] = {}
    for change in likely:
        odds[change.space] = max(odds.get(change.space, -math.inf), change.odds or 0.0)
    taken = {change.space for change in chosen}
    return sum(_softplus(value) for space, value in odds.items() if space not in taken)


def _disorder(story: Story) -> float:
    """What it costs that its turns do not follow one another as their hands did, or that one hand made two."""
    made = [step.changes[-1] for step in story.steps if step.kind == "turn"]
    pairs = list(pairwise(made))
    late = sum(later.first_at < earlier.first_at for earlier, later in pairs)
    one_hand = sum(one.reach == other.reach and (one.odds or other.odds) is not None for one, other in pairs)
    return OUT_OF_ORDER * late + ONE_HAND * one_hand


def _softplus(odds: float) -> float:
    """The cost of what stands against such odds: -log of its probability."""
    return max(odds, 0.0) + math.log1p(math.exp(-abs(odds)))
