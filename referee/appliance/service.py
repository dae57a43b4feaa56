"""The life of a table that starts with the machine: it waits for what is missing, then referees, until it is stopped.

Whatever is missing is said on the page and by all that stands around the table, and tried again; nobody needs a
keyboard.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from calibration.profile import load_profile
from engine.trouble import Trouble
from hardware.address import shown_name
from hardware.camera import CameraError
from hardware.worries import Worry
from referee.appliance.around import Around, Parts
from referee.appliance.discovery import Named
from referee.appliance.join_card import read_network
from referee.appliance.machine import ApplianceMachine, installed_versions
from referee.appliance.notify import Notifier
from referee.appliance.secure_page import SecurePage
from referee.appliance.settings import Settings, rules_mistake, settings_in
from referee.refusal import Refusal, file_trouble
from referee.session.camera_memory import hold_kept
from referee.session.live import Evening, Plan, keep_serving
from referee.session.running import Stop
from referee.session.serving import forget_notes, was_cut_off
from referee.session.showing import PageChoices
from referee.setup.desk import Desk
from referee.setup.evenings import PlayingDesk, not_set_up, waiting_room
from referee.setup.place import Place, camera_at, choice_awaited, played_at
from referee.storage.database import CARD_FULL
from referee.storage.durable import stamp
from referee.storage.history import HistoryFull
from web.setup import Step

_log = logging.getLogger(__name__)

STEP_SECONDS = 0.25
"""How often it is looked whether the host has set the table up."""
NEWS_SECONDS = 600.0
"""So long after the start it is told how it came about."""

Ready = Literal["ready", "set up", "ended", "read again"]
"""A table that lacks nothing, one that a host just set up, one whose end was asked for, and one whose settings file was
changed."""


@dataclass(frozen=True)
class File:
    """The settings file of a table, as it was read."""

    path: Path
    mistake: Refusal | None = None
    """What is wrong in it."""
    stamp: tuple[int, ...] | None = None

    @classmethod
    def read(cls, path: Path) -> tuple[Settings, File]:
        """Its settings, as far as they can be used."""
        now = stamp(path)
        settings, mistake = settings_in(path)
        return settings, cls(path, mistake, now)

    @property
    def changed(self) -> bool:
        """Whether it was written since."""
        return stamp(self.path) != self.stamp


def keep_file(path: Path, stop: Stop, **how: Any) -> None:
    """Referee the table of a settings file until `stop` is set; a mistake in it is told until it is mended.

    `how` is what `keep_table` takes.
    """
    again = True
    while again and not stop.for_good:
        settings, file = File.read(path)
        again = keep_table(settings, stop, file=file, **how)


def missing(settings: Settings, parts: Parts, file: File | None = None) -> Trouble | None:
    """What keeps the table from starting, or nothing: settings file, rules, profile and camera, in that order."""
    if file is not None and file.mistake is not None:
        return file.mistake
    try:
        played = played_at(Path(settings.table), settings.played)
        if played == settings.played and (wrong := rules_mistake(file.path if file else None, settings)) is not None:
            return wrong
        played.game()
        look = load_profile(Path(settings.table))
        if choice_awaited(Path(settings.table)):
            return not_set_up(Path(settings.table))
        played.game(look)
        camera = parts.camera(camera_at(Path(settings.table), settings.camera))
        hold_kept(camera, Path(settings.table))
        with camera:
            pass
    except CameraError as trouble:
        return _which_there_is(trouble, parts.cameras())
    except Trouble as trouble:
        return trouble
    except ValueError as error:  # what the rule books say of seats, switches and layouts
        return Refusal(str(error), "Mend it in the settings file.")
    return None


def _which_there_is(trouble: CameraError, plugged: tuple[str, ...]) -> CameraError:
    """The trouble; where another camera is there instead, that one is named."""
    meant = trouble.about.get("camera", "")
    others = [name for name in plugged if name != meant]
    if trouble.code != "camera-none" or not others:
        return trouble
    names = ", ".join(others)
    mend = f"{names} is there: the host chooses it on the phone."
    return CameraError(trouble.reason, mend, code="camera-other", camera=meant, others=names)


def keep_table(
    settings: Settings,
    stop: Stop,
    *,
    notifier: Notifier,
    until_source_ends: bool = False,
    file: File | None = None,
    parts: Parts | None = None,
) -> bool:
    """Referee the table of these settings until `stop` is set, and set it up on the host's phone where that is asked.

    Args:
        settings: the table.
        stop: set by whoever wants the end.
        notifier: tells systemd how things are.
        until_source_ends: end when a recording is over instead of showing its last page.
        file: the settings file; while something is missing, a change in it ends this.
        parts: opens what stands around the table; tests have others stand in.

    Returns:
        Whether the settings file is to be read again.

    Raises PortTaken where another program has the port.
    """
    first: Step | None = None
    failed: Trouble | None = None
    parts, again = parts or Parts(), False
    with contextlib.ExitStack() as ending:
        named = ending.enter_context(parts.named(settings.name, settings.port))
        around = Around(settings, notifier, parts=parts, worries=lambda: machine.worries())
        secure = SecurePage(Path(settings.data), settings.page.allow_hosts, settings.host)
        machine = _machine(settings, named, parts, around.broken, secure)
        around.found_as = lambda: f"{named.name}:{settings.port}"
        ending.enter_context(around)
        ending.callback(lambda: None if again else notifier.stopping())
        page = replace(settings.page, machine=machine, screen=around.screen)
        while True:
            found = wait_until_ready(settings, stop, around, first=first, page=page, file=file, failed=failed)
            if found in ("ended", "read again"):
                again = found == "read again"
                return again
            desk = PlayingDesk(played_at(Path(settings.table), settings.played), stop.set)
            try:
                with _evening(settings, around, page, secure, stop, desk, new=found == "set up") as evening:
                    keep_serving(
                        evening,
                        until_source_ends=until_source_ends,
                        first_frame=notifier.ready,
                        each_round=notifier.alive,
                    )
            except (Trouble, HistoryFull, OSError) as error:
                if stop.is_set():  # what could not be saved at the end is told by whoever ends
                    raise
                failed = _as_trouble(error)
                continue
            first, failed = desk.again, None
            if not secure.ended_for_it() and first is None:
                return False
            stop.go_on()


@contextlib.contextmanager
def _evening(
    settings: Settings,
    around: Around,
    page: PageChoices,
    secure: SecurePage,
    stop: Stop,
    desk: PlayingDesk,
    *,
    new: bool,
) -> Iterator[Evening]:
    """An evening at the table of these settings on that page, served by HTTPS, too, where `secure` says so; `new`
    begins a game. Raises as `Evening.open`."""
    folder = Path(settings.table)
    camera = around.parts.camera(camera_at(folder, settings.camera))
    hold_kept(camera, folder)
    plan = Plan(  # its voice keeps quiet hours, and so is put on around it
        folder,
        desk.rules,
        Path(settings.data),
        page,
        new=new,
        evidence=settings.evidence * 1_000_000,
        setup=desk,
        club=(settings.club.link, settings.club.table),
    )
    with secure.served(stop.set) as port, contextlib.ExitStack() as closing:
        plan = replace(plan, page=replace(page, https=port))
        evening = Evening.open(closing, camera, load_profile(folder), plan, stop)
        around.accompany(evening, closing)
        yield evening


def _as_trouble(error: Exception) -> Trouble:
    """What kept a table from starting, told so that a person can mend it."""
    if isinstance(error, Trouble):
        return error
    told = str(error) if isinstance(error, HistoryFull) else file_trouble(error)
    if "full" in told:
        return Refusal(told, code=CARD_FULL)
    _log.exception("the table could not start", exc_info=error)
    return Refusal(told or f"The table could not start ({error}).", "It is tried again; the log says more.")


def wait_until_ready(
    settings: Settings,
    stop: Stop,
    around: Around,
    *,
    first: Step | None = None,
    page: PageChoices | None = None,
    file: File | None = None,
    failed: Trouble | None = None,
) -> Ready:
    """Wait until nothing is missing, letting the host set the table up on the page.

    What is missing is said on the page and by all that stands `around` the table.
    `first` is the step of setting up that a host asked for, though nothing may be missing; `page` is how the page is
    served, where that is not as the settings say; `failed` is why the last start did not succeed, for one more wait.
    """
    look = partial(missing, settings, around.parts, file)
    trouble = failed or (look() if first is None else None)
    found: Ready = "ready"

    def lacking() -> Trouble | None:
        return trouble

    place = Place(around.parts.camera, settings.camera, Path(settings.table), settings.played)
    while trouble is not None or first is not None:
        desk = Desk(place, first, attended=first is not None)
        with waiting_room(lacking, desk, page or settings.page, Path(settings.data)):
            while (trouble is not None or desk.attended) and not desk.over.is_set():
                around.cannot_play(trouble)
                around.notifier.ready()
                around.notifier.alive()
                if _wait(stop, desk, around.parts.retry):
                    return "ended"
                if file is not None and file.changed:
                    return "read again"
                if not desk.attended:  # a host who sets it up has the camera
                    trouble = look()
        first = None
        if desk.over.is_set():
            found, trouble = "set up", look()
    around.can_play()
    return found


def _wait(stop: Stop, desk: Desk, seconds: float) -> bool:
    """Let time pass, less where the host is through with setting up; whether the end was asked for."""
    until = time.monotonic() + seconds
    while not stop.wait(min(STEP_SECONDS, seconds)):
        if desk.over.is_set() or time.monotonic() >= until:
            return False
    return True


def _machine(
    settings: Settings, named: Named, parts: Parts, broken: list[Worry], secure: SecurePage
) -> ApplianceMachine:
    """The machine as the host's phone may look at it and change it; `broken` is what of its parts cannot be used."""
    data = Path(settings.data)
    until = time.monotonic() + NEWS_SECONDS
    news = _how_it_started(data, camera_at(Path(settings.table), settings.camera), parts.cameras())

    def also() -> list[Worry]:
        return [*_about_network(named, data), *broken, *(news if time.monotonic() < until else ())]

    return ApplianceMachine(data, installed_versions(), parts.joining(settings), secure, also=also)


