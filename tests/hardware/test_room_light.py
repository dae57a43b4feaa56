"""A camera that holds its settings measures the light anew once it has changed for good, and says so."""

import itertools

import numpy as np
import pytest

from hardware.camera import CameraError, Frame
from hardware.camera_settings import CameraSettings
from hardware.latest import steady
from hardware.pi import PiCamera
from hardware.room_light import LASTING_SECONDS, Resettling
from tests.hardware.fakes import FakePicamera2, fake_picamera2, picture

DAY, EVENING = CameraSettings(8_000, 1.0, 1.9, 1.5), CameraSettings(20_000, 4.0, 1.3, 2.4)
ROOM = np.clip(picture(120, 320, 240).astype(float) * 0.5 + 60, 0, 255)
NOISE = np.random.default_rng(3).integers(0, 3, (2, 240, 320, 1))


class Camera:
    """A live camera with settings to hold; `light` tells how the room looks at each second."""

    name, live = "pi", True
    now = 0.0

    def __init__(self, light, *, seconds=120, held=True):
        self.light, self.seconds = light, seconds
        self.held = DAY if held else None
        self.settled = []

    def open(self): ...

    def close(self): ...

    def describe(self):
        return {"model": "drawn"} | ({"settings": self.held} if self.held else {})

    def hold(self, settings):
        self.held = settings

    def settle(self, *, refocus=True):
        assert not refocus, "chips and hands are not what the lens shall find"
        self.settled.append(self.now)
        self.held = EVENING
        return EVENING

    def frames(self):
        for index in range(self.seconds):
            self.now = float(index)
            room = self.light(self.now)
            if self.settled:
                room = room / np.mean(room) * np.mean(ROOM)
            room = room + NOISE[index % 2]
            yield Frame(np.clip(room, 0, 255).astype(np.uint8), self.now, index)


def watched(light, **more):
    camera, news, kept = Camera(light, **more), [], []
    list(Resettling(camera, news.append, kept.append).frames())
    return camera, [one.kind for one in news], kept


def after(moment, changed, until=float("inf")):
    return lambda at: changed if moment <= at < until else ROOM


@pytest.mark.parametrize(
    ("changed", "since"),
    [(ROOM * 0.5, 20.0), (np.minimum(ROOM * 1.9, 255), 20.0), (ROOM * [0.75, 1.0, 1.15], 20.0), (ROOM * 0.2, 0.0)],
    ids=["darker", "brighter", "warmer", "other than on the day of the settings"],
)
def test_a_light_that_is_another_for_good_is_measured_anew_once_said_and_kept(changed, since):
    camera, news, kept = watched(after(since, changed))
    assert camera.settled == [pytest.approx(since + LASTING_SECONDS, abs=2.0)]
    assert news == ["settling", "well"]
    assert kept == [EVENING]


@pytest.mark.parametrize(
    "light",
    [
        lambda at: ROOM,
        after(20.0, ROOM * 0.5, until=20.0 + LASTING_SECONDS - 2),
        lambda at: ROOM * (0.5 if at % 40 < 35 else 1.0),
        after(20.0, ROOM * 0.8),
        after(20.0, ROOM * 0.02),
    ],
    ids=["steady", "a cloud", "somebody leans over it now and then", "a little darker", "switched off"],
)
def test_what_does_not_last_or_does_not_matter_changes_nothing(light):
    camera, news, _ = watched(light)
    assert (camera.settled, news) == ([], [])


def test_chips_on_the_board_are_no_other_light():
    def laid(at):
        room = ROOM.copy()
        for space in range(int(min(at, 60))):
            top, left = 24 * (space // 10), 32 * (space % 10)
            room[top : top + 18, left : left + 24] = (140, 40, 20) if space % 2 else (30, 110, 30)
        return room

    assert watched(laid)[0].settled == []


def test_while_somebody_moves_over_the_board_the_camera_waits():
    def moving(at):
        room = ROOM * (0.5 if at >= 20 else 1.0)
        if at < 100:
            left = int(at * 70) % 260
            room[40:200, left : left + 60] = 200 if at >= 20 else 30
        return room

    (once,) = watched(moving)[0].settled
    assert 100 < once < 105


def test_a_camera_that_sets_itself_is_left_alone():
    assert watched(after(20.0, ROOM * 0.5), held=False)[0].settled == []


def test_the_pi_camera_keeps_its_focus_when_it_measures_the_light_anew():
    controls = {**FakePicamera2.camera_controls, "AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
    module = fake_picamera2(camera_controls=controls)
    camera = PiCamera(size=(64, 48), module=lambda: module)
    camera.hold(CameraSettings(8_000, 1.0, 1.9, 1.5, lens=2.0))
    with camera:
        made = module.Picamera2.made[0]
        made.pictures = [picture(shade) for shade in range(40, 240, 4)]
        asked = []
        made.set_controls = lambda wanted: (asked.append(wanted), made.controls.update(wanted))
        settings = camera.settle(refocus=False)
    assert settings.lens == 2.0
    assert settings.exposure == 20_000
    assert asked[0] == {"AeEnable": True, "AwbEnable": True, "FrameRate": 15.0}


def test_a_camera_that_goes_while_it_settles_is_lost_like_any_other():
    camera = Camera(after(0.0, ROOM * 0.2), seconds=60)

    def gone(*, refocus):
        camera.settled.append(camera.now)
        raise CameraError("The Pi camera gives no more pictures.")

    camera.settle = gone
    news = []
    source = steady(camera, news.append, wait=lambda seconds: None).camera
    with source:
        list(itertools.islice(source.frames(), 50))
    assert [one.kind for one in news[:3]] == ["settling", "lost", "back"]
