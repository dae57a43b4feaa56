"""Evenings one after another at one table: set up where something is missing or a host asks for it, then played.

Here stand the page while a table waits, and the desk at which a host asks for something else while a game is played.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from engine.trouble import Trouble
from hardware.camera import CameraError, Replayable
from referee.addresses import page_address, qr_code
from referee.refusal import Refusal
from referee.session.live import Evening, keep_serving
from referee.session.machine import PlainMachine
from referee.session.running import Stop
from referee.session.serving import noted
from referee.session.showing import PageChoices
from referee.setup.desk import Desk
from referee.setup.place import REPLACED, Place, camera_at, choice_awaited, played_at, unusable_profile
from referee.storage.host_book import BookOnDisk
from referee.wiring import Rules
from vision.rectify.pictures import PictureError
from web import page_words
from web.hosts import Hosts
from web.own_names import OwnNames
from web.server import Server
from web.setup import SetupView, Step
from web.waiting import create_waiting_app
from web.wording import DEFAULT

LOOK_SECONDS = 0.2
"""How often it is looked whether the table is set up."""


class PlayingDesk:
    """Ends the table's game to set it up anew, where a host asks for that; `again` is then the step to begin with."""

    def __init__(self, rules: Rules, end: Callable[[], None]) -> None:
        """`end` ends the table."""
        self.again: Step | None = None
        self.rules = rules
        self._end = end

    def view(self) -> SetupView:
        """That it is played, and by what rules."""
        rules = self.rules
        return SetupView(
            "playing",
            measured=True,
            edition=rules.edition,
            seats=tuple(rules.seats.split()),
            rules=rules.rules,
            clock=rules.clock,
        )

    def picture(self) -> bytes | None:
        """None: the page of the game shows it."""
        return None

    def act(self, action: Mapping[str, Any], who: str) -> Trouble | None:
        """End the game, to measure the table again (`to`: `board`) or to choose what is played (`game`)."""
        to = action.get("to")
        if action.get("action") != "again" or to not in ("board", "game"):
            return Trouble("A game is being played.", "End it first.", code="playing")
        self.again = "board" if to == "board" else "game"
        self._end()
        return None


Play = Callable[[contextlib.ExitStack, Rules, PageChoices, bool, PlayingDesk], Evening]
"""Puts one evening together: by these rules, on this page, a new game or not, with that desk."""


def keep_evenings(place: Place, page: PageChoices, data: Path, stop: Stop, play: Play, *, new: bool = False) -> None:
    """Set up and play until `stop` is set for good."""
    first, why = missing_step(place), None
    while True:
        if first is not None:
            page, why = set_up(place, first, page, data, stop, why), None
            if stop.is_set():
                return
            new = True
        rules = played_at(place.profile, place.asked)
        desk = PlayingDesk(rules, stop.set)
        try:
            with contextlib.ExitStack() as closing:
                keep_serving(play(closing, rules, page, new, desk))
        except CameraError as gone:
            if first is None:  # nobody is at the phone who could choose another
                raise
            click.echo(str(gone), err=True)
            first = "board"
            continue
        except PictureError as other:  # a film stays as it is; a camera can be set, or the table measured again
            film = isinstance(place.open_camera(camera_at(place.profile, place.camera)), Replayable)
            if film or other.code != "picture-size":
                raise
            first, why = "board", other
            continue
        first, new = desk.again, False
        if first is None:
            return
        stop.go_on()


def missing_step(place: Place) -> Step | None:
    """The step of setting up that a table lacks; none where it can be played at.

    What was chosen on a phone and cannot be played any more is chosen anew; what is asked for is left to be refused.
    """
    look = place.look()
    if look is None:
        return "board"
    if choice_awaited(place.profile):
        return "game"
    chosen = played_at(place.profile, place.asked)
    if chosen != place.asked:
        try:
            chosen.game(look)
        except (ValueError, Refusal):
            return "game"
    return None


def set_up(
    place: Place, first: Step, page: PageChoices, data: Path, stop: Stop, why: Trouble | None = None
) -> PageChoices:
    """Serve the page on which the host sets the table up, until that is done or `stop` is set.

    `why`: what keeps a table that is set up from being played at. Returns the page with the port that it had, so that
    phones find what comes next.
    """
    desk = Desk(place, first)

    with waiting_room(lambda: why or not_set_up(place.profile), desk, page, data) as (server, hosts):
        address = page_address(page.host, server.port)
        if (unusable := unusable_profile(place.profile)) is not None:
            click.echo(f"{unusable.reason} {REPLACED}", err=True)
        click.echo(qr_code(f"{address}#host={hosts.key}"))
        lacks = "The table is not set up yet." if why is None else _as_phones_say(why)
        click.echo(f"{lacks} The host does that on a phone, with this code or at")
        click.echo(f"{address}#host={hosts.key}")
        desk.view()  # the camera is tried at once, and what is wrong with it said here, too
        told = ""
        while not stop.wait(LOOK_SECONDS) and not desk.over.is_set():
            if (trouble := desk.camera_trouble) is not None and (said := _as_phones_say(trouble)) != told:
                told = said
                click.echo(said, err=True)
        return replace(page, port=server.port)


def _as_phones_say(trouble: Trouble) -> str:
    said = page_words.trouble_words(trouble, "setup", DEFAULT)
    return f"{said['reason']} {said['mend']}".strip()


def not_set_up(profile: Path) -> Trouble:
    """What people are told of a table that cannot be played at yet, by the folder of its profile."""
    if (unusable := unusable_profile(profile)) is not None:
        return Trouble(unusable.reason, "The host measures the table again on the phone.", code="profile-unusable")
    return Trouble("The table is not set up yet.", "The host does that on the phone.", code="not-set-up")


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
