"""The life of a table that starts with the machine: it waits for what is missing, then referees, until it is stopped.

Whatever is missing is said on the page, to systemd and in the log, and tried again; nobody needs a keyboard.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from calibration.profile import load_profile
from engine.trouble import Trouble
from hardware.camera import Camera
from hardware.display import Card, Display, DisplayError, Framebuffer, Oled
from hardware.names import open_camera
from hardware.panel import Panel, PanelError
from hardware.voice import Voice
from referee.addresses import page_address
from referee.appliance.discovery import KeptName, Named
from referee.appliance.hands import PanelShow, button_calls, is_quiet, time_of_day
from referee.appliance.joining import Joining
from referee.appliance.machine import ApplianceMachine, installed_versions
from referee.appliance.network import Network
from referee.appliance.notify import Notifier
from referee.appliance.settings import Settings
from referee.appliance.signboard import Signboard, join_card, read_network, spoken
from referee.refusal import Refusal
from referee.session.camera_memory import hold_kept
from referee.session.live import Evening, keep_serving
from referee.session.running import Stop
from referee.session.showing import Announcer, PageChoices
from referee.setup.chosen import camera_at, played_at
from referee.setup.desk import Desk
from referee.setup.place import Place
from referee.setup.playing_desk import PlayingDesk
from referee.setup.waiting_room import waiting_room
from referee.storage.host_book import BookOnDisk
from web.setup import Step

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How often what was missing is looked for again."""
STEP_SECONDS = 0.25
"""How often it is looked whether the host has set the table up."""

OpenCamera = Callable[[str], Camera]


def missing(settings: Settings, camera_of: OpenCamera = open_camera) -> Trouble | None:
    """What keeps the table from starting, or nothing: rules, profile and camera are tried, in that order."""
    try:
        played = played_at(Path(settings.table), settings.played)
        played.game()
        look = load_profile(Path(settings.table))
        played.game(look)
        camera = camera_of(camera_at(Path(settings.table), settings.camera))
        hold_kept(camera, Path(settings.table))
        with camera:
            pass
    except Trouble as trouble:
        return trouble
    except ValueError as error:  # what the rule books say of seats, switches and layouts
        return Refusal(str(error), "Mend it in the settings file.")
    return None


def put_together(
    closing: contextlib.ExitStack,
    settings: Settings,
    page: PageChoices,
    camera: Camera,
    stop: Stop,
    desk: PlayingDesk,
    *,
    new: bool,
) -> Evening:
    """The table of these settings on that page; `new` begins a game. Raises what `Evening.open` raises."""
    return Evening.open(
        closing,
        camera,
        load_profile(Path(settings.table)),
        Path(settings.table),
        desk.rules,
        Path(settings.data),
        page,
        False,  # its voice keeps quiet hours, and so is put on here
        new=new,
        evidence=settings.evidence * 1_000_000,
        stop=stop,
        setup=desk,
    )


def keep_table(
    settings: Settings,
    stop: Stop,
    *,
    notifier: Notifier,
    camera_of: OpenCamera = open_camera,
    retry: float = RETRY_SECONDS,
    until_source_ends: bool = False,
) -> None:
    """Referee the table of these settings until `stop` is set, and set it up on the host's phone where that is asked.

    Args:
        settings: the table.
        stop: set by whoever wants the end.
        notifier: tells systemd how things are.
        camera_of: opens a camera by its name.
        retry: seconds between two tries while something is missing.
        until_source_ends: end when a recording is over instead of showing its last page.

    Raises PortTaken where another program has the port.
    """
    first: Step | None = None
    page = replace(settings.page, machine=_machine(settings))
    with (
        contextlib.ExitStack() as ending,
        Named(settings.name, settings.port) as named,
        KeptName(named),
        _signboard(settings) as board,
    ):
        ending.callback(notifier.stopping)

        def ready() -> Ready:
            return wait_until_ready(
                settings,
                stop,
                notifier=notifier,
                camera_of=camera_of,
                retry=retry,
                tell=board.status,
                first=first,
                page=page,
            )

        if named.trouble:
            _log.warning("%s", named.trouble)
        while (found := ready()) != "ended":
            desk = PlayingDesk(played_at(Path(settings.table), settings.played), stop.set)
            with contextlib.ExitStack() as closing:
                camera = camera_of(camera_at(Path(settings.table), settings.camera))
                hold_kept(camera, Path(settings.table))
                evening = put_together(closing, settings, page, camera, stop, desk, new=found == "set up")
                wire_voice(settings, evening)
                _wire_panel(closing, settings, evening)
                notifier.status("The table is refereed.")
                keep_serving(
                    evening,
                    until_source_ends=until_source_ends,
                    first_frame=notifier.ready,
                    each_round=notifier.alive,
                )
            first = desk.again
            if first is None:
                return
            stop.go_on()


Ready = Literal["ready", "set up", "ended"]
"""A table that lacks nothing, one that a host just set up, and one whose end was asked for."""


