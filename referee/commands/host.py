"""`referee host` and `join`: the host's link, and the club that this table is in."""

from __future__ import annotations

from pathlib import Path

import click

from referee.addresses import page_address, qr_code
from referee.club import joining
from referee.commands.options import data_option, json_option, port_option
from referee.console import tell_json, tell_line
from referee.refusal import Refusal
from referee.session.serving import running
from referee.storage.host_book import BookOnDisk
from referee.storage.settings import data_folder, demo_folder
from web.hosts import Hosts


@click.command()
@click.option("--new", is_flag=True, help="Make a new key: the old link ends, the phones that are in stay in.")
@click.option(
    "--replace", is_flag=True, help="A host's phone died or was lost: make a new key and take every phone off."
)
@click.option(
    "--at-once/--confirmed", default=None, help="What players' phones say counts at once, or with a host's yes."
)
@port_option
@data_option
@json_option
def host(new: bool, replace: bool, at_once: bool | None, port: int, data: Path | None, as_json: bool) -> int:
    """Print the link that makes a phone the host's, with its QR code. It stays the same until --new.

    Works while a table is served, and when none is: the key is kept in the data folder, readable by its owner only.
    """
    folder = data_folder(data)
    hosts = Hosts(BookOnDisk(folder, must_write=True))
    if at_once is not None:
        hosts.let_players_call(at_once)
        said = "at once" if at_once else "with a host's yes"
        if as_json:
            tell_json({"at_once": at_once})
        else:
            tell_line(f"What players' phones say counts {said}.")
    if new or replace:
        hosts.renew()
    if replace:
        for one in hosts.devices:
            hosts.take_off(one.number)
    if at_once is not None and not (new or replace):
        return 0
    served = running(folder)
    address = served.address if served else page_address("0.0.0.0", port)
    link = f"{address}#host={hosts.key}"
    if as_json:
        tell_json({"link": link, "key": hosts.key, "served": served is not None})
        return 0
    tell_line(qr_code(link))
    tell_line(f"The host's link: {link}")
    if served is None:
        tell_line("No table is being served from here at the moment; at another port give --port.")
    return 0


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
