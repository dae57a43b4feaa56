"""Pictures of a Pi's camera: which mode of its sensor shows the whole view, and how its buffers are read.

Several sensors have fast modes that crop (IMX708 at 1536x864, OV5647 at 1920x1080), and libcamera is free to choose
them. A referee wants the whole view: a board at its edge would be cut off. And picamera2 gives what the sensor's
pipeline gives, not always what was asked: the configured format is read and converted, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided

from hardware.camera import CameraError, Picture

Size = tuple[int, int]

WHOLE = 0.98
"""A mode that shows at least this part of the sensor's width and height shows all of it: some leave out a few rows."""
WIDTH = 1640
"""Pixels a picture is wide where nobody asks for more: a space of a board that fills the view has about 120."""


def picture_size(sensor: Size | None) -> Size:
    """Width and height of pictures that show the whole of a sensor of so many pixels; 4:3 where these are not known."""
    across, down = sensor if sensor and min(sensor) > 0 else (4, 3)
    return WIDTH, max(4, round(WIDTH * down / across / 4) * 4)


def whole_view(modes: Iterable[Mapping[str, Any]], sensor: Size | None, wanted: Size) -> dict[str, Any] | None:
    """What to ask of the sensor so that nothing of its view is cut off, as picamera2's `sensor` takes it.

    Args:
        modes: picamera2's `sensor_modes`; those without `crop_limits` tell nothing and are passed over.
        sensor: the sensor's pixels, wide and high.
        wanted: width and height of the picture.

    Returns:
        The smallest mode with the whole view that is as large as the picture, the largest of them where none is, with
        as many bits as it has; none where no mode is known to show the whole view.
    """
    if sensor is None:
        return None
    whole = []
    for mode in modes:
        crop, size = mode.get("crop_limits"), mode.get("size")
        if crop and size and crop[2] >= WHOLE * sensor[0] and crop[3] >= WHOLE * sensor[1]:
            whole.append((tuple(size), int(mode.get("bit_depth", 10))))
    if not whole:
        return None
    enough = [mode for mode in whole if mode[0][0] >= wanted[0] and mode[0][1] >= wanted[1]]
    size, depth = min(enough, key=lambda mode: (mode[0], -mode[1])) if enough else max(whole)
    return {"output_size": size, "bit_depth": depth}


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
