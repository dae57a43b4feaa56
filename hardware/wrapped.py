"""What every camera around another camera has in common: it is opened, closed and described as that one is."""

from __future__ import annotations

from typing import Any

from hardware.camera import Camera, WithOpen


class Wrapped(WithOpen):
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
