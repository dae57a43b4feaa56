"""The life of a table that starts with the machine: it waits for what is missing, then referees, until it is stopped.

Whatever is missing is said on the page, to systemd and in the log, and tried again; nobody needs a keyboard.
"""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

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
from referee.appliance.notify import Notifier
from referee.appliance.settings import Settings
from referee.appliance.signboard import Signboard, join_card, read_network, spoken
from referee.camera_memory import hold_kept
from referee.live import Evening, keep_serving
from referee.refusal import Refusal
from referee.showing import Announcer
from web.own_names import OwnNames
from web.server import Server
from web.waiting import create_waiting_app

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How often what was missing is looked for again."""

OpenCamera = Callable[[str], Camera]


def missing(settings: Settings, camera_of: OpenCamera = open_camera) -> Trouble | None:
    """What keeps the table from starting, or nothing: rules, profile and camera are tried, in that order."""
    try:
        settings.played.game()
        look = load_profile(Path(settings.table))
        settings.played.game(look)
        camera = camera_of(settings.camera)
        hold_kept(camera, Path(settings.table))
        with camera:
            pass
    except Trouble as trouble:
        return trouble
    except ValueError as error:  # what the rule books say of seats, switches and layouts
        return Refusal(str(error), "Mend it in the settings file.")
    return None


def put_together(closing: contextlib.ExitStack, settings: Settings, camera: Camera) -> Evening:
    """The table of these settings. Raises what `Evening.open` raises."""
    return Evening.open(
        closing,
        camera,
        load_profile(Path(settings.table)),
        Path(settings.table),
        settings.played,
        Path(settings.data),
        settings.page,
        False,  # its voice keeps quiet hours, and so is put on here
        evidence=settings.evidence * 1_000_000,
    )


def keep_table(
    settings: Settings,
    stop: threading.Event,
    *,
    notifier: Notifier,
    camera_of: OpenCamera = open_camera,
    retry: float = RETRY_SECONDS,
    until_source_ends: bool = False,
) -> None:
    """Referee the table of these settings until `stop` is set.

    Args:
        settings: the table.
        stop: set by whoever wants the end.
        notifier: tells systemd how things are.
        camera_of: opens a camera by its name.
        retry: seconds between two tries while something is missing.
        until_source_ends: end when a recording is over instead of showing its last page.

    Raises PortTaken where another program has the port.
    """
    with Named(settings.name, settings.port) as named, KeptName(named), _signboard(settings) as board:
        if named.trouble:
            _log.warning("%s", named.trouble)
        if not wait_until_ready(settings, stop, notifier=notifier, camera_of=camera_of, retry=retry, tell=board.status):
            return
        with contextlib.ExitStack() as closing:
            camera = camera_of(settings.camera)
            hold_kept(camera, Path(settings.table))
            evening = put_together(closing, settings, camera)
            closing.callback(notifier.stopping)
            wire_voice(settings, evening)
            _wire_panel(closing, settings, evening)
            notifier.status("The table is refereed.")
            keep_serving(
                evening,
                until_source_ends=until_source_ends,
                first_frame=notifier.ready,
                each_round=notifier.alive,
            )


def wait_until_ready(
    settings: Settings,
    stop: threading.Event,
    *,
    notifier: Notifier,
    camera_of: OpenCamera = open_camera,
    retry: float = RETRY_SECONDS,
    tell: Callable[[str], None] = lambda words: None,
) -> bool:
    """Wait until nothing is missing, saying what is: on the page, to systemd, and to `tell`, which hears nothing at the
    end. False where the end was asked for meanwhile."""
    trouble = missing(settings, camera_of)
    if trouble is None:
        return True
    app = create_waiting_app(lambda: trouble, OwnNames(settings.page.allow_hosts))
    server = Server(app, settings.host, settings.port)
    server.start()
    try:
        while trouble is not None:
            _log.warning("the table cannot start: %s", trouble)
            notifier.status(str(trouble))
            tell(str(trouble))
            notifier.ready()
            notifier.alive()
            if stop.wait(retry):
                notifier.stopping()
                return False
            trouble = missing(settings, camera_of)
    finally:
        server.close()
    tell("")
    return True


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
    return join_card(address, [_name(settings)], network, status, settings.voice.language)


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
