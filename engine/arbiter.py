"""The arbiter: observations and calls go in, events come out.

It has no clock, no thread and no file: all time comes with what it is told and never goes back, so a recorded game
run again gives the same rulings. What lasts is in the ledger, built from the announced events alone; what was half
seen is in the change tracker and is seen again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events
from engine.judging.answers import answer
from engine.judging.beginning import Beginning
from engine.judging.cards_seen import CardsSeen
from engine.judging.changes import ChangeTracker
from engine.judging.claims import tend_claims
from engine.judging.context import Context, OnFault
from engine.judging.hands import UNSEEN_SECONDS
from engine.judging.input_quantization import Clock, Input
from engine.judging.ledger import Ledger
from engine.judging.opening import begin_unless_over
from engine.judging.patience import AT_THE_END, Patience
from engine.judging.questions import tend_questions
from engine.judging.states import State
from engine.judging.turn_interpreter import TurnInterpreter
from engine.judging.view import View
from engine.observation import CardSeen, Observation, SourceBack, SourceEnded, SourceLost
from engine.rules.position import Game, Position
from engine.saying import saying


class Arbiter:
    """The referee of one table.

    Args:
        game: the rule book opened for this table.
        on_fault: `ask` names a fault and lets it stand when play goes on; `stand` lets it stand at once; `strict`
            waits until it is put right or the table says that it stands.
    """

    def __init__(self, game: Game, *, on_fault: OnFault = "ask") -> None:
        self.ledger = Ledger(game)
        self.tracker = ChangeTracker(game.layout.size, game.layout.columns)
        self.tracker.expect(self.ledger.table.letters)
        self.context = Context(self.ledger, self.tracker, on_fault, Beginning(game))
        """What all that judge this table share, the moment and what a fault does to play among it."""
        self.view = View(self.context)
        self._patience = Patience()
        self._clock = Clock()
        self._latest_frame: int | None = None
        self._quiet = 0
        self._cut_short = False
        self._cards = CardsSeen(self.context)
        self._interpreter = TurnInterpreter(self.context, self._cards)
        self._flipped_known: frozenset[int] = frozenset()

    # ---- what others may ask

    @property
    def game(self) -> Game:
        """The rule book opened for this table, with the seats as they are now."""
        return self.context.game

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.context.position

    @property
    def state(self) -> State:
        """What the arbiter is about."""
        return self.context.state

    @property
    def piles(self) -> tuple[events.PileKnown, ...]:
        """The discard piles that lie there, each as it was told last."""
        return tuple(self._cards.piles_told.values())

    @property
    def piles_said(self) -> dict[str, int | None]:
        """Spaces beside which a pile lies of which somebody said whose it is: its seat, None for everybody's."""
        return {self.game.layout.name_of(space): seat for space, seat in self.ledger.piles_said.items()}

    @classmethod
    def resume(cls, game: Game, told: Iterable[events.AnyEvent], *, on_fault: OnFault = "ask") -> Arbiter:
        """The arbiter that announced these events, ready to go on. Raises LedgerError where they are no game."""
        arbiter = cls(game, on_fault=on_fault)
        context, ledger = arbiter.context, arbiter.ledger
        for event in told:
            ledger.take(event)
            context.at = max(context.at, event.at)
        arbiter._clock = Clock(context.at)
        if ledger.started:
            context.beginning = None
            context.resuming = arbiter._cut_short = True
        arbiter.tracker.expect(ledger.table.letters)
        arbiter.tracker.unsworn.told = ledger.told_of_late()
        return arbiter

    # ---- the one door

    def receive(self, given: Input) -> tuple[events.AnyEvent, ...]:
        """Take in what was seen or said; returns what follows from it, in order."""
        context = self.context
        context.out = []
        given = self._clock.told(given)
        context.at = self._clock.at
        if isinstance(given, Observation):
            context.frame = self._latest_frame = given.frame
        else:
            # What becomes of the source is known of the frame that came last; what people say is of no frame.
            of_source = isinstance(given, CardSeen | SourceLost | SourceBack | SourceEnded)
            context.frame = self._latest_frame if of_source else None
        if self._cut_short:
            self._cut_short = False
            context.catch_up()
        if isinstance(given, Observation):
            self._observe(given)
        elif isinstance(given, CardSeen):
            self._cards.see(given)
        elif isinstance(given, SourceLost):
            if self._plays:
                self._interpreter.judge_before_a_pause()
            self.view.source_lost(given.reason)
        elif isinstance(given, SourceBack):
            self.view.source_back()
        elif isinstance(given, SourceEnded):
            self._finish()
        else:
            answer(context, given)
        if self.ledger.questions:
            tend_questions(context)
        out, context.out = context.out, []
        return tuple(out)

    # ---- seeing

    def _observe(self, seen: Observation) -> None:
        context, tracker, ledger = self.context, self.tracker, self.ledger
        if seen.at - tracker.hands.at > UNSEEN_SECONDS and self._plays:
            self._interpreter.judge_before_a_pause()
        if not self.view.look(seen):
            return
        tracker.look(seen)
        if context.beginning is not None:
            if context.beginning.look(seen):
                begin_unless_over(context, context.beginning)
            return
        self.view.cover()
        if tracker.flipped != self._flipped_known:
            self._flipped_known = tracker.flipped
            tend_claims(context)
        if self.state is State.FINISHED:
            self._interpreter.tend_ending(self._patience)
        if not self._plays:
            tracker.let_none_pass()
            return
        self._cards.tend()
        if (
            tracker.changes
            or (tracker.unsworn.doubts and tracker.unsworn.lasting)
            or ledger.doubted
            or tracker.between
            or tracker.passed
            or tracker.flipped
            or ledger.faults
            or ledger.lying
            or ledger.questions
        ):
            self._interpreter.judge(self._patience)
        else:
            self._quiet += 1
        if context.resuming and self._quiet >= 3:
            context.tell_resumed(saying("as-left"))

    def _finish(self) -> None:
        """A recording is over."""
        beginning = self.context.beginning
        if beginning is not None:
            if beginning.looks:
                begin_unless_over(self.context, beginning)
        elif self._plays:
            self._interpreter.judge(AT_THE_END)
            self._interpreter.doubted.finish()

    @property
    def _plays(self) -> bool:
        """Whether what is seen may be a turn."""
        return self.context.beginning is None and self.state not in (State.PAUSED, State.FINISHED)


__all__ = ["Arbiter", "Input", "OnFault"]
