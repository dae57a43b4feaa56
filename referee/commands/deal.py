"""`referee deal`: who deals, who sits where, how many cards."""

from __future__ import annotations

import click

from referee.commands.options import json_option


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
    from referee.reports.shelf import show_deal

    return show_deal(
        players, edition, rules, teams=teams, dealer=dealer, last_dealer=last_dealer, seed=seed, as_json=as_json
    )
