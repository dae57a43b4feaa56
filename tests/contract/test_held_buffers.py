"""A real picamera2 that falls silent is given up: all its buffers are held, as a displaced ribbon cable holds them. One
that somebody else holds is told as that.

Runs where `virtual_pi/run.sh` has set up the real library; the stand-in of `tests/hardware` keeps to the same order of
calls, and is tested everywhere.
"""

import os
from pathlib import Path

import pytest

from hardware.camera import CameraError

pytestmark = pytest.mark.skipif(
    not os.environ.get("SEQUENCE_VIRTUAL_PI"), reason="the real picamera2 is not set up here"
)


def test_a_camera_that_falls_silent_is_said_and_can_be_opened_again():
    from tests.contract.virtual_pi import virtual

    camera = virtual.virtual_pi()
    with camera:
        frames = camera.frames()
        next(frames)
        held = [camera._camera.capture_request() for _ in range(4)]
        with pytest.raises(CameraError, match="no more pictures"):
            next(frames)
    for request in held:
        request.release()
    with camera:
        assert next(camera.frames()).picture.size


def test_a_virtual_camera_that_is_held_is_told_as_held_and_leaves_nothing_open():
    from tests.contract.virtual_pi import virtual

    other = virtual.virtual_pi()
    with virtual.virtual_pi():
        left = []
        for _ in range(3):
            with pytest.raises(CameraError, match="Another program holds"):
                other.open()
            left.append(len(list(Path("/proc/self/fd").iterdir())))
    assert len(set(left[1:])) == 1, "each look would cost the table a file"
