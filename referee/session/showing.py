"""Showing a table: the page on the phones, the voice of this machine, the address to come to."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from engine.calls import AnyCall
from engine.events import AnyEvent, CallMade
from engine.observation import HIDDEN
from engine.saying import Saying, saying
from hardware.voice import Voice
from referee.addresses import page_address, qr_code
from referee.club.sender import ClubSender
from referee.keepsakes.painter import Painter
from referee.measures import measure_words, measures_of
from referee.refusal import Refusal
from referee.session.authority import Authority
from referee.session.machine import Health, PlainMachine
from referee.session.persistence import Kept
from referee.session.table import LiveTable
from web.app import Services, create_app
from web.calls import CallAnswer
from web.deck import DeckDesk
from web.feed import Feed
from web.hosts import Hosts
from web.kept_games import OldGames
from web.machine import Machine
from web.own_names import OwnNames
from web.scoreboard import Scoreboard, fold
from web.screens import OwnScreen
from web.seats import Seats
from web.secure import SecureServer
from web.server import PortTaken, Server
from web.setup import SetupDesk
from web.trust import Trust
from web.turn_clock import left
from web.wording import announcement, time_up

TELL_SECONDS = 1.0
"""How often the page is told what is hidden and how the eye is doing."""


class Announcer:
    """Speaks sequences, faults and the winner."""

    def __init__(
        self,
        voice: Voice,
        happened: Sequence[AnyEvent] = (),
        language: str = "en",
        *,
        quiet: Callable[[], bool] = lambda: False,
        clock: int = 0,
    ) -> None:
        """`happened`: what was announced before, which is not said again; `quiet` tells the quiet hours; `clock`:
        seconds a turn has, 0 for no limit."""
        self._voice = voice
        self._quiet = quiet
        self._language = language
        self._clock, self._late = clock, False
        self._board = Scoreboard()
        for event in happened:
            self._board = fold(self._board, event)

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Speak what is to be spoken."""
        for event in happened:
            said = announcement(self._board, event, self._language)
            self._board = fold(self._board, event)
            if said and not self._quiet():
                self._voice.speak(said)

    def time_is(self, at: float) -> None:
        """It is that late on the clock of the source: once a turn, say that its time is up."""
        rest = left(self._board.timed, self._clock, at)
        late = rest is not None and rest <= 0
        if late and not self._late and not self._quiet():
            self._voice.speak(time_up(self._board, self._language))
        self._late = late


@dataclass(frozen=True)
class PageChoices:
    """How a table's page is served."""

    host: str
    """The address it listens on."""
    port: int
    """0: any free one."""
    allow_hosts: tuple[str, ...] = ()
    """Names it answers by, beside the machine's own."""
    old_games: OldGames = "this"
    """Which recorded games guests may look at."""
    https: int | None = None
    """The port of HTTPS; 0: any free one; none where the page is served by HTTP alone."""
    machine: Machine | None = None
    """Whoever knows the machine and may change it; none where it is only looked at."""
    screen: OwnScreen | None = None
    """Of this machine, where a browser shows the page `/tv`."""


