"""What many games come to: sequences by place, how often corners and jacks decide, who begins and wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from engine.faults import Code
from engine.records.record import Record
from engine.records.replay import after_entry, first_moment
from engine.rules.legality import Turn
from engine.rules.position import Game, Position

Counts = dict[str, Any]
Z = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass
class Tally:
    """Counts over games of one edition, board and number of players."""

    game: Game
    games: int = 0
    won: int = 0
    turns: int = 0
    by_seat: Counter[int] = field(default_factory=Counter)
    """Games won by the team of each seat of the first round, the seat that began first."""
    places: Counter[int] = field(default_factory=Counter)
    """How often a space was part of a sequence."""
    sequences: int = 0
    directions: Counter[str] = field(default_factory=Counter)
    corner: int = 0
    """Games whose winning five holds a free space."""
    jack: int = 0
    """Games won with a chip that a wild card laid."""
    removals: int = 0
    """Chips taken away."""
    known: int = 0
    """Turns whose card was seen or said."""
    dead: int = 0
    """Cards turned in as dead."""
    wrong: int = 0
    """Turns that stand with a card that did not fit."""

    def add(self, history: Iterable[tuple[Turn, Position]], first: int = 0) -> None:
        """One game: each turn with the position after it; `first` is the seat that began."""
        game, last = self.game, None
        self.games += 1
        known = 0
        for turn, position in history:
            self.turns += 1
            self.removals += turn.action == "remove"
            self.known += turn.card is not None
            self.dead += len(turn.dead)
            self.wrong += turn.irregular == Code.WRONG_CARD
            for made in position.sequences[known:]:
                self._sequence(made.spaces)
            known = len(position.sequences)
            last = (turn, position)
        if last is None or last[1].winner is None:
            return
        turn, position = last
        self.won += 1
        winner = game.teams.index(position.winner or "")
        teams = len(game.teams)
        self.by_seat[(winner - game.side_of[first]) % teams] += 1
        self.corner += any(one.mask & game.free for one in position.sequences if one.turn == position.turn)
        self.jack += turn.card in game.deck.wilds

    def counts(self) -> Counts:
        """All it counted, to be merged into another tally of the same kind."""
        return {name: value for name, value in vars(self).items() if name != "game"}

    def merge(self, counts: Counts) -> None:
        """Count what another tally of the same kind counted, too."""
        for name, value in counts.items():
            setattr(self, name, getattr(self, name) + value)

    def _sequence(self, spaces: tuple[int, ...]) -> None:
        self.sequences += 1
        self.places.update(spaces)
        step = spaces[1] - spaces[0]
        across, down = step == 1, step == self.game.layout.columns
        self.directions["across" if across else "down" if down else "aslant"] += 1

    def figures(self) -> dict[str, Any]:
        """The tally as plain data; shares between 0 and 1, `interval` with 95 % confidence."""
        name = self.game.layout.name_of
        first = self.by_seat[0]
        low, high = wilson(first, self.won)
        return {
            "edition": self.game.edition.found_by,
            "layout": self.game.layout.found_by,
            "players": len(self.game.seats),
            "teams": len(self.game.teams),
            "games": self.games,
            "won": self.won,
            "turns": round(self.turns / self.games, 1) if self.games else 0,
            "first_team_wins": _share(first, self.won),
            "interval": [round(low, 4), round(high, 4)],
            "even": round(1 / len(self.game.teams), 4),
            "corner_decides": _share(self.corner, self.won),
            "jack_decides": _share(self.jack, self.won),
            "removals": round(self.removals / self.games, 2) if self.games else 0,
            "cards_known": _share(self.known, self.turns),
            "dead_cards": round(self.dead / self.games, 2) if self.games else 0,
            "wrong_cards": round(self.wrong / self.games, 2) if self.games else 0,
            "sequences": self.sequences,
            "directions": {way: _share(count, self.sequences) for way, count in sorted(self.directions.items())},
            "places": {name(space): count for space, count in sorted(self.places.items())},
        }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


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


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927)."""
    if games == 0:
        return 0.0, 1.0
    p = won / games
    middle = (p + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(p * (1 - p) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
