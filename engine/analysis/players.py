"""Simulated players: a table that deals real hands from a shuffled deck, and a bot that plays them sensibly.

For demonstrations, puzzles, benches and tests, and for the coach, who lets them answer. Nothing here is a rule; the
rules are asked.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Listing
from random import Random

import msgspec

from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.rules.legality import Turn, is_dead, placements, play, removals
from engine.rules.position import Game, Position, start

Chooser = Callable[[Game, Position, Listing[Card], Random], Turn]
"""A player: what it does with this hand in this position. It sees no other hand."""
LONGEST = 400
"""Turns after which a game is left as it is."""


def choose_turn(game: Game, position: Position, hand: Listing[Card], random: Random) -> Turn:
    """A legal turn such as a family would play: complete a line, lengthen one, spoil one; now and then anything.

    Dead cards are not turned in here; `Table.next_turn` does that.
    """
    side = game.side_of[position.seat]
    best, options = -1.0, [Turn("pass")]
    for card in dict.fromkeys(hand):
        removing = card in game.deck.removes
        price = 2 if removing else 3 if card in game.deck.wilds else 0
        for space in spaces_in(removals(game, position) if removing else placements(game, position, card)):
            helps = next(chips for chips in position.chips if chips >> space & 1) if removing else position.chips[side]
            worth = _promise(game, helps, position, space) - price
            turn = Turn("remove" if removing else "place", space, card)
            if worth > best or options[0].action == "pass":
                best, options = max(best, worth), [turn]
            elif worth == best:
                options.append(turn)
    return random.choice(options)


def _promise(game: Game, own: int, position: Position, space: int) -> float:
    """How much a chip on this space helps its team: lines still open to it, the fuller the better."""
    others = position.taken & ~own
    worth = 0.0
    for _, runs in game.lines[space]:
        for mask, _ in runs:
            if not mask & others:
                worth += 4.0 ** (mask & (own | game.free)).bit_count() / 64
    return worth


class Table:
    """Hands, draw deck and discards of a simulated game. Deals when made.

    The referee's `Position` knows none of this; `position` here is advanced by `next_turn` alone.
    """

    def __init__(self, game: Game, random: Random, players: Listing[Chooser] = ()) -> None:
        """Deal; `players` says who plays each seat, `choose_turn` where nothing is said."""
        self.game = game
        self.random = random
        self.players = players or (choose_turn,) * len(game.seats)
        self.position: Position = start(game)
        self.draw_deck: list[Card] = list(game.deck.cards)
        random.shuffle(self.draw_deck)
        self.discards: list[Card] = []
        size = game.hand_size
        self.hands: list[list[Card]] = [[self.draw_deck.pop() for _ in range(size)] for _ in game.seats]
        self.shuffled = 0
        """How often the deck ran out."""

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.position.winner is not None

    def next_turn(self) -> Turn:
        """Let the seat to move play: dead cards turned in, a turn chosen, played and drawn for."""
        game, position = self.game, self.position
        hand = self.hands[position.seat]
        limit = game.edition.turns.dead_per_turn or len(hand)
        dead: list[Card] = []
        shuffles: list[int] = []
        while len(dead) < limit:
            card = next((card for card in hand if is_dead(game, position, card)), None)
            if card is None:
                break
            dead.append(card)
            if self.lay_and_draw(hand, card):
                shuffles.append(len(dead))
        turn = self.players[position.seat](game, position, hand, self.random)
        if turn.card is not None and self.lay_and_draw(hand, turn.card):
            shuffles.append(len(dead) + 1)
        turn = msgspec.structs.replace(turn, dead=tuple(dead), shuffles=tuple(shuffles))
        self.position = play(game, position, turn)
        return turn

    def to_the_end(self) -> tuple[Turn, ...]:
        """The turns of the whole game, no more than `LONGEST`."""
        turns: list[Turn] = []
        while not self.over and len(turns) < LONGEST:
            turns.append(self.next_turn())
        return tuple(turns)

    def lay_and_draw(self, hand: list[Card], card: Card) -> bool:
        """Lay a card down and draw another; whether the deck had to be shuffled for it."""
        hand.remove(card)
        self.discards.append(card)
        ran_out = not self.draw_deck
        if ran_out:
            self.draw_deck, self.discards = self.discards, []
            self.random.shuffle(self.draw_deck)
            self.shuffled += 1
        hand.append(self.draw_deck.pop())
        return ran_out
