"""The rules of a turn: everything that is wrong with it, and which turns are legal.

A turn is judged as a referee would: the state of the game, the dead cards, the space, the card, then the claims, and
every problem is told. What a turn makes of the position is in `playing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Listing

import msgspec

from engine.equipment.board import spaces_in
from engine.equipment.cards import Card
from engine.faults import Code
from engine.rules.deduction import can_be_laid, explanations
from engine.rules.playing import after_dead_cards, play, resign, shuffle, table_talk
from engine.rules.position import Game, Position
from engine.rules.sequences import bad_claims
from engine.rules.turn import Action, Turn, placements, removals
from engine.rules.wording import Problem, problem

__all__ = [
    "Action",
    "Problem",
    "Turn",
    "is_dead",
    "legal_turns",
    "may_have_run_out",
    "placements",
    "play",
    "problems",
    "removals",
    "resign",
    "shuffle",
    "table_talk",
]


def problems(game: Game, position: Position, turn: Turn) -> tuple[Problem, ...]:
    """Everything that is wrong with a turn, in the order in which a referee would say it; empty if it is legal."""
    # The plain legal turn, by far the most frequent, is known at a glance.
    if position.winner is None and not (turn.dead or turn.claims or turn.shuffles):
        card, space = turn.card, turn.space
        if turn.action == "pass":
            return ()
        if card is not None and space is not None and can_be_laid(game, position, card):
            if turn.action == "place":
                allowed = placements(game, position, card)
            else:
                allowed = removals(game, position) if card in game.deck.removes else 0
            if allowed >> space & 1:
                return ()
    return _every_problem(game, position, turn)


def _every_problem(game: Game, position: Position, turn: Turn) -> tuple[Problem, ...]:
    over = [] if position.winner is None else [problem(game, Code.GAME_OVER, team=position.winner)]
    of_space = list(_space_problems(game, position, turn))
    found = [*over, *_dead_card_problems(game, position, turn), *of_space]
    found += _card_problems(game, position, turn, right_space=not of_space, accused=bool(found))
    side = game.side_of[position.seat]
    where = turn.space if turn.action == "place" and turn.space not in game.layout.free else None
    bad = bad_claims(game, position, side, where, turn.claims)
    if bad:
        found.append(problem(game, Code.BAD_CLAIM, spaces=tuple(sorted({space for claim in bad for space in claim}))))
    return tuple(found)


def is_dead(game: Game, position: Position, card: Card) -> bool:
    """Whether every space of the card is covered, by any chip; a jack has none and is never dead.

    Judged at the moment it is turned in (English book, line 53).
    """
    home = game.home[card]
    return home != 0 and home & position.taken == home


def may_have_run_out(game: Game, position: Position) -> bool:
    """Whether the deck may have run out and been shuffled unseen: dead cards were turned in that nobody saw.

    Only copies that were not laid can be dead. Where they are as many as the deck has left, what is known to have been
    laid since the last shuffle proves nothing; where the card of every turn was seen, so were the dead ones.
    """
    deck, laid, removed = game.deck, position.laid + position.unseen, position.removes_spoken_for
    if not position.unseen and removed == sum(deck.count(position.laid, card) for card in deck.removes):
        return False
    dead = (card for card in deck.printed if is_dead(game, position, card))
    left = sum(max(0, deck.copies[card] - deck.count(laid, card)) for card in dead)
    # A wild card may have been laid where one of the printed ones is counted, and a chip been removed from its space.
    return left + deck.wild_copies + max(deck.copies_of) * removed >= position.draw_deck


def _dead_card_problems(game: Game, position: Position, turn: Turn) -> Iterator[Problem]:
    alive = tuple(card for card in turn.dead if not is_dead(game, position, card))
    if alive:
        spaces = tuple(s for card in alive for s in spaces_in(game.home[card] & ~position.taken))
        yield problem(game, Code.NOT_DEAD, cards=alive, spaces=spaces)
    limit = game.edition.turns.dead_per_turn
    if limit and len(turn.dead) > limit:
        yield problem(game, Code.TOO_MANY_DEAD, number=limit)


def _space_problems(game: Game, position: Position, turn: Turn) -> Iterator[Problem]:
    space = turn.space
    if turn.action == "pass" or space is None:
        return
    bit, here = 1 << space, (space,)
    if game.free & bit:
        yield problem(game, Code.CORNER, spaces=here)
    elif turn.action == "place":
        if position.taken & bit:
            yield problem(game, Code.OCCUPIED, spaces=here, team=position.team_at(space))
    elif not position.taken & bit:
        yield problem(game, Code.NOTHING_THERE, spaces=here)
    else:
        if position.chips[game.side_of[position.seat]] & bit:
            yield problem(game, Code.OWN_CHIP, spaces=here)
        if position.locked & bit and not game.edition.cards.advanced_jack:
            yield problem(game, Code.LOCKED, spaces=here)


def _card_problems(
    game: Game, position: Position, turn: Turn, *, right_space: bool, accused: bool
) -> Iterator[Problem]:
    """What is wrong with the cards; the one played is judged on a right space only.

    That no copy was left because plays nobody saw cannot do without them is told only where nothing else is wrong:
    `accused` says that something is already.
    """
    card, space = (turn.card, turn.space) if right_space else (None, None)
    here = () if space is None else (space,)
    gone = tuple(_cards_gone(game, position, turn.dead if card is None else (*turn.dead, card), turn))
    thirds = tuple(dict.fromkeys(one for one, seen in gone if seen))
    inferred = tuple(dict.fromkeys(one for one, seen in gone if not seen))
    if space is not None and card is None:
        if thirds:
            yield problem(game, Code.THIRD_COPY, spaces=here, cards=thirds)
        if inferred or not explanations(game, after_dead_cards(game, position, turn), turn.action, space):
            yield problem(game, Code.NO_CARD_EXPLAINS, spaces=here, action=turn.action)
        return
    if space is not None and card is not None and not _card_fits(game, turn.action, space, card):
        accused = True
        yield problem(game, Code.WRONG_CARD, spaces=here, cards=(card,), action=turn.action)
    if thirds or (inferred and not accused):
        yield problem(game, Code.THIRD_COPY, spaces=here, cards=thirds or inferred)


def _cards_gone(game: Game, position: Position, cards: Listing[Card], turn: Turn) -> Iterator[tuple[Card, bool]]:
    """Those of these cards of a turn of which no copy was left, and whether all were seen to go."""
    for number, card in enumerate(cards):
        before = after_dead_cards(game, position, msgspec.structs.replace(turn, dead=turn.dead[:number]))
        if not can_be_laid(game, before, card):
            seen = game.deck.count(position.laid, card) + cards[:number].count(card)
            yield card, seen >= game.deck.copies[card]


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