class Showing:
    """The page of one live table, served until `close`."""

    def __init__(
        self,
        feed: Feed,
        page: PageChoices,
        kept: Kept,
        hosts: Hosts,
        setup: SetupDesk | None = None,
        deck: DeckDesk | None = None,
        club: ClubSender | None = None,
    ) -> None:
        """Take the port. Raises PortTaken in words."""
        machine = page.machine or PlainMachine(kept.history.file.parent)
        self._health = Health(machine)
        self.feed = feed
        self._club = club
        self.worry: Saying | None = None
        """What people are to know early: that room runs out; none while there is enough."""
        self._room = kept.room
        self._table: LiveTable | None = None
        self._timed: list[Announcer] = []
        trust = self._take_secure_port(page, kept)
        self._told = float("-inf")
        app = create_app(
            feed,
            Services(
                calls=self._take_call,
                hosts=hosts,
                names=OwnNames(page.allow_hosts),
                address=lambda: self.address,
                games=kept.history,
                evidence=kept.evidence.of_turn,
                old_games=page.old_games,
                painter=Painter(),
                forget=kept.delete,
                rename=kept.rename,
                camera=self._camera,
                measures=self._measures,
                health=lambda: self._health.told(self._table),
                setup=setup,
                deck=deck,
                club=club,
                machine=machine,
                trust=trust,
                screen=page.screen,
            ),
        )
        self._streams = app.extensions["streams"]
        self.seats: Seats = app.extensions["seats"]
        try:
            self.server = Server(app, page.host, page.port)
        except PortTaken:
            if self.secure is not None:
                self.secure.close()
            raise
        self.hosts = hosts
        self.address = page_address(page.host, self.server.port)

    def start(self, table: LiveTable) -> None:
        """Serve this table."""
        self._table = table
        self.feed.tell(game=table.sitting.game)
        self.server.start()
        if self.secure is not None:
            self.secure.start(self.server)

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Show what happened, and the phones at the seats of their players."""
        self.seats.hear(happened, lambda people: self.feed.hear(happened, people))

    def let_say_time(self, announcer: Announcer) -> None:
        """This one hears after each frame how late it is."""
        self._timed.append(announcer)

    def tell(self) -> None:
        """After a frame: show what is no event: what a hand covers, how the eye is doing, whether the game is saved."""
        table = self._table
        if table is None:
            return
        self._health.frame_came(table.observation if not table.lost else None)
        if table.observation is None:
            return
        seen = table.observation
        for announcer in self._timed:
            announcer.time_is(seen.at)
        if seen.at - self._told < TELL_SECONDS:
            return
        self._told = seen.at
        with contextlib.suppress(Refusal):  # a book that cannot be read now is one for whoever calls
            self.seats.hosts_changed()
        self.worry = self._room.warning
        layout = table.arbiter.game.layout
        hidden = [layout.name_of(space) for space, letter in enumerate(seen.letters) if letter == HIDDEN]
        told = self._club.told if self._club is not None else {}
        self.feed.tell(hidden=hidden, eye=self._eye_words(table), game=table.sitting.game, club=told, at=seen.at)

    @property
    def watched(self) -> bool:
        """Whether a phone follows the game at this moment."""
        return len(self._streams) > 0

    def close(self) -> None:
        """Let the phones go and free the port."""
        self.feed.close()
        if self.secure is not None:
            self.secure.close()
        self.server.close()

    def _take_secure_port(self, page: PageChoices, kept: Kept) -> Trust | None:
        """Take the port of HTTPS, where it is asked for; gives what phones then have to trust."""
        self.secure: SecureServer | None = None
        if page.https is None:
            return None
        authority = Authority(kept.history.file.parent, page.allow_hosts)
        self.secure = SecureServer(authority.credentials, page.host, page.https)
        return Trust(authority.certificate, authority.fingerprint, self.secure.port)

    def _camera(self) -> bytes | None:
        """What the camera saw last; none while it sees nothing."""
        if self._table is None or self._table.lost:
            return None
        keeper = self._table.sitting.keeper
        return keeper.latest if keeper is not None else None

    def _measures(self, language: str) -> list[dict[str, Any]]:
        last = self._table.eye.last_frame if self._table is not None else None
        return [] if last is None else [measure_words(one, language) for one in measures_of(last)]

    def _eye_words(self, table: LiveTable) -> dict[str, Saying]:
        trouble = table.sitting.unsaved or self.worry or table.bands
        if trouble:
            return {"trouble": trouble}
        if table.eye.last_frame is None:
            return {}
        wrong = next((measure.trouble for measure in measures_of(table.eye.last_frame) if measure.trouble), "")
        return {"trouble": saying(wrong)} if wrong else {}

    def _take_call(self, call: AnyCall) -> CallAnswer:
        answered: CallMade | None = None if self._table is None else self._table.say(call)
        if answered is None:
            return CallAnswer(False, saying("no-referee"))
        return CallAnswer(answered.accepted, answered.message)


def greet(showing: Showing) -> None:
    """Tell people where the page is."""
    click.echo(qr_code(showing.address))
    click.echo(f"Phones watch at   {showing.address}")
    if showing.secure is not None:
        click.echo(f"HTTPS at port     {showing.secure.port}; a phone learns to trust it at {showing.address}trust")
    click.echo(f"The host calls at {showing.address}#host={showing.hosts.key}")
    click.echo("Ctrl-C ends.")
