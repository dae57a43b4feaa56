"""The positions that a record goes through."""

from engine.records.replay import after_entry, first_moment
from engine.rules.legality import Turn


def positions(record):
    """The position before the first turn and after each turn, nothing judged."""
    game, moment = record.game, first_moment(record)
    for entry in record.entries:
        if isinstance(entry, Turn):
            yield moment.position
        moment = after_entry(game, moment, entry)
    yield moment.position
