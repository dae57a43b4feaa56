"""Games at random, as fast as can be: what many games come to, and the weakest of opponents."""

from __future__ import annotations

from collections.abc import Sequence as Listing
from random import Random

import msgspec

from engine.analysis.players import LONGEST, Table
from engine.equipment.cards import Card
from engine.rules.legality import Turn, is_dead, placements, play, problems, removals
from engine.rules.position import Game, Position, start


def choose_at_random(game: Game, position: Position, hand: Listing[Card], random: Random) -> Turn:
    """A random card of the hand that can be played, on a random space of those where it can; as fast as can be."""
    chance, count = random.random, len(hand)
    first = int(chance() * count)
    for step in range(count):
        card = hand[(first + step) % count]
        removing = card in game.deck.removes
        spaces = removals(game, position) if removing else placements(game, position, card)
        if spaces:
            for _ in range(int(chance() * spaces.bit_count())):
                spaces &= spaces - 1
            return Turn("remove" if removing else "place", (spaces & -spaces).bit_length() - 1, card)
    return Turn("pass")


def random_game(game: Game, random: Random) -> list[tuple[Turn, Position]]:
    """One game from a shuffled deck to its win, every turn judged. A seat looks for a dead card only where it cannot
    play, which makes the game several times as fast as one of `Table.next_turn`."""
    table, position = Table(game, random), start(game)
    history: list[tuple[Turn, Position]] = []
    while position.winner is None and len(history) < LONGEST:
        hand = table.hands[position.seat]
        turn = choose_at_random(game, position, hand, random)
        dead = turn.action == "pass" and next((card for card in hand if is_dead(game, position, card)), None)
        if dead:
            table.lay_and_draw(hand, dead)
            turn = msgspec.structs.replace(choose_at_random(game, position, hand, random), dead=(dead,))
        wrong = problems(game, position, turn)
        if wrong:
            raise AssertionError(f"a random player broke the rules: {wrong[0].message}")
        position = play(game, position, turn)
        history.append((turn, position))
        if turn.card is not None:
            table.lay_and_draw(hand, turn.card)
    return history
