"""Before the first turn: who deals, who sits where, who begins.

Chance is handed in, so the same chance gives the same deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from engine.cards import RANKS, SUITS, Card, rank_of
from engine.edition import Edition
from engine.position import Seat, SeatsError, check_seats


class Deal(msgspec.Struct, frozen=True):
    """How a game begins."""

    rounds: tuple[Mapping[str, Card], ...]
    """Each round of the draw for the dealer: the card of everybody who still drew."""
    dealer: str
    seats: tuple[Seat, ...]
    """In turn order: the seat to the left of the dealer first, the dealer last."""
    hand_size: int
    """Cards for each player."""


def lowest(drawn: Mapping[str, Card]) -> tuple[str, ...]:
    """Who drew the lowest card; several where they tie. Aces are high, suits have no order."""
    low = min(rank_of(card) for card in drawn.values())
    return tuple(name for name, card in drawn.items() if rank_of(card) == low)


def draw_for_dealer(names: Sequence[str], random: Random) -> tuple[tuple[Mapping[str, Card], ...], str]:
    """Everybody draws, the lowest card deals, ties draw again. Returns the rounds and the dealer.

    English book, line 21. The books are silent on ties; those who tie draw again.
    """
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    rounds: list[Mapping[str, Card]] = []
    left = tuple(names)
    while len(left) > 1:
        drawn = dict(zip(left, random.sample(pack, len(left)), strict=True))
        rounds.append(drawn)
        left = lowest(drawn)
    return tuple(rounds), left[0]


def seat_after(seat: int, seats: int) -> int:
    """The seat to the left, whose turn comes next: turns go clockwise (English book, line 45)."""
    return (seat + 1) % seats


def deal(edition: Edition, names: Sequence[str], random: Random, teams: int = 0, dealer: str = "") -> Deal:
    """Draw for the dealer and seat the players so that teams alternate around the table.

    Args:
        edition: whose hands and team sizes hold.
        names: the players as they would sit, clockwise.
        random: the chance that draws.
        teams: how many teams; 0 for the only number there can be, or two.
        dealer: who deals, where it is settled: everyone takes a turn at it in some editions.

    Raises:
        SeatsError: so many cannot play, or not in so many teams.
    """
    counts = edition.team_counts(len(names))
    if len(set(names)) != len(names):
        raise SeatsError("deal: every player needs a name of their own")
    if any(not name or name.split() != [name] for name in names):
        raise SeatsError("deal: names are single words, as records keep them")
    if not counts:
        allowed = ", ".join(map(str, edition.player_counts))
        raise SeatsError(f"deal: {len(names)} cannot play the {edition.name} edition, only {allowed} can")
    count = teams or counts[0]
    if count not in counts:
        raise SeatsError(f"deal: {len(names)} players make {' or '.join(map(str, counts))} teams, not {count}")
    if dealer and dealer not in names:
        raise SeatsError(f"deal: {dealer} is none of the players")
    rounds, chosen = ((), dealer) if dealer else draw_for_dealer(names, random)
    first = seat_after(names.index(chosen), len(names))
    around = [*names[first:], *names[:first]]
    colours = edition.teams.of_two if count == 2 and edition.teams.of_two else edition.teams.colours
    seats = tuple(Seat(colours[index % count], name) for index, name in enumerate(around))
    check_seats(edition, seats)
    return Deal(rounds, chosen, seats, edition.hands[len(names)])
