"""`referee join`: this table takes part in a club's evening, or no more."""

from __future__ import annotations

from pathlib import Path

import click

from referee.club import joining
from referee.commands.options import data_option
from referee.refusal import Refusal
from referee.session.serving import running
from referee.storage.settings import data_folder, demo_folder


@click.command()
@click.argument("link", required=False)
@click.option("--name", help="This table's name there; else the one it had last, or Table 1.")
@click.option("--leave", is_flag=True, help="Send nothing any more.")
@data_option
def join(link: str | None, name: str | None, leave: bool, data: Path | None) -> None:
    """Join with the link that the hub printed: `http://HOST:8090/#join=CODE`.

    From then on this table sends what its referee announces, from the game that is open, whenever it is served and the
    hub can be reached. The table plays on whatever happens to the hub or the network. Its host's phone can do the same
    (More, Club evening), and let a picture of each fault be sent, too: until then none is.
    """
    folder = data_folder(data)
    if leave:
        if not joining.leave(folder):
            raise Refusal("This table is in no club.", "")
        click.echo("This table sends nothing any more. What it sent stays with the club.")
        return
    if link is None:
        known = joining.membership(folder)
        if known is None:
            raise Refusal("This table is in no club.", "Say the link that `referee club` printed.")
        click.echo(f"{known.table} sends to {known.address}, from game {known.since} on.")
        return
    if name is None:
        name = joining.last_name(folder) or "Table 1"
    joined = joining.join(link, name, folder)
    click.echo(f"{joined.table} has joined {joined.address}. It sends whenever it is served.")
    apart = demo_folder(folder)
    if running(apart) is not None and running(folder) is None:
        click.echo(f"The demo that runs keeps its games apart; that one joins with --data {apart}", err=True)
