"""Whose discard piles are whose, said on the command line: `j4:Ada a7:shared`."""

from __future__ import annotations

from engine import calls
from engine.rules.position import Game
from referee.refusal import Refusal

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
