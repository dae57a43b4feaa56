"""The rules of a turn: what is wrong with it, what it makes of the position, which turns are legal.

A turn is judged as a referee would: the state of the game, then the space, then the card, then the claims, and
every problem is told. `play` applies a turn as it stands, legal or let stand by the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Listing
from typing import Literal

import msgspec

from engine.board import spaces_in
from engine.cards import COUNT_MASK, Card
from engine.deduction import can_be_laid, explanations, seen
from engine.position import Game, Position, Sequence
from engine.sequences import bad_claims, completed, masks_of_team
from engine.wording import Problem, problem

Action = Literal["place", "remove", "pass"]

__all__ = [
    "Action",
    "Problem",
    "Turn",
    "is_dead",
    "legal_turns",
    "locked_by",
    "placements",
    "play",
    "problems",
    "removals",
    "shuffle",
    "table_talk",
]


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one seat did in its turn."""

    action: Action
    space: int | None = None
    card: Card | None = None
    """The card played, None where nobody saw it."""
    dead: tuple[Card, ...] = ()
    """Cards turned in as dead before the play, in order."""
    claims: tuple[tuple[int, ...], ...] = ()
    """The fives it claims; a claim that is no straight five holds its two ends."""
    no_draw: bool = False
    """The seat forgot to draw."""
    irregular: str | None = None
    """Problems with which the table let it stand, codes with a blank between."""
    shuffles: tuple[int, ...] = ()
    """The deck ran out and was shuffled when so many cards of this turn, 1 or more, had been laid down."""


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
    before_play = _after_dead_cards(game, position, turn)
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
        before = _after_dead_cards(game, position, msgspec.structs.replace(turn, dead=turn.dead[:number]))
        if is_dead(game, position, card) and not can_be_laid(game, before, card):
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


# ---- what a turn makes of the position


def play(game: Game, position: Position, turn: Turn) -> Position:
    """The position after a turn, applied as it stands whether or not it was legal.

    A chip laid on another replaces it; one laid on a free space changes nothing there; a sequence that has lost a
    chip is gone, its other chips unlocked. A card that cannot have been laid is not counted.
    """
    seat, owed = position.seat, position.owed
    before = _after_dead_cards(game, position, turn) if turn.dead else position
    laid, unseen, wilds, removes = _counts_after(game, before, turn)
    hands, draw_deck = before.hands, before.draw_deck
    if turn.action != "pass":
        if draw_deck and hands[seat] and not (turn.no_draw or turn.shuffles or owed):
            draw_deck -= 1  # a card laid down, a card drawn: the hand is as large as before
        else:
            hands, draw_deck, owed, ran_out = _draw(game, before, turn)
            if ran_out:
                laid = unseen = wilds = removes = 0
    chips, sequences = _board_after(game, position, turn)
    taken = 0
    for mask in chips:
        taken |= mask
    locked, winner = position.locked, position.winner
    if sequences is not position.sequences:
        locked = 0
        for sequence in sequences:
            locked |= sequence.mask
        team = game.teams[game.side_of[seat]]
        if winner is None and sum(sequence.team == team for sequence in sequences) >= game.need:
            winner = team
    return Position(
        teams=position.teams,
        chips=chips,
        taken=taken,
        locked=locked,
        sequences=sequences,
        seat=(seat + 1) % len(game.seats),
        turn=position.turn + 1,
        winner=winner,
        laid=laid,
        unseen=unseen,
        wilds_spoken_for=wilds,
        removes_spoken_for=removes,
        draw_deck=draw_deck,
        hands=hands,
        owed=owed,
    )


def _board_after(game: Game, position: Position, turn: Turn) -> tuple[tuple[int, ...], tuple[Sequence, ...]]:
    space, chips, sequences = turn.space, position.chips, position.sequences
    if space is None or turn.action == "pass" or game.free >> space & 1:
        return chips, sequences
    bit, side = 1 << space, game.side_of[position.seat]
    if position.taken & bit:
        mine = turn.action == "place" and chips[side] & bit
        chips = tuple([mask & ~bit for mask in chips])
        if position.locked & bit and not mine:
            sequences = tuple(sequence for sequence in sequences if not sequence.mask & bit)
        position = msgspec.structs.replace(position, chips=chips, sequences=sequences)
    if turn.action == "place":
        chips = (*chips[:side], chips[side] | bit, *chips[side + 1 :])
        made = completed(game, position, side, space, turn.claims)
        if made:
            sequences += made
    return chips, sequences


