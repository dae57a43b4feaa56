"""A recorded game told again: in sentences, as a record, as the position at its end.

Everything is made from the events; nothing here decides what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from engine import events
from engine.events import AnyEvent
from engine.records.record import write_record
from engine.records.twin import ledger_of, record_of
from referee.console import Mood
from referee.refusal import Refusal
from referee.storage.history import GameRow
from referee.storage.times import wall_time, writable
from web.scoreboard import Scoreboard, fold
from web.state_words import StateWords
from web.turnlist import asked_of
from web.wording import DEFAULT, question_words, sentence


def clock_time(seconds: float) -> str:
    """`1:05:09` or `5:09`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


class Teller:
    """Says each event in a plain sentence, as the page does."""

    def __init__(self) -> None:
        self.board = Scoreboard()

    def tell(self, event: AnyEvent) -> str | None:
        """The sentence for an event; none where it changes nothing anybody would be told."""
        before = self.board
        self.board = fold(before, event)
        if self.board.just and self.board.just != before.just:
            return sentence(self.board.just)
        if isinstance(event, events.Question):
            return question_words(asked_of(event), DEFAULT)
        key = _NOTICES.get(type(event))
        return sentence({"key": key, "reason": getattr(event, "reason", "")}) if key else None


_NOTICES: dict[type[AnyEvent], str] = {
    events.CameraLost: "camera_lost",
    events.CameraBack: "camera_back",
    events.ViewBlocked: "view_blocked",
    events.ViewClear: "view_clear",
}
"""What is to be said where the page shows a lasting notice instead."""


def retell(happened: Iterable[AnyEvent], teller: Teller | None = None) -> Iterator[tuple[str, Mood]]:
    """Lines for each event worth telling, with its time; below a fault how to put it right."""
    teller = teller or Teller()
    for event in happened:
        said = teller.tell(event)
        if said:
            yield f"{clock_time(event.at):>8}  {said}", event.mood
        if isinstance(event, events.FaultFound):
            for fault in teller.board.faults:
                if fault["number"] == event.number:
                    told = StateWords(DEFAULT, teller.board.setting).fault(fault)
                    yield f"{'':>8}  To put it right: {told['mend']} {told['otherwise']}".rstrip(), "plain"


def last_position(happened: Sequence[AnyEvent]) -> tuple[str, ...]:
    """The rows of the board at the end, as people have put it right since.

    Raises:
        Refusal: the game was stopped before it began.
        RecordError: the events do not fit together.
    """
    if not any(isinstance(event, events.GameStarted) for event in happened):
        raise Refusal("This game has no position yet.", "It was stopped before the board was seen.")
    return ledger_of(happened).ledger.tables[-1].rows


def as_record(happened: Iterable[AnyEvent], *, date: str = "", chain: tuple[int, str] | None = None) -> str:
    """The game as `.sgn` text; `date` as `2026.11.21`; `chain`: length and last hash of its chain, as a comment."""
    head = () if chain is None else (events.Remarked(text=f"chain {chain[0]} {chain[1]}"),)
    return write_record(record_of((*happened, *head), date=date))


def date_of(row: GameRow) -> str:
    """The day a game began, as records write it."""
    return wall_time("%Y.%m.%d", row.began)


def day_and_minute(wall: float) -> str:
    """`2026-11-21 20:15`, where this machine is; with how far from UTC in an hour that its clocks show twice."""
    local = datetime.fromtimestamp(writable(wall))
    twice = local.replace(fold=0).timestamp() != local.replace(fold=1).timestamp()
    return wall_time("%Y-%m-%d %H:%M %z" if twice else "%Y-%m-%d %H:%M", wall)
