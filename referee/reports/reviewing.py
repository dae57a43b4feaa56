"""The work behind `referee position` and `referee review`: what a coach says after a game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import msgspec

from engine.analysis.coach import advise, stops, winning_spaces, wins_at_once
from engine.analysis.review import Remark, review
from engine.equipment.cards import in_words
from engine.records.handwriting import Hand
from engine.records.notation import as_link, read_position, write_position
from engine.records.record import Record, entry_words
from engine.rules.legality import Turn
from engine.rules.position import Game
from referee.console import progress
from referee.refusal import Refusal
from referee.reports.games_given import records_named

BEST = 5
"""Turns named as the best ones."""


def show_position(line: str, hand_text: str = "", seed: int = 1, as_json: bool = False) -> int:
    """Draw a position, and say what these cards can do in it. Returns an exit code. Raises NotationError, Refusal."""
    game, position = read_position(line)
    hand = _hand(game, hand_text)
    side = game.side_of[position.seat]
    name = game.layout.name_of
    wins = wins_at_once(game, position, hand)
    saving = stops(game, position, hand)
    best = advise(game, position, hand, Random(seed))[:BEST] if hand else ()
    threats = {
        team: [name(space) for space in winning_spaces(game, position, other)]
        for other, team in enumerate(game.teams)
        if other != side
    }
    if as_json:
        data = {
            "position": write_position(game, position),
            "link": as_link(write_position(game, position)),
            "rows": list(position.rows(game)),
            "to_move": str(game.seats[position.seat]),
            "winner": position.winner,
            "wins_at_once": _texts(game, wins),
            "threats": threats,
            "stops": _texts(game, saving),
            "best": [{"turn": _text(game, one.turn), "worth": round(one.worth, 1)} for one in best],
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    for row in position.rows(game):
        print(f"  {row}")
    print(f"{game.seats[position.seat]} is to move." if not position.winner else f"{position.winner} has won.")
    for team, spaces in threats.items():
        if spaces:
            print(f"{team} would win with a chip on {', '.join(spaces)}.")
    if hand:
        print(f"Wins at once: {', '.join(_texts(game, wins)) or 'nothing'}.")
        if any(threats.values()):
            print(f"Stops the others: {', '.join(_texts(game, saving)) or 'nothing'}.")
        for one in best:
            print(f"  {_text(game, one.turn):<10} {one.worth:8.1f}")
    return 0


def _hand(game: Game, text: str) -> tuple[str, ...]:
    reader, cards = Hand(game.deck, game.layout), []
    for word in text.replace(",", " ").split():
        card = reader.card(word)
        if card is None:
            raise Refusal(f"“{word}” is no card of this game.{reader.card_hint(word)}", "Write a hand as: 7H JC 9S")
        cards.append(card)
    for card, number in Counter(cards).items():
        if number > game.deck.copies[card]:
            raise Refusal(f"There are only {game.deck.copies[card]} of {in_words(card)}.", "Take one out of the hand.")
    return tuple(cards)


def _text(game: Game, turn: Turn) -> str:
    return " ".join(entry_words(game, turn))


def _texts(game: Game, turns: Iterable[Turn]) -> list[str]:
    return [_text(game, turn) for turn in turns]


# ---- a whole game


def show_review(
    named: str,
    data: Path | None = None,
    *,
    seed: int = 1,
    as_json: bool = False,
) -> int:
    """Say what there is to learn from a game: a file, or a number of the history. Returns an exit code."""
    for record in records_named(named, data):
        found = 0
        for remark in _with_progress(record, seed):
            found += 1
            if as_json:
                print(msgspec.json.encode(remark).decode())
            else:
                print(remark.message)
        if not as_json:
            _sum_up(record, found)
    return 0


def _sum_up(record: Record, found: int) -> None:
    unseen = sum(turn.card is None and turn.space is not None for turn in record.turns)
    print(f"{len(record.turns)} turns looked at, {found or 'nothing'} to learn from.")
    if unseen:
        print(f"Of {unseen} turns the card was not seen; nothing is said of them.")


def _with_progress(record: Record, seed: int) -> Iterable[Remark]:
    with progress("looking at the game") as shown:
        task = shown.add_task("", total=len(record.turns))
        for one in review(record, seed):
            if isinstance(one, Remark):
                yield one
            else:
                shown.update(task, completed=one)
