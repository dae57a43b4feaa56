"""What may have happened since the last position that is certain: hypotheses, weighed on one scale.

This is the filter of the textbooks. The hidden state is the game: its turns, and whose turn it is. A hypothesis is a
story of what was seen for certain, with some doubtful spaces taken for turns, or with a doubted turn taken for none.
Its cost is its negative log posterior, up to a constant: the log likelihood of the looks (`doubts`) and the log prior
of the rules and of people (`explain`, `steps`) add up. The cheapest leads; by how much it has to lead before it is
told stands in one table, `Lead`. Nothing is announced here.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

import msgspec

from engine.judging.acts import Played, TurnAct
from engine.judging.changes import Change
from engine.judging.context import Context
from engine.judging.doubts import Doubt, Span
from engine.judging.explain import OUT_OF_ORDER, stories, turn_of
from engine.judging.story import Step, Story
from engine.judging.table import Table
from engine.observation import CHIPS

LEAST = -4.0
"""Log-odds below which a doubt explains nothing."""
MOST_DOUBTS = 4
"""Doubts weighed at a time, the likeliest first; and so many acts back a doubted turn may still be none."""
ONE_HAND = 3.0
"""Cost of a doubt that the very hand made which made another turn, beside what two turns of one hand cost anyway."""
PASSED_OVER = 5.0
"""Cost of a seat that did not play, nobody knowing why, before others went on."""
CONFIRMED = 2
"""Looks in which the eye swears to a doubted turn, after which it is as good as any other."""
LOOK_BACK = 12
"""Acts among which later letters may still put one right."""


class Lead:
    """What it costs to be wrong: by how much, in log-odds, a hypothesis must lead the next before it is told."""

    BESIDE = 0.3
    """Beside what is certain, which has to be told one way or the other."""
    TURN = 2.0
    """A turn by itself, seven to one: `undo` costs a tap."""
    WIN = math.inf
    """Nobody wins by a guess that nobody was asked about."""
    QUESTION = -1.5
    """Worse odds than two to nine are not worth anybody's time."""
    UNTOUCHED_QUESTION = 0.8
    """As `QUESTION`, for what no hand explains, by the looks alone."""


@dataclass(frozen=True)
class Hypothesis:
    """What may have happened, whole."""

    told: tuple[Story, ...]
    """What was seen, as it tells it; the likeliest story first, then those of the same looks."""
    cost: float
    undone: Played | None = None
    """A doubted turn that was none."""
    elsewhere: Change | None = None
    """What that turn did in truth; none where there was no turn."""
    lead: float = math.inf
    """By how much it leads the likeliest in which a turn of it which is certain is another seat's, or none."""

    @property
    def in_truth(self) -> tuple[Step, ...]:
        """The doubted turn as it was in truth, where there was one."""
        if self.undone is None or self.elsewhere is None:
            return ()
        return (Step("turn", action_of(self.elsewhere), self.undone.act.seat, (self.elsewhere,)),)