def wait_until_ready(
    settings: Settings,
    stop: Stop,
    *,
    notifier: Notifier,
    camera_of: OpenCamera = open_camera,
    retry: float = RETRY_SECONDS,
    tell: Callable[[str], None] = lambda words: None,
    first: Step | None = None,
    page: PageChoices | None = None,
) -> Ready:
    """Wait until nothing is missing, letting the host set the table up on the page.

    What is missing is said on the page, to systemd, and to `tell`, which hears nothing at the end.
    `first` is the step of setting up that a host asked for, though nothing may be missing; `page` is how the page is
    served, where that is not as the settings say.
    """
    trouble = missing(settings, camera_of) if first is None else None
    set_up = False

    def lacking() -> Trouble | None:
        return trouble

    place = Place(camera_of, settings.camera, Path(settings.table), settings.played)
    while trouble is not None or first is not None:
        desk = Desk(place, first, attended=first is not None)
        with waiting_room(lacking, desk, page or settings.page, Path(settings.data)):
            while (trouble is not None or desk.attended) and not desk.over.is_set():
                if trouble is not None:
                    _log.warning("the table cannot start: %s", trouble)
                words = str(trouble) if trouble is not None else "The table is being set up."
                notifier.status(words)
                tell(words)
                notifier.ready()
                notifier.alive()
                if _wait(stop, desk, retry):
                    return "ended"
                if not desk.attended:  # a host who sets it up has the camera
                    trouble = missing(settings, camera_of)
        first = None
        if desk.over.is_set():
            set_up, trouble = True, missing(settings, camera_of)
    tell("")
    return "set up" if set_up else "ready"


def _wait(stop: Stop, desk: Desk, seconds: float) -> bool:
    """Let time pass, less where the host is through with setting up; whether the end was asked for."""
    until = time.monotonic() + seconds
    while not stop.wait(min(STEP_SECONDS, seconds)):
        if desk.over.is_set() or time.monotonic() >= until:
            return False
    return True


def _machine(settings: Settings) -> ApplianceMachine:
    """The machine as the host's phone may look at it and change it."""
    joining = Joining(Network(), f"http://{_name(settings)}/") if shutil.which("nmcli") else None
    return ApplianceMachine(Path(settings.data), installed_versions(), joining)


def _signboard(settings: Settings) -> Signboard:
    """The displays that are there, with the code for phones."""
    displays: list[Display] = []
    wanted: list[Callable[[], Display]] = [Framebuffer] if settings.display.screen else []
    if settings.display.oled is not None:
        kind = settings.display.oled
        wanted.append(lambda: Oled(kind, settings.display.oled_address))
    for make in wanted:
        try:
            displays.append(make())
        except DisplayError as trouble:
            _log.info("%s", trouble)
    return Signboard(displays, lambda status: _join_card(settings, status))


def _join_card(settings: Settings, status: str) -> Card:
    network = read_network(Path(settings.data))
    own = str(network.get("address", "")) if network.get("state") == "own" else ""
    address = page_address(own or settings.host, settings.port)
    key = _key_of_a_new_table(Path(settings.data)) if status else ""
    return join_card(address, [_name(settings)], network, status, settings.voice.language, key)


def _key_of_a_new_table(data: Path) -> str:
    """The host's key as long as no phone ever had it: whoever unpacks a table sees no terminal."""
    try:
        book = BookOnDisk(data).read()
    except Trouble:
        return ""
    return "" if book.given else book.key


def _name(settings: Settings) -> str:
    return f"{settings.name}.local:{settings.port}"


def _quiet_hours(settings: Settings) -> Callable[[], bool]:
    return lambda: is_quiet(time_of_day(), settings.voice.quiet_from, settings.voice.quiet_to)


def wire_voice(settings: Settings, evening: Evening) -> None:
    """The loudspeaker, where it is wanted; without espeak-ng the table is refereed all the same."""
    if not settings.voice.on:
        return
    voice = Voice(settings.voice.language, volume=settings.voice.volume)
    if voice.silent:
        _log.warning("%s", voice.silent)
    quiet, language = _quiet_hours(settings), settings.voice.language
    if not quiet():
        voice.speak(spoken([_name(settings)], read_network(Path(settings.data)), language))
    evening.table.listen(Announcer(voice, evening.told, language, quiet=quiet))


def _wire_panel(closing: contextlib.ExitStack, settings: Settings, evening: Evening) -> None:
    """Lamp, buzzer and buttons, where there are any; without them the table is refereed all the same."""
    table = evening.table
    pressed = button_calls(table.say, lambda: table.arbiter.state.value == "paused", _shut_down)
    try:
        panel = closing.enter_context(Panel(settings.panel, pressed))
    except PanelError as trouble:
        _log.warning("%s", trouble)
        return
    if settings.panel.any:
        table.listen(PanelShow(panel, evening.told, quiet=_quiet_hours(settings)))


def _shut_down() -> None:
    subprocess.run(["systemctl", "poweroff"], check=False, timeout=10)
