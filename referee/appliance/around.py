"""Everything at a table that can speak beside its page: loudspeaker, lamp, buzzer, systemd, the log.

What is wrong is told on each of them as soon as it is known, once, and goes when it is over; all else goes on where one
of them is missing.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from engine import calls
from engine.editions.edition import TEAMS
from engine.events import AnyEvent, CameraBack, CameraLost
from engine.judging.states import State
from engine.trouble import Trouble
from hardware.camera import Camera
from hardware.names import open_camera
from hardware.panel import ButtonPressed, Panel, PanelError, Pins
from hardware.present import cameras_plugged_in
from hardware.voice import Voice
from hardware.worries import Part, Worry
from referee.addresses import page_address
from referee.appliance.discovery import Named
from referee.appliance.join_card import join_card, keep_screen_address, read_network, screen_word, spoken
from referee.appliance.joining import Joining
from referee.appliance.network import Network
from referee.appliance.notify import Notifier
from referee.appliance.settings import Settings
from referee.session.live import Evening
from referee.session.showing import Announcer
from referee.session.table import LiveTable
from referee.storage.host_book import BookOnDisk
from web import wording
from web.hosts import Hosts
from web.page_words import said, trouble_words
from web.scoreboard import Scoreboard, fold
from web.screens import JoinCard, OwnScreen

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How often what was missing is looked for again."""
LOOK_SECONDS = 5.0
"""How often it is looked whether there is something new to worry about."""
FOR_ALL: tuple[Part, ...] = ("network", "camera", "start", "disk")
"""Parts of which everybody at the table hears, though play does not suffer yet."""
CALLS = {"stop": calls.Pause, "undo": calls.Undo, "new_game": calls.Start}
"""What each button means in a game; `stop` lets one go on that rests."""
NEW_HOST_SECONDS = 600.0
"""So long the code that makes a phone the host's is shown after its button was held."""


def is_quiet(of_day: str, begins: str | None, ends: str | None) -> bool:
    """Whether a time of day, as 21:30, lies in the quiet hours, which may run over midnight."""
    if begins is None or ends is None:
        return False
    if begins <= ends:
        return begins <= of_day < ends
    return of_day >= begins or of_day < ends


