"""Whatever goes wrong with a table is said on every channel it has, in its languages, and play goes on when it is over.

The table speaks Danish, the phone reads Swedish; systemd, the log, `/healthz` and `doctor` are for whoever mends it.
"""

import html
import json
import shutil
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.saying import Saying, saying
from hardware.address import Address
from hardware.camera import CameraError
from hardware.network.trouble import gone as gone_from
from hardware.panel import Panel
from hardware.pi import PiCamera
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from hardware.usb import UsbCamera
from referee.appliance.around import Parts
from referee.appliance.discovery import Named
from referee.appliance.join_card import screen_word
from referee.appliance.joining import Joining
from referee.appliance.network import PROFILE, Network
from referee.appliance.service import keep_file
from referee.checkup.machine import examine_machine, examine_running
from referee.session.persistence import Persistence
from referee.session.running import Stop
from referee.storage.host_book import BookOnDisk
from referee.storage.room import Room
from tests.appliance.test_network import Room as Networks
from tests.appliance.test_notify import library
from tests.appliance.test_service import Listening, free_port
from tests.hardware.fakes import fake_picamera2
from web import wording

PI_GONE = CameraError(
    "The Pi camera gives no more pictures.", "Check its ribbon cable.", code="camera-gone", camera="pi"
)
PATIENCE = 60.0
"""Seconds after which a channel that says nothing has failed; what is waited for takes a fraction of one."""
STOPS = ("page", "healthz", "doctor", "log", "systemd", "screen", "voice", "lamp", "buzzer")
"""Channels of what keeps a table from watching."""
TELLS = ("page", "healthz", "doctor", "log", "screen", "voice", "buzzer")
"""Channels of what people should know: the lamp goes on showing whose turn it is, and to systemd all is well."""


@dataclass(frozen=True)
class Case:
    """Something that goes wrong, and how it is told: to whoever mends it, by the table, by the phone."""

    english: str
    danish: str
    swedish: str
    channels: tuple[str, ...] = STOPS


class Film(SimulatedTable):
    """The drawn table, until everything was said."""

    def __init__(self, table, **how):
        quiet = {"size": (640, 480), "seed": 4, "live": False, "habits": Habits(cheats=0.0)}
        super().__init__(**{**quiet, **how})
        self.watched = table

    def frames(self):
        for frame in super().frames():
            yield frame
            if self.watched.is_over:
                return


class Ribbon(Film):
    """A live camera whose ribbon comes loose after the first frame, until somebody pushes it in."""

    def __init__(self, table):
        super().__init__(table, live=True, wait=lambda seconds: None)

    def _see(self):
        if self.watched.loose:
            raise PI_GONE

    def open(self):
        if self.watched.played:
            self._see()
        super().open()

    def frames(self):
        for frame in super().frames():
            yield frame
            self.watched.played = True
            self._see()


