"""The Pi camera: any pixel format becomes blue, green, red; a dead camera is said, buffers are given back."""

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.pi import PiCamera, to_picture
from tests.hardware.fakes import fake_picamera2, in_memory


def colourful():
    """A picture whose colours survive the halving of their resolution."""
    small = np.random.default_rng(1).integers(40, 215, (6, 8, 3), np.uint8)
    return cv2.resize(small, (64, 48), interpolation=cv2.INTER_LINEAR)


@pytest.mark.parametrize(
    ("form", "stride"), [("RGB888", 192), ("RGB888", 256), ("BGR888", 224), ("XRGB8888", 288), ("XBGR8888", 256)]
)
def test_formats_without_loss_come_out_to_the_last_bit(form, stride):
    image = colourful()
    assert np.array_equal(to_picture(in_memory(image, form, stride), form, (64, 48), stride), image)


@pytest.mark.parametrize(("form", "stride"), [("NV12", 64), ("NV12", 128), ("NV21", 96)])
def test_halved_colours_come_out_as_near_as_they_can(form, stride):
    image = colourful()
    back = to_picture(in_memory(image, form, stride), form, (64, 48), stride)
    assert back.shape == image.shape
    assert np.abs(back.astype(int) - image).mean() < 4
    assert np.abs(back.astype(int) - image).max() < 40


def test_a_picture_that_lies_right_is_not_copied():
    memory = in_memory(colourful(), "RGB888", 256)
    assert np.shares_memory(to_picture(memory, "RGB888", (64, 48), 256), memory)


def test_an_unknown_format_is_refused_by_name():
    with pytest.raises(CameraError, match="SRGGB10"):
        to_picture(np.zeros(10000, np.uint8), "SRGGB10", (64, 48), 64)


def test_a_short_buffer_is_refused():
    with pytest.raises(CameraError, match="too few"):
        to_picture(np.zeros(100, np.uint8), "NV12", (64, 48), 64)


def test_what_is_configured_counts_not_what_was_asked():
    module = fake_picamera2(form="XBGR8888", stride=256)
    with PiCamera(size=(64, 48), module=lambda: module) as camera:
        frame = next(camera.frames())
        assert camera.describe()["format"] == "XBGR8888"
        assert camera.describe()["model"] == "imx219"
    assert frame.picture.shape == (48, 64, 3)
    assert module.Picamera2.made[0].wanted["main"]["format"] == "RGB888"


def test_every_buffer_is_given_back_to_the_camera():
    module = fake_picamera2()
    with PiCamera(module=lambda: module) as camera:
        frames = camera.frames()
        for _ in range(3):
            next(frames)
            assert module.Picamera2.made[0].out == 0


def test_a_camera_that_stops_giving_is_closed_and_said():
    module = fake_picamera2()
    camera = PiCamera(module=lambda: module)
    camera.open()
    with pytest.raises(CameraError, match="no more pictures"):
        list(camera.frames())
    assert module.Picamera2.made[0].closed


def test_no_camera_on_the_ribbon_is_said_with_what_to_check():
    module = fake_picamera2(present=False)
    with pytest.raises(CameraError) as refused:
        PiCamera(module=lambda: module).open()
    assert "ribbon" in refused.value.mend


def test_a_camera_that_cannot_be_configured_is_let_go():
    def configure(self, wanted):
        raise RuntimeError("Invalid camera configuration")

    module = fake_picamera2(configure=configure)
    with pytest.raises(CameraError, match="Invalid camera configuration"):
        PiCamera(module=lambda: module).open()
    assert module.Picamera2.made[0].closed
