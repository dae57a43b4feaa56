"""`referee stats`: what many games come to."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import data_option, json_option


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--random", "random_games", type=click.IntRange(1, 10_000_000), help="So many random games instead.")
@click.option("--edition", default="classic", show_default=True, help="Of random games: a rule book, or a file.")
@click.option("--layout", help="Of random games: a board. Default: the edition's own.")
@click.option("--seats", default="blue green", show_default=True, help="Of random games: turn order.")
@click.option("--rules", default="", help="Of random games: switches over the edition.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives the same random games.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes for random games. Default: one a core.")
@click.option(
    "--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw where sequences lie (.png or .jpg)."
)
@data_option
@json_option
def stats(
    games: tuple[str, ...],
    random_games: int | None,
    edition: str,
    layout: str | None,
    seats: str,
    rules: str,
    seed: int,
    jobs: int | None,
    picture: Path | None,
    data: Path | None,
    as_json: bool,
) -> int:
    """Sequences by place, how often corners and jacks decide, whether it helps to begin: for each edition and number
    of players, over the records named, the whole history, or random games."""
    from referee.reports.statistics import show_stats, tallies_of_history, tallies_of_random_games

    if random_games:
        tallies = tallies_of_random_games(random_games, edition, layout, seats, rules, seed, jobs)
    else:
        tallies = tallies_of_history(games, data)
    return show_stats(tallies, picture, as_json)
