"""Evenings one after another at one table: set up where something is missing or a host asks for it, then played."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from engine.trouble import Trouble
from hardware.camera import CameraError, Replayable
from referee.addresses import page_address, qr_code
from referee.refusal import Refusal
from referee.session.live import Evening, keep_serving
from referee.session.running import Stop
from referee.session.showing import PageChoices
from referee.setup.chosen import camera_at, played_at
from referee.setup.desk import Desk
from referee.setup.place import REPLACED, Place
from referee.setup.playing_desk import PlayingDesk
from referee.setup.waiting_room import waiting_room
from referee.wiring import Rules
from vision.rectify.pictures import PictureError
from web import page_words
from web.setup import Step
from web.wording import DEFAULT

LOOK_SECONDS = 0.2
"""How often it is looked whether the table is set up."""

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

    with waiting_room(lambda: why or not_set_up(place), desk, page, data) as (server, hosts):
        address = page_address(page.host, server.port)
        if (unusable := place.unusable()) is not None:
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


def not_set_up(place: Place) -> Trouble:
    """What people are told of a table that cannot be played at yet."""
    if (unusable := place.unusable()) is not None:
        return Trouble(unusable.reason, "The host measures the table again on the phone.", code="profile-unusable")
    return Trouble("The table is not set up yet.", "The host does that on the phone.", code="not-set-up")
