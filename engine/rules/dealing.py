"""Before the first turn: who deals, who sits where, who begins.

Chance is handed in, so the same chance gives the same deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from engine.editions.edition import Edition
from engine.equipment.board import load_layout
from engine.equipment.cards import RANKS, SUITS, Card, is_playing_card, rank_of
from engine.plain_text import made_plain, same_name
from engine.rules.position import Seat, SeatsError, check_seats

COUNTER = "counter-clockwise"
"""The direction of play in which the seats go round the other way."""


class Deal(msgspec.Struct, frozen=True):
    """How a game begins."""

    rounds: tuple[Mapping[str, Card], ...]
    """Each round of the draw for the dealer: the card of everybody who still drew; none where it was drawn by lot."""
    dealer: str
    seats: tuple[Seat, ...]
    """In turn order: the seat to the left of the dealer first, the dealer last."""
    hand_size: int
    """Cards for each player."""
    goal: int
    """Sequences that win."""
    next_dealer: str = ""
    """Who deals the next game, where everyone takes a turn at it."""
    notes: tuple[str, ...] = ()
    """What the table should know: where the number of teams was ours to choose, and where the books are silent."""


def lowest(drawn: Mapping[str, Card]) -> tuple[str, ...]:
    """Who drew the lowest card; several where they tie. Aces are high, suits have no order."""
    low = min(rank_of(card) for card in drawn.values())
    return tuple(name for name, card in drawn.items() if rank_of(card) == low)


def has_ranks(edition: Edition) -> bool:
    """Whether the edition's own cards can be drawn for the dealer: pictures have no order."""
    special = {*edition.cards.wild, *edition.cards.remove}
    return all(is_playing_card(card) for card in (*load_layout(edition.layout).kinds, *special))


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


def dealer_of(first: int, seats: int, edition: Edition) -> int:
    """The seat that deals where that one begins, both in turn order.

    Whoever begins sits to the left of the dealer, which is the next seat clockwise, whichever way turns go.
    """
    return (first + (1 if edition.turns.direction == COUNTER else -1)) % seats


def deal(
    edition: Edition, names: Sequence[str], random: Random, teams: int = 0, dealer: str = "", last_dealer: str = ""
) -> Deal:
    """Draw for the dealer and seat the players so that teams alternate around the table.

    Args:
        edition: whose hands and team sizes hold.
        names: the players as they would sit, clockwise.
        random: the chance that draws.
        teams: how many teams; 0 for the only number there can be, or two, which `notes` then says.
        dealer: who deals, where it is settled.
        last_dealer: who dealt the game before: where everyone takes a turn at dealing the next player does.

    Raises:
        SeatsError: so many cannot play, or not in so many teams.
    """
    count, notes = _teams(edition, names, teams)
    known = {_alike(name): name for name in names}
    for name in (dealer, last_dealer):
        if name and _alike(name) not in known:
            raise SeatsError(f"deal: {name} is none of the players")
    dealer, last_dealer = (known.get(_alike(name), "") for name in (dealer, last_dealer))
    step = -1 if edition.turns.direction == COUNTER else 1
    around = list(names[::step])
    rounds: tuple[Mapping[str, Card], ...] = ()
    rotates = edition.turns.dealing_rotates
    if last_dealer and not dealer and rotates:
        dealer = around[seat_after(around.index(last_dealer), len(around))]
    elif last_dealer and not dealer:
        notes.append("This edition does not say that dealing goes round: it was drawn for again.")
    if not dealer and has_ranks(edition):
        rounds, dealer = draw_for_dealer(names, random)
    elif not dealer:
        dealer = random.choice(list(names))
        notes.append("The cards of this edition have no order to draw by: the dealer was chosen by lot.")
    # Whoever sits to the left of the dealer begins, whichever way play goes on from there.
    first = seat_after(names.index(dealer), len(names))
    at = around.index(names[first])
    around = [*around[at:], *around[:at]]
    colours = edition.teams.of_two if count == 2 and edition.teams.of_two else edition.teams.colours
    seats = tuple(Seat(colours[index % count], name) for index, name in enumerate(around))
    check_seats(edition, seats)
    goals = edition.teams.sequences_to_win
    return Deal(
        rounds,
        dealer,
        seats,
        edition.hands[len(names)],
        goals.get(count, min(goals.values())),
        around[seat_after(around.index(dealer), len(around))] if rotates else "",
        tuple(notes),
    )


def _alike(name: str) -> str:
    """What two ways of typing one name have in common."""
    return same_name(made_plain(name))


def _teams(edition: Edition, names: Sequence[str], teams: int) -> tuple[int, list[str]]:
    """How many teams play, and what is to be said about it. Raises SeatsError."""
    players, counts = len(names), edition.team_counts(len(names))
    if len({_alike(name) for name in names}) != players:
        raise SeatsError("deal: every player needs a name of their own")
    if any(not name or name.split() != [name] for name in names):
        raise SeatsError("deal: names are single words, as records keep them")
    if not counts:
        allowed = ", ".join(map(str, edition.player_counts))
        raise SeatsError(f"deal: {players} cannot play the {edition.name} edition, only {allowed} can")
    count = teams or counts[0]
    if count not in counts:
        raise SeatsError(f"deal: {players} players make {' or '.join(map(str, counts))} teams, not {count}")
    notes = []
    if not teams and len(counts) > 1:
        others = " or ".join(map(str, counts[1:]))
        notes.append(f"{players} players may also be {others} teams; that is for the table to say (--teams {others}).")
    if players % count:
        larger, smaller = -(-players // count), players // count
        notes.append(
            f"The book asks for equal teams, which {players} players cannot make: "
            f"{larger} against {smaller} is our answer, not the book's."
        )
    return count, notes
