"""A coach for after the game: what wins at once, what stops the others, and a search with sampled hands.

It knows a position, one hand, and the cards laid since the last shuffle; no other hand. Never used during a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Listing
from random import Random
from typing import NamedTuple

from engine.analysis.players import choose_turn
from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.rules.legality import Turn, legal_turns, play
from engine.rules.position import Game, Position
from engine.rules.sequences import completed, masks_of_team

WON = 10_000.0
"""Worth of a game that is won; all other worth is in fractions of a sequence."""
A_SEQUENCE = 60.0
KEPT_WILD, KEPT_REMOVE = 9.0, 7.0
"""Worth of a jack that is still in the hand."""
MISSING = {1: (4.0, 22.0), 2: (0.9, 3.0, 8.0), 3: (0.25, 0.4, 0.8, 1.2)}
"""Worth of a five that lacks so many chips, by how many of them the hand can lay."""
FOUR_MISSING = 0.05
"""Worth of one that lacks more, whatever the hand can lay."""
CANDIDATES = 10
"""Turns looked at closely: those that look best at first sight."""
SAMPLES = 5
"""Hands dealt to the next seat for each."""


class Advice(NamedTuple):
    """One turn and what it is worth; the more the better for who plays it."""

    turn: Turn
    worth: float


# ---- at once


def wins_at_once(game: Game, position: Position, hand: Iterable[Card]) -> tuple[Turn, ...]:
    """Every turn with these cards that wins the game now."""
    team = game.teams[game.side_of[position.seat]]
    return tuple(
        turn
        for turn in legal_turns(game, position, tuple(hand))
        if turn.action == "place" and play(game, position, turn).winner == team
    )


def winning_spaces(game: Game, position: Position, side: int) -> tuple[int, ...]:
    """Open spaces where a chip of a team would win the game for it, whoever is to move."""
    team = game.teams[side]
    if team in position.resigned:
        return ()
    short = game.need - position.count_of(team)
    open_spaces = spaces_in(game.open_at_start & ~position.taken)
    return tuple(space for space in open_spaces if len(completed(game, position, side, space)) >= short)


def stops(game: Game, position: Position, hand: Iterable[Card]) -> tuple[Turn, ...]:
    """Turns with these cards after which no other team has a space left that wins at once, where one has now."""
    side = game.side_of[position.seat]
    others = [other for other in range(len(game.teams)) if other != side]
    if not any(winning_spaces(game, position, other) for other in others):
        return ()
    return tuple(
        turn
        for turn in legal_turns(game, position, tuple(hand))
        if turn.action != "pass" and not _open_after(game, position, turn, others)
    )


def _open_after(game: Game, position: Position, turn: Turn, others: Iterable[int]) -> bool:
    after = play(game, position, turn)
    return any(winning_spaces(game, after, other) for other in others)


# ---- how good a position is


def worth(game: Game, position: Position, side: int, hand: Iterable[Card] = ()) -> float:
    """How good a position is for a team that holds these cards, other hands unknown."""
    if position.winner is not None:
        return WON if position.winner == game.teams[side] else -WON
    total = 0.0
    held = tuple(hand)
    for other, team in enumerate(game.teams):
        if team in position.resigned:
            continue
        value = A_SEQUENCE * position.count_of(team) + _promise(game, position, other, held if other == side else ())
        total += value if other == side else -value
    wilds = sum(card in game.deck.wilds for card in held)
    removes = sum(card in game.deck.removes for card in held)
    return total + KEPT_WILD * wilds + KEPT_REMOVE * removes


def _promise(game: Game, position: Position, side: int, hand: Iterable[Card]) -> float:
    own = position.chips[side]
    others, mine = position.taken & ~own, own | game.free
    reach, wilds = 0, 0
    for card in hand:
        if card in game.deck.wilds:
            wilds += 1
        else:
            reach |= game.home[card]
    done = masks_of_team(position, game.teams[side])
    length = game.edition.lines.length
    shared = game.edition.lines.shared_spaces
    total = 0.0
    for mask, _ in game.runs:
        if mask & others:
            continue
        missing = mask & ~mine
        count = missing.bit_count()
        if count == 0 or count >= length or any((mask & other).bit_count() > shared for other in done):
            continue
        ready = min(count, (missing & reach).bit_count() + wilds)
        total += MISSING[count][ready] if count in MISSING else FOUR_MISSING
    return total


# ---- search


def advise(
    game: Game,
    position: Position,
    hand: Listing[Card],
    random: Random,
    *,
    candidates: int = CANDIDATES,
    samples: int = SAMPLES,
    among: Iterable[Turn] | None = None,
) -> tuple[Advice, ...]:
    """The best turns with this hand, best first.

    Each turn is tried against hands dealt to the next seat from the cards that may still be anywhere; that seat
    answers as `choose_turn` does, and what comes of it is weighed. Empty where the game is over.

    Args:
        game: the rule book of the table.
        position: the game as it stands.
        hand: the cards of the seat to move.
        random: the chance that deals the other hands, and by which they are played.
        candidates: turns looked at closely.
        samples: hands dealt for each of them.
        among: only these turns; all legal ones where nothing is said.
    """
    side = game.side_of[position.seat]
    turns = tuple(legal_turns(game, position, hand)) if among is None else tuple(among)
    first = [Advice(turn, worth(game, play(game, position, turn), side, _without(hand, turn.card))) for turn in turns]
    first.sort(key=lambda advice: -advice.worth)
    if len(first) < 2 or first[0].worth >= WON:
        return tuple(first)
    hands = list(_other_hands(game, position, hand, random, samples))
    closely = [
        Advice(turn, _after_answers(game, play(game, position, turn), side, _without(hand, turn.card), hands, random))
        for turn, _ in first[:candidates]
    ]
    return tuple(sorted(closely, key=lambda advice: -advice.worth))


def _without(hand: Listing[Card], card: Card | None) -> tuple[Card, ...]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return tuple(rest)


def cards_left(game: Game, position: Position, hand: Iterable[Card]) -> list[Card]:
    """The cards that are neither laid nor in this hand."""
    left = Counter(game.deck.copies)
    left.subtract({kind: game.deck.count(position.laid, kind) for kind in game.deck.kinds})
    left.subtract(hand)
    return [kind for kind, number in left.items() for _ in range(number)]


def _other_hands(
    game: Game, position: Position, hand: Iterable[Card], random: Random, samples: int
) -> Iterator[tuple[Card, ...]]:
    """Hands the next seat may hold, dealt from the cards that may still be anywhere."""
    pool = cards_left(game, position, hand)
    size = min(position.hands[(position.seat + 1) % len(game.seats)], len(pool))
    for _ in range(samples):
        yield tuple(random.sample(pool, size))


def _after_answers(
    game: Game, after: Position, side: int, rest: tuple[Card, ...], hands: Iterable[tuple[Card, ...]], random: Random
) -> float:
    """What a turn is worth once the next seat has answered, on average over these hands."""
    if after.winner is not None:
        return worth(game, after, side)
    answered = (play(game, after, choose_turn(game, after, hand, random)) for hand in hands)
    values = [worth(game, position, side, rest) for position in answered]
    return sum(values) / len(values) if values else worth(game, after, side, rest)