def _about_network(named: Named, data: Path) -> Iterator[Worry]:
    """That phones cannot reach the table, and that its own Wi-Fi could not be opened."""
    if not named.in_a_network:
        reason = "The table is in no network, so phones cannot reach it."
        mend = "It joins a known one, or opens a Wi-Fi of its own within two minutes."
        yield Worry("network", "no-network", reason, mend)
    if named.name != named.wanted:
        reason = f"Another table here is called {named.wanted}; this one is found as {named.name}."
        mend = "Give one of them another name in its settings file."
        yield Worry("network", "name-taken", reason, mend, name=named.wanted, own=named.name)
    if failed := str(read_network(data).get("trouble", "")):
        yield Worry("network", "own-wifi", failed, "It is tried again every minute.")


def _how_it_started(data: Path, camera: str, plugged: tuple[str, ...]) -> list[Worry]:
    """What people should know of this start: that it was not meant, that one of several cameras is used."""
    news = []
    if was_cut_off(data):
        forget_notes(data)
        reason = "The power was cut, or the program was killed."
        mend = "Nothing that was announced is lost; the game goes on where it stood."
        news.append(Worry("start", "cut-off", reason, mend))
    if len(plugged) > 1:
        names = ", ".join(plugged)
        reason = f"Several cameras are plugged in ({names}); {shown_name(camera)} is used."
        mend = "The host chooses another while the table is set up."
        news.append(Worry("camera", "several-cameras", reason, mend, cameras=names, camera=shown_name(camera)))
    return news