class PanelShow:
    """Shows on lamp and buzzer how the game stands, as the page shows it."""

    def __init__(
        self,
        panel: Panel,
        happened: Sequence[AnyEvent] = (),
        *,
        quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        """`happened`: what was announced before, which is shown and not sounded; `quiet` tells the quiet hours."""
        self._panel, self._quiet = panel, quiet
        self._board = reduce(fold, happened, Scoreboard())
        self._show()

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Take in events, in order."""
        self._board = reduce(fold, happened, self._board)
        for event in happened:
            if event.tune and not self._quiet():
                self._panel.sound(event.tune)
        self._show()

    def _show(self) -> None:
        board = self._board
        if board.camera is not None:
            self._panel.show("white", "flash")
        elif board.faults:
            self._panel.show("white", "blink")
        elif board.arbiter == State.PAUSED.value:
            self._panel.show("white", "breathe")
        elif board.winner in TEAMS:
            self._panel.show(str(board.winner), "breathe")
        elif board.to_move is not None and board.to_move < len(board.seats):
            self._panel.show(board.seats[board.to_move].team)
        else:
            self._panel.show("white", "off")


def time_of_day() -> str:
    """Now, on the clock of this machine, as 21:30."""
    return time.strftime("%H:%M")


def voice_of(settings: Settings) -> Voice:
    """The loudspeaker, as loud as the settings say."""
    return Voice(settings.voice.language, volume=settings.voice.volume)


def joining_of(settings: Settings) -> Joining | None:
    """Whoever joins networks; none where NetworkManager is not installed."""
    return Joining(Network(), f"http://{name_of(settings)}/") if shutil.which("nmcli") else None


def name_of(settings: Settings) -> str:
    """How people write the page's address by the table's name."""
    return f"{settings.name}.local:{settings.port}"


def shut_down() -> None:
    """Turn the machine off."""
    subprocess.run(["systemctl", "poweroff"], check=False, timeout=10)


@dataclass(frozen=True)
class Parts:
    """How what stands at the table is opened; tests have others stand in."""

    voice: Callable[[Settings], Voice] = voice_of
    panel: Callable[[Pins, ButtonPressed], Panel] = Panel
    shut_down: Callable[[], None] = shut_down
    named: Callable[[str, int], Named] = Named
    joining: Callable[[Settings], Joining | None] = joining_of
    cameras: Callable[[], tuple[str, ...]] = cameras_plugged_in
    camera: Callable[[str], Camera] = open_camera
    retry: float = RETRY_SECONDS
    """Seconds between two tries while something is missing."""
    every: float = LOOK_SECONDS
    """Seconds between two looks at what there is to worry about."""


class Around:
    """What stands at one table. `with` opens and closes it."""

    def __init__(
        self,
        settings: Settings,
        notifier: Notifier,
        *,
        parts: Parts | None = None,
        worries: Callable[[], Sequence[Worry]] = tuple,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`worries` gives what there is to worry about at this moment."""
        self.notifier, self.parts = notifier, parts or Parts()
        self._settings, self._worries = settings, worries
        self._monotonic = monotonic
        self.broken: list[Worry] = []
        """What of it could not be used, for the host's phone; play goes on without it."""
        self.found_as: Callable[[], str] = lambda: name_of(settings)
        """How people write the page's address by the name the table has just now."""
        self._data, self._language = Path(settings.data), settings.voice.language
        self._trouble: Trouble | None = None
        self._stopped = ""
        """What keeps the table from playing, in the language of the table; empty while it plays."""
        self._told: dict[str, str] = {}
        """What there is to worry about, by its kind, in that language."""
        self._ways_told: set[str] = set()
        self._table: LiveTable | None = None
        self._new_host: tuple[int, float] | None = None
        self._ending = threading.Event()
        word = screen_word(self._data)
        keep_screen_address(self._data, settings.port, word)
        self.screen = OwnScreen(word, self.card, self._language)
        """The table's own, where a browser shows it."""
        self._parts_open = ExitStack()

    def __enter__(self) -> Around:
        settings, keep = self._settings, self._parts_open
        self._voice = self.parts.voice(settings) if settings.voice.on else None
        try:
            self._panel = keep.enter_context(self.parts.panel(settings.panel, self._pressed))
        except PanelError as trouble:
            _log.warning("%s", trouble)
            why = trouble.about.get("why", "")
            self.broken.append(Worry("panel", trouble.code, trouble.reason, trouble.mend, why=why))
            self._panel = keep.enter_context(Panel(Pins(), self._pressed))
        self._thread = threading.Thread(target=self._keep_looking, name="worries", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ending.set()
        self._thread.join(timeout=1.0)
        self._parts_open.close()

    # What is wrong

    def cannot_play(self, trouble: Trouble | None) -> None:
        """Tell why the table cannot play; without a trouble it is being set up."""
        if trouble is None:
            self._stopped, self._trouble = said("being_set_up", self._language), None
            self.notifier.status("The table is being set up.")
            return
        self.notifier.status(str(trouble))
        self._stopped = self._words(trouble)
        if self._trouble is None or str(self._trouble) != str(trouble):
            _log.warning("the table cannot play: %s", trouble)
            self._trouble = trouble
            self._speak(self._stopped)
            self._sound("trouble")
        self._panel.show("white", "flash")

    def can_play(self) -> None:
        """Nothing seems to be in the way any more; what was is told again only once a game began."""
        self._stopped = ""
        self._panel.show("white", "off")

    def look(self) -> None:
        """Tell what is new to worry about, and forget what is over.

        What does not hurt play yet, as a clock that nobody keeps, is for the host's phone alone.
        """
        self._tell_the_way()
        found: dict[str, Trouble] = {one.code: one for one in self._worries() if one.grave or one.part in FOR_ALL}
        if self._table is not None and (unsaved := self._table.sitting.unsaved):
            found["unsaved"] = Trouble(wording.told(unsaved, self._language))
        before, self._told = self._told, {code: self._words(one) for code, one in found.items()}
        new = [code for code in found if code not in before]
        for code in new:
            _log.warning("%s", found[code])
            self._speak(self._told[code])
        if new:
            self._sound("trouble")

    def _tell_the_way(self) -> None:
        """Aloud, once: where the page is, the key as long as no phone ever had it, and the table's own Wi-Fi as soon as
        that is the way."""
        network = read_network(self._data)
        way = "own" if network.get("state") == "own" else "page"
        if way in self._ways_told:
            return
        key = "" if self._ways_told else key_of_a_new_table(self._data)
        self._ways_told.add(way)
        self._speak(spoken([self.found_as()], network, self._language))
        if key:
            self._speak(said("key_aloud", self._language, key=", ".join(key)))

    def _keep_looking(self) -> None:
        while not self._ending.wait(self.parts.every):
            try:
                self.look()
            except Exception:  # noqa: BLE001 - whatever it is, the next look may do
                _log.exception("what there is to worry about could not be told")

    # A game

    def accompany(self, evening: Evening, closing: ExitStack) -> None:
        """Show, sound and speak a game until `closing` ends."""
        self._table, self._trouble = evening.table, None
        closing.callback(self._leave)
        self.notifier.status("The table is refereed.")
        if self._voice is not None:
            said = Announcer(self._voice, evening.told, self._language, quiet=self._is_quiet, clock=evening.clock)
            evening.table.listen(said)
            evening.showing.let_say_time(said)
        if self._settings.panel.any:
            evening.table.listen(PanelShow(self._panel, evening.told, quiet=self._is_quiet))
        evening.table.listen(self)

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """On the screen, aloud and to systemd: that the board is not watched. The lamp hears it by itself."""
        for event in happened:
            if isinstance(event, CameraLost):
                reason = wording.told(event.reason)
                _log.warning("the board is not watched: %s", reason)
                self._stopped = wording.told(event.reason, self._language)
                self._speak(
                    wording.sentence({"key": "camera_lost", "reason": event.reason}, self._language, aloud=True)
                )
                self.notifier.status(reason)
            elif isinstance(event, CameraBack):
                _log.info("the board is watched again")
                self._speak(wording.sentence({"key": "camera_back"}, self._language, aloud=True))
                self._stopped = ""
                self.notifier.status("The table is refereed.")

    def _leave(self) -> None:
        self._table = None
        self._panel.show("white", "off")

    # Buttons

    def _pressed(self, name: str) -> None:
        """A button was pressed: it calls as if the host had tapped it on the phone."""
        table = self._table
        try:
            if name == "shutdown":
                self.parts.shut_down()
            elif name == "new_host":
                self.let_another_phone_be_the_host()
            elif table is not None and name == "stop" and table.arbiter.state is State.PAUSED:
                table.say(calls.Resume(at=0.0, who="button"))
            elif table is not None:
                table.say(CALLS[name](at=0.0, who="button"))
        except Exception:  # noqa: BLE001 - on a thread of the pins, where nobody would hear of it
            _log.exception("the button %s did nothing", name)

    def let_another_phone_be_the_host(self) -> None:
        """The host's phone is gone: make a new key, take every phone off, and show the code to whoever is here."""
        hosts = Hosts(BookOnDisk(self._data))
        key = hosts.renew()
        for one in hosts.devices:
            hosts.take_off(one.number)
        self._new_host = (BookOnDisk(self._data).read().given, self._monotonic() + NEW_HOST_SECONDS)
        _log.info("the button for another host was held: the key is new, and every host's phone was taken off")
        self._sound("sequence")
        self._speak(said("new_host_aloud", self._language, key=", ".join(key)))

    def _fresh_key(self) -> str:
        """The new host's key, until a phone came by it or it was shown for long enough."""
        if self._new_host is None:
            return ""
        given, until = self._new_host
        book = BookOnDisk(self._data).read()
        if book.given != given or self._monotonic() >= until:
            self._new_host = None
            return ""
        return book.key

    # Words

    def card(self) -> JoinCard:
        """What the table's screen shows: the way to the page, what is wrong, and the host's key where no phone has
        it."""
        network = read_network(self._data)
        own = str(network.get("address", "")) if network.get("state") == "own" else ""
        address = page_address(own or self._settings.host, self._settings.port)
        told = [line for line in (self._stopped, *self._told.values()) if line]
        fresh = self._fresh_key()
        if fresh:
            told = [said("new_host", self._language, key=fresh), *told]
        unplayed = self._stopped and self._table is None
        key = fresh or (key_of_a_new_table(self._data) if unplayed else "")
        return join_card(address, [self.found_as()], network, told, self._language, key)

    def _words(self, trouble: Trouble) -> str:
        told = trouble_words(trouble, "machine", self._language)
        return f"{told['reason']} {told['mend']}".strip()

    def _is_quiet(self) -> bool:
        return is_quiet(time_of_day(), self._settings.voice.quiet_from, self._settings.voice.quiet_to)

    def _speak(self, words: str) -> None:
        if self._voice is not None and not self._is_quiet():
            self._voice.speak(words)

    def _sound(self, tune: str) -> None:
        if not self._is_quiet():
            self._panel.sound(tune)


def key_of_a_new_table(data: Path) -> str:
    """The host's key as long as no phone ever had it: whoever unpacks a table sees no terminal."""
    try:
        book = BookOnDisk(data).read()
    except Trouble:
        return ""
    return "" if book.given else book.key
