"""Where a game stands: chips, sequences, whose turn, and what the cards laid so far tell.

`Game` is the rule book opened for one table and never changes; `Position` is one moment of it and never
changes either: playing a turn makes a new one. What a turn may be is in `rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Listing
from dataclasses import dataclass
from functools import reduce
from operator import or_

import msgspec

from engine.editions.edition import TEAMS, Edition, EditionError
from engine.editions.edition_files import load_edition, with_switches
from engine.equipment.board import Layout, LayoutError, load_layout, mask_of, spaces_in
from engine.equipment.cards import Card, Deck
from engine.nearest import did_you_mean
from engine.plain_text import made_plain, named

Line = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]
"""One line through a space: the mask of all that can matter, and each run in it as (mask, spaces)."""


class SeatsError(ValueError):
    """These seats cannot play this edition; the sentence says why."""


class Seat(msgspec.Struct, frozen=True):
    """A player's place in turn order."""

    team: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.team}:{self.name}" if self.name else self.team

    @property
    def called(self) -> str:
        """What the player is called: by name, else by team."""
        return self.name or self.team


class Sequence(msgspec.Struct, frozen=True):
    """A completed sequence."""

    team: str
    spaces: tuple[int, ...]
    """In order from row 1 down, then from column a."""
    turn: int
    """The turn that made it, counted from 1."""
    mask: int


def locked_by(sequences: Iterable[Sequence]) -> int:
    """Mask of the spaces that belong to any of these sequences."""
    return reduce(or_, (sequence.mask for sequence in sequences), 0)


@dataclass(frozen=True, eq=False)
class Game:
    """The rule book opened for this table: everything that stays the same from the first turn to the last."""

    edition: Edition
    layout: Layout
    seats: tuple[Seat, ...]
    teams: tuple[str, ...]
    """Teams in the order of their first seat."""
    deck: Deck
    need: int
    """Sequences that win."""
    hand_size: int
    side_of: tuple[int, ...]
    """For each seat the index of its team in `teams`."""
    free: int
    """Mask of the free spaces."""
    open_at_start: int
    """Mask of the spaces that take chips."""
    home: dict[Card, int]
    """Mask of the spaces where a card is printed."""
    lines: tuple[tuple[Line, ...], ...]
    """For each space the lines through it, for finding sequences."""
    runs: tuple[tuple[int, tuple[int, ...]], ...]
    """Every straight run a sequence could fill, as (mask, spaces); that nearest row 1, then column a, first."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each team."""
        return tuple(team[0] for team in self.teams)


