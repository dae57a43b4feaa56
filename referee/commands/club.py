"""`referee club`: the hub of an evening with many tables."""

from __future__ import annotations

import contextlib
import re
import threading
from pathlib import Path

import click

from referee.addresses import page_address, qr_code, web_address
from referee.club.database import ClubAway, open_club
from referee.club.hub import Hub
from referee.club.joining import join
from referee.club.page import create_club
from referee.club.played import NAMES, PlayedTable
from referee.club.sender import ClubSender
from referee.commands.options import allow_host_option, data_option, host_option
from referee.refusal import Refusal
from referee.session.running import stopping
from referee.storage.locks import instance_lock
from referee.storage.settings import data_folder
from web.own_names import OwnNames
from web.server import Server

LONGEST_PACE = 3600
"""Most seconds from turn to turn at tables that play by themselves: one that waits longer shows nothing."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8090, show_default=True, help="Port; 0: any free one.")
@host_option
@allow_host_option
@click.option(
    "--database", default="", metavar="ADDRESS", help="postgresql://USER@HOST/NAME; else a file in the data folder."
)
@click.option("--address", default="", help="Where phones reach the page, if a proxy stands before it.")
@click.option("--play", type=click.IntRange(0, 32), default=0, help="Let so many tables play by themselves, to try it.")
@click.option("--pace", type=float, default=8.0, show_default=True, help="Seconds from turn to turn at these tables.")
@data_option
def club(
    port: int,
    host: str,
    allow_hosts: tuple[str, ...],
    database: str,
    address: str,
    play: int,
    pace: float,
    data: Path | None,
) -> None:
    """Take what the tables of an evening send, and show it: what waits for a host, tables, standings, rounds.

    Tables join with the link that is printed, by their host's phone or `referee join`; nothing but what was announced
    is sent, and, where a table's host allows it, a picture of each fault.

    Several hubs with one PostgreSQL database show the same evening.
    """
    if address and not (re.fullmatch(r"[^\s?#]+", address) and web_address(address)):
        raise Refusal(f"'{address}' is no address for phones.", "It looks like https://club.example/.")
    if not 0 <= pace <= LONGEST_PACE:
        raise Refusal(f"{pace:g} is no pace.", f"8 is a good one; it is 0 to {LONGEST_PACE} seconds from turn to turn.")
    folder = data_folder(data) / "club"
    with contextlib.ExitStack() as closing:
        if not database:
            closing.enter_context(instance_lock("a club", folder.parent))
        kept = open_club(folder, database)
        closing.callback(kept.close)
        try:
            hub = Hub(kept)
        except ClubAway as away:
            raise Refusal(f"The club's database gives nothing: {away}") from None
        place = address
        app = create_club(hub, lambda: place, OwnNames(allow_hosts))
        server = Server(app, host, port)
        closing.callback(server.close)
        place = (address or page_address(host, server.port)).rstrip("/") + "/"
        hub.start()
        closing.callback(hub.close)
        stop = closing.enter_context(stopping())
        server.start()
        if play:
            _play(closing, play, pace, f"http://127.0.0.1:{server.port}/#join={hub.code}", folder / "played")
        link = f"{place}#join={hub.code}"
        click.echo(qr_code(link))
        click.echo(f"Tables join with        {link}")
        click.echo(f"                        on the host's phone, or: referee join '{link}' --name 'Table 1'")
        click.echo(qr_code(place))
        click.echo(f"Everybody watches at    {place}")
        click.echo(f"The organiser is at     {place}#organiser={hub.key}")
        click.echo("Ctrl-C ends.")
        stop.wait()


def _play(closing: contextlib.ExitStack, count: int, pace: float, link: str, folder: Path) -> None:
    """Tables that play by themselves, each with a history and a sender of its own."""
    for number in range(count):
        own = folder / f"{number + 1}"
        one, other = (NAMES[(2 * number + at) % len(NAMES)] for at in (0, 1))
        again = f" {2 * number // len(NAMES) + 1}" if 2 * number >= len(NAMES) else ""
        table = PlayedTable(own, f"blue:{one}{again} green:{other}{again}", number, pace)
        join(link, f"Table {number + 1}", own)
        sender = ClubSender(own)
        sender.start()
        playing = threading.Thread(target=table.play, daemon=True)
        playing.start()
        closing.callback(table.close)
        closing.callback(playing.join, 2)
        closing.callback(sender.close)
        closing.callback(table.stop)