def _draw(game: Game, position: Position, turn: Turn) -> tuple[tuple[int, ...], int, tuple[int, ...], bool]:
    """Hands, draw deck and who is owed a draw after the play, and whether the discards were shuffled for it."""
    seat, owed, draw_deck = position.seat, position.owed, position.draw_deck
    hands = list(position.hands)
    hands[seat] = max(0, hands[seat] - 1)
    ran_out = len(turn.dead) + 1 in turn.shuffles
    if ran_out:
        draw_deck = max(0, game.deck.size - sum(hands))
    draws = 0 if turn.no_draw else 1 + owed.count(seat)
    if turn.no_draw and game.edition.turns.missed_draw == "until-next-turn":
        owed = (*owed, seat)
    elif draws > 1:
        owed = tuple(other for other in owed if other != seat)
    for _ in range(draws):
        if draw_deck == 0:
            ran_out = True
            draw_deck = max(0, game.deck.size - sum(hands))
        if draw_deck:
            draw_deck -= 1
            hands[seat] += 1
    return tuple(hands), draw_deck, owed, ran_out


def _after_dead_cards(game: Game, position: Position, turn: Turn) -> Position:
    """The position when the dead cards of a turn were turned in and replaced, and any shuffle before the play."""
    seat = position.seat
    for number, card in enumerate(turn.dead, 1):
        hands = list(position.hands)
        hands[seat] = max(0, hands[seat] - 1)
        laid, wilds, removes = seen(game, position, card)
        position = msgspec.structs.replace(
            position, hands=tuple(hands), laid=laid, wilds_spoken_for=wilds, removes_spoken_for=removes
        )
        if number in turn.shuffles or position.draw_deck == 0:
            position = shuffle(game, position)
        if position.draw_deck:
            hands[seat] += 1
            position = msgspec.structs.replace(position, hands=tuple(hands), draw_deck=position.draw_deck - 1)
    return position


def shuffle(game: Game, position: Position) -> Position:
    """All discards become the new draw deck, so every card may come again (English book, line 63)."""
    return msgspec.structs.replace(
        position,
        laid=0,
        unseen=0,
        wilds_spoken_for=0,
        removes_spoken_for=0,
        draw_deck=max(0, game.deck.size - sum(position.hands)),
    )


def table_talk(game: Game, position: Position, team: str) -> Position:
    """Each seat of a team gives up one card, with no replacement (English book, line 61; Spanish book, line 67)."""
    hands = tuple(
        max(0, held - 1) if seat.team == team else held for seat, held in zip(game.seats, position.hands, strict=True)
    )
    return msgspec.structs.replace(position, hands=hands)


def _counts_after(game: Game, position: Position, turn: Turn) -> tuple[int, int, int, int]:
    """What is known of the cards after the play: laid, unseen, wilds and removes spoken for.

    A card nobody saw counts only where the turn itself can be judged: nothing explains a chip on a wrong space.
    """
    if turn.card is not None:
        laid, wilds, removes = seen(game, position, turn.card)
        return laid, position.unseen, wilds, removes
    laid, unseen = position.laid, position.unseen
    wilds, removes = position.wilds_spoken_for, position.removes_spoken_for
    if turn.space is not None and _explained(game, position, turn):
        if turn.action == "remove":
            removes += 1
        else:
            unit, shift, copies, _ = game.deck.facts[game.layout.cards[turn.space] or ""]
            if (laid + unseen >> shift & COUNT_MASK) >= copies:
                wilds += 1
            unseen += unit
    return laid, unseen, wilds, removes


def _explained(game: Game, position: Position, turn: Turn) -> bool:
    assert turn.space is not None
    on_right_space = next(_space_problems(game, position, turn), None) is None
    return on_right_space and bool(explanations(game, position, turn.action, turn.space))


# ---- what may be played


def placements(game: Game, position: Position, card: Card) -> int:
    """Mask of the spaces where this card may put a chip now."""
    open_spaces = game.open_at_start & ~position.taken
    return open_spaces if card in game.deck.wilds else open_spaces & game.home[card]


def removals(game: Game, position: Position) -> int:
    """Mask of the chips a removing card may take now."""
    others = position.taken & ~position.chips[game.side_of[position.seat]]
    return others if game.edition.cards.advanced_jack else others & ~position.locked


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


def locked_by(position: Position, team: str) -> int:
    """Mask of the spaces in a team's sequences."""
    mask = 0
    for sequence in masks_of_team(position, team):
        mask |= sequence
    return mask
