"""What of this machine is in order for refereeing, and how to mend what is not.

Each check looks at one thing and gives one finding; none of them changes anything but a probe file that is
removed at once. What a running table says of itself is one of them; the camera and the table profile are looked at by
`referee.checkup.camera`.

What a machine says of itself is one JSON that a person sends back: where a picture stays away, the cause is in it, and
nothing of games, keys, addresses or networks' names.
"""

from __future__ import annotations

import platform
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec

from hardware.camera import CameraError
from hardware.devices import CAMERA_MEMORY, REGION, forbidden
from hardware.health import ClockState, Condition, condition, text_of
from hardware.pi import FOCUSED, first_cause, import_picamera2
from hardware.present import cameras_plugged_in
from hardware.voice import missing
from hardware.worries import MIB, Worry, worries
from referee.addresses import local_addresses
from referee.console import counted
from referee.refusal import Refusal
from referee.session.machine import version_of
from referee.session.persistence import Kept
from referee.session.serving import health, notes
from referee.storage.durable import make_folder
from referee.storage.room import free_bytes
from referee.storage.settings import history_file
from web.server import PortTaken, listen

_CLOCKS: dict[ClockState, str] = {
    "synchronised": "set, and kept right over the network",
    "kept": "kept by the machine's own clock; nothing compares it with the network",
}
_LIBRARIES = ("numpy", "opencv-python-headless", "flask", "waitress", "msgspec", "click")


class Finding(msgspec.Struct, frozen=True):
    """What one check found."""

    name: str
    state: Literal["ok", "warning", "fault"]
    what: str
    mend: str = ""


