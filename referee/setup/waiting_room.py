"""The page while a table waits: for what is missing, or for the host to set it up on the phone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.trouble import Trouble
from referee.addresses import page_address
from referee.session.machine import PlainMachine
from referee.session.serving import noted
from referee.session.showing import PageChoices
from referee.setup.desk import Desk
from referee.storage.host_book import BookOnDisk
from web.hosts import Hosts
from web.own_names import OwnNames
from web.server import Server
from web.waiting import create_waiting_app


@contextlib.contextmanager
def waiting_room(
    trouble: Callable[[], Trouble | None], desk: Desk, page: PageChoices, data: Path
) -> Iterator[tuple[Server, Hosts]]:
    """Serve that page; gives its server and who the hosts are. Raises PortTaken in words."""
    hosts = Hosts(BookOnDisk(data))
    machine = page.machine or PlainMachine(data)
    app = create_waiting_app(trouble, OwnNames(page.allow_hosts), desk, hosts, machine, page.screen)
    server = Server(app, page.host, page.port)
    address = page_address(page.host, server.port)
    server.start()
    try:
        with noted(data, address, page.host, server.port):
            yield server, hosts
    finally:
        desk.close()
        server.close()
