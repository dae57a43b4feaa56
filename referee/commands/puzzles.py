"""`referee puzzles`: puzzles cut out of real games."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import data_option, json_option


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--kind", type=click.Choice(["win-in-one", "block", "which-five"]), help="Only puzzles of this kind.")
@click.option("--answers", is_flag=True, help="Say the answers, too.")
@data_option
@json_option
def puzzles(games: tuple[str, ...], kind: str | None, answers: bool, data: Path | None, as_json: bool) -> int:
    """Cut puzzles out of records, games of the history by number, or, where none is named, all of the history."""
    from referee.reports.reviewing import show_puzzles

    return show_puzzles(games, data, kind=kind or "", answers=answers, as_json=as_json)
