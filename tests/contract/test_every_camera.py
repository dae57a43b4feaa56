"""What every camera keeps to, whatever it is made of. One suite for all of them.

Real devices join in when named: SEQUENCE_REAL_CAMERAS="usb:0 pi". A real picamera2 without a Pi joins in where
`virtual_pi/run.sh` has set it up.
"""

import itertools
import os

import cv2
import numpy as np
import pytest

from hardware.address import Address
from hardware.camera import CameraError, Replayable
from hardware.latest import Latest
from hardware.names import open_camera
from hardware.network.cameras import network_camera
from hardware.pi import PiCamera
from hardware.reconnecting import Reconnecting
from hardware.recording import Recording
from hardware.simulated import SimulatedTable
from hardware.usb import UsbCamera
from hardware.video import Video
from hardware.watchdog import Watched
from tests.hardware.fakes import Clock, FakeCapture, fake_picamera2, picture

SHADES = (40, 70, 100, 130, 160, 190)
REAL = os.environ.get("SEQUENCE_REAL_CAMERAS", "").split()


def simulated(folder, **options):
    clock = Clock()
    return SimulatedTable(size=(320, 240), seed=3, clock=clock, wait=clock.wait, **options)


def recording(folder, **options):
    folder = folder / "frames"
    folder.mkdir()
    for number, shade in enumerate(SHADES):
        cv2.imwrite(str(folder / f"{number:05d}.png"), picture(shade))
    clock = Clock()
    return Recording(folder, clock=clock, wait=clock.wait, **options)


def video(folder, **options):
    path = folder / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for shade in SHADES:
        writer.write(picture(shade))
    writer.release()
    clock = Clock()
    return Video(path, clock=clock, wait=clock.wait, **options)


def usb(folder):
    clock = itertools.count(50.0, 0.1)
    return UsbCamera(
        "usb:0", opener=lambda number: FakeCapture([picture(s) for s in SHADES]), clock=lambda: next(clock)
    )


def network(folder):
    clock = itertools.count(50.0, 0.1)
    pictures = [picture(s) for s in SHADES]
    return network_camera(
        Address("rtsp://table/1"), fps=10, opener=lambda url: FakeCapture(pictures), clock=lambda: next(clock)
    )


def pi(folder):
    clock = itertools.count(50.0, 0.1)
    module = fake_picamera2()
    return PiCamera(size=(64, 48), module=lambda: module, clock=lambda: next(clock))


def virtual_pi(folder):
    from tests.contract.virtual_pi import virtual

    return virtual.virtual_pi()


MAKERS = {
    "simulated": simulated,
    "simulated, as fast as taken": lambda folder: simulated(folder, live=False),
    "recording": recording,
    "recording, as fast as taken": lambda folder: recording(folder, live=False),
    "video": video,
    "video, as fast as taken": lambda folder: video(folder, live=False),
    "usb": usb,
    "network": network,
    "pi": pi,
    "watched": lambda folder: Watched(recording(folder), lambda news: None),
    "reconnecting": lambda folder: Reconnecting(usb(folder), lambda news: None, wait=lambda seconds: None),
    "latest of a recording": lambda folder: Latest(recording(folder, live=False)),
    **({"virtual pi": virtual_pi} if os.environ.get("SEQUENCE_VIRTUAL_PI") else {}),
    **{f"real {name}": lambda folder, name=name: open_camera(name) for name in REAL},
}


@pytest.fixture(params=MAKERS)
def camera(request, tmp_path):
    made = MAKERS[request.param](tmp_path)
    yield made
    made.close()


def some(camera, count=3):
    return list(itertools.islice(camera.frames(), count))


def test_it_has_a_name_and_says_whether_it_is_live(camera):
    assert camera.name
    assert isinstance(camera.live, bool)


def test_frames_are_colour_pictures_of_the_size_that_is_described(camera):
    with camera:
        frames = some(camera)
        told = camera.describe()
    assert len(frames) == 3
    for frame in frames:
        assert frame.picture.dtype == np.uint8
        assert frame.picture.shape == (told["height"], told["width"], 3)
        assert frame.picture.strides[1:] == (3, 1), "OpenCV could not take it without a copy"
    assert told["model"]
    assert "fps" in told


def test_time_never_goes_back_and_frames_are_counted(camera):
    with camera:
        frames = some(camera, 4)
    assert all(a.at < b.at for a, b in itertools.pairwise(frames))
    assert all(a.index < b.index for a, b in itertools.pairwise(frames))
    assert all(isinstance(frame.index, int) for frame in frames)


def test_a_picture_stays_as_it_was_when_the_next_one_comes(camera):
    with camera:
        frames = camera.frames()
        first = next(frames)
        kept = first.picture.copy()
        others = [next(frames), next(frames)]
    assert np.array_equal(first.picture, kept)
    assert not np.shares_memory(first.picture, others[0].picture)


def test_it_does_not_give_one_picture_over_and_over(camera):
    with camera:
        frames = some(camera, 6)
    assert len(frames) == 6
    assert any(not np.array_equal(frames[0].picture, frame.picture) for frame in frames[1:])


def test_opening_and_closing_twice_is_harmless(camera):
    camera.open()
    camera.open()
    assert len(some(camera, 1)) == 1
    camera.close()
    camera.close()


def test_frames_end_when_it_is_closed(camera):
    camera.open()
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []


def test_a_closed_camera_gives_no_frames_but_says_so(camera):
    with pytest.raises(CameraError) as refused:
        next(camera.frames())
    assert "not open" in refused.value.reason


def test_it_can_be_opened_again_and_goes_on(camera):
    with camera:
        last = some(camera, 2)[-1]
    with camera:
        again = some(camera, 1)
    assert len(again) == 1
    assert again[0].index > last.index
    assert again[0].at >= last.at


@pytest.mark.parametrize("kind", ["simulated", "recording", "video"])
def test_what_can_be_replayed_goes_on_behind_any_frame_as_if_all_had_been_shown(kind, tmp_path):
    make = MAKERS[f"{kind}, as fast as taken"]
    (tmp_path / "whole").mkdir()
    (tmp_path / "rest").mkdir()
    with make(tmp_path / "whole") as whole:
        frames = some(whole, 4)
    with make(tmp_path / "rest") as rest:
        assert isinstance(rest, Replayable)
        rest.go_on_after(frames[1].index)
        later = some(rest, 2)
    assert [(f.index, f.at) for f in later] == [(f.index, f.at) for f in frames[2:]]
    for shown, expected in zip(later, frames[2:], strict=True):
        assert np.array_equal(shown.picture, expected.picture)
