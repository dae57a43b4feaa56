"""What of this machine is in order for refereeing, and how to mend what is not.

Each check looks at one thing and gives one finding; none of them changes anything but a probe file that is
removed at once. The camera and the table profile are looked at by `referee.checkup.camera`.
"""

from __future__ import annotations

import platform
import shutil
import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import msgspec

from hardware.camera import CameraError
from hardware.health import Condition
from hardware.pi import import_picamera2
from hardware.worries import MIB, worries
from referee.addresses import local_addresses
from referee.refusal import Refusal
from referee.session.persistence import Kept
from referee.session.serving import health
from referee.storage.durable import make_folder
from referee.storage.settings import history_file
from web.server import free_port

_LIBRARIES = ("numpy", "opencv-python-headless", "flask", "waitress", "msgspec", "click", "rich")


class Finding(msgspec.Struct, frozen=True):
    """What one check found."""

    name: str
    state: Literal["ok", "warning", "fault"]
    what: str
    mend: str = ""


def examine_machine(data: Path, port: int) -> Iterator[Finding]:
    """Everything but camera and profile, one finding each."""
    yield _python()
    yield _libraries()
    yield _pi_libraries()
    yield _disk(data)
    yield _history(data)
    yield _network()
    yield _port(port)
    yield _voice()


def _python() -> Finding:
    return Finding("python", "ok", f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")


def _libraries() -> Finding:
    found, missing = [], []
    for library in _LIBRARIES:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            missing.append(library)
    if missing:
        return Finding("libraries", "fault", f"missing: {', '.join(missing)}", "Run `make demo`, or pip install them.")
    return Finding("libraries", "ok", ", ".join(found))


def _pi_libraries() -> Finding:
    model = Path("/proc/device-tree/model")
    on_pi = model.exists() and "Raspberry Pi" in model.read_text(errors="replace")
    if not on_pi:
        return Finding("pi camera", "ok", "not a Raspberry Pi: USB, network, recorded and simulated cameras work here")
    try:
        import_picamera2()  # that it is installed does not say that it runs
    except CameraError as no:
        return Finding("pi camera", "warning", no.reason, no.mend)
    return Finding("pi camera", "ok", f"picamera2 {version('picamera2')}")


def _disk(data: Path) -> Finding:
    folder = data
    while not folder.exists():
        folder = folder.parent
    try:
        free = shutil.disk_usage(folder).free
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
    return Finding("history", "ok", f"{len(games)} games in {file}")


def _network() -> Finding:
    addresses = local_addresses()
    if not addresses:
        return Finding(
            "network", "warning", "no network: only this machine can see the page", "Join the Wi-Fi the phones are in."
        )
    return Finding("network", "ok", f"phones reach this machine at {', '.join(addresses)} ({socket.gethostname()})")


def _port(port: int) -> Finding:
    if free_port("0.0.0.0", port) == port:
        return Finding("port", "ok", f"port {port} is free for the page")
    if health("127.0.0.1", port) is not None:
        return Finding("port", "ok", f"port {port}: a table is served there")
    return Finding("port", "warning", f"port {port} is in use", "Stop what uses it, or say --port with another number.")


def _voice() -> Finding:
    if shutil.which("espeak-ng"):
        return Finding("voice", "ok", "espeak-ng is installed: --voice speaks")
    return Finding("voice", "ok", "espeak-ng is not installed: this machine stays silent (sudo apt install espeak-ng)")
