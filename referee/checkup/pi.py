"""What a machine says of itself, as one JSON that a person sends back: where a picture stays away, the cause is in it.

Nothing of games, keys, addresses or networks' names is in it.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hardware.camera import CameraError
from hardware.devices import CAMERA_MEMORY, REGION, forbidden, text_of
from hardware.health import condition
from hardware.pi import FOCUSED, first_cause, import_picamera2
from hardware.present import cameras_plugged_in
from referee.session.machine import version_of

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
    """All of it, ready for JSON.

    Args:
        data: the folder of the games, whose disk is looked at.
        root: where the system's files lie.
        picamera2: gives the library of the Pi's cameras. Raises CameraError.
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
