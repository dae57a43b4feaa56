"""Reading a picture file, with a sentence for everything that can be wrong with it."""

from __future__ import annotations

from pathlib import Path

import cv2

from hardware.camera import Camera, CameraError
from hardware.video import ENDINGS
from referee.console import write_asked
from referee.refusal import Refusal
from vision.rectify.decoding import picture_in
from vision.rectify.mesh import Picture
from vision.rectify.pictures import PictureError

SETTLING_FRAMES = 8
"""Frames a live camera is given to find its exposure and white balance."""


def load_picture(file: Path) -> Picture:
    """The picture in a file, turned upright as the camera noted it.

    Raises:
        Refusal: there is no such file, or it is no picture.
    """
    try:
        return picture_in(file)
    except FileNotFoundError as error:
        raise Refusal(f"There is no picture {file}.", "Check the name.") from error
    except PictureError as error:
        if file.suffix.lower() in ENDINGS:
            raise Refusal(f"{file}: This is a film, no picture.", "`referee watch` looks at films.") from error
        raise Refusal(f"{file}: {error.reason}", error.mend) from error
    except OSError as error:
        raise Refusal(f"The picture {file} cannot be read: {error.strerror}.") from error


def save_picture(file: Path, picture: Picture) -> None:
    """Write a picture in the form its name says. Raises Refusal where that cannot be done."""
    if file.suffix and not cv2.haveImageWriter(file.name):
        raise Refusal(f"{file}: pictures cannot be written as '{file.suffix}'.", "Use .png or .jpg.")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}.") from error
    write_asked(file, cv2.imencode(file.suffix or ".png", picture)[1].tobytes())


def still_picture(camera: Camera) -> Picture:
    """One picture of an open camera, once its exposure has settled. Raises CameraError where none comes."""
    newest: Picture | None = None
    for count, frame in enumerate(camera.frames(), 1):
        newest = frame.picture
        if not camera.live or count >= SETTLING_FRAMES:
            break
    if newest is None:
        raise CameraError(f"The camera {camera.name} gave no picture.", "Check that it is connected and not in use.")
    return newest
