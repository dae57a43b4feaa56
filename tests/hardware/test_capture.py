"""USB and network cameras: what is asked of them, what is said when they are not there."""

import itertools

import cv2
import msgspec
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.camera_settings import CameraSettings, DeviceSettings, settings_from
from hardware.names import open_camera
from hardware.present import lasting_name, short_name
from hardware.usb import UsbCamera
from tests.hardware.fakes import FakeCapture, picture


def test_a_usb_camera_is_asked_for_size_and_the_newest_picture():
    capture = FakeCapture([picture()])
    camera = UsbCamera("usb:0", size=(1280, 960), opener=lambda number: capture)
    with camera:
        pass
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert capture.released == 1


@pytest.mark.parametrize(("there", "mend"), [([], "Plug one in"), (["usb:0", "usb:2"], "usb:0, usb:2")])
def test_a_camera_that_is_not_there_is_said_with_those_that_are(there, mend):
    camera = UsbCamera("usb:5", opener=lambda number: FakeCapture([], answers=False), present=lambda: there)
    with pytest.raises(CameraError) as refused:
        camera.open()
    assert "usb:5" in refused.value.reason
    assert mend in refused.value.mend


def test_a_camera_that_is_pulled_out_lets_the_device_go_and_says_so():
    capture = FakeCapture([picture(), picture()])
    camera = UsbCamera("usb:0", opener=lambda number: capture)
    camera.open()
    with pytest.raises(CameraError, match="no more pictures"):
        list(camera.frames())
    assert capture.released == 1


def test_a_grey_camera_is_as_good_as_any():
    capture = FakeCapture([np.full((48, 64), 90, np.uint8)])
    with UsbCamera("usb:0", opener=lambda number: capture) as camera:
        assert next(camera.frames()).picture.shape == (48, 64, 3)


def test_what_is_no_picture_is_refused():
    capture = FakeCapture([np.zeros((48, 64, 2), np.uint8)])
    with UsbCamera("usb:0", opener=lambda number: capture) as camera, pytest.raises(CameraError, match="no picture"):
        next(camera.frames())


@pytest.mark.parametrize("beat", [1 / 30, 1 / 25, 1 / 10, 1 / 5, 1.04 / 5])
def test_of_what_a_device_gives_no_more_is_decoded_than_is_looked_at(beat):
    """A camera at 30 pictures a second costs a core 9 ms for each that is decoded; five are looked at."""
    count = round(10 / beat)
    capture, beats = FakeCapture([picture()] * count), itertools.count(100.0, beat)
    camera = UsbCamera("usb:0", fps=5, opener=lambda number: capture, clock=lambda: next(beats))
    with camera, pytest.raises(CameraError, match="no more pictures"):
        for _ in camera.frames():
            pass
    assert 45 <= capture.decoded <= 51
    assert not capture.pictures, "all are taken from the queue, so that the newest is looked at"


def test_what_a_usb_camera_settled_on_is_held_and_set_at_each_opening():
    found = {
        cv2.CAP_PROP_EXPOSURE: 157,
        cv2.CAP_PROP_GAIN: 0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4600,
        cv2.CAP_PROP_FOCUS: -1,
    }
    captures = [FakeCapture([picture()] * 100), FakeCapture([picture()])]
    captures[0].asked |= found
    camera = UsbCamera("usb:0", opener=lambda number: captures[camera_opened.pop()])
    camera_opened = [1, 0]
    with camera:
        settings = camera.settle()
    assert settings == DeviceSettings(157, 0, 4600, -1)
    assert settings_from(msgspec.to_builtins(settings)) == settings
    with camera:
        asked = captures[1].asked
    assert asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert (asked[cv2.CAP_PROP_EXPOSURE], asked[cv2.CAP_PROP_WB_TEMPERATURE]) == (157, 4600)
    assert (asked[cv2.CAP_PROP_AUTO_WB], asked[cv2.CAP_PROP_AUTOFOCUS]) == (0, 0)
    assert cv2.CAP_PROP_FOCUS not in asked, "a device without a lens to move"


def test_settings_of_another_kind_of_camera_are_passed_over():
    camera = UsbCamera("usb:0", opener=lambda number: FakeCapture([picture()]))
    camera.hold(CameraSettings(10_000, 1.0, 1.5, 1.5))
    with camera:
        assert "settings" not in camera.describe()


def test_a_camera_named_by_no_number_is_the_first_there_is_at_each_opening():
    there, opened = [["usb:2"], ["usb:0", "usb:1"]], []

    def opener(number):
        opened.append(number)
        return FakeCapture([picture()])

    camera = UsbCamera("usb", opener=opener, present=lambda: there.pop(0))
    for _ in range(2):
        with camera:
            pass
    assert opened == [2, 0]


def test_a_camera_is_found_by_its_lasting_name_whatever_its_number_is_now(tmp_path):
    links = tmp_path / "v4l" / "by-id"
    links.mkdir(parents=True)
    for number in (0, 1, 2):
        (tmp_path / f"video{number}").touch()
    link = links / "usb-046d_HD_Pro_Webcam_C920-video-index0"
    link.symlink_to("../../video2")
    assert lasting_name("usb:2", tmp_path) == str(link)
    assert lasting_name("usb:1", tmp_path) == "usb:1"
    assert short_name(str(link), tmp_path) == "usb:2"
    link.unlink()
    link.symlink_to("../../video1")
    assert short_name(str(link), tmp_path) == "usb:1"
    assert short_name("pi", tmp_path) == "pi"


@pytest.mark.parametrize("name", ["/dev/video71", "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0"])
def test_a_device_that_is_not_there_is_said_by_its_name(name):
    with pytest.raises(CameraError, match=f"The camera {name} is not there"):
        open_camera(name).open()
