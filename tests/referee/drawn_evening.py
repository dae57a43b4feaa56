"""A drawn table that is refereed by nothing but its pictures, cards and all."""

from dataclasses import dataclass

from engine import events
from engine.arbiter import Arbiter
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, eye_for, piles_for
from tests.watched_table import WatchedTable, measured
from web.feed import Feed


@dataclass(frozen=True)
class Refereed:
    """What was said of a drawn table, and what truly happened there."""

    table: WatchedTable
    arbiter: Arbiter
    told: list[tuple[float, events.AnyEvent]]
    """Each with its time."""

    @property
    def faults(self):
        """Every fault that was named."""
        return [event for _, event in self.told if isinstance(event, events.FaultFound)]

    @property
    def played(self):
        """The turns that were truly played."""
        return [event.note for event in self.table.truth.events if event.note.kind == "turn"]

    @property
    def turns(self):
        """The turns as they were told last, by number."""
        return {
            event.turn: event for _, event in self.told if isinstance(event, events.TurnPlayed | events.TurnCorrected)
        }

    @property
    def slips(self):
        """What happened to cards."""
        return {event.note.code for event in self.table.truth.events if event.note.kind == "trouble"}

    def mistakes(self):
        """What was said that is not so: faults, spaces and cards of turns, and what the page and the record make of it.

        Only for a table at which nobody cheats.
        """
        found = [f"{fault.code} {fault.card} was named" for fault in self.faults]
        name = self.table.layout.name_of
        for number, turn in self.turns.items():
            true = self.played[number - 1] if number <= len(self.played) else None
            if true is None or turn.space != name(true.spaces[0]):
                found.append(f"turn {number} was told on {turn.space}")
            elif turn.card_seen and turn.card != true.card:
                found.append(f"turn {number} was told with {turn.card}, not {true.card}")
        heard = [event for _, event in self.told]
        state = Feed(events=heard).state
        if [row["turn"] for row in state["turns"]] != sorted(self.turns):
            found.append("the page lists other turns")
        if Arbiter.resume(self.arbiter.game, heard).position != self.arbiter.position:
            found.append("the record leads to another position")
        return found


def refereed(table, seconds):
    """What the live table says of a drawn table; it sees nothing but the pictures."""
    rules = Rules("classic", "blue green", "", None)
    game = rules.game()
    look = measured(table)
    sitting = Sitting(Arbiter(game, on_fault=rules.on_fault))
    live = LiveTable(eye_for(look, game), sitting, piles=piles_for(game))
    told = []
    with table:
        for frame in table.frames():
            if frame.at > seconds:
                break
            told += [(frame.at, event) for event in live.see(frame)]
    return Refereed(table, sitting.arbiter, told)
