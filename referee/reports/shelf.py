"""The work behind `referee editions`, `referee layouts` and `referee deal`: what is on the shelf, and how to begin.

Plain functions that print; the command line hangs them on its commands.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from engine.editions.edition import Edition
from engine.editions.edition_files import edition_names, edition_text, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import LayoutError, layout_names, load_layout
from engine.rules import rulebook
from engine.rules.dealing import Deal, deal
from referee.refusal import Refusal
from referee.reports.explaining import explain_edition

WIDTH = 760
"""Pixels across the picture of a board."""


def show_editions(names: Sequence[str] = (), rules: str = "", as_json: bool = False) -> int:
    """List the editions, or explain those named (names or `.toml` files). Returns an exit code. Raises EditionError."""
    for edition in [load_edition(name, rules) for name in (names or edition_names())]:
        if as_json:
            every_rule = [{"id": name, **msgspec.structs.asdict(rule)} for name, rule in rulebook.rules().items()]
            told = dataclasses.asdict(edition) | ({"rulebook": every_rule} if names else {})
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


def show_edition_file(names: Sequence[str]) -> int:
    """Print the file of one edition that comes with the program. Returns an exit code. Raises Refusal, EditionError."""
    if len(names) != 1:
        raise Refusal("--file prints one edition.", "Name it, as in: referee editions classic --file")
    print(edition_text(names[0]), end="")
    return 0


def show_layouts(names: Sequence[str] = (), as_json: bool = False) -> int:
    """List the layouts, or draw those named (names or files), or say what is wrong. Returns an exit code."""
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


def draw_layout(names: Sequence[str], file: Path) -> int:
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


def show_deal(
    players: Sequence[str],
    edition: str = "classic",
    rules_given: str = "",
    *,
    teams: int = 0,
    dealer: str = "",
    last_dealer: str = "",
    seed: int | None = None,
    as_json: bool = False,
) -> int:
    """Draw for the dealer, seat the players and say what a table must know to begin. Returns an exit code.

    Raises EditionError, SeatsError.
    """
    book = load_edition(edition, rules_given)
    dealt = deal(book, list(players), Random(seed), teams, dealer, last_dealer)
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
