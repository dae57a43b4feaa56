"""A camera's name is one word, and a wrong one is refused with the way out."""

import cv2
import pytest

from hardware.camera import CameraError
from hardware.capture import CapturedCamera
from hardware.names import open_camera
from hardware.pi import PiCamera
from hardware.present import NAMES
from hardware.recording import Recording
from hardware.simulated import SimulatedTable
from hardware.video import Video
from tests.hardware.fakes import picture


def refusal(name, **options):
    with pytest.raises(CameraError) as refused, open_camera(name, **options) as camera:
        next(camera.frames())
    assert refused.value.reason.endswith(".")
    assert refused.value.mend.endswith(".")
    return refused.value


@pytest.fixture
def frames(tmp_path):
    for number in (0, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number:05d}.png"), picture(60 + number))
    return tmp_path


def test_each_name_gives_its_own_kind_of_camera(frames):
    assert isinstance(open_camera("pi"), PiCamera)
    assert isinstance(open_camera("usb:0"), CapturedCamera)
    assert isinstance(open_camera("rtsp://table/1"), CapturedCamera)
    assert isinstance(open_camera("http://table/stream"), CapturedCamera)
    assert isinstance(open_camera("simulated"), SimulatedTable)
    assert isinstance(open_camera(f"recording:{frames}"), Recording)
    assert isinstance(open_camera(str(frames)), Recording)
    assert isinstance(open_camera("film.mp4"), Video)


def test_a_folder_or_a_film_that_lies_in_memory_below_dev_is_no_device(frames, monkeypatch):
    monkeypatch.setattr("hardware.names.DEVICES", frames.parent)
    assert isinstance(open_camera(str(frames)), Recording)
    (frames / "film.avi").touch()
    assert isinstance(open_camera(str(frames / "film.avi")), Video)
    assert isinstance(open_camera(str(frames.parent / "no-such-device")), CapturedCamera)


def test_a_recording_keeps_its_pace_and_a_plain_folder_does_not(frames):
    assert open_camera(f"recording:{frames}").live
    assert not open_camera(str(frames)).live
    assert not open_camera(f"recording:{frames}", live=False).live


def test_a_number_after_the_name_chooses_among_several():
    assert open_camera("usb:2").name == "usb:2"
    assert open_camera("pi:1").name == "pi:1"
    assert open_camera("simulated:7").seed == 7


def test_an_unknown_name_is_answered_with_all_that_there_are():
    refused = refusal("webcam")
    assert "'webcam'" in refused.reason
    assert all(name in refused.mend for name in NAMES)


@pytest.mark.parametrize("name", ["", "  ", "usb:front", "pi:left", "simulated:blue", "recording:"])
def test_a_name_that_says_too_little_is_refused_in_words(name):
    refusal(name)


@pytest.mark.parametrize(
    ("name", "reason", "mend"),
    [
        ("recording:{here}", "{here}", "00000.jpg"),
        ("recording:{here}/nowhere", "no folder", ""),
        ("{here}/none.mp4", "cannot be played", ""),
        ("{here}/nowhere.mp4", "no file", ""),
    ],
)
def test_a_folder_or_a_film_without_pictures_is_refused(tmp_path, name, reason, mend):
    (tmp_path / "notes.txt").write_text("no frames here")
    (tmp_path / "none.mp4").write_bytes(b"this is no film" * 100)
    refused = refusal(name.format(here=tmp_path))
    assert reason.format(here=tmp_path) in refused.reason
    assert mend in refused.mend


def test_a_speed_or_pace_that_makes_no_sense_is_refused(frames):
    assert "speed" in refusal(f"recording:{frames}", speed=0.0).reason
    assert "frames a second" in refusal(f"recording:{frames}", fps=-5.0).reason