def examine_machine(data: Path, port: int) -> Iterator[Finding]:
    """Everything but camera and profile, one finding each."""
    yield Finding("python", "ok", f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    yield _libraries()
    yield _pi_libraries()
    yield _disk(data)
    yield _history(data)
    yield _network()
    yield _port(port)
    yield Finding("voice", "ok", missing() or "espeak-ng is installed: --voice speaks")


def _libraries() -> Finding:
    found = {library: version_of(library) for library in _LIBRARIES}
    if missing := [library for library, known in found.items() if not known]:
        return Finding("libraries", "fault", f"missing: {', '.join(missing)}", "Run `make demo`, or pip install them.")
    return Finding("libraries", "ok", ", ".join(map(" ".join, found.items())))


def _pi_libraries() -> Finding:
    if "Raspberry Pi" not in text_of(Path("/proc/device-tree/model")):
        return Finding("pi camera", "ok", "not a Raspberry Pi: USB, network, recorded and simulated cameras work here")
    try:
        import_picamera2()  # that it is installed does not say that it runs
    except CameraError as no:
        return Finding("pi camera", "warning", no.reason, no.mend)
    return Finding("pi camera", "ok", f"picamera2 {version_of('picamera2')}")


def _disk(data: Path) -> Finding:
    try:
        make_folder(data)
        probe = data / ".probe"
        try:
            probe.write_bytes(b"probe")
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        return Finding(
            "disk", "fault", f"{data} cannot be written: {error.strerror}", "Give another folder with --data DIR."
        )
    free = free_bytes(data)
    what = f"{free // MIB} MiB free at {data}"
    for worry in worries(Condition(disk_free=free)):
        return Finding("disk", "fault" if worry.grave else "warning", what, worry.mend)
    return Finding("disk", "ok", what)


def _history(data: Path) -> Finding:
    file = history_file(data)
    if not file.exists():
        return Finding("history", "ok", "no game recorded yet")
    try:
        kept = Kept.below(data)
        with kept.history as history:
            if history.salvaged:
                return Finding("history", "warning", history.salvaged)
            games = history.games()
    except Refusal as no:
        return Finding("history", "fault", no.reason, no.mend)
    return Finding("history", "ok", f"{counted(len(games), 'game')} in {file}")


def _network() -> Finding:
    addresses = local_addresses()
    if not addresses:
        return Finding(
            "network", "warning", "no network: only this machine can see the page", "Join the Wi-Fi the phones are in."
        )
    return Finding("network", "ok", f"phones reach this machine at {', '.join(addresses)} ({socket.gethostname()})")


def _port(port: int) -> Finding:
    try:
        listen("0.0.0.0", port).close()
    except PortTaken as taken:
        if health("127.0.0.1", port) is not None:
            return Finding("port", "ok", f"port {port}: a table is served there")
        return Finding("port", "warning", str(taken))
    return Finding("port", "ok", f"port {port} is free for the page")


def examine_running(data: Path, port: int) -> Iterator[Finding]:
    """The findings on the machine that runs, and one on each table that is served from here."""
    now = condition(data)
    yield from of_condition(now)
    places = dict.fromkeys([*((note.host, note.port) for note in notes(data)), ("127.0.0.1", port)])
    answers = [(place, told) for place in places if (told := health(*place)) is not None]
    measured = {worry.code for worry in worries(now)}
    for (_, at), told in answers:
        yield of_table(at, told)
        yield from of_worries(told.get("worries"), measured)
    if not answers:
        yield Finding("table", "ok", "no table is being served from here")


def of_table(port: int, told: dict[str, Any]) -> Finding:
    """What a table's own words amount to."""
    age, unsaved = told.get("frame_age"), told.get("unsaved", 0)
    said = [f"served at port {port}", str(told.get("eye", "")).rstrip(".")]
    if isinstance(age, int | float):
        said.append(f"last picture {age:.1f} s ago")
    said.append(f"{counted(unsaved, 'event')} unsaved" if unsaved else "everything is saved")
    said.append(f"phones that follow: {told.get('streams', 0)}")
    what = "; ".join(part for part in said if part)
    if told.get("ok"):
        return Finding("table", "ok", what)
    if unsaved:
        return Finding("table", "fault", what, str(told.get("trouble") or "Free some space."))
    if age is None:  # it waits, and what it says of that has the way out in it
        return Finding("table", "fault", what)
    return Finding("table", "fault", what, "Look at the camera, its cable, the light, and what lies over the board.")


def of_worries(told: Any, measured: set[str]) -> Iterator[Finding]:
    """What a table itself worries about, beside what is `measured` here as well."""
    for worry in told if isinstance(told, list) else ():
        if isinstance(worry, dict) and worry.get("code") not in measured:
            state: Literal["fault", "warning"] = "fault" if worry.get("grave") else "warning"
            yield Finding("table", state, str(worry.get("reason", "")), str(worry.get("mend", "")))


def of_condition(now: Condition) -> Iterator[Finding]:
    """What the machine's condition amounts to, part by part; `doctor` looks at the disk by itself."""
    worried: dict[str, Worry] = {worry.part: worry for worry in worries(now)}
    well = {
        "clock": _CLOCKS.get(now.clock, ""),
        "warmth": f"{now.temperature:.0f} °C" if now.temperature is not None else "",
        "power": "",
        "wi-fi": f"{now.signal} dBm" if now.signal is not None else "",
    }
    for part, what in well.items():
        worry = worried.get(part)
        if worry is not None:
            yield Finding(part, "fault" if worry.grave else "warning", worry.reason, worry.mend)
        elif what:
            yield Finding(part, "ok", what)


LIBRARIES = (
    "sequence-referee",
    "picamera2",
    "opencv-python-headless",
    "numpy",
    "av",
    "gpiozero",
    "lgpio",
    "simplejpeg",
)
FOCUS_SECONDS = 5.0
"""So long a frame is waited for that tells of the focus."""


def about_the_machine(
    data: Path, root: Path = Path("/"), picamera2: Callable[[], Any] = import_picamera2
) -> dict[str, Any]:
    """All of it, ready for JSON, with the disk of the games' folder `data`.

    The system's files lie below `root`; `picamera2` gives the library of the Pi's cameras, or raises CameraError.
    """
    now = condition(data)
    memory = sorted(str(path.relative_to(root)) for path in root.glob(f"dev/{CAMERA_MEMORY}"))
    closed = forbidden((CAMERA_MEMORY, "media*", "video*", "gpiochip*", "i2c-1"), root / "dev")
    return {
        "machine": text_of(root / "proc/device-tree/model") or platform.machine(),
        "system": dict(_settings(root / "etc/os-release", ("PRETTY_NAME", "VERSION_CODENAME"))),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "libraries": {name: version_of(name) for name in LIBRARIES},
        "lgpio": find_spec("lgpio") is not None,
        "dma_heap": memory,
        "may_not_open": None if closed is None else f"{closed[0]}: {closed[1]}",
        "plugged_in": cameras_plugged_in(root / "sys"),
        "picamera2": _cameras(picamera2),
        "wifi_country": text_of(root / str(REGION).lstrip("/")),
        "rfkill": [
            {name: text_of(switch / name) for name in ("type", "soft", "hard")}
            for switch in sorted(root.glob("sys/class/rfkill/*"))
        ],
        "temperature": now.temperature,
        "power": list(now.power),
        "power_before": list(now.power_before),
        "clock": now.clock,
        "disk_free": now.disk_free,
    }


def _cameras(picamera2: Callable[[], Any]) -> dict[str, Any]:
    """What the library says of the cameras on ribbons, and how the first of them focuses."""
    try:
        library = picamera2().Picamera2
        told: dict[str, Any] = {"cameras": [one.get("Model", "?") for one in library.global_camera_info()]}
    except CameraError as no:
        return {"trouble": str(no)}
    except Exception as error:  # noqa: BLE001 - whatever the library says is what is asked for
        return {"trouble": f"{type(error).__name__}: {error}"}
    if not told["cameras"]:
        return told
    try:
        camera = library(0)
        try:
            plain = {"main": {"size": (640, 480)}, "raw": None, "buffer_count": 2, "controls": {}}
            camera.configure(camera.create_video_configuration(**plain))
            camera.start()
            request = camera.capture_request(wait=FOCUS_SECONDS)
            found = request.get_metadata()
            request.release()
        finally:
            camera.cancel_all_and_flush()
            camera.stop()
            camera.close()
    except Exception as error:  # noqa: BLE001 - a camera in use, or none that starts
        return {**told, "trouble": f"{type(error).__name__}: {first_cause(error)}"}
    known = {name: found.get(name) for name in ("AfState", "LensPosition", "ExposureTime", "AnalogueGain")}
    return {**told, **known, "focused": found.get("AfState") == FOCUSED if "AfState" in found else None}


def _settings(file: Path, names: tuple[str, ...]) -> list[tuple[str, str]]:
    pairs = [line.partition("=")[::2] for line in text_of(file).splitlines()]
    return [(name, value.strip('"')) for name, value in pairs if name in names]
