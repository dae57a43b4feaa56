"""USB and network cameras: what is asked of them, what is said when they are not there."""

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.capture import usb_camera
from tests.hardware.fakes import FakeCapture, picture


def test_a_usb_camera_is_asked_for_size_pace_and_the_newest_picture():
    capture = FakeCapture([picture()])
    camera = usb_camera(0, size=(1280, 960), fps=10, opener=lambda number: capture)
    with camera:
        pass
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_FPS] == 10
    assert capture.asked[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert capture.released == 1


def test_no_camera_at_all_is_said():
    camera = usb_camera(0, opener=lambda number: FakeCapture([], answers=False), devices=list)
    with pytest.raises(CameraError) as refused:
        camera.open()
    assert "usb:0" in refused.value.reason
    assert "Plug one in" in refused.value.mend


def test_the_wrong_number_is_answered_with_those_that_are_there():
    camera = usb_camera(5, opener=lambda number: FakeCapture([], answers=False), devices=lambda: ["video0", "video2"])
    with pytest.raises(CameraError) as refused:
        camera.open()
    assert "usb:0, usb:2" in refused.value.mend


def test_a_camera_that_is_pulled_out_lets_the_device_go_and_says_so():
    capture = FakeCapture([picture(), picture()])
    camera = usb_camera(0, opener=lambda number: capture)
    camera.open()
    with pytest.raises(CameraError, match="no more pictures"):
        list(camera.frames())
    assert capture.released == 1


def test_a_grey_camera_is_as_good_as_any():
    capture = FakeCapture([np.full((48, 64), 90, np.uint8)])
    with usb_camera(0, opener=lambda number: capture) as camera:
        assert next(camera.frames()).picture.shape == (48, 64, 3)


def test_what_is_no_picture_is_refused():
    capture = FakeCapture([np.zeros((48, 64, 2), np.uint8)])
    with usb_camera(0, opener=lambda number: capture) as camera, pytest.raises(CameraError, match="no picture"):
        next(camera.frames())
