"""How many legal turns there are, to so many turns deep: the number by which two programs can compare their rules.

A turn is an action, a space and a card; dead cards, claims and missed draws are not counted apart. Every card that
can still be laid is tried, as nobody's hand is known. The name is that of the same count in chess.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.deduction import can_be_laid
from engine.rules.legality import Turn, legal_turns, placements, play, removals
from engine.rules.position import Game, Position


def perft(game: Game, position: Position, depth: int) -> int:
    """Sequences of `depth` legal turns from here; a game that is over has none."""
    if depth < 1:
        return 1
    if depth == 1:
        return count(game, position)
    return sum(perft(game, play(game, position, turn), depth - 1) for turn in legal_turns(game, position))


def count(game: Game, position: Position) -> int:
    """Legal turns here, counted without making them."""
    if position.winner is not None:
        return 0
    taken_away = removals(game, position).bit_count()
    found = 0
    for card in game.deck.kinds:
        if can_be_laid(game, position, card):
            found += taken_away if card in game.deck.removes else placements(game, position, card).bit_count()
    return found or 1  # a pass


def divide(game: Game, position: Position, depth: int) -> Iterator[tuple[Turn, int]]:
    """For each legal turn here the turns that follow it: where two programs differ, this says after which turn."""
    for turn in legal_turns(game, position):
        yield turn, perft(game, play(game, position, turn), depth - 1)
