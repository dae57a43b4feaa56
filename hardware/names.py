"""Camera names: one word that says which camera, the same wherever a camera is asked for."""

from __future__ import annotations

import math
from pathlib import Path

from hardware.address import HIDDEN, Address, is_address, shown_name
from hardware.camera import Camera, CameraError
from hardware.network.cameras import network_camera
from hardware.pi import FPS, PiCamera
from hardware.present import DEVICES, NAMES
from hardware.recording import Recording
from hardware.usb import UsbCamera
from hardware.video import ENDINGS, Video

_KINDS = ("rtsp", "rtsps", "http", "https")


def open_camera(
    name: str,
    *,
    fps: float | None = None,
    speed: float = 1.0,
    live: bool | None = None,
    layout: str | None = None,
) -> Camera:
    """The camera of a name, ready to be opened (`with` does, and so does its `open`).

    Args:
        name: one of `NAMES`; `usb` is the first USB camera there is at each opening,
            `usb:1` the second video device, a device below `/dev` a camera whatever its number,
            `pi:1` the second on a Pi, `simulated:7` the
            simulated table of seed 7.
        fps: frames a second: the pace of a folder, how many to take of a video, what to ask of a camera.
        speed: how many times faster than real time recordings and the simulated table play.
        live: whether recordings keep their pace (and drop frames nobody takes). When not said,
            `recording:FOLDER` and the simulated table do; a plain folder or file gives every frame.
        layout: what is printed on the board of the simulated table.

    Raises:
        CameraError: nothing is called that, or what is called that cannot be, with the way out.
    """
    word = name.strip()
    if not 0 < speed < math.inf:
        raise CameraError(f"The speed cannot be {speed:g}.", "1 is as it was, 2 twice as fast.")
    if fps is not None and not 0 < fps < math.inf:
        raise CameraError(f"A camera cannot give {fps:g} frames a second.", "5 is a good number.")
    kind, _, rest = word.partition(":")
    if is_address(word):
        return _at(word, fps or FPS)
    if kind == "simulated":
        if rest and not rest.isdigit():
            raise CameraError(f"{word!r} names no simulated table.", "Say simulated, or simulated:7 for seed 7.")
        from hardware.simulated import SimulatedTable  # all that draws; a real camera's table need not load it

        live = live is None or live
        return SimulatedTable(seed=int(rest or 1), layout=layout, fps=fps or FPS, speed=speed, live=live)
    if kind == "pi":
        return PiCamera(_number(word, rest), fps=fps or FPS)
    path = Path(word).expanduser()
    film = path.is_file() or path.suffix.lower() in ENDINGS
    if kind == "usb" or (word.startswith(f"{DEVICES}/") and not film and not path.is_dir()):
        if rest:
            _number(word, rest)
        return UsbCamera(word, fps=fps or FPS)
    if kind == "recording":
        if not rest:
            raise CameraError("A recording needs its folder.", "Say recording:FOLDER.")
        return Recording(Path(rest).expanduser(), fps=fps, speed=speed, live=live is None or live)
    if word and path.is_dir():
        return Recording(path, fps=fps, speed=speed, live=bool(live))
    if word and film:
        return Video(path, fps=fps, speed=speed, live=bool(live))
    raise CameraError(f"No camera, folder or file is called {shown_name(word)!r}.", f"There are: {', '.join(NAMES)}.")


def _at(word: str, fps: float) -> Camera:
    address = Address(word)
    kind = word.partition("://")[0].lower()
    if kind not in _KINDS:
        raise CameraError(f"{address} is no address of a camera.", f"It begins with {'://, '.join(_KINDS)}://.")
    if word.endswith(HIDDEN):
        reason = f"{address} is a shortened address: what may hold a password is kept in no backup and shown nowhere."
        mend = "Write the camera's whole address there again."
        raise CameraError(reason, mend)
    return network_camera(Address(kind + word[len(kind) :]), fps=fps)


def _number(word: str, rest: str) -> int:
    if not rest:
        return 0
    if not rest.isdigit():
        raise CameraError(f"{word!r} names no camera.", "Say usb:0 for the first, usb:1 for the second (pi likewise).")
    return int(rest)
