"""The game behind the simulated table: the rules engine's players with real hands from a shuffled deck.

The engine plays ahead by one turn, so that somebody may cheat before it; a cheat that is let stand takes
that turn back.
"""

from __future__ import annotations

import random
from copy import copy

from engine.analysis.players import Table
from engine.equipment.board import Layout
from engine.rules.legality import Turn, play
from engine.rules.position import Game, new_game
from hardware.tabletop.acts import Planned


class Deal:
    """One dealt game, as the script wants to be told of it."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.layout: Layout = game.layout
        self.teams: tuple[str, ...] = tuple(seat.team[0] for seat in game.seats)
        self._seed = seed
        self._table = Table(game, random.Random(seed))
        self._before = self._as_it_is()

    def _as_it_is(self) -> Table:
        """Everything as it is before the engine plays ahead."""
        kept = copy(self._table)
        kept.hands = [list(hand) for hand in kept.hands]
        kept.draw_deck, kept.discards = list(kept.draw_deck), list(kept.discards)
        return kept

    @property
    def winner(self) -> str | None:
        """Letter of the team that has won."""
        winner = self._table.position.winner
        return None if winner is None else winner[0]

    @property
    def locked(self) -> frozenset[int]:
        """Spaces in completed sequences, before the turn that is planned."""
        return frozenset(space for made in self._before.position.sequences for space in made.spaces)

    def printed(self, card: str) -> frozenset[int]:
        """Spaces that show a card; empty for jacks."""
        return frozenset(space for space, shown in enumerate(self.layout.cards) if shown == card)

    def plan(self) -> Planned | None:
        """The next turn; none when the game is over."""
        table = self._table
        if table.over:
            return None
        self._before = self._as_it_is()
        turn = table.next_turn()
        seat = self._before.position.seat
        old = {sequence.spaces for sequence in self._before.position.sequences}
        made = tuple(s.spaces for s in table.position.sequences if s.spaces not in old)
        return Planned(seat, self.teams[seat], turn, made, flips=self.game.edition.chips.flip)

    def let_stand(self, space: int, code: str) -> None:
        """The planned turn never came; a chip that was taken counts in its place."""
        self._table = self._before
        self._before = self._as_it_is()
        self._table.position = play(self.game, self._before.position, Turn("remove", space, irregular=code))

    def again(self, game: int) -> Deal:
        """Another game of the same players."""
        return Deal(self.game, f"{self._seed} {game}")


def deal(edition: str, seats: str, rules: str, layout: str | None, seed: int) -> Deal:
    """A game dealt for these seats. Raises ValueError in words."""
    return Deal(new_game(edition, seats, layout=layout, rules=rules), f"deal {seed}")
