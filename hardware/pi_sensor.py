"""Which mode of a Pi camera's sensor shows its whole view, and what size of picture fits it.

Several sensors have fast modes that crop (IMX708 at 1536x864, OV5647 at 1920x1080), and libcamera is free to choose
them. A referee wants the whole view: a board at its edge would be cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Size = tuple[int, int]

WHOLE = 0.98
"""A mode that shows at least this part of the sensor's width and height shows all of it: some leave out a few rows."""
WIDTH = 1640
"""Pixels a picture is wide where nobody asks for more: a space of a board that fills the view has about 120."""


def picture_size(sensor: Size | None) -> Size:
    """Width and height of pictures that show the whole of a sensor.

    Args:
        sensor: the sensor's pixels, wide and high; none where they are not known, which gives 4:3.
    """
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
