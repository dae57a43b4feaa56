"""The port every camera sits behind.

A camera opens, gives frames with their time, closes, and says why when it cannot. Nothing here knows
what is in the picture. `hardware.names.open_camera` turns a name into a camera.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.trouble import Trouble

Picture = NDArray[np.uint8]
"""A picture: shape (height, width, 3), 8 bits, blue green red, as OpenCV keeps it."""


@dataclass(frozen=True)
class Frame:
    """One picture and when it was taken. Nobody writes into the picture once it is here."""

    picture: Picture
    at: float
    """Seconds on a clock that never goes back; a recording keeps its own clock, which starts at 0."""
    index: int
    """Counts the frames the source produced, whether or not anybody looked at them."""


class CameraError(Trouble):
    """A camera cannot do what was asked: one sentence with the reason, one with the mend."""


@dataclass(frozen=True)
class News:
    """Something about a camera that people should hear."""

    kind: Literal["lost", "back", "black", "white", "frozen", "torn", "settling", "well", "bands", "even"]
    """The camera went (`lost`) and came `back`; its frames are `black`, `white`, `frozen`, `torn`, or again `well`; it
    measures the light anew (`settling`) and gives no frames meanwhile; lamps put `bands` into its frames, which are
    evened out, or the light is `even` again."""
    why: CameraError | None = None
    """Of a camera that went."""
    at: float | None = field(default=None, compare=False)
    """When the frame was taken that tells it, by the camera's clock; none where no frame does."""


Report = Callable[[News], None]
"""Takes the news, on the thread that reads the camera."""


class Camera(Protocol):
    """What every camera can do; whoever inherits gets `with`, which opens and closes it."""

    name: str
    live: bool
    """Whether frames come in real time (and may be dropped) or as fast as they are taken."""

    def open(self) -> None:
        """Start it. Opening what is open changes nothing. Raises CameraError with the reason and the way out."""

    def frames(self) -> Iterator[Frame]:
        """The frames as they come, ended only by the end of the source or `close`.

        Raises CameraError when the camera vanishes or gives what is no picture.
        """

    def close(self) -> None:
        """Stop it and free the device. Closing twice is harmless; a waiting `frames` ends."""

    def describe(self) -> dict[str, Any]:
        """What is known of it: model, picture size, frames a second, as doctor shows it."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Wrapped(Camera):
    """A camera around another one; whoever inherits gives its `frames`."""

    def __init__(self, camera: Camera) -> None:
        """`camera` is the one inside."""
        self.camera = camera
        self.name = camera.name
        self.live = camera.live

    def open(self) -> None:
        """Open the camera. Raises CameraError when it cannot be."""
        self.camera.open()

    def close(self) -> None:
        """Close the camera."""
        self.camera.close()

    def describe(self) -> dict[str, Any]:
        """What the camera says of itself."""
        return self.camera.describe()


@runtime_checkable
class Replayable(Protocol):
    """A camera that shows the same frames whenever it is opened: a recording, a film, a drawn table."""

    def go_on_after(self, index: int) -> None:
        """Leave out all frames up to this index; the camera is open and has given none yet."""


@runtime_checkable
class Posable(Protocol):
    """A camera over a drawn table, on which no person can lay chips: it lays them itself."""

    def pose(self, chips: Mapping[int, str] | None) -> None:
        """Show the board with these chips on it (space -> letter of a team) and nobody at play; None: they play on."""

    def lay_card(self, card: str | None) -> None:
        """Lay this card beside the board, one face down for an empty name, and nobody at play; None: they play on."""


def is_film(camera: Camera) -> bool:
    """Whether it shows what was filmed elsewhere: nobody can lay a chip there, or set the camera otherwise."""
    return isinstance(camera, Replayable) and not isinstance(camera, Posable)
