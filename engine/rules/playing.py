"""What a turn makes of the position: chips, sequences, the win, and what is known of the cards.

A turn is applied as it stands, legal or let stand by the table; whether it is legal is in `rules`.
"""

from __future__ import annotations

import msgspec

from engine.equipment.cards import COUNT_MASK
from engine.rules.deduction import explanations, seen
from engine.rules.position import Game, Position, Sequence, locked_by
from engine.rules.sequences import completed, lying_in_line
from engine.rules.turn import Turn, removals


def play(game: Game, position: Position, turn: Turn) -> Position:
    """The position after a turn, applied as it stands whether or not it was legal.

    A chip laid on another replaces it; one laid on a free space changes nothing there; a sequence that has lost a
    chip is gone, its other chips unlocked. A card that cannot have been laid is not counted.
    """
    seat = position.seat
    before = after_dead_cards(game, position, turn) if turn.dead else position
    laid, unseen, wilds, removes = _counts_after(game, before, turn)
    hands, draw_deck = before.hands, before.draw_deck
    if turn.action != "pass":
        if draw_deck > 1 and hands[seat] and not (turn.no_draw or turn.shuffles):
            draw_deck -= 1  # a card laid down, a card drawn: the hand is as large as before
        else:
            hands, draw_deck, ran_out = _draw(game, before, len(turn.dead) + 1 in turn.shuffles, turn.no_draw)
            if ran_out:
                laid = unseen = wilds = removes = 0
    chips, sequences = _board_after(game, position, turn)
    as_before = sequences is position.sequences
    after = Position(
        teams=position.teams,
        chips=chips,
        taken=sum(chips),
        locked=position.locked if as_before else locked_by(sequences),
        sequences=sequences,
        seat=seat_to_move(game, seat + 1, position.resigned),
        turn=position.turn + 1,
        winner=position.winner,
        laid=laid,
        unseen=unseen,
        wilds_spoken_for=wilds,
        removes_spoken_for=removes,
        draw_deck=draw_deck,
        hands=hands,
        resigned=position.resigned,
    )
    if after.winner or as_before:
        return after
    # Any team: a chip taken out of a long run may leave two sequences of it.
    return msgspec.structs.replace(after, winner=after.winner_by(game))


def seat_to_move(game: Game, seat: int, resigned: tuple[str, ...]) -> int:
    """The seat whose turn it is when it has come to `seat`: seats of teams that resigned are passed over."""
    seats = len(game.seats)
    if resigned:
        while game.seats[seat % seats].team in resigned:
            seat += 1
    return seat % seats


def resign(game: Game, position: Position, team: str) -> Position:
    """The position when a team gave up: its chips lie where they are, its seats have no more turns.

    The last team that did not is the winner, and cannot give up any more. The books say nothing of it.
    """
    resigned = (*position.resigned, team)
    if team in position.resigned or len(resigned) == len(game.teams):
        return position
    after = msgspec.structs.replace(position, resigned=resigned, seat=seat_to_move(game, position.seat, resigned))
    return after if after.winner else msgspec.structs.replace(after, winner=after.winner_by(game))


def _board_after(game: Game, position: Position, turn: Turn) -> tuple[tuple[int, ...], tuple[Sequence, ...]]:
    space, chips, sequences = turn.space, position.chips, position.sequences
    if space is None or turn.action == "pass" or game.free >> space & 1:
        return chips, sequences
    bit, side = 1 << space, game.side_of[position.seat]
    if position.taken & bit:
        mine = turn.action == "place" and chips[side] & bit
        chips = tuple([mask & ~bit for mask in chips])
        if position.locked & bit and not mine:
            sequences = _after_break(game, position, chips, bit)
        position = msgspec.structs.replace(position, chips=chips, sequences=sequences)
    if turn.action == "place":
        chips = (*chips[:side], chips[side] | bit, *chips[side + 1 :])
        made = completed(game, position, side, space, turn.claims)
        if made:
            sequences += made
    return chips, sequences


def _after_break(game: Game, position: Position, chips: tuple[int, ...], bit: int) -> tuple[Sequence, ...]:
    """The sequences that stand when this chip is gone: those without it, and what is left of longer runs."""
    broken = {sequence.team for sequence in position.sequences if sequence.mask & bit}
    standing = tuple(sequence for sequence in position.sequences if not sequence.mask & bit)
    for side, team in enumerate(game.teams):
        if team in broken:
            now = msgspec.structs.replace(position, chips=chips, sequences=standing, turn=position.turn + 1)
            standing += lying_in_line(game, now, side)
    return standing


def _draw(game: Game, position: Position, shuffled: bool, no_draw: bool = False) -> tuple[tuple[int, ...], int, bool]:
    """Hands and draw deck once a card was laid down, and whether the discards were shuffled before the draw; `shuffled`
    where that was said.

    Who forgot to draw goes on a card short: for good (English book, line 57), or able to draw again from the next
    turn on, one card a turn as ever (Spanish book, line 47). For the count it comes to the same.
    """
    seat, draw_deck = position.seat, position.draw_deck
    hands = list(position.hands)
    hands[seat] = max(0, hands[seat] - 1)
    ran_out = shuffled or (draw_deck == 0 and not no_draw)
    if ran_out:
        draw_deck = max(0, game.deck.size - sum(hands))
    if draw_deck and not no_draw:
        draw_deck -= 1
        hands[seat] += 1
    return tuple(hands), draw_deck, ran_out


def after_dead_cards(game: Game, position: Position, turn: Turn) -> Position:
    """The position when the dead cards of a turn were turned in and replaced, and any shuffle before the play."""
    for number, card in enumerate(turn.dead, 1):
        hands, draw_deck, ran_out = _draw(game, position, number in turn.shuffles)
        laid, wilds, removes = seen(game, position, card)
        position = msgspec.structs.replace(position, laid=laid, wilds_spoken_for=wilds, removes_spoken_for=removes)
        if ran_out:
            position = shuffle(game, position)
        position = msgspec.structs.replace(position, hands=hands, draw_deck=draw_deck)
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


UNKNOWN = "?"
"""A card nobody saw."""


def table_talk(game: Game, position: Position, team: str, cards: tuple[str, ...] = ()) -> Position:
    """Each seat of a team gives up one card, with no replacement (English book, line 61; Spanish book, line 67).

    It goes face up on the discards, so the `cards` that were seen count as laid.
    """
    for card in cards:
        if card != UNKNOWN:
            laid, wilds, removes = seen(game, position, card)
            position = msgspec.structs.replace(position, laid=laid, wilds_spoken_for=wilds, removes_spoken_for=removes)
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
    """Whether the unseen turn was made on a right space and some card that is left can explain it."""
    assert turn.space is not None
    if turn.action == "remove":
        right_spaces = removals(game, position)
    else:
        right_spaces = game.open_at_start & ~position.taken
    return bool(right_spaces >> turn.space & 1 and explanations(game, position, turn.action, turn.space))
