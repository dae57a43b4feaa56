"""The Raspberry Pi's own camera, through picamera2. The only file that imports it, and only when asked.

picamera2 gives what the sensor's pipeline gives, not always what was asked: the configured format is read
and converted, whatever it is.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided

from hardware.camera import CameraError, Frame, Picture
from hardware.pace import Clock

FRAME_SECONDS = 5.0
"""A camera that gives nothing for so long is lost."""


def _import() -> Any:
    return importlib.import_module("picamera2")


class PiCamera:
    """A camera module on the Pi's ribbon cable."""

    live = True

    def __init__(
        self,
        number: int = 0,
        *,
        size: tuple[int, int] = (1640, 1232),
        fps: float = 10.0,
        module: Callable[[], Any] = _import,
        options: dict[str, Any] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """`module` gives picamera2 or what stands in for it; `options` go to its Picamera2 (an allocator, say)."""
        self.name = "pi" if number == 0 else f"pi:{number}"
        self._number = number
        self._wanted = size
        self._fps = fps
        self._module = module
        self._options = options or {}
        self._clock = clock
        self._camera: Any = None
        self._format, self._size, self._stride = "", size, 0
        self._index = 0

    def open(self) -> None:
        """Configure and start the camera."""
        if self._camera is not None:
            return
        try:
            picamera2 = self._module()
        except ImportError as error:
            raise CameraError(
                "The Pi camera needs picamera2, which is not installed here.",
                "On a Raspberry Pi: sudo apt install python3-picamera2, and a virtual environment that sees it "
                "(python3 -m venv --system-site-packages). Elsewhere use usb:0 or simulated.",
            ) from error
        camera: Any = None
        try:
            camera = picamera2.Picamera2(self._number, **self._options)
            wanted = camera.create_video_configuration(
                main={"size": self._wanted, "format": "RGB888"},
                raw=None,  # nobody looks at the sensor's own pixels; without them it needs less memory
                buffer_count=4,
                controls={"FrameRate": self._fps},
            )
            camera.configure(wanted)
            given = camera.camera_configuration()["main"]
            self._format, self._size, self._stride = given["format"], tuple(given["size"]), int(given["stride"])
            camera.start()
        except (RuntimeError, IndexError, OSError, KeyError, ValueError) as error:
            if camera is not None:
                camera.close()
            raise CameraError(
                f"The Pi camera does not start ({error}).",
                "Check the ribbon cable on both ends and that no other program uses it; "
                "rpicam-hello --list-cameras shows what is connected.",
            ) from error
        self._camera = camera

    def close(self) -> None:
        """Stop it and free it for others."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()

    def __enter__(self) -> PiCamera:
        self.open()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def describe(self) -> dict[str, Any]:
        """Sensor, size, pixel format and pace."""
        known: dict[str, Any] = {"model": "Pi camera", "width": self._size[0], "height": self._size[1]}
        known["fps"] = self._fps
        if self._camera is not None:
            known["format"] = self._format
            known["model"] = str(getattr(self._camera, "camera_properties", {}).get("Model", "Pi camera"))
        return known

    def frames(self) -> Iterator[Frame]:
        """The pictures as they come. Raises CameraError when none comes for some seconds."""
        if self._camera is None:
            raise CameraError("The Pi camera is not open.")
        while (camera := self._camera) is not None:
            try:
                request = camera.capture_request(wait=FRAME_SECONDS)
                try:
                    memory = request.make_buffer("main")
                finally:
                    request.release()
            except (RuntimeError, TimeoutError, OSError) as error:
                if self._camera is None:
                    return
                self.close()
                raise CameraError(
                    "The Pi camera gives no more pictures.", "Check its ribbon cable and the power supply."
                ) from error
            index, self._index = self._index, self._index + 1
            yield Frame(to_picture(memory, self._format, self._size, self._stride), self._clock(), index)


def to_picture(memory: Any, form: str, size: tuple[int, int], stride: int) -> Picture:
    """Blue, green, red of a camera buffer; no copy where it lies that way already.

    Args:
        memory: the bytes, one dimension.
        form: libcamera's name of the pixel format. They name the bytes of a number from its high end, so
            `RGB888` lies as B, G, R in memory (libcamera's formats.yaml; DRM's drm_fourcc.h).
        size: width and height in pixels.
        stride: bytes from one row to the next.

    Raises:
        CameraError: the buffer is too short, or nothing is known of the format.
    """
    data = np.frombuffer(memory, np.uint8) if not isinstance(memory, np.ndarray) else memory.reshape(-1)
    width, height = size

    def rows(count: int, across: int, depth: int, start: int = 0) -> Any:
        if data.size < start + stride * (count - 1) + across * depth:
            raise CameraError(
                f"The camera gave {data.size} bytes, too few for {width}x{height} in {form}.", "Try another size."
            )
        shape, steps = ((count, across, depth), (stride, depth, 1)) if depth > 1 else ((count, across), (stride, 1))
        return as_strided(data[start:], shape, steps, writeable=False)

    if form == "RGB888":
        return np.asarray(rows(height, width, 3))
    if form in ("BGR888", "XBGR8888", "XRGB8888"):
        code = {"BGR888": cv2.COLOR_RGB2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR, "XRGB8888": cv2.COLOR_BGRA2BGR}[form]
        return np.asarray(cv2.cvtColor(rows(height, width, 3 if form == "BGR888" else 4), code), np.uint8)
    if form in ("NV12", "NV21"):
        code = cv2.COLOR_YUV2BGR_NV12 if form == "NV12" else cv2.COLOR_YUV2BGR_NV21
        colours = rows(height // 2, width // 2, 2, stride * height)
        return np.asarray(cv2.cvtColorTwoPlane(rows(height, width, 1), colours, code), np.uint8)
    if form in ("YUYV", "UYVY"):
        code = cv2.COLOR_YUV2BGR_YUY2 if form == "YUYV" else cv2.COLOR_YUV2BGR_UYVY
        return np.asarray(cv2.cvtColor(rows(height, width, 2), code), np.uint8)
    if form in ("YUV420", "YVU420"):
        code = cv2.COLOR_YUV2BGR_I420 if form == "YUV420" else cv2.COLOR_YUV2BGR_YV12
        whole = data[: stride * height * 3 // 2].reshape(height * 3 // 2, stride)
        return np.asarray(cv2.cvtColor(whole, code), np.uint8)[:, :width]
    if form == "MJPEG":
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if picture is not None:
            return np.asarray(picture, np.uint8)
    raise CameraError(f"The camera gives pictures in the format {form}, which is not known here.", "Try another size.")