class Belief:
    """What is held likely at one table."""

    def __init__(self, context: Context, on_top: Callable[[], frozenset[int]]) -> None:
        """`on_top` says the spaces whose cards lie on top of the piles and are no turn's yet."""
        self.context, self.ledger, self.tracker = context, context.ledger, context.tracker
        self._on_top = on_top
        self._sworn: dict[int, int] = {}
        """For each doubted turn, by the key of its act, how often the eye has sworn to it since."""

    # ---- the rules as prior

    def legal(self, table: Table, change: Change) -> Story | None:
        """The story of a change alone, where it is a turn that the rules allow now."""
        found = self.stories(table, [change])
        return found[0] if found and found[0].legal else None

    def next_turn(self, table: Table, change: Change) -> tuple[Story | None, float]:
        """The story of a doubt as the next turn, where the rules allow it, and the log-odds of that.

        Other doubts stand against it: one may have been that turn, so that this is a later one, and another seat's.
        """
        story, likely = self.legal(table, change), self.candidates(table, ())
        if story is None:
            return None, _odds(change)
        likelihood = {True: 0.0, False: math.exp(-_nothing(likely, ()))}
        for other in self._with_doubts(table, [], likely):
            likelihood[other.told[0].steps[0].what == story.steps[0].what] += math.exp(-other.cost)
        return story, math.log(max(likelihood[True], 1e-9) / max(likelihood[False], 1e-9))

    def stories(self, table: Table, changes: list[Change]) -> tuple[Story, ...]:
        """The likeliest stories of these changes; what still lies there after an undo counts as well where only with it
        everything is in order."""
        on_top = self._on_top() if len(changes) > 1 else frozenset()
        told = stories(table, changes, on_top)
        if self.ledger.lying and told and not told[0].legal:
            lying = [
                dataclasses.replace(change, first_at=0.0, reach=-1)  # Its hand had gone when the turn was undone.
                for change in self.tracker.changes.values()
                if self.ledger.lying.get(change.space) == change.after
            ]
            with_lying = stories(table, changes + lying, on_top)
            if with_lying and with_lying[0].legal:
                return with_lying
        return self._by_either_hand(table, changes, on_top, told) if any(change.earlier for change in changes) else told

    def _by_either_hand(
        self, table: Table, changes: list[Change], on_top: frozenset[int], told: tuple[Story, ...]
    ) -> tuple[Story, ...]:
        """Stories `told` of changes some of which an earlier hand may have made, and those in which it did."""
        odds = [change.earlier[0] for change in changes if change.earlier]
        now, earlier = sum(map(_softplus, odds)), sum(_softplus(-one) for one in odds)
        begun = stories(table, [change.made_earlier() for change in changes], on_top)
        weighed = [
            Story(one.steps, one.cost + cost) for found, cost in ((told, now), (begun, earlier)) for one in found
        ]
        best: dict[object, Story] = {}
        for story in sorted(weighed, key=lambda story: story.cost):
            best.setdefault(story.what, story)
        return tuple(best.values())

    # ---- doubtful spaces as evidence

    def candidates(self, table: Table, beside: Sequence[Change]) -> list[Change]:
        """Changes that doubtful spaces may be, likeliest first; `beside` is what was seen for certain."""
        lasting = self.tracker.unsworn.lasting
        if not lasting:
            return []
        aside = {*self.ledger.disputed, *self.ledger.lying, *(change.space for change in beside)}
        found = [
            change
            for doubt in lasting
            if doubt.space not in aside
            for letter in self.letters(table, doubt)
            for change in self._changes(doubt, letter, beside)
            if _odds(change) > LEAST
        ]
        found.sort(key=lambda change: (-_odds(change), change.space))
        return found

    def played(self) -> int:
        """The last reach that brought a turn."""
        return max((one.act.reach for one in self.ledger.turns(6)), default=-1)

    def letters(self, table: Table, doubt: Doubt) -> Iterator[str]:
        """What may lie on a doubtful space otherwise than the game says."""
        if self.tracker.expected[doubt.space] in CHIPS:
            yield "."
            return
        yield from dict.fromkeys(map(table.team_of, table.seats_from_here()))

    def _changes(self, doubt: Doubt, letter: str, beside: Sequence[Change]) -> Iterator[Change]:
        """What a doubt may be: come before or after each certain change, by the hand of one or by another."""
        hands = {change.reach for change in beside}
        likeliest: dict[tuple[int, bool], tuple[float, Span]] = {}
        for odds, span in doubt.odds_by_span(letter, self.tracker.expected[doubt.space], self.played()):
            when = sum(change.first_at < span.since for change in beside), span.reach in hands
            if when not in likeliest or odds > likeliest[when][0]:
                likeliest[when] = odds, span
        for odds, span in likeliest.values():
            yield self._change(doubt, letter, odds, span)

    def change_of(self, doubt: Doubt, letter: str, played: int) -> Change:
        """A doubt as the likeliest change, with its odds; arguments as for `Doubt.odds_by_span`."""
        return self._change(doubt, letter, *doubt.odds(letter, self.tracker.expected[doubt.space], played))

    def _change(self, doubt: Doubt, letter: str, odds: float, span: Span) -> Change:
        return Change(
            doubt.space,
            self.tracker.expected[doubt.space],
            letter,
            span.since,
            span.reach,
            touched=True,
            last_at=doubt.last_at,
            count=doubt.looks,
            weakest=1 / (1 + math.exp(-max(-30.0, odds))),
            odds=odds,
        )

    # ---- what is weighed

    def best(self, table: Table, changes: list[Change], told: tuple[Story, ...]) -> Hypothesis:
        """The hypothesis that leads.

        Args:
            table: the game as it stands, open faults let stand.
            changes: what was seen for certain.
            told: its stories, no doubt being a turn and every turn one.
        """
        likely = self.candidates(table, changes)
        best = Hypothesis(told, told[0].cost + _disorder(told[0]) + _nothing(likely, ()) if told else math.inf)
        found = [best, *self._with_doubts(table, changes, likely)]
        least = best.cost - Lead.BESIDE
        for other in (*found, *self._with_one_undone(table, changes, told, likely)):
            if other.cost < least:
                best, least = other, other.cost
        rivals = (other.cost for other in found if _against(best, other))
        return dataclasses.replace(best, lead=min(rivals, default=math.inf) - best.cost)

    def _with_doubts(self, table: Table, changes: list[Change], likely: list[Change]) -> Iterator[Hypothesis]:
        """Some of the likeliest doubts were turns, the others nothing."""
        for chosen in _choices(likely):
            found = self.stories(table, [*changes, *chosen])
            if found:
                cost = found[0].cost + _nothing(likely, chosen) + sum(_softplus(-_odds(one)) for one in chosen)
                yield Hypothesis(found, cost + _disorder(found[0]))

    def _with_one_undone(
        self, table: Table, changes: list[Change], told: tuple[Story, ...], likely: list[Change]
    ) -> Iterator[Hypothesis]:
        """What is certain is a fault only because of a turn the eye would not swear to: that was none, or another."""
        ledger = self.ledger
        if table is not ledger.table or not (told and told[0].faults):
            return
        for one in self._doubted(MOST_DOUBTS):
            for elsewhere in (None, *self._made_then(one, changes)):
                acts = ledger.acts_with(one.index, *_moved(one.act, elsewhere))
                rest = [change for change in changes if change is not elsewhere]
                after = ledger.replayed(acts, one.index)[-1]
                found = stories(after, rest)
                if found and not found[0].faults:
                    passed_over = PASSED_OVER * (len(after.owed) > len(table.owed))
                    cost = found[0].cost + self._price(one) + passed_over + _nothing(likely, ())
                    yield Hypothesis(found, cost + _disorder(found[0]), one, elsewhere)

    # ---- doubted turns

    def _doubted(self, back: int) -> Iterator[Played]:
        """The last turns that the eye would not swear to and has not sworn to since, latest first."""
        for one in self.ledger.turns(back):
            if one.act.doubted and self._sworn.get(one.act.key, 0) < CONFIRMED:
                yield one

    def _made_then(self, one: Played, changes: Sequence[Change]) -> list[Change]:
        """What nothing explains yet that may have been the turn in truth: its chip laid elsewhere, or one taken."""
        table, act = one.before, one.act
        later = next((act.reach for act in self.ledger.acts[one.index + 1 :] if isinstance(act, TurnAct)), None)
        return [
            change
            for change in changes
            if "." in (change.before, change.after)
            and (change.reach == act.reach if later is None else 0 <= change.reach <= later)
            and turn_of(table, change, change.before, act.seat)
        ]

    def _price(self, one: Played) -> float:
        """What it costs that a turn the eye would not swear to was none, by what it sees there."""
        space = one.turn.space or 0
        likely = min(max(one.act.likely, 0.001), 0.999)
        told = max(0.0, math.log(likely / (1 - likely)))
        doubt = self.tracker.unsworn.doubts.get(space)
        if doubt is None:
            return told
        return max(told, -doubt.spans[0].evidence(one.before.letters[space], one.after.letters[space]))

    def seen_to_be_none(self) -> tuple[Played, Change | None] | None:
        """After a look: a turn the eye would not swear to is none after all, for its space is seen to be as before; and
        what it was in truth."""
        ledger, tracker = self.ledger, self.tracker
        if not ledger.doubted or tracker.swept:
            return None
        for one in self._doubted(LOOK_BACK):
            space, key = one.turn.space or 0, one.act.key
            before, after = one.before.letters[space], one.after.letters[space]
            change = tracker.changes.get(space)
            sworn = self._sworn[key] = self._sworn.get(key, 0) + (tracker.previous[space : space + 1] == after)
            if sworn >= CONFIRMED or change is None or change.after != before or not _plain(change):
                continue
            # Where a hand was near it may rather have taken the chip than that it never lay there.
            if not (change.touched and turn_of(ledger.table, change, change.before, ledger.table.seat)):
                del self._sworn[key]
                plain = [change for change in tracker.changes.values() if _plain(change)]
                return one, next(iter(self._made_then(one, plain)), None)
        return None


