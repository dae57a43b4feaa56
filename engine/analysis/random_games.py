"""Full random games, as fast as they can be played: for statistics and benches.

Every seat plays a random card of its hand on a random space where it can go; each turn is judged like any other.
"""

from __future__ import annotations

from random import Random

import msgspec

from engine.equipment.cards import Card
from engine.rules.legality import Turn, is_dead, placements, play, problems, removals
from engine.rules.position import Game, Position, start

LONGEST = 400
"""Turns after which a random game is left as it is."""


class RandomTable:
    """Hands, deck and discards of a game in which every seat plays a random card on a random space."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game, self.random = game, random
        self.deck = list(game.deck.cards)
        random.shuffle(self.deck)
        self.discards: list[Card] = []
        self.hands = [[self.deck.pop() for _ in range(game.hand_size)] for _ in game.seats]

    def lay_and_draw(self, hand: list[Card], card: Card) -> None:
        """A card goes to the discards, another comes from the deck."""
        hand.remove(card)
        self.discards.append(card)
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.random.shuffle(self.deck)
        hand.append(self.deck.pop())

    def turn(self, position: Position, hand: list[Card]) -> Turn:
        """A random legal turn with these cards."""
        game, chance = self.game, self.random.random
        count = len(hand)
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

    def turn_with_dead_card(self, position: Position, hand: list[Card]) -> Turn:
        """A turn of a seat that could not play: a dead card is turned in first, if it holds one."""
        dead = next((card for card in hand if is_dead(self.game, position, card)), None)
        if dead is None:
            return Turn("pass")
        self.lay_and_draw(hand, dead)
        return msgspec.structs.replace(self.turn(position, hand), dead=(dead,))


def random_game(game: Game, random: Random) -> list[tuple[Turn, Position]]:
    """One game from a shuffled deck to its win: every turn judged, sequences found, the history kept."""
    table = RandomTable(game, random)
    position = start(game)
    history: list[tuple[Turn, Position]] = []
    while position.winner is None and len(history) < LONGEST:
        hand = table.hands[position.seat]
        turn = table.turn(position, hand)
        if turn.action == "pass":
            turn = table.turn_with_dead_card(position, hand)
        wrong = problems(game, position, turn)
        if wrong:
            raise AssertionError(f"a random player broke the rules: {wrong[0].message}")
        position = play(game, position, turn)
        history.append((turn, position))
        if turn.card is not None:
            table.lay_and_draw(hand, turn.card)
    return history
