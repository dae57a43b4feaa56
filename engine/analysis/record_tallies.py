"""Recorded games as tallies: one game counted, and which may be counted together."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.tallies import Tally
from engine.records.record import Record
from engine.records.replay import after_entry, first_moment
from engine.rules.legality import Turn
from engine.rules.position import Game, Position


def kind_of(game: Game) -> tuple[object, ...]:
    """What games that are counted together have in common: edition, board, number of players and of teams."""
    return (game.edition.found_by, game.edition.rules, game.layout.found_by, len(game.seats), len(game.teams))


def tally_of(record: Record) -> Tally | None:
    """One game counted; none where it was taken up in the middle: nobody knows how it began.

    Raises EditionError, LayoutError, SeatsError where the record's tags make no game.
    """
    if record.tag("Position"):
        return None
    tally = Tally(record.game)
    tally.add(_history(record), int(record.tag("ToMove", "1")) - 1)
    return tally


def _history(record: Record) -> Iterator[tuple[Turn, Position]]:
    game, moment = record.game, first_moment(record)
    for entry in record.entries:
        moment = after_entry(game, moment, entry)
        if isinstance(entry, Turn):
            yield entry, moment.position
