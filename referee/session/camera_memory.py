"""The camera's settings beside the table profile: settled while a table is measured, held while it is played on."""

from __future__ import annotations

from pathlib import Path

import msgspec

from calibration.whole_file import write_whole
from hardware.camera import Camera
from hardware.camera_settings import Adjustable, Settings, settings_from
from referee.refusal import Refusal

FILE = "camera.json"


def settle_and_keep(camera: Camera, profile: Path) -> Settings | None:
    """Let an open camera find its settings, hold them and keep them with the profile; none where it has none to hold.

    Raises CameraError, or Refusal where the file cannot be written.
    """
    if not isinstance(camera, Adjustable):
        return None
    settings = camera.settle()
    keep_settings(settings, profile)
    return settings


def keep_settings(settings: Settings, profile: Path) -> None:
    """Keep a camera's settings with a profile. Raises Refusal where the file cannot be written."""
    file = profile / FILE
    try:
        profile.mkdir(parents=True, exist_ok=True)
        write_whole(file, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}.") from error


def hold_kept(camera: Camera, profile: Path) -> None:
    """Let a camera hold the settings that are kept with a profile, from its next opening on.

    Raises Refusal where the file is damaged.
    """
    file = profile / FILE
    if not isinstance(camera, Adjustable) or not file.exists():
        return
    try:
        camera.hold(settings_from(msgspec.json.decode(file.read_bytes(), type=dict)))
    except (OSError, ValueError) as error:
        reason = f"The camera's settings in {file} cannot be used: {error}."
        mend = "Delete that file, and the camera sets itself; or calibrate again."
        raise Refusal(reason, mend) from error
