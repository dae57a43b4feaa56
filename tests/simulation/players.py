"""The truth of the table: people play game after game, and what goes wrong by hand takes its place before a turn."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

import msgspec

from engine import calls, events
from engine.analysis.players import Table as Bots
from engine.observation import Observation
from engine.rules.position import new_game
from tests.arbiter.simulator import CALM_TROUBLES, CHEATS, Happened, Simulated, Torment
from tests.simulation.plan import HANDS, Plan


@dataclass
class Played:
    """One game as it was truly played."""

    truth: list[Happened] = field(default_factory=list)
    until: float = float("inf")
    """When the board was cleared, or the evening ended."""
    excused: bool = False
    """Whether the disk lost what was said, so that nobody can ask for every turn."""


class Evening(Simulated):
    """Games on one table until the evening is over, then a last look at whether all is well."""

    def __init__(self, plan: Plan) -> None:
        noise = Torment(
            wrong=plan.wrong,
            stuck=0.0,
            unsure=plan.unsure,
            doubts=plan.doubts,
            stray_doubts=plan.doubts / 25,
            doubts_after_bumps=10 * plan.doubts,
        )
        super().__init__(new_game(plan.edition, plan.seats, rules=plan.rules), plan.seed, noise, most_turns=10_000)
        self.plan = plan
        self.games = [Played(self.truth)]
        self.to_say: list[calls.AnyCall] = []
        """What people say next, each once the program takes calls."""
        self.answer: events.CallMade | None = None
        """What the referee answered to the last call of `to_say`."""
        self.held_up: Callable[[], bool] = lambda: False
        """Whether people wait, since the referee sees nothing."""
        self.asked: Callable[[str], bool] = lambda about: False
        """Whether the referee asks people about this now."""
        self.no_room: Callable[[], bool] = lambda: False
        """Whether the disk takes nothing: then the next game begins late."""
        self.demand = ""
        """Said at the end: from here on the position must be right and nothing open, and why."""
        self._upset_at = -1e9
        self._todo = plan.of((*HANDS, *CALM_TROUBLES, *CHEATS))

    @property
    def lying(self) -> str:
        """What lies on the board, a letter a space."""
        return "".join(self.board)

    def play(self) -> Iterator[Observation]:
        """The evening, one look after the other."""
        yield from self.idle(8)
        while self.at < self.plan.seconds:
            if self._todo and self._todo[0].at <= self.at and not self.bots.over:
                trouble = self._todo.pop(0)
                self.random = Random(f"{self.plan.seed} {trouble.dice}")
                yield from getattr(self, "_" + trouble.kind.replace("-", "_"))()
            if self.bots.over:
                yield from self._next_game()
            self.random = Random(f"{self.plan.seed} turn {self.turns}")
            yield from self.turn()
        self.games[-1].until = self.at
        yield from self._last_look()

    def idle(self, frames: int = 0) -> Iterator[Observation]:
        """No hand over the board; longer while the referee sees nothing."""
        yield from super().idle(frames)
        waited = False
        while self.held_up():
            waited = True
            yield self.see(set())
        if waited:
            yield from super().idle(8)

    def turn(self, after: str = "") -> Iterator[Observation]:
        """One legal turn; who cannot play says so."""
        step = self._next(after)
        if step is None:
            yield from self.say(calls.CannotPlay(at=0.0, who="host"))
        else:
            yield from self._late(step)

    def _next_game(self) -> Iterator[Observation]:
        """The board is cleared and the cards are dealt anew."""
        yield from self.idle(12)
        yield from self._clear()
        self.games[-1].until = self.at
        self.truth = []
        self.games.append(Played(self.truth, excused=self.no_room()))
        self.bots = Bots(self.game, Random(f"{self.plan.seed} game {len(self.games)}"))
        self._newest = None
        self._foreign.clear()
        self._disputed.clear()
        yield from self.idle(20)

    def _clear(self) -> Iterator[Observation]:
        for number in range(8):
            if number == 4:
                self.board = ["*" if space in self.game.layout.free else "." for space in range(len(self.board))]
                self.flipped.clear()
            yield self.see(range(len(self.board)))

    # ---- what people say

    def say(self, call: calls.AnyCall) -> Iterator[Observation]:
        """Say something until it is answered: a program that was killed meanwhile is told again."""
        for _ in range(3):
            self.answer = None
            self.to_say.append(call)
            while self.to_say:
                yield self.see(set())
            yield from self.idle(2)
            if self.answer is not None:
                return

    def _regret(self) -> Iterator[Observation]:
        """A turn is played and taken back with the host's help."""
        before = copy.deepcopy((self.bots.position, self.bots.hands, self.bots.draw_deck, self.bots.discards))
        step = self._next("regret")
        if step is None or self.bots.over or not self._todo_is_calm():
            if step is not None:
                yield from self._late(step)
            return
        _, space, _ = step
        lay = self.board[space]
        yield from self._late(step)
        yield from self.idle(self.random.randint(1, 9))
        yield from self.say(calls.Undo(at=0.0, who="host"))
        if self.answer is None or not self.answer.accepted:
            return
        yield from self.idle(self.random.randint(1, 9))
        yield from self.reach(space, lambda: self.put(space, lay))
        yield from self.idle(6)
        self.truth.remove(next(t for t in reversed(self.truth) if t.kind == "turn"))
        self.bots.position, self.bots.hands, self.bots.draw_deck, self.bots.discards = before

    def _todo_is_calm(self) -> bool:
        return not self._disputed and not self._foreign

    def _break(self) -> Iterator[Observation]:
        """A break: somebody leans over the board, fetches a drink, and play goes on."""
        yield from self.say(calls.Pause(at=0.0, who="host"))
        for _ in range(self.random.randint(1, 3)):
            yield from self.reach(self.random.randrange(len(self.board)))
            yield from self.idle()
        yield from self.say(calls.Resume(at=0.0, who="guest"))
        yield from self.idle(4)

    def _slip_of_the_tongue(self) -> Iterator[Observation]:
        """Something wrong is said, and taken back before anybody plays on."""
        if not self._todo_is_calm() or not self.turns:
            return
        yield from self.idle(10)
        team = self.random.choice(self.game.teams)
        said = self.random.choice(
            (
                calls.Undo(at=0.0, who="guest", turns=self.random.randint(1, 2)),
                calls.NotATurn(at=0.0, who="guest"),
                calls.Resign(at=0.0, who="guest", team=team),
                calls.DrawAgreed(at=0.0, who="guest"),
                calls.PlayerLeft(at=0.0, who="guest", seat=self.random.randrange(len(self.game.seats))),
                calls.SeatsSwapped(at=0.0, who="guest", one=0, other=1),
                calls.DeckShuffled(at=0.0, who="guest"),
                calls.CannotPlay(at=0.0, who="guest"),
            )
        )
        yield from self.say(said)
        if self.answer is None or not self.answer.accepted:
            return
        yield from self.idle(self.random.randint(1, 10))
        back = calls.Undo(at=0.0, who="host") if isinstance(said, calls.CannotPlay) else None
        yield from self.say(back or calls.UndoCall(at=0.0, who="host", number=self.answer.number))
        yield from self.idle(6)

    def _board_upset(self) -> Iterator[Observation]:
        """A board that was just built up again is not upset once more before people know that it is right."""
        if self.at - self._upset_at > 30:
            yield from super()._board_upset()
            self._upset_at = self.at

    # ---- the end

    def _last_look(self) -> Iterator[Observation]:
        """All troubles are over; then the host does what always helps, and then begins anew."""
        self.torment = msgspec.structs.replace(self.torment, doubts=0.0, stray_doubts=0.0)
        yield from self.idle(60)
        while self._doubting.spaces:
            yield self.see(set())
        yield from self.say(calls.Resume(at=0.0, who="host"))
        yield from self.say(calls.PositionIs(at=0.0, who="host"))
        if self.answer is not None and not self.answer.accepted:  # it was not seen just now
            yield from super().idle(20)
            yield from self.say(calls.PositionIs(at=0.0, who="host"))
        yield from super().idle(50)
        self.demand = "the host said that the board is as it lies"
        yield self.see(set())
        self.demand = ""
        yield from self.say(calls.Start(at=0.0, who="host"))
        yield from super().idle(50)
        if self.asked("over"):
            yield from self._clear()
            yield from super().idle(30)
        self.demand = "the host began anew"
        yield self.see(set())
