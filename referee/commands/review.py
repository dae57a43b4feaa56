"""`referee review`: what there is to learn from a game that is over."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import data_option, json_option


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives the same remarks.")
@data_option
@json_option
def review(game: str, seed: int, data: Path | None, as_json: bool) -> int:
    """Mark missed wins and missed blocks of a game: a record, or a number of `referee history list`.

    What is said for certain rests on the card that was played in that turn; other remarks say how likely the seat held
    the card already.
    """
    from referee.reports.reviewing import show_review

    return show_review(game, data, seed=seed, as_json=as_json)
