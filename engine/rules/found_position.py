"""Positions that were found, not played: spaces changed against the rules, a board taken up as it lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.equipment.board import mask_of, spaces_in
from engine.observation import CHIPS
from engine.rules.playing import seat_to_move
from engine.rules.position import Game, Position, Sequence, locked_by, start
from engine.rules.sequences import completed, lying_in_line


def edit(
    game: Game, position: Position, extra: Mapping[int, str], letters: Mapping[int, str]
) -> tuple[Position, dict[int, str]]:
    """A position with some spaces changed, and the chips no position can hold.

    A sequence that lost a chip is gone; a five that a new chip completes counts, as made in the turn before.
    """
    own = {team[0]: side for side, team in enumerate(game.teams)}
    chips, foreign = list(position.chips), dict(extra)
    fresh: list[tuple[int, int]] = []
    for space, letter in letters.items():
        foreign.pop(space, None)
        chips = [mask & ~(1 << space) for mask in chips]
        if letter in own and not game.free >> space & 1:
            chips[own[letter]] |= 1 << space
            fresh.append((own[letter], space))
        elif letter in CHIPS:
            foreign[space] = letter
    had = position.sequences
    position = with_chips(game, position, chips)
    broken = {sequence.team for sequence in had} if len(position.sequences) < len(had) else set()
    for side, space in fresh:
        new = completed(game, position, side, space)
        found = tuple(msgspec.structs.replace(sequence, turn=position.turn) for sequence in new)
        position = with_sequences(game, position, position.sequences + found)
    for side, team in enumerate(game.teams):
        if team in broken:
            position = with_sequences(game, position, position.sequences + lying_in_line(game, position, side))
    return position, foreign


def with_chips(game: Game, position: Position, chips: list[int]) -> Position:
    """The position with these chips, a mask a team; sequences that lost one are gone."""
    standing = tuple(
        sequence
        for sequence in position.sequences
        if sequence.mask & ~(chips[game.teams.index(sequence.team)] | game.free) == 0
    )
    changed = msgspec.structs.replace(position, chips=tuple(chips), taken=sum(chips))
    return with_sequences(game, changed, standing)


def with_sequences(game: Game, position: Position, sequences: tuple[Sequence, ...]) -> Position:
    """The position with these sequences standing, and the winner that they make."""
    position = msgspec.structs.replace(position, sequences=sequences, locked=locked_by(sequences))
    return msgspec.structs.replace(position, winner=position.winner_by(game))


def taken_up(
    game: Game, rows: Iterable[str], seat: int = 0, turn: int = 0, resigned: tuple[str, ...] = ()
) -> tuple[Position, dict[int, str]]:
    """A position from what lies on a board: rows in the form of the records. Teams that gave up stay so.

    Capitals say which fives count; then every other that fits, those nearest row 1, then column a, first.
    """
    text = "".join(rows)
    own = {team[0]: side for side, team in enumerate(game.teams)}
    chips = [0] * len(game.teams)
    extra: dict[int, str] = {}
    for space, letter in enumerate(text):
        low = letter.lower()
        if low in own and not game.free >> space & 1:
            chips[own[low]] |= 1 << space
        elif low in CHIPS:
            extra[space] = low
    locked = mask_of(space for space, letter in enumerate(text) if letter.isupper())
    count = sum(mask.bit_count() for mask in chips)
    deck = game.deck
    printed = [game.layout.cards[space] for mask in chips for space in spaces_in(mask)]
    fresh = start(game)
    position = msgspec.structs.replace(
        fresh,
        seat=seat_to_move(game, seat, resigned),
        turn=turn,
        unseen=deck.pack(card for card in printed if card is not None),
        draw_deck=max(0, fresh.draw_deck - count),
        resigned=resigned,
    )
    position = with_chips(game, position, chips)
    for within in (locked, None):
        for side in range(len(game.teams)):
            position = with_sequences(game, position, position.sequences + lying_in_line(game, position, side, within))
    told = tuple(msgspec.structs.replace(sequence, turn=0) for sequence in position.sequences)
    return with_sequences(game, position, told), extra


def whose_turn(game: Game, position: Position) -> int:
    """The seat to move that fits best with how many chips each team has: those who lag behind move first."""
    return min(range(len(game.seats)), key=lambda seat: position.chips[game.side_of[seat]].bit_count())
