"""`referee editions`, `layouts` and `deal`: the printed rule books, the boards, and how a game begins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import click
import msgspec

from engine.editions.edition import Edition, EditionError
from engine.editions.edition_files import edition_names, edition_text, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import LayoutError, layout_names, load_layout
from engine.rules import rulebook
from engine.rules.dealing import Deal
from engine.rules.dealing import deal as draw
from engine.rules.position import SeatsError, check_deal, deck_for, runs_for
from referee.commands.options import FILE, json_option
from referee.refusal import Refusal
from referee.reports.explaining import explain_edition


@click.command()
@click.argument("names", nargs=-1, metavar="[EDITION]...")
@click.option("--rules", default="", help='With these switches: "advanced_jack=yes dead_per_turn=1".')
@click.option("--file", "as_file", is_flag=True, help="Print the file of the edition named, to begin one of your own.")
@json_option
def editions(names: tuple[str, ...], rules: str, as_file: bool, as_json: bool) -> int:
    """List the editions, or explain those named: names or .toml files of your own."""
    if as_file:
        if len(names) != 1:
            raise Refusal("--file prints one edition.", "Name it, as in: referee editions classic --file")
        print(edition_text(names[0]), end="")
        return 0
    for edition in [load_edition(name, rules) for name in (names or edition_names())]:
        if names:
            _board_checked(edition)
        if as_json:
            every_rule = [{"id": name, **msgspec.structs.asdict(rule)} for name, rule in rulebook.rules().items()]
            rows = {"rulebook": every_rule} if names else {}
            told = {"name": edition.name, **msgspec.structs.asdict(edition), **rows}
            print(msgspec.json.encode(told).decode())
        elif names:
            print("\n".join(explain_edition(edition)))
        else:
            print(f"{edition.name:<12} {edition.title}. {edition.about}")
    if not names and not as_json:
        print("\nSwitches, for --rules and the tag Rules:")
        for switch in SWITCHES.values():
            print(f"  {switch.name + '=' + switch.values.replace(', ', '|'):<42} {switch.about}")
    return 0


def _board_checked(edition: Edition) -> None:
    """Look for the board that an edition names.

    Raises EditionError where it is none, pictures a special card, has no line as long as a sequence, or does not make
    cards enough for every hand.
    """
    try:
        layout = load_layout(edition.layout)
        deck = deck_for(edition, layout)
        runs_for(edition, layout)
        for players, hand in edition.hands.items():
            check_deal(deck, players, hand)
    except LayoutError as error:
        raise EditionError(f"{edition.found_by}: layout: {error}") from None
    except (EditionError, SeatsError) as error:
        raise EditionError(f"{edition.found_by}: {error}") from None


WIDTH = 760
"""Pixels across the picture of a board."""


@click.command()
@click.argument("names", nargs=-1, metavar="[LAYOUT]...")
@click.option("--picture", type=FILE, help="Draw the board into this file.")
@json_option
def layouts(names: tuple[str, ...], picture: Path | None, as_json: bool) -> int:
    """List the layouts, or draw and check those named: names, or .toml and .json files of your own."""
    if picture is not None:
        return _draw(names, picture)
    code = 0
    for name in names or layout_names():
        try:
            layout = load_layout(name)
        except LayoutError as error:
            print(f"referee: {error}", file=sys.stderr)
            code = 2
            continue
        rows = [
            [card or "*" for card in layout.cards[start : start + layout.columns]]
            for start in range(0, layout.size, layout.columns)
        ]
        if as_json:
            print(json.dumps({"name": layout.name, "about": layout.about, "rows": rows}))
            continue
        size = f"{layout.rows} x {layout.columns}"
        print(f"{layout.name:<16} {size:<8} {layout.about or layout.title}")
        if names:
            width = max(len(card) for row in rows for card in row) + 1
            letters = "".join(f"{chr(ord('a') + i):<{width}}" for i in range(layout.columns))
            print(f"     {letters}".rstrip())
            for number, row in enumerate(rows, 1):
                cells = "".join(f"{card:<{width}}" for card in row)
                print(f"{number:>4} {cells}".rstrip())
    return code


def _draw(names: tuple[str, ...], file: Path) -> int:
    """Draw one layout, a name or a file, into a picture file. Returns an exit code.

    Raises Refusal where it is not one layout, or the picture cannot be written; LayoutError where it is none.
    """
    from hardware.tabletop.boards import STYLES, draw_board
    from referee.pictures import save_picture

    if len(names) != 1:
        raise Refusal("A picture shows one board.", "Name one layout before --picture, as in: referee layouts classic.")
    layout, style = load_layout(names[0]), STYLES["harbour"]
    save_picture(file, draw_board(layout, style, WIDTH / style.size(layout)[0], worn=False))
    return 0


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
