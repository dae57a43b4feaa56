"""Turns the eye would not swear to, looked at again: what is seen or played since may show that they were none.

Only such turns: what the eye has sworn to is put right by people. A turn is taken back, or its chip is said to lie
where it does.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence

import msgspec

from engine.judging.acts import TurnAct
from engine.judging.announcer import Announcer
from engine.judging.changes import Change
from engine.judging.claims import corrected, judge_again
from engine.judging.context import Context
from engine.judging.explain import stories
from engine.judging.likely_turns import BETTER, LEAST, MOST_DOUBTS, LikelyTurns
from engine.judging.story import Story
from engine.judging.story_finder import StoryFinder
from engine.judging.table import CHIPS

CONFIRMED = 2
"""Looks in which the eye swears to a doubted turn, after which it is as good as any other."""
SWEPT = 4
"""So many chips gone at once are a board that is cleared or upset, which says nothing of single turns."""
PASSED_OVER = 2.8
"""Cost of a seat that did not play, nobody knowing why, before others went on."""
LOOK_BACK = 12
"""Acts among which later letters may still put one right."""


class SecondThoughts:
    """The doubted turns of one table."""

    def __init__(self, context: Context, likely: LikelyTurns, finder: StoryFinder, announcer: Announcer) -> None:
        self.context, self.likely, self.finder, self.announcer = context, likely, finder, announcer
        self.ledger, self.tracker = context.ledger, context.tracker
        self._sworn: dict[int, int] = {}
        """For each doubted turn, by the key of its act, how often the eye has sworn to it since."""
        self._prices: dict[int, float] = {}
        """For each of them, what it costs that it was none, by the guesses."""

    def reconsidered(self, changes: list[Change], told: tuple[Story, ...], certain: Callable[[Story], bool]) -> bool:
        """What is certain is a fault only because of a turn the eye would not swear to: then that was none."""
        if not told or not told[0].faults:
            return False
        ledger = self.ledger
        first = max(0, len(ledger.acts) - MOST_DOUBTS)
        for index in range(len(ledger.acts) - 1, first - 1, -1):
            act = ledger.acts[index]
            if not isinstance(act, TurnAct) or not act.doubted or self._sworn.get(act.key, 0) >= CONFIRMED:
                continue
            left = told[0].cost - BETTER - self._price(index)
            for elsewhere in (None, *self._laid_then(index, changes)):
                acts = [*ledger.acts[:index], *_moved(act, elsewhere), *ledger.acts[index + 1 :]]
                rest = [change for change in changes if change is not elsewhere]
                table = ledger.replayed(acts, index)[-1]
                found = stories(table, rest, any(change.unseen for change in rest))
                passed = PASSED_OVER * (len(table.owed) > len(ledger.table.owed))
                if found and not found[0].faults and found[0].cost + passed < left and certain(found[0]):
                    self._take_back(index, elsewhere, "What was played since shows")
                    return True
        return False

    def _laid_then(self, index: int, changes: Sequence[Change]) -> list[Change]:
        """Chips that nothing explains yet, where the turn may have laid its own."""
        act = self.ledger.acts[index]
        assert isinstance(act, TurnAct)
        table = self.ledger.tables[index]
        later = [act.reach for act in self.ledger.acts[index + 1 :] if isinstance(act, TurnAct)]
        return [
            change
            for change in changes
            if change.before == "."
            and change.after == table.team_of(act.seat)
            and act.turn.action == "place"
            and (0 <= change.reach <= later[0] if later else change.reach == act.reach)
            and not table.problems("place", change.space, act.seat)
        ]

    def _price(self, index: int) -> float:
        """What it costs that a turn the eye would not swear to was none, by what it guesses there."""
        act = self.ledger.acts[index]
        assert isinstance(act, TurnAct)
        space = act.turn.space or 0
        likely = min(max(act.likely, 0.001), 0.999)
        told = max(0.0, math.log(likely / (1 - likely)))
        doubt = self.tracker.unsworn.doubts.get(space)
        if doubt is None:
            return told
        letters = self.ledger.tables[index].letters[space], self.ledger.tables[index + 1].letters[space]
        return max(told, -doubt.spans[0].evidence(*letters))

    def put_right(self) -> bool:
        """A turn the eye would not swear to is none after all, or was elsewhere: its space is seen to be as before."""
        ledger, tracker = self.ledger, self.tracker
        if not ledger.doubted or sum(change.before in CHIPS for change in tracker.changes.values()) >= SWEPT:
            return False
        first = max(0, len(ledger.acts) - LOOK_BACK)
        for index in range(len(ledger.acts) - 1, first - 1, -1):
            act = ledger.acts[index]
            if not isinstance(act, TurnAct) or not act.doubted or act.turn.space is None:
                continue
            space, before = act.turn.space, ledger.tables[index].letters
            change = tracker.changes.get(space)
            after = ledger.tables[index + 1].letters[space]
            self._sworn[act.key] = self._sworn.get(act.key, 0) + (tracker.previous[space : space + 1] == after)
            if space in tracker.unsworn.doubts:
                self._prices[act.key] = self._price(index)
            if self._sworn[act.key] >= CONFIRMED or change is None or change.after != before[space]:
                continue
            if not _plain(change) or (change.touched and self._taken(change, self._prices.get(act.key, 0.0))):
                continue
            self._sworn.pop(act.key)
            self._take_back(index, self._elsewhere(index), "The eye sees for certain now")
            return True
        return False

    def _taken(self, change: Change, price: float) -> bool:
        """Whether a hand has rather taken the chip of a doubted turn than that it never lay there."""
        story = self.finder.legal(self.ledger.table, change)
        return story is not None and story.cost <= price

    def _elsewhere(self, index: int) -> Change | None:
        """Where else the turn may have laid its chip: one that nothing explains yet, or, where others have played
        since, so that there was a turn, the likeliest doubt."""
        act = self.ledger.acts[index]
        assert isinstance(act, TurnAct)
        plain = self._laid_then(index, [change for change in self.tracker.changes.values() if _plain(change)])
        if plain or act.turn.action != "place":
            return plain[0] if plain else None
        table = self.ledger.tables[index]
        team = table.team_of(act.seat)
        later = [act.reach for act in self.ledger.acts[index + 1 :] if isinstance(act, TurnAct)]
        if not later:
            return None
        likely = (
            self.likely.change_of(doubt, team, -1)
            for doubt in self.tracker.unsworn.doubts.values()
            if doubt.lasts and 0 <= doubt.spans[0].reach <= later[0] and self.tracker.expected[doubt.space] == "."
        )
        may_be = [c for c in likely if (c.odds or 0.0) > LEAST and not table.problems("place", c.space, act.seat)]
        return max(may_be, key=lambda change: change.odds or 0.0, default=None)

    def _take_back(self, index: int, elsewhere: Change | None, why: str) -> None:
        context, ledger = self.context, self.ledger
        act = ledger.acts[index]
        assert isinstance(act, TurnAct)
        assert act.turn.space is not None
        before, ended = ledger.table, ledger.ended
        name = context.game.layout.name_of(act.turn.space)
        if elsewhere is None:
            self.announcer.undo(index, f"{why} that nothing was played on {name}.")
            judge_again(context, index)
            return
        turn = ledger.tables[index].turn_for("place", elsewhere.space)
        reason = f"{why} that it was not {name}."
        context.tell(corrected(context, index, turn, None, reason))
        judge_again(context, index + 1)
        context.tell_difference(before, ended)
        context.tell_position()


def _moved(act: TurnAct, elsewhere: Change | None) -> list[TurnAct]:
    """The turn with its chip laid elsewhere, or no turn at all."""
    if elsewhere is None:
        return []
    return [dataclasses.replace(act, turn=msgspec.structs.replace(act.turn, space=elsewhere.space, claims=()))]


def _plain(change: Change) -> bool:
    """Whether the eye swears to a change."""
    return change.definite >= 3 and change.weight >= 2.0 and not change.doubt