class Position(msgspec.Struct, frozen=True, gc=False):
    """One moment of a game. Teams are counted in the order of `Game.teams`."""

    teams: tuple[str, ...]
    chips: tuple[int, ...]
    """Mask of each team's chips."""
    taken: int
    """Mask of all chips."""
    locked: int
    """Mask of all spaces, free ones too, that belong to a sequence."""
    sequences: tuple[Sequence, ...]
    """Those standing, in the order in which they were made."""
    seat: int
    """Whose turn it is, as an index of `Game.seats`."""
    turn: int
    """Turns played so far; a turn in which a seat could not play counts."""
    winner: str | None
    laid: int
    """Cards seen since the last shuffle, as a packed count (`engine.equipment.cards.Deck`)."""
    unseen: int
    """Placements since the last shuffle whose card was not seen, counted by the card printed there."""
    wilds_spoken_for: int
    """Wild cards seen, and those that unseen placements cannot do without, since the last shuffle."""
    removes_spoken_for: int
    """Removing cards seen, and removals whose card was not seen, since the last shuffle."""
    draw_deck: int
    """Cards left to draw, counted from the deal and the draws."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    resigned: tuple[str, ...] = ()
    """Teams that gave up, in the order in which they did: their seats have no turns, and they cannot win."""

    def team_at(self, space: int) -> str | None:
        """The team whose chip lies there."""
        both = zip(self.teams, self.chips, strict=True)
        return next((team for team, chips in both if chips >> space & 1), None)

    def rows(self, game: Game, extra: Mapping[int, str] = {}) -> tuple[str, ...]:
        """The board as text, row 1 first: `.` `b` `g` `r`, capitals where locked, `*` free; `extra` are the chips no
        position can hold, by space."""
        letters = ["*" if game.free >> space & 1 else "." for space in range(game.layout.size)]
        for team, chips in zip(self.teams, self.chips, strict=True):
            for space in spaces_in(chips):
                letters[space] = team[0].upper() if self.locked >> space & 1 else team[0]
        for space, letter in extra.items():
            letters[space] = letter
        return game.layout.rows_of(letters)

    def count_of(self, team: str) -> int:
        """Sequences a team has standing."""
        return sum(sequence.team == team for sequence in self.sequences)

    def winner_by(self, game: Game) -> str | None:
        """The team that the sequences standing, or the resignations of all others, make the winner."""
        playing = [team for team in self.teams if team not in self.resigned]
        if len(playing) == 1:
            return playing[0]
        return next((team for team in playing if self.count_of(team) >= game.need), None)


def parse_seats(seats: str | Iterable[str | Seat]) -> tuple[Seat, ...]:
    """Seats from `"blue:North green"` or from a list of such words. Raises SeatsError."""
    found = []
    for word in made_plain(seats).split() if isinstance(seats, str) else seats:
        if isinstance(word, Seat):
            found.append(word)
            continue
        team, _, name = made_plain(word).partition(":")
        if team not in TEAMS:
            said = f"seats: “{word}”: a team was expected ({', '.join(TEAMS)}), or team:Name"
            hint = did_you_mean(team, TEAMS) + named(team)
            raise SeatsError(f"{said}.{hint}" if hint else said)
        found.append(Seat(team, name))
    return tuple(found)


def check_seats(edition: Edition, seats: Listing[Seat]) -> None:
    """Refuse seats the edition does not allow. Raises SeatsError with the reason."""
    players = len(seats)
    counts = edition.team_counts(players)
    if not counts:
        allowed = ", ".join(map(str, edition.player_counts))
        raise SeatsError(f"seats: {players} cannot play the {edition.name} edition, only {allowed} can")
    teams = tuple(dict.fromkeys(seat.team for seat in seats))
    if len(teams) not in counts:
        said = " or ".join(map(str, counts))
        raise SeatsError(f"seats: {players} players make {said} teams, not {len(teams)}")
    for index, seat in enumerate(seats):
        if seat.team != teams[index % len(teams)]:
            raise SeatsError(
                f"seats: teams must alternate around the table; seat {index + 1} should be "
                f"{teams[index % len(teams)]}, not {seat.team}"
            )
    if len(teams) == 2 and edition.teams.of_two and set(teams) != set(edition.teams.of_two):
        raise SeatsError(f"seats: two teams play {' and '.join(edition.teams.of_two)} in the {edition.name} edition")
    unknown = set(teams) - set(edition.teams.colours)
    if unknown:
        raise SeatsError(f"seats: the {edition.name} edition has no {sorted(unknown)[0]} chips")


def new_game(
    edition: str | Edition,
    seats: str | Iterable[str | Seat],
    layout: str | Layout | None = None,
    rules: str = "",
    *,
    strict_seats: bool = True,
) -> Game:
    """Open the rule book for a table.

    Args:
        edition: name, path or edition.
        seats: turn order, `"blue:North green:East"` or a list of such words.
        layout: name, path or layout; the edition's own where none is given.
        rules: switches, as `"advanced_jack=yes"`.
        strict_seats: refuse seats the book does not allow; off where players left in the middle of a game.

    Raises:
        EditionError, LayoutError, SeatsError: with the reason in words.
    """
    if isinstance(edition, Edition):
        book = with_switches(edition, rules)
    else:
        book = load_edition(edition, rules)
    board = layout if isinstance(layout, Layout) else load_layout(layout or book.layout)
    around = parse_seats(seats)
    if strict_seats:
        check_seats(book, around)
    if len(around) < 2:
        raise SeatsError("seats: two or more were expected")
    teams = tuple(dict.fromkeys(seat.team for seat in around))
    deck = deck_for(book, board)
    goals = book.teams.sequences_to_win
    players = min(book.hands, key=lambda n: abs(n - len(around)))
    check_deal(deck, len(around), book.hands[players])
    runs = runs_for(book, board)
    return Game(
        edition=book,
        layout=board,
        seats=around,
        teams=teams,
        deck=deck,
        need=goals.get(len(teams), min(goals.values())),
        hand_size=book.hands[players],
        side_of=tuple(teams.index(seat.team) for seat in around),
        free=mask_of(board.free),
        open_at_start=mask_of(set(range(board.size)) - board.free),
        home={card: mask_of(board.spaces_of(card)) for card in deck.kinds},
        lines=tuple(_lines_through(space, runs) for space in range(board.size)),
        runs=tuple((mask_of(run), run) for run in runs),
    )


def deck_for(edition: Edition, layout: Layout) -> Deck:
    """The deck: two of every card on the board, and the special cards. Raises LayoutError on a clash."""
    special = {**edition.cards.wild, **edition.cards.remove}
    for card in special:
        for space in layout.spaces_of(card):
            raise LayoutError(
                f"{layout.name}: {layout.name_of(space)} is {card}, "
                f"which is not on the board in the {edition.name} edition"
            )
    copies = (2,) * len(layout.kinds) + tuple(special.values())
    return Deck(layout.kinds, tuple(edition.cards.wild), tuple(edition.cards.remove), copies)


def runs_for(edition: Edition, layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Every straight run that a sequence could fill. Raises EditionError where the board has none so long."""
    runs = layout.windows(edition.lines.length, edition.lines.diagonals)
    if not runs:
        longest = max(layout.rows, layout.columns)
        raise EditionError(
            f"editions.{edition.name}.lines.length: on the board {layout.name} {longest} spaces or fewer were expected"
        )
    return runs


def check_deal(deck: Deck, players: int, hand: int) -> None:
    """Refuse hands for which the deck does not hold enough cards. Raises SeatsError."""
    if players * hand > deck.size:
        raise SeatsError(f"seats: a deck of {deck.size} cards is too small for {players} hands of {hand}")


def _lines_through(space: int, runs: Listing[tuple[int, ...]]) -> tuple[Line, ...]:
    by_step: dict[int, list[tuple[int, ...]]] = {}
    for run in runs:
        if space in run:
            by_step.setdefault(run[1] - run[0], []).append(run)
    return tuple(
        (mask_of({s for run in line for s in run}), tuple((mask_of(run), run) for run in line))
        for line in by_step.values()
    )


def start(game: Game) -> Position:
    """The position before the first turn: an empty board, hands dealt."""
    seats = len(game.seats)
    return Position(
        teams=game.teams,
        chips=(0,) * len(game.teams),
        taken=0,
        locked=0,
        sequences=(),
        seat=0,
        turn=0,
        winner=None,
        laid=0,
        unseen=0,
        wilds_spoken_for=0,
        removes_spoken_for=0,
        draw_deck=game.deck.size - seats * game.hand_size,
        hands=(game.hand_size,) * seats,
    )