class Table(Listening):
    """A table with everything around it, run until a trouble was told on its channels, mended, and is over."""

    def __init__(self, folder, measured, case):
        super().__init__()
        self.folder, self.data, self.case = folder, folder / "data", case
        self.file, self.port = folder / "table.toml", free_port()
        self.stop, self.until = Stop(), time.monotonic() + PATIENCE
        self.spoken, self.lamp, self.tunes = [], set(), []
        self.log = lambda: ""
        self.mended = self.played = False
        self.loose = True
        self.silent = list(case.channels)
        shutil.copytree(measured, folder / "profile")
        self.write()
        self.camera_of = lambda name: Film(self)
        self.parts = Parts(
            voice=lambda settings: SimpleNamespace(silent="", speak=self.spoken.append),
            panel=lambda pins, pressed: self,
            named=lambda name, port: Named(name, port, addresses=lambda: ["192.0.2.7"], module=library),
            joining=lambda settings: None,
            cameras=tuple,
            camera=lambda name: self.camera_of(name),
            retry=0.0,
            every=0.01,
        )

    def write(self, more=""):
        self.file.write_text(f"""\
camera = "pi"
table = "{self.folder}/profile"
data = "{self.data}"
host = "127.0.0.1"
port = {self.port}
{more}
[voice]
on = true
language = "da"
[panel]
lamp = [17, 27, 22]
buzzer = 18
""")

    # as a lamp and a buzzer

    def show(self, colour, how=""):
        self.lamp.add((colour, how))

    def sound(self, tune):
        self.tunes.append(tune)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    # what its channels say

    def asked(self, path, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def said(self):
        key = BookOnDisk(self.data).read().key
        word = screen_word(self.data)
        pages = [self.asked("/?lang=sv"), self.asked("/api/machine?lang=sv", **{"X-Host-Key": key})]
        looked_over = (*examine_machine(self.data, self.port), *examine_running(self.data, self.port))
        findings = [f"{one.state} {one.what} {one.mend}" for one in looked_over]
        return {
            "page": " ".join([*pages, self.asked("/api/state?lang=sv")]).replace('\\"', '"'),
            "healthz": self.asked("/healthz"),
            "doctor": " ".join(findings),
            "log": self.log(),
            "systemd": " ".join(line for line in self.heard if line.startswith("STATUS")),
            "screen": html.unescape(" ".join(self.asked(f"/{page}?screen={word}") for page in ("tv", "join-card"))),
            "voice": " ".join(self.spoken),
            "lamp": "flashes" if ("white", "flash") in self.lamp else "",
            "buzzer": " ".join(self.tunes),
        }

    def expected(self, channel):
        own = {"page": self.case.swedish, "lamp": "flashes", "buzzer": "trouble"}
        return own.get(channel) or (self.case.danish if channel in ("screen", "voice") else self.case.english)

    def alive(self):
        """Once a round: as soon as every channel has said it, it is mended."""
        super().alive()
        if not self.mended:
            said = self.said()
            self.silent = [one for one in self.case.channels if self.expected(one) not in said[one]]
            if not self.silent:
                self.mended, self.loose = True, False
                self.mend()
        if time.monotonic() > self.until:
            self.stop.for_good = True
            self.stop.set()

    def mend(self):
        """What a person does about it."""

    @property
    def is_over(self):
        return self.mended or self.stop.is_set()

    def run(self):
        keep_file(self.file, self.stop, notifier=self, until_source_ends=True, parts=self.parts)


def fails_until_mended(table, module):
    table.camera_of = lambda name: Film(table) if table.mended else PiCamera(module=lambda: module)


def no_camera(table, monkeypatch):
    fails_until_mended(table, fake_picamera2(present=False))


def held_camera(table, monkeypatch):
    fails_until_mended(table, fake_picamera2(held=True))


def another_camera(table, monkeypatch):
    fails_until_mended(table, fake_picamera2(present=False))
    table.parts = replace(table.parts, cameras=lambda: ("usb:0",))


def two_cameras(table, monkeypatch):
    table.parts = replace(table.parts, cameras=lambda: ("pi", "usb:0"))


def loose_ribbon(table, monkeypatch):
    table.camera_of = lambda name: Ribbon(table)


def no_network(table, monkeypatch):
    table.parts = replace(table.parts, named=lambda name, port: Named(name, port, addresses=list))


def own_wifi_that_does_not_open(table, monkeypatch):
    told = {"state": "none", "trouble": "The table's own Wi-Fi could not be opened (the radio is off)."}
    table.data.mkdir()
    (table.data / "network.json").write_text(json.dumps(told))


def wrong_word(table, monkeypatch):
    room = Networks(reached=["Home"], words={"Home": "right word"})
    room.on = PROFILE
    joining = Joining(Network(room), "http://sequence.local:8080/", start=lambda work: work())
    table.parts = replace(table.parts, joining=lambda settings: joining)
    joining.join("Home", "wrong word")
    table.mend = lambda: joining.join("Home", "right word")


def full_card(table, monkeypatch):
    begin = Persistence.begin

    def begins(self, *words):
        if not table.mended:
            raise OSError(28, "No space left on device", "history.sqlite")
        return begin(self, *words)

    monkeypatch.setattr(Persistence, "begin", begins)


def card_fills_in_play(table, monkeypatch):
    left = SimpleNamespace(total=32_000_000_000, used=0, free=5_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: left)


def power_cut(table, monkeypatch):
    note = {"address": "http://x/", "host": "127.0.0.1", "port": 1, "process": 1, "boot": "another"}
    (table.data / "serving").mkdir(parents=True)
    (table.data / "serving" / "1.json").write_text(json.dumps(note))


def pins_that_cannot_be_used(table, monkeypatch):
    def refuse(pins, pressed):
        return Panel(pins, pressed, pin_factory=table.pins)  # a factory that is none

    table.pins = SimpleNamespace()
    table.parts = replace(table.parts, panel=refuse)


def mistake_in_the_file(table, monkeypatch):
    table.write('seats = "blue green"\nprot = 8080')
    table.mend = table.write


def mistake_in_the_rules(table, monkeypatch):
    table.write('seats = "blue pink"')
    table.mend = table.write


CASES = {
    no_camera: Case(
        "The Pi camera does not start", "Kameraet pi er der ikke. Se efter kablet", "Kameran pi finns inte där."
    ),
    held_camera: Case(
        "Another program holds the Pi camera",
        "Et andet program holder kameraet pi.",
        "Ett annat program håller kameran pi",
    ),
    another_camera: Case(
        "usb:0 is there: the host chooses it on the phone",
        "Kameraet pi er der ikke; det er usb:0. Værten vælger",
        "Kameran pi finns inte där, men usb:0 gör det.",
    ),
    two_cameras: Case(
        "Several cameras are plugged in (pi, usb:0); pi is used.",
        "Der er sat flere kameraer til: pi, usb:0. pi bruges.",
        "Flera kameror är inkopplade: pi, usb:0. pi används.",
        TELLS,
    ),
    loose_ribbon: Case(
        "The camera pi gives no more pictures. Check its cable",
        "Kameraet pi giver ingen billeder mere. Se efter kablet",
        "Kameran pi ger inga fler bilder.",
    ),
    no_network: Case("The table is in no network", "Bordet er ikke på noget net", "Bordet är inte på något nät", TELLS),
    own_wifi_that_does_not_open: Case(
        "The table's own Wi-Fi could not be opened",
        "Bordets eget Wi-Fi kunne ikke åbnes.",
        "Bordets eget Wi-Fi kunde inte öppnas.",
        TELLS,
    ),
    wrong_word: Case(
        "The network Home does not take that word.",
        "Wi-Fi'et Home tager ikke den adgangskode.",
        "Wi-Fi-nätet Home tar inte det lösenordet.",
        TELLS,
    ),
    full_card: Case("the disk is full", "Bordet kan ikke starte: kortet er fuldt.", "kortet är fullt."),
    card_fills_in_play: Case("4 MiB", "Kortet er fuldt: 4 MiB er fri.", "Kortet är fullt: 4 MiB är lediga.", TELLS),
    power_cut: Case("The power was cut", "Strømmen gik", "Strömmen gick", TELLS),
    pins_that_cannot_be_used: Case(
        "Lamp and buttons cannot be used (",
        "",
        "Lampa och knappar kan inte användas (",
        ("page", "healthz", "doctor", "log"),
    ),
    mistake_in_the_file: Case(
        "table.toml, line 7: there is no setting `prot`. Did you mean port?", "linje 7: there is", "rad 7: there is"
    ),
    mistake_in_the_rules: Case("table.toml, line 6: ", "linje 6: ", "rad 6: "),
}


@pytest.mark.parametrize("trouble", CASES, ids=lambda trouble: trouble.__name__)
def test_it_is_said_on_every_channel_and_play_goes_on_when_it_is_over(trouble, tmp_path, profile, monkeypatch, caplog):
    table = Table(tmp_path, profile, CASES[trouble])
    table.log = lambda: caplog.text
    trouble(table, monkeypatch)
    table.run()
    assert table.silent == [], "channels that said nothing of it"
    assert table.heard[-2:] == ["WATCHDOG=1", "STOPPING=1"]
    assert table.heard.count("STOPPING=1") == 1, "systemd ends a service that says so, though it goes on"
    assert "STATUS=The table is refereed." in table.heard
    if trouble is no_camera:
        waited = table.heard[: table.heard.index("STATUS=The table is refereed.")]
        assert waited.count("READY=1") == 1, "the page is there"


@pytest.mark.parametrize("language", [code for code in wording.languages() if code != "en"])
def test_what_is_said_of_a_camera_or_a_card_in_play_is_told_in_every_language(language):
    warning = Room(Path("/data"), lambda folder: 1_000_000).warning
    gone = [UsbCamera("usb:0")._lost(), gone_from(Address("rtsp://x")), PI_GONE]
    said = [warning, saying("unsaved", why="The disk is full."), *(Saying(one.code, one.about) for one in gone)]
    said += [Saying(kind) for kind in ("frozen", "torn", "bands", "settling")]
    assert [one for one in said if wording.told(one, language) in ("", wording.told(one))] == []
