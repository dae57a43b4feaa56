"""`referee editions`, `layouts` and `deal`: the printed rule books, the boards, and how a game begins."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from engine.editions.edition import BOOKS, Edition, EditionError
from engine.editions.edition_files import edition_names, edition_text, load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import LayoutError, layout_names, load_layout
from engine.equipment.cards import in_words
from engine.rules import rulebook
from engine.rules.dealing import Deal
from engine.rules.dealing import deal as draw
from engine.rules.position import SeatsError, check_deal, deck_for, runs_for
from engine.rules.rulebook import TOPICS, Rule, rules, sources
from referee.commands.options import FILE, json_option
from referee.refusal import Refusal


def explain_edition(edition: Edition) -> Iterator[str]:
    """An edition in sentences, each with the lines of the books it comes from, then rule by rule."""
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
        (f"A sequence is {lines.length} in a line, {ways}.", ("S1", "S2")),
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
    yield f"{edition.name}: {edition.title}"
    yield f"  {edition.about}"
    for sentence, ids in said:
        source = sources(ids, edition.books)
        yield f"  {sentence}{f' [{source}]' if source else ''}"
    yield "\nEvery rule, and who says so:"
    for letter, topic in TOPICS.items():
        yield f"  {topic}"
        for name, rule in rules().items():
            if name[0] == letter:
                yield f"    {name:<5} {rule.says}."
                yield from (f"          {line}" for line in _graded(edition, name, rule))


def _graded(edition: Edition, name: str, rule: Rule) -> Iterator[str]:
    """What each book says of a rule, where they disagree, which answer is ours, and what holds in this edition."""
    if rule.grade == "printed":
        yield f"Printed: {_where_printed(edition, name, rule)}."
    elif rule.grade == "disagree":
        yield "The books disagree: " + "; ".join(_said(rule, book) for book in rule.each) + "."
        yield f"Our answer: {rule.answer}."
    else:
        yield f"Our answer, as no book says it: {rule.answer}."
    if rule.kind == "none" and rule.grade != "disagree":
        yield f"No rule of play: {rule.where}."
    here = _plain(reduce(getattr, rule.where.split("."), edition)) if rule.kind == "data" else ""
    if rule.switch:
        yield f"Here: {here}. The table may say {rule.switch}={SWITCHES[rule.switch].values}."
    elif here:
        yield f"Here: {here}."


def _where_printed(edition: Edition, name: str, rule: Rule) -> str:
    own = sources((name,), edition.books)
    if own:
        return own
    elsewhere = sources((name,), [book for book in BOOKS if book in rule.lines])
    return f"not in the book of this edition, only elsewhere ({elsewhere})"


def _said(rule: Rule, book: str) -> str:
    lines = rule.lines.get(book, "")
    where = f", line{'s' if ',' in lines else ''} {lines}" if lines else ""
    return f"{book} book{where}: {rule.each[book]}"


def _plain(value: Any) -> str:
    """What an edition's own data say, in a few words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(one)}" for key, one in sorted(value.items())) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value)) or "left open"
    if hasattr(value, "__struct_fields__"):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return "; ".join(f"{name.replace('_', ' ')} {_plain(one)}" for name, one in fields.items())
    return str(value)


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
        _draw(names, picture)
        return 0
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


def _draw(names: tuple[str, ...], file: Path) -> None:
    """Draw one layout, a name or a file, into a picture file.

    Raises Refusal where it is not one layout, or the picture cannot be written; LayoutError where it is none.
    """
    from hardware.tabletop.boards import STYLES, draw_board
    from referee.pictures import save_picture

    if len(names) != 1:
        raise Refusal("A picture shows one board.", "Name one layout before --picture, as in: referee layouts classic.")
    layout, style = load_layout(names[0]), STYLES["harbour"]
    save_picture(file, draw_board(layout, style, WIDTH / style.size(layout)[0], worn=False))


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
