"""What a power cut between two events left unsaid, to be said after the restart."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine import events
from engine.judging.ledger import names
from engine.judging.states import Happening, State

if TYPE_CHECKING:
    from engine.arbiter import Arbiter

CHANGES = (
    events.GameStarted,
    events.TurnPlayed,
    events.TurnCorrected,
    events.TurnUndone,
    events.ChangeStood,
    events.PositionSet,
    events.CallUndone,
)
"""Events after which the position is told."""


@dataclass
class Owed:
    """Goes along the events of a game and knows what ought to have followed the last one."""

    told: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    """Sequences that were announced and stand."""
    over: bool = False
    position: bool = False
    """Whether the position has not been told since it changed."""

    def take(self, event: events.AnyEvent) -> None:
        """One event that was announced."""
        if isinstance(event, events.SequenceMade):
            self.told.add((event.team, event.spaces))
        elif isinstance(event, events.SequenceBroken):
            self.told.discard((event.team, event.spaces))
        elif isinstance(event, events.GameWon | events.GameDrawn):
            self.over = True
        elif isinstance(event, events.StateChanged) and event.state != State.FINISHED:
            self.over = False
        elif isinstance(event, events.PositionSettled):
            self.position = False
        elif isinstance(event, CHANGES):
            self.position = True
            if isinstance(event, events.GameStarted):
                self.told.clear()
                self.over = False

    def pay(self, arbiter: Arbiter) -> None:
        """Say what is owed: sequences, the end, the state, the position."""
        table, ended = arbiter.ledger.table, arbiter.ledger.ended
        turn = table.position.turn
        for sequence in table.position.sequences:
            spaces = names(arbiter.game, sequence.spaces)
            if sequence.turn and (sequence.team, spaces) not in self.told:
                arbiter.tell(events.SequenceMade(**arbiter.now, team=sequence.team, spaces=spaces, turn=turn))
        if ended and not self.over:
            if ended == "drawn":
                arbiter.tell(events.GameDrawn(**arbiter.now, turn=turn))
            else:
                arbiter.tell(events.GameWon(**arbiter.now, team=ended, turn=turn))
        if ended and arbiter.state is not State.FINISHED:
            arbiter.happen(Happening.END)
        if arbiter.ledger.faults and arbiter.state is State.WATCHING:
            arbiter.happen(Happening.FAULT)
        if self.position:
            arbiter.tell_position()
