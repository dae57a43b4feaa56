"""The rules of a turn: everything that is wrong with it, and which turns are legal.

A turn is judged as a referee would: the state of the game, then the space, then the card, then the claims, and
every problem is told. What a turn makes of the position is in `playing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Listing

import msgspec

from engine.board import spaces_in
from engine.cards import Card
from engine.deduction import can_be_laid, explanations
from engine.playing import after_dead_cards, play, shuffle, table_talk
from engine.position import Game, Position
from engine.sequences import bad_claims
from engine.turn import Action, Turn, placements, removals
from engine.wording import Problem, problem

__all__ = [
    "Action",
    "Problem",
    "Turn",
    "is_dead",
    "legal_turns",
    "placements",
    "play",
    "problems",
    "removals",
    "shuffle",
    "table_talk",
]


def problems(game: Game, position: Position, turn: Turn) -> tuple[Problem, ...]:
    """Everything that is wrong with a turn, in the order in which a referee would say it; empty if it is legal."""
    if position.winner is None and not (turn.dead or turn.claims or turn.shuffles):
        card, space = turn.card, turn.space
        if turn.action == "place" and space is not None:
            open_spaces = game.open_at_start & ~position.taken
            if (
                open_spaces >> space & 1
                and card is not None
                and (game.layout.cards[space] == card or card in game.deck.wilds)
                and can_be_laid(game, position, card)
            ):
                return ()
        elif turn.action == "pass":
            return ()
    return tuple(_every_problem(game, position, turn))


def _every_problem(game: Game, position: Position, turn: Turn) -> Iterator[Problem]:
    if position.winner is not None:
        yield problem(game, "game-over", team=position.winner)
    yield from _dead_card_problems(game, position, turn)
    of_space = tuple(_space_problems(game, position, turn))
    yield from of_space
    before_play = after_dead_cards(game, position, turn)
    thirds = _third_dead_cards(game, position, turn)
    if turn.action == "pass" or of_space:
        if thirds:
            yield problem(game, "third-copy", cards=thirds)
    else:
        yield from _card_problems(game, before_play, turn, thirds)
    side = game.side_of[position.seat]
    where = turn.space if turn.action == "place" and turn.space not in game.layout.free else None
    bad = bad_claims(game, position, side, where, turn.claims)
    if bad:
        yield problem(game, "bad-claim", spaces=tuple(sorted({space for claim in bad for space in claim})))


def is_dead(game: Game, position: Position, card: Card) -> bool:
    """Whether every space of the card is covered, by any chip; a jack has none and is never dead.

    Judged at the moment it is turned in (English book, line 53).
    """
    home = game.home[card]
    return home != 0 and home & position.taken == home


def _dead_card_problems(game: Game, position: Position, turn: Turn) -> Iterator[Problem]:
    alive = tuple(card for card in turn.dead if not is_dead(game, position, card))
    if alive:
        spaces = tuple(s for card in alive for s in spaces_in(game.home[card] & ~position.taken))
        yield problem(game, "not-dead", cards=alive, spaces=spaces)
    limit = game.edition.turns.dead_per_turn
    if limit and len(turn.dead) > limit:
        yield problem(game, "too-many-dead", number=limit)


def _third_dead_cards(game: Game, position: Position, turn: Turn) -> tuple[Card, ...]:
    """Dead cards of which both copies already lay in the discards."""
    thirds = []
    for number, card in enumerate(turn.dead):
        before = after_dead_cards(game, position, msgspec.structs.replace(turn, dead=turn.dead[:number]))
        if not can_be_laid(game, before, card):
            thirds.append(card)
    return tuple(thirds)


def _space_problems(game: Game, position: Position, turn: Turn) -> Iterator[Problem]:
    space = turn.space
    if turn.action == "pass" or space is None:
        return
    bit, here = 1 << space, (space,)
    if game.free & bit:
        yield problem(game, "corner", spaces=here)
    elif turn.action == "place":
        if position.taken & bit:
            yield problem(game, "occupied", spaces=here, team=position.team_at(space))
    elif not position.taken & bit:
        yield problem(game, "nothing-there", spaces=here)
    else:
        if position.chips[game.side_of[position.seat]] & bit:
            yield problem(game, "own-chip", spaces=here)
        if position.locked & bit and not game.edition.cards.advanced_jack:
            yield problem(game, "locked", spaces=here)


def _card_problems(game: Game, position: Position, turn: Turn, thirds: tuple[Card, ...]) -> Iterator[Problem]:
    assert turn.space is not None
    card, here = turn.card, (turn.space,)
    if card is not None and not _card_fits(game, turn.action, turn.space, card):
        yield problem(game, "wrong-card", spaces=here, cards=(card,), action=turn.action)
    if card is not None and not can_be_laid(game, position, card):
        thirds += (card,)
    if thirds:
        yield problem(game, "third-copy", spaces=here, cards=thirds)
    if card is None and not explanations(game, position, turn.action, turn.space):
        yield problem(game, "no-card-explains", spaces=here, action=turn.action)


def _card_fits(game: Game, action: Action, space: int, card: Card) -> bool:
    if action == "remove":
        return card in game.deck.removes
    return card in game.deck.wilds or game.layout.cards[space] == card


def legal_turns(game: Game, position: Position, hand: Listing[Card] | None = None) -> Iterator[Turn]:
    """Every legal turn: with the cards of `hand`, or with any card that can be laid; a pass where nothing else is.

    Dead cards, claims and missed draws are the player's to add.
    """
    if position.winner is not None:
        return
    cards: Iterable[Card] = dict.fromkeys(game.deck.kinds if hand is None else hand)
    found = False
    for card in cards:
        if not can_be_laid(game, position, card):
            continue
        if card in game.deck.removes:
            action: Action = "remove"
            spaces = removals(game, position)
        else:
            action, spaces = "place", placements(game, position, card)
        for space in spaces_in(spaces):
            found = True
            yield Turn(action, space, card)
    if not found:
        yield Turn("pass")