def _seats(one: Hypothesis) -> dict[tuple[str, int], int]:
    """Whose each certain turn of a hypothesis is."""
    steps = one.told[0].steps if one.told else ()
    return {(s.action, s.space): s.seat for s in steps if s.kind == "turn" and s.changes[-1].odds is None}


def _against(best: Hypothesis, other: Hypothesis) -> bool:
    """Whether a turn of the best which is certain is another seat's by the other, or, all being in order, none."""
    seats = _seats(other)
    in_order = bool(other.told and not other.told[0].faults)
    return any(seats.get(what, None if in_order else seat) != seat for what, seat in _seats(best).items())


def _odds(change: Change) -> float:
    return change.odds or 0.0


def _plain(change: Change) -> bool:
    """Whether the eye swears to a change."""
    return change.definite >= 3 and change.weight >= 2.0 and not change.doubt


def _moved(act: TurnAct, elsewhere: Change | None) -> list[TurnAct]:
    """The turn as it was in truth, or no turn at all."""
    if elsewhere is None:
        return []
    turn = msgspec.structs.replace(act.turn, action=action_of(elsewhere), space=elsewhere.space, claims=())
    return [dataclasses.replace(act, turn=turn)]


def action_of(change: Change) -> Literal["place", "remove"]:
    """What a turn did that made this change."""
    return "remove" if change.after == "." else "place"


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
        odds[change.space] = max(odds.get(change.space, -math.inf), _odds(change))
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
