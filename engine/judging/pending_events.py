"""What a power cut between two events left unsaid, to be said after the restart."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import events
from engine.judging.context import Context
from engine.judging.ledger import names
from engine.judging.states import Happening, State

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
class PendingEvents:
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

    def announce(self, context: Context) -> None:
        """Say what is owed: sequences, the end, the state, the position."""
        table, ended = context.ledger.table, context.ledger.ended
        turn = table.position.turn
        for sequence in table.position.sequences:
            spaces = names(context.game, sequence.spaces)
            if sequence.turn and (sequence.team, spaces) not in self.told:
                context.tell(events.SequenceMade(**context.now, team=sequence.team, spaces=spaces, turn=turn))
        if ended and not self.over:
            if ended == "drawn":
                context.tell(events.GameDrawn(**context.now, turn=turn))
            else:
                context.tell(events.GameWon(**context.now, team=ended, turn=turn))
        if ended and context.state is not State.FINISHED:
            context.happen(Happening.END)
        if context.ledger.faults and context.state is State.WATCHING:
            context.happen(Happening.FAULT)
        if self.position:
            context.tell_position()
