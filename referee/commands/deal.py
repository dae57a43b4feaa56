"""`referee deal`: who deals, who sits where, how many cards, and how to begin."""

from __future__ import annotations

import json
from random import Random

import click

from engine.editions.edition import Edition
from engine.editions.edition_files import load_edition
from engine.rules.dealing import Deal
from engine.rules.dealing import deal as draw
from referee.commands.options import json_option


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="NAME...")
@click.option("--edition", default="classic", show_default=True, help="A rule book of `referee editions`, or a file.")
@click.option("--rules", default="", help="Switches over the edition.")
@click.option("--teams", type=int, default=0, help="Two or three teams, where the number of players leaves it open.")
@click.option("--dealer", default="", help="Who deals, where that is settled already.")
@click.option("--last-dealer", default="", help="Who dealt the game before, where everyone deals in turn.")
@click.option("--seed", type=int, help="The same number gives the same draw.")
@json_option
def deal(
    players: tuple[str, ...],
    edition: str,
    rules: str,
    teams: int,
    dealer: str,
    last_dealer: str,
    seed: int | None,
    as_json: bool,
) -> int:
    """Draw for the dealer, seat the players, and say what a table must know to begin.

    The lowest card deals, aces are high, ties draw again; cards that have no order are drawn by lot.
    """
    book = load_edition(edition, rules)
    dealt = draw(book, list(players), Random(seed), teams, dealer, last_dealer)
    seats = " ".join(map(str, dealt.seats))
    if as_json:
        data = {
            "draws": [dict(drawn) for drawn in dealt.rounds],
            "dealer": dealt.dealer,
            "seats": seats,
            "cards": dealt.hand_size,
            "goal": dealt.goal,
            "teams": len({seat.team for seat in dealt.seats}),
            "colours": "fixed" if _colours_are_fixed(book, dealt) else "chosen",
            "dead_per_turn": book.turns.dead_per_turn or None,
            "direction": book.turns.direction,
            "next_dealer": dealt.next_dealer or None,
            "notes": list(dealt.notes),
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    for number, drawn in enumerate(dealt.rounds, 1):
        cards = ", ".join(f"{name} {card}" for name, card in drawn.items())
        print(f"{'Draw' if number == 1 else 'Drawn again'}: {cards}")
    print(f"{dealt.dealer} deals {dealt.hand_size} cards to each; {dealt.seats[0].name} begins.")
    print(f'Seats, {book.turns.direction}: "{seats}"')
    for line in how_to_begin(book, dealt):
        print(line)
    return 0


def _colours_are_fixed(book: Edition, dealt: Deal) -> bool:
    """Whether the book says who plays which colour: between two teams in some books."""
    return bool(book.teams.of_two) and len({seat.team for seat in dealt.seats}) == 2


def how_to_begin(book: Edition, dealt: Deal) -> list[str]:
    """What a table must know besides who sits where, a sentence a line."""
    teams = list(dict.fromkeys(seat.team for seat in dealt.seats))
    who = "team" if len(dealt.seats) > len(teams) else "player"
    dead = book.turns.dead_per_turn
    said = [f"Goal: {'one sequence' if dealt.goal == 1 else f'{dealt.goal} sequences'}."]
    if _colours_are_fixed(book, dealt):
        said.append(f"Chips: the book has two {who}s play {' and '.join(teams)}.")
    else:
        said.append(f"Chips: each {who} chooses a colour; those above are only a proposal.")
    said.append(f"Dead cards: {'any number' if not dead else 'one' if dead == 1 else f'{dead} at most'} a turn.")
    if dealt.next_dealer:
        said.append(f"Everyone deals in turn: {dealt.next_dealer} deals the next game.")
    return said + [f"Note: {note}" for note in dealt.notes]
