"""Which piece is plugged into which: the one place where a table is put together."""

from __future__ import annotations

from dataclasses import dataclass

from engine import calls
from engine.arbiter import OnFault
from engine.equipment.board import Layout, load_layout
from engine.equipment.cards import is_playing_card
from engine.plain_text import named_twice
from engine.rules.position import Game, new_game
from referee.refusal import Refusal
from vision.cards.pile_reader import PileReader
from vision.cards.shown.deck import ShownDeck
from vision.cards.watch import PileWatch
from vision.eye import Eye
from vision.read.teams import Play
from vision.table import TableLook


@dataclass(frozen=True)
class Rules:
    """What is played, as it was asked for."""

    edition: str
    seats: str
    rules: str = ""
    layout: str | None = None
    on_fault: OnFault = "ask"
    clock: int = 0
    """Seconds a turn has; 0 for no limit."""

    def game(self, look: TableLook | None = None) -> Game:
        """The rule book opened, at a table that was measured or, without one, on any board.

        Raises Refusal when the layout asked for is not the one on the table, or two players have one name, and what
        the rule book says.
        """
        board = self.layout if look is None else layout_of(look, self.layout)
        game = new_game(self.edition, self.seats, board, self.rules)
        if twice := named_twice([seat.name for seat in game.seats]):
            mend = "Let one of them have another name."
            raise Refusal(f"Two players are called {twice}.", mend, code="twice", name=twice)
        return game


def eye_for(look: TableLook, game: Game) -> Eye:
    """The eye for one table; it knows every colour, also one that does not play, and is told which do."""
    edition = game.edition
    play = Play(frozenset(team[0] for team in game.teams), turned=edition.chips.flip)
    return Eye(look, game.layout, play=play)


def piles_for(game: Game, shown: ShownDeck | None = None) -> PileWatch | None:
    """What watches the discard piles, by the deck that was shown at this table too.

    None where the game is played with cards that nobody can read and nobody showed.
    """
    if shown is None and not all(map(is_playing_card, game.deck.kinds)):
        return None
    return PileWatch(PileReader(shown))


def layout_of(look: TableLook, named: str | None) -> Layout:
    """The layout that the table was measured with. Raises Refusal when another one is asked for."""
    measured = load_layout(look.layout)
    if named is None:
        return measured
    asked = load_layout(named)
    if (asked.columns, asked.cards) != (measured.columns, measured.cards):
        reason = f"The board on the table was measured as the layout “{measured.name}”, not “{asked.name}”."
        mend = f"Leave --layout out, or calibrate again with --layout {named}."
        raise Refusal(reason, mend)
    return asked


SHARED = "shared"
_MEND = 'Name each pile by the space at the board\'s edge that is nearest to it, and its player: "j4:Ada a7:shared".'


def parse_piles(words: str, game: Game) -> tuple[calls.PileIs, ...]:
    """The calls that say so. Raises Refusal where a space or a player is none, or a team has several players."""
    said = []
    for word in words.split():
        beside, _, whose = word.partition(":")
        try:
            at_edge = game.layout.is_at_edge(game.layout.space(beside))
        except ValueError as no:
            raise Refusal(f"{word}: {no}.", _MEND) from no
        if not at_edge:
            raise Refusal(f"{word}: {beside} does not lie at the board's edge.", _MEND)
        said.append(calls.PileIs(at=0.0, who="host", beside=beside, seat=_seat(word, whose, game)))
    return tuple(said)


def _seat(word: str, whose: str, game: Game) -> int | None:
    if whose.casefold() == SHARED:
        return None
    named = [n for n, seat in enumerate(game.seats) if whose.casefold() == seat.name.casefold() and seat.name]
    named = named or [n for n, seat in enumerate(game.seats) if whose.casefold() == seat.team]
    if len(named) != 1:
        players = ", ".join(dict.fromkeys(seat.called for seat in game.seats))
        why = "is no player here" if not named else "has several players"
        raise Refusal(f"{word}: {whose or 'nobody'} {why}; it is one of {players}, or {SHARED}.", _MEND)
    return named[0]
