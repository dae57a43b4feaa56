"""The work behind `referee editions`, `referee layouts` and `referee deal`: what is on the shelf, and how to begin.

Plain functions that print; the command line hangs them on its commands.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from random import Random
from typing import TextIO

import msgspec

from engine.board import LayoutError, layout_names, load_layout
from engine.cards import in_words
from engine.dealing import Deal, deal
from engine.edition import Edition, EditionError, edition_names, load_edition
from engine.position import SeatsError
from engine.rulebook import sources
from engine.switches import SWITCHES


def show_editions(names: Sequence[str] = (), rules: str = "", as_json: bool = False, out: TextIO | None = None) -> int:
    """List the editions, or explain those named (names or `.toml` files). Returns an exit code."""
    out = out or sys.stdout
    try:
        editions = [load_edition(name, rules) for name in (names or edition_names())]
    except EditionError as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    for edition in editions:
        if as_json:
            print(msgspec.json.encode(dataclasses.asdict(edition)).decode(), file=out)
        elif names:
            print("\n".join(explain_edition(edition)), file=out)
        else:
            print(f"{edition.name:<12} {edition.title}. {edition.about}", file=out)
    if not names and not as_json:
        print("\nSwitches, for --rules and the tag Rules:", file=out)
        for switch in SWITCHES.values():
            print(f"  {switch.name + '=' + switch.values.replace(', ', '|'):<42} {switch.about}", file=out)
    return 0


def explain_edition(edition: Edition) -> list[str]:
    """An edition in sentences, each with the lines of the books it comes from."""
    teams, lines, turns, cards = edition.teams, edition.lines, edition.turns, edition.cards
    hands = ", ".join(f"{n} players {size}" for n, size in sorted(edition.hands.items()))
    goals = ", ".join(f"{need} between {n} teams" for n, need in sorted(teams.sequences_to_win.items()))
    wild = " or ".join(f"{in_words(card)} ({n} of them)" for card, n in cards.wild.items()) or "no card"
    remove = " or ".join(f"{in_words(card)} ({n} of them)" for card, n in cards.remove.items()) or "no card"
    dead = f"at most {turns.dead_per_turn}" if turns.dead_per_turn else "any number"
    until = " until that seat's next turn" if turns.missed_draw == "until-next-turn" else " for good"
    ways = "across, down or aslant" if lines.diagonals else "across or down"
    said: list[tuple[str, tuple[str, ...]]] = [
        (f"Cards in hand: {hands}.", ("D5.2", "D5.3")),
        (f"Sequences that win: {goals}.", ("S3", "S4")),
        (
            f"A sequence is {lines.length} in a line, {ways}.",
            ("S1", "S2"),
        ),
        (f"Two sequences of a team may share {lines.shared_spaces} space.", ("S5",)),
        (f"A chip on any open space: {wild}.", ("J1", "J2")),
        (f"An opponent's chip taken away: {remove}.", ("J1", "J4")),
        (
            "It may also break a completed sequence."
            if cards.advanced_jack
            else "A chip in a sequence is safe from it.",
            ("X1",) if cards.advanced_jack else ("J7",),
        ),
        (f"Dead cards turned in during one turn: {dead}.", ("K3",)),
        (f"A forgotten draw is lost{until}.", ("L2",)),
        (f"Table talk costs each team-mate {'a card' if turns.table_talk else 'nothing'}.", ("B1", "B2")),
    ]
    if edition.chips.flip:
        said.append(("Chips of a completed sequence are turned white side up.", ("E6",)))
    if turns.dealing_rotates:
        said.append(("Everyone takes a turn at dealing.", ("D2",)))
    text = [f"{edition.name}: {edition.title}", f"  {edition.about}"]
    for sentence, ids in said:
        source = sources(ids, edition.books)
        text.append(f"  {sentence}{f' [{source}]' if source else ''}")
    return text


def show_layouts(names: Sequence[str] = (), as_json: bool = False, out: TextIO | None = None) -> int:
    """List the layouts, or draw those named (names or files), or say what is wrong. Returns an exit code."""
    out, code = out or sys.stdout, 0
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
            print(json.dumps({"name": layout.name, "about": layout.about, "rows": rows}), file=out)
            continue
        size = f"{layout.rows} x {layout.columns}"
        print(f"{layout.name:<16} {size:<8} {layout.about or layout.title}", file=out)
        if names:
            width = max(len(card) for row in rows for card in row) + 1
            letters = "".join(f"{chr(ord('a') + i):<{width}}" for i in range(layout.columns))
            print(f"     {letters}".rstrip(), file=out)
            for number, row in enumerate(rows, 1):
                cells = "".join(f"{card:<{width}}" for card in row)
                print(f"{number:>4} {cells}".rstrip(), file=out)
    return code


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
    out: TextIO | None = None,
) -> int:
    """Draw for the dealer, seat the players and say what a table must know to begin. Returns an exit code."""
    out = out or sys.stdout
    try:
        book = load_edition(edition, rules_given)
        dealt = deal(book, list(players), Random(seed), teams, dealer, last_dealer)
    except (EditionError, SeatsError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
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
        print(json.dumps(data, ensure_ascii=False), file=out)
        return 0
    for number, drawn in enumerate(dealt.rounds, 1):
        cards = ", ".join(f"{name} {card}" for name, card in drawn.items())
        print(f"{'Draw' if number == 1 else 'Drawn again'}: {cards}", file=out)
    print(f"{dealt.dealer} deals {dealt.hand_size} cards to each; {dealt.seats[0].name} begins.", file=out)
    print(f'Seats, {book.turns.direction}: "{seats}"', file=out)
    for line in how_to_begin(book, dealt):
        print(line, file=out)
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
