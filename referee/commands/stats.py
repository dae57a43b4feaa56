"""`referee stats`: what many games come to."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import data_option, json_option


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@data_option
@json_option
def stats(games: tuple[str, ...], data: Path | None, as_json: bool) -> int:
    """Sequences by place, how often corners and jacks decide, whether it helps to begin: for each edition and number
    of players, over the records named, or the whole history."""
    from referee.reports.statistics import show_stats, tallies_of_history

    return show_stats(tallies_of_history(games, data), as_json)
