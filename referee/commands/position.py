"""`referee position`: what a position in one line is, and what a coach would say of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from random import Random

import click

from engine.analysis.coach import advise, stops, winning_spaces, wins_at_once
from engine.equipment.cards import in_words
from engine.records.handwriting import Hand
from engine.records.notation import as_link, read_position, write_position
from engine.records.record import entry_words
from engine.rules.legality import Turn
from engine.rules.position import Game
from referee.commands.options import json_option
from referee.refusal import Refusal

BEST = 5
"""Turns named as the best ones."""


@click.command()
@click.argument("line")
@click.option("--hand", default="", help='The cards of the seat to move, as "7H JC 9S": what to do with them.')
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives the same advice.")
@json_option
def position(line: str, hand: str, seed: int, as_json: bool) -> int:
    """Draw a position and, with the cards of a hand, say what wins at once, what stops the others, what is best.

    A position is one line: edition (switches after +), board, seats, rows with numbers for empty spaces, seat to move,
    sequences, cards laid since the last shuffle, cards to draw, hands. The last three may be left out:

    \b
      classic classic blue,green *8*/10/3b6/10/10/10/10/10/10/*8* 2 - 7H
    """
    game, stands = read_position(line)
    cards = _hand(game, hand)
    side = game.side_of[stands.seat]
    name = game.layout.name_of
    wins = wins_at_once(game, stands, cards)
    saving = stops(game, stands, cards)
    best = advise(game, stands, cards, Random(seed))[:BEST] if cards else ()
    threats = {
        team: [name(space) for space in winning_spaces(game, stands, other)]
        for other, team in enumerate(game.teams)
        if other != side
    }
    if as_json:
        data = {
            "position": write_position(game, stands),
            "link": as_link(write_position(game, stands)),
            "rows": list(stands.rows(game)),
            "to_move": str(game.seats[stands.seat]),
            "winner": stands.winner,
            "wins_at_once": _texts(game, wins),
            "threats": threats,
            "stops": _texts(game, saving),
            "best": [{"turn": _text(game, one.turn), "worth": round(one.worth, 1)} for one in best],
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    for row in stands.rows(game):
        print(f"  {row}")
    print(f"{game.seats[stands.seat]} is to move." if not stands.winner else f"{stands.winner} has won.")
    for team, spaces in threats.items():
        if spaces:
            print(f"{team} would win with a chip on {', '.join(spaces)}.")
    if cards:
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
    if len(cards) > game.hand_size:
        raise Refusal(f"A hand has {game.hand_size} cards here at most, not {len(cards)}.", "Take some out of it.")
    return tuple(cards)


def _text(game: Game, turn: Turn) -> str:
    return " ".join(entry_words(game, turn))


def _texts(game: Game, turns: Iterable[Turn]) -> list[str]:
    return [_text(game, turn) for turn in turns]
