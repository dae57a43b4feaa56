"""`referee perft`: how many legal turns there are, so many turns deep."""

from __future__ import annotations

import json
import time

import click

from engine.analysis.perft import divide as divided
from engine.analysis.perft import perft as counted
from engine.records.notation import read_position
from engine.records.record import entry_words
from engine.rules.position import start
from referee.commands.options import game_options, json_option
from referee.wiring import Rules


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
