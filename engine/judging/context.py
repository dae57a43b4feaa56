"""What every judge of one table shares: the game as it stands, what was seen, the moment, the announcing of events.

Whatever is announced goes through `Context.tell`: an event is taken into the ledger the moment it is announced, so
what is judged next is judged from it. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from engine import calls, events
from engine.judging.beginning import Beginning
from engine.judging.changes import ChangeTracker
from engine.judging.ledger import Ledger
from engine.judging.states import Happening, State, after
from engine.rules.position import Game, Position
from engine.saying import Saying

OnFault = Literal["ask", "stand", "strict"]
"""When a fault stands: when play goes on (`ask`), at once (`stand`), or only when somebody says so (`strict`)."""

SHAKY_SECONDS = 1.2
"""Seconds after a bump or a change of light in which the eye is not trusted as usual."""


@dataclass(eq=False)
class Context:
    """One table while it is judged."""

    ledger: Ledger
    tracker: ChangeTracker
    on_fault: OnFault = "ask"
    beginning: Beginning | None = None
    """The game that is about to begin; none while one is played."""
    at: float = 0.0
    """Seconds on the arbiter's own clock, which never goes back, when the last input came."""
    frame: int | None = None
    """The frame that is being judged; none where somebody said something."""
    resuming: bool = False
    """Whether the program was started anew and has not said yet what it found."""
    shaken_at: float = -10.0
    """When the board was bumped or its light changed."""
    listeners: list[Callable[[events.AnyEvent], None]] = field(default_factory=list)
    """Who follows what is announced, right after the ledger has taken it."""
    out: list[events.AnyEvent] = field(default_factory=list)
    """What was announced since the last input."""

    @property
    def game(self) -> Game:
        """The rule book opened for this table, with the seats as they are now."""
        return self.ledger.table.game

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.ledger.table.position

    @property
    def state(self) -> State:
        """Where the referee stands."""
        return self.ledger.state

    @property
    def shaky(self) -> bool:
        """Whether the board or the light has just changed."""
        return self.at - self.shaken_at < SHAKY_SECONDS

    def tell(self, event: events.AnyEvent, reach: int = -1) -> None:
        """Announce an event, of this moment, and take it into the ledger; `reach` is the hand that made a turn."""
        event = msgspec.structs.replace(event, at=self.at, frame=self.frame)
        self.out.append(event)
        self.ledger.take(event, reach)
        for listen in self.listeners:
            listen(event)
        self.tracker.expect(self.ledger.table.letters)

    def happen(self, happening: Happening) -> None:
        """Go where the table of states leads."""
        self._go(after(self.state, happening))

    def _go(self, state: State) -> None:
        if state is not self.state:
            self.tell(events.StateChanged(state=state.value))

    def tell_position(self) -> None:
        """Announce what the game has come to, and what lies on the board."""
        self.tell_outcome()
        table = self.ledger.table
        over = self.ledger.ended is not None
        self.tell(
            events.PositionSettled(
                position=table.rows,
                flipped=self.game.layout.names_of(sorted(self.tracker.flipped)),
                hidden=self.game.layout.names_of(sorted(self.tracker.hands.hidden)),
                to_move=None if over else table.seat,
            )
        )

    def tell_outcome(self) -> None:
        """Announce what the game has come to that was not told yet: who sits where, its sequences and its end."""
        ledger, turn = self.ledger, self.position.turn
        if ledger.started and ledger.seats_told != self.game.seats:
            self.tell(events.SeatsChanged(seats=tuple(map(str, self.game.seats))))
        standing = [(one.team, self.game.layout.names_of(one.spaces)) for one in self.position.sequences]
        for team, spaces in [told for told in ledger.sequences_told if told not in standing]:
            self.tell(events.SequenceBroken(team=team, spaces=spaces, turn=turn))
        for team, spaces in [made for made in standing if made not in ledger.sequences_told]:
            self.tell(events.SequenceMade(team=team, spaces=spaces, turn=turn))
        over = ledger.ended
        if over == ledger.end_told or self.beginning is not None:
            return  # nothing new, or a card in dispute holds the win back
        if over == "drawn":
            self.tell(events.GameDrawn(turn=turn))
        elif over:
            self.tell(events.GameWon(team=over, turn=turn))
        self.happen(Happening.END if over else Happening.REOPEN)

    def catch_up(self) -> None:
        """Say what a power cut left unsaid between two events."""
        ledger = self.ledger
        self.tell_outcome()
        if ledger.ended and self.state is not State.FINISHED:
            self.happen(Happening.END)
        if ledger.faults and self.state is State.WATCHING:
            self.happen(Happening.FAULT)
        if not ledger.position_told:
            self.tell_position()

    def tell_call(self, call: calls.AnyCall, message: Saying, *, accepted: bool = True) -> None:
        """Announce what somebody said, and what came of it."""
        number, plain = self.ledger.counted["call"] + 1, calls.plain_call(call)
        self.tell(events.CallMade(call=plain, who=call.who, accepted=accepted, message=message, number=number))

    def tell_resumed(self, assumed: Saying) -> None:
        """Say what was found after a restart."""
        self.resuming = False
        self.tell(events.GameResumed(assumed=assumed))

    def begin_again(self, beginning: Beginning) -> None:
        """Wait for a new game to begin from what lies on the board."""
        self.beginning = beginning
        self.tracker.forget()
        self._go(State.WATCHING)
