"""`referee position`, `judge` and `perft`: positions in one line, and the turns there are in them."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import click

from engine.analysis.coach import advise, stops, winning_spaces, wins_at_once
from engine.analysis.perft import divide as divided
from engine.analysis.perft import perft as counted
from engine.equipment.cards import in_words
from engine.plain_text import read_json
from engine.records.handwriting import Hand
from engine.records.notation import NotationError, as_link, read_position, write_position
from engine.records.record import RecordError, entry_words
from engine.records.record_reader import read_turn
from engine.rules.legality import Turn, play, problems
from engine.rules.position import Game, start
from referee.commands.options import game_options, json_option
from referee.refusal import Refusal
from referee.wiring import Rules

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


@click.command()
def judge() -> int:
    """Answer each JSON line {"position": …, "turn": …} with the turn's problems and what stands after it.

    Positions are lines as `referee position` explains them, turns are written as in a record: x9C 7H@d6 =b2-f6.
    """
    for answer in judge_lines(sys.stdin):
        click.echo(answer)
    return 0


def judge_lines(lines: Iterable[str]) -> Iterator[str]:
    """The answers to these lines, in order; a line that cannot be read gets an `error` in words."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield json.dumps(_answer(line, number), ensure_ascii=False)


def _answer(line: str, number: int) -> dict[str, Any]:
    try:
        asked = read_json(line)
        return judged(asked["position"], asked["turn"])
    except (NotationError, RecordError) as error:
        return {"error": f"line {number}: {error}"}
    except (ValueError, KeyError, TypeError, RecursionError):
        example = '{"position": "classic classic blue,green *8*/… 1 - -", "turn": "7H@d6"}'
        return {"error": f"line {number}: a JSON object with a position and a turn was expected, as {example}"}


def judged(position_line: str, turn_text: str) -> dict[str, Any]:
    """Every problem of a turn, and what stands after it (before it, where it is faulty).

    Raises NotationError, RecordError.
    """
    game, position = read_position(position_line)
    turn = read_turn(game, turn_text)
    found = problems(game, position, turn)
    after = position if found else play(game, position, turn)
    name = game.layout.name_of
    return {
        "problems": [problem.code for problem in found],
        "sequences": sorted([one.team, sorted(map(name, one.spaces))] for one in after.sequences),
        "winner": after.winner,
        "rows": list(after.rows(game)),
        "position": write_position(game, after),
        **({"message": " ".join(problem.message for problem in found)} if found else {}),
    }


@click.command()
@click.argument("depth", type=click.IntRange(1, 6), default=2)
@game_options()
@click.option("--position", help="Count from this position, a line as `referee position` explains it.")
@click.option("--divide", is_flag=True, help="The count behind each first turn apart.")
@json_option
def perft(depth: int, asked: Rules, position: str | None, divide: bool, as_json: bool) -> int:
    """Count the legal turns to DEPTH turns deep. Every card that can still be laid is tried: no hand is known."""
    if position:
        game, stands = read_position(position)
    else:
        game = asked.game()
        stands = start(game)
    if divide:
        for turn, number in divided(game, stands, depth):
            click.echo(f"{_text(game, turn)} {number}")
        return 0
    for deep in range(1, depth + 1):
        began = time.perf_counter()
        number = counted(game, stands, deep)
        seconds = round(time.perf_counter() - began, 2)
        if as_json:
            data = {"edition": game.edition.found_by, "layout": game.layout.found_by, "depth": deep, "turns": number}
            click.echo(json.dumps({**data, "seconds": seconds}))
        else:
            click.echo(f"{deep}  {number:>14,}  {seconds:.2f} s")
    return 0
