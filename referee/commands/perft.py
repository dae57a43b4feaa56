"""`referee perft`: how many legal turns there are, so many turns deep."""

from __future__ import annotations

import json
import time

import click

from engine.analysis.perft import divide as divided
from engine.analysis.perft import perft as counted
from engine.records.notation import read_position
from engine.records.record import entry_words
from engine.rules.position import new_game, start
from referee.commands.options import json_option


@click.command()
@click.argument("depth", type=click.IntRange(1, 6), default=2)
@click.option("--edition", default="classic", show_default=True, help="A rule book of `referee editions`, or a file.")
@click.option("--layout", help="A board of `referee layouts`, or a file. Default: the edition's own.")
@click.option("--seats", default="blue green", show_default=True, help="Turn order.")
@click.option("--rules", default="", help="Switches over the edition.")
@click.option("--position", help="Count from this position, a line as `referee position` explains it.")
@click.option("--divide", is_flag=True, help="The count behind each first turn apart.")
@json_option
def perft(
    depth: int,
    edition: str,
    layout: str | None,
    seats: str,
    rules: str,
    position: str | None,
    divide: bool,
    as_json: bool,
) -> int:
    """Count the legal turns to DEPTH turns deep. Every card that can still be laid is tried: no hand is known."""
    if position:
        game, stands = read_position(position)
    else:
        game = new_game(edition, seats, layout, rules)
        stands = start(game)
    if divide:
        for turn, number in divided(game, stands, depth):
            click.echo(f"{' '.join(entry_words(game, turn))} {number}")
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
