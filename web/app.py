"""The web application: which address gives what.

Wiring only. What a page shows is folded in `scoreboard.py`, who follows it is counted in `live_door.py`, who
may call is decided in `calls.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, render_template, request

from engine.calls import forms
from web.answers import new_app
from web.book import book_door
from web.calls import LONGEST_CALL, TakesCall, calls_door
from web.deck import DeckDesk, deck_door
from web.feed import Feed
from web.games import Evidence, games_shelf
from web.hosts import Hosts, InMemory, new_key
from web.keepsakes import Painter, keepsakes_door
from web.kept_games import Games, KeptGames, OldGames, Readers
from web.live_door import Measures, Streams, cheers_door, live_door
from web.machine import Machine, machine_door
from web.mending import Forget, Rename, mending_door
from web.own_names import OwnNames
from web.pace import AskingPace
from web.players_door import asks_door, seats_door
from web.puzzles import puzzles_door
from web.screens import Camera, OwnScreen, own_screen_door, screen_door
from web.seats import Seats
from web.series import evenings_games, series_door
from web.setup import SetupDesk, setup_door
from web.statistics import statistics_door
from web.taking_part import ClubDesk, taking_part_door
from web.trust import Trust, trust_door

STREAM_CAP = 120
"""Phones that may follow live at once; the server has more threads than that."""


@dataclass(frozen=True, kw_only=True)
class Services:
    """What stands behind the page of one table; it does without what is not given."""

    calls: TakesCall | None = None
    """Takes calls of people, whose time it sets; none where phones may only watch."""
    hosts: Hosts | None = None
    """Who may call; else whoever knows `host_key`, as long as the program runs."""
    host_key: str | None = None
    """What a phone must know to call; a new one where none is given, in `app.config["HOST_KEY"]`."""
    names: OwnNames = field(default_factory=OwnNames)
    """The names of this machine; requests by any other are turned away."""
    address: Callable[[], str] | str | None = None
    """The address that phones reach this server at, for the QR code; else the one it was asked by."""
    games: Games | None = None
    """Whoever keeps earlier games; none where there is no history to show."""
    evidence: Evidence | None = None
    """`(game, turn)` gives the files kept of a turn."""
    old_games: OldGames = "all"
    """Which recorded games guests may look at; the host's devices may look at all."""
    painter: Painter | None = None
    """Draws boards and films of games; none where nothing is to be shared but words."""
    camera: Camera | None = None
    """What the camera sees, for the screen of the room; none where that is nobody's to see."""
    measures: Measures | None = None
    """How well the eye sees; none where nobody tells."""
    health: Callable[[], dict[str, Any]] | None = None
    """How the table is, as `/healthz` says it, with `ok`; none where there is only the page."""
    setup: SetupDesk | None = None
    """Lets the host's phone set the table up anew; none where that is done elsewhere."""
    deck: DeckDesk | None = None
    """Is shown a deck by the host; none where nobody could lay its cards."""
    forget: Forget | None = None
    """Deletes a game with all that was kept of it, for hosts; none where nobody may."""
    rename: Rename | None = None
    """Keeps other names for the seats of a game, for hosts; none where nobody may."""
    club: ClubDesk | None = None
    """Lets the host's phone join a club's evening and leave it; none where nobody may."""
    machine: Machine | None = None
    """The one the table runs on, for the host's phone; none where that is nobody's to see."""
    trust: Trust | None = None
    """What phones are asked to trust for HTTPS; none where there is only HTTP."""
    screen: OwnScreen | None = None
    """The screen of this machine, which shows phones the way; none where there is none."""
    stream_cap: int = STREAM_CAP
    """Phones that may follow live at once."""


def create_app(feed: Feed, services: Services | None = None) -> Flask:
    """The application for one table, which shows `feed`; phones may only watch where there are no `services`."""
    behind = services or Services()
    hosts = behind.hosts or Hosts(InMemory(behind.host_key or new_key()))
    limits = {"MAX_CONTENT_LENGTH": LONGEST_CALL, "STREAM_CAP": behind.stream_cap}
    app = new_app(behind.names, HOST_KEY=hosts.key, **limits)
    streams = Streams(behind.stream_cap)
    app.extensions["streams"] = streams
    evening = tuple if behind.games is None else evenings_games(behind.games, lambda: feed.games)
    readers = Readers(hosts, behind.old_games, lambda: feed.games, evening)

    def own_address() -> str:
        given = behind.address() if callable(behind.address) else behind.address
        return given or request.host_url

    def offers() -> dict[str, bool]:
        return {
            "takes_calls": behind.calls is not None,
            "keeps_games": behind.games is not None and readers.sees_any,  # depends on who asks
            "poses": behind.games is not None,
            "draws": behind.painter is not None,
            "sets_up": behind.setup is not None,
            "deck": behind.deck is not None,
            "club": behind.club is not None,
            "trust": behind.trust is not None,
            "machine": behind.machine is not None,
        }

    _show_table(app, own_address, offers)
    app.register_blueprint(live_door(feed, streams, own_address, behind.measures, behind.health))
    app.register_blueprint(screen_door(behind.camera, readers, behind.games is not None, own_address))
    if behind.screen is not None:
        app.register_blueprint(own_screen_door(behind.screen))
    if behind.calls is not None:
        _take_calls(app, feed, behind.calls, hosts)
    if behind.setup is not None:
        app.register_blueprint(setup_door(behind.setup, hosts, deck=behind.deck is not None))
    if behind.deck is not None:
        app.register_blueprint(deck_door(behind.deck, hosts))
    if behind.club is not None:
        app.register_blueprint(taking_part_door(behind.club, hosts))
    if behind.machine is not None:
        app.register_blueprint(machine_door(behind.machine, hosts))
    if behind.trust is not None:
        app.register_blueprint(trust_door(behind.trust))
    if behind.games is not None:
        _show_kept_games(app, behind, hosts, feed, readers, own_address)
    return app


def _show_table(app: Flask, own_address: Callable[[], str], offers: Callable[[], dict[str, bool]]) -> None:
    """The page of the running game; `offers` says to its template what this server can do."""

    @app.get("/")
    def table_page() -> str:
        return render_template("table.html", address=own_address(), forms=forms(), **offers())

    @app.get("/service-worker.js")
    def service_worker() -> Response:
        # A service worker may only see to what lies below its own address, and it is to see to every page.
        return app.send_static_file("service-worker.js")


def _take_calls(app: Flask, feed: Feed, calls: TakesCall, hosts: Hosts) -> None:
    """The doors of the host's and the players' phones."""
    seats, asking = Seats(lambda people: feed.tell(people=people), hosts), AskingPace()
    app.extensions["seats"] = seats
    app.register_blueprint(calls_door(calls, hosts))
    app.register_blueprint(cheers_door(feed))
    app.register_blueprint(seats_door(seats, hosts, lambda: feed.scoreboard, asking))
    app.register_blueprint(asks_door(seats, calls, hosts, lambda: feed.scoreboard, asking))


def _show_kept_games(
    app: Flask, behind: Services, hosts: Hosts, feed: Feed, readers: Readers, own_address: Callable[[], str]
) -> None:
    """The doors to games that are over: series, shelf, keepsakes and the book."""
    assert behind.games is not None
    kept = KeptGames(behind.games, readers)
    may = {
        "draws": behind.painter is not None,
        "deletes": behind.forget is not None,
        "renames": behind.rename is not None,
    }
    app.register_blueprint(series_door(behind.games, feed, readers))
    app.register_blueprint(games_shelf(kept, behind.evidence, own_address=own_address, **may))
    app.register_blueprint(keepsakes_door(kept, behind.painter))
    app.register_blueprint(mending_door(kept, hosts, behind.forget, behind.rename))
    app.register_blueprint(book_door(kept))
    app.register_blueprint(statistics_door(kept))
    app.register_blueprint(puzzles_door(kept, lambda: feed.scoreboard.setting))
