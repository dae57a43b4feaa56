"""The Pi camera: any pixel format becomes blue, green, red; a dead camera is said, buffers are given back."""

import errno
import gc
import os
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.camera_settings import CameraSettings, settings_from
from hardware.devices import flicker_period, forbidden
from hardware.pi import PiCamera, import_picamera2
from hardware.pi_pictures import picture_size, to_picture, whole_view
from tests.hardware.fakes import FakePicamera2, fake_picamera2, in_memory, picture


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


@pytest.fixture
def pi():
    """`pi(**changes)`: an open camera whose library is changed so, and what the library made of it."""
    opened = []

    def make(pictures=None, clock=None, **changes):
        module = fake_picamera2(**changes)
        camera = PiCamera(size=(64, 48), module=lambda: module, **({"clock": clock} if clock else {}))
        camera.open()
        opened.append(camera)
        made = module.Picamera2.made[0]
        made.pictures = made.pictures if pictures is None else pictures
        return camera, made

    yield make
    for camera in opened:
        camera.close()


def refusal(number=0, **changes):
    """What is said of a camera that cannot be opened, and what the library made of it."""
    module = fake_picamera2(**changes)
    with pytest.raises(CameraError) as refused:
        PiCamera(number, module=lambda: module).open()
    return refused.value, module.Picamera2.made


def test_what_is_configured_counts_not_what_was_asked(pi):
    camera, made = pi(form="XBGR8888", stride=256)
    assert next(camera.frames()).picture.shape == (48, 64, 3)
    assert (camera.describe()["format"], camera.describe()["model"]) == ("XBGR8888", "imx219")
    assert made.wanted["main"]["format"] == "RGB888"


def test_every_buffer_is_given_back_to_the_camera(pi):
    camera, made = pi()
    frames = camera.frames()
    for _ in range(3):
        next(frames)
        assert made.out == 0


@pytest.mark.parametrize("number", [errno.EPERM, errno.EACCES])
def test_memory_that_may_not_be_opened_is_blamed_and_not_the_ribbon(tmp_path, number):
    (tmp_path / "dma_heap").mkdir()
    (tmp_path / "dma_heap" / "linux,cma").touch()

    def refuse(path, how):
        raise OSError(number, os.strerror(number), path)

    camera = PiCamera(
        module=lambda: fake_picamera2(present=False), closed=lambda names: forbidden(names, tmp_path, refuse)
    )
    with pytest.raises(CameraError, match=r"may not open .*dma_heap/linux,cma") as refused:
        camera.open()
    assert "ribbon" not in str(refused.value)


def test_devices_that_may_be_opened_and_those_in_use_are_not_blamed(tmp_path):
    for name in ("media0", "media1"):
        (tmp_path / name).touch()

    def busy(path, how):
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)

    assert forbidden(("media*", "video*"), tmp_path) is None
    assert forbidden(("media*", "video*"), tmp_path, busy) is None


def test_a_camera_that_another_program_holds_is_said_and_opens_once_it_is_let_go():
    module = fake_picamera2(held=True)
    camera = PiCamera(module=lambda: module)
    with pytest.raises(CameraError, match="Another program holds") as refused:
        camera.open()
    assert "fuser" in refused.value.mend
    module.Picamera2.held = False
    with camera:
        assert next(camera.frames()).picture.size


def test_why_a_camera_cannot_be_opened_is_said_with_what_to_check():
    assert "ribbon" in refusal(present=False)[0].mend
    missing, _ = refusal(1)
    assert "no Pi camera pi:1" in missing.reason
    assert missing.mend == "There are: pi (imx219)."


def test_a_webcam_that_libcamera_tells_of_is_no_camera_on_a_ribbon():
    missing, made = refusal(present=False, webcam=True)
    assert (missing.code, made) == ("camera-none", [])
    assert refusal(1, webcam=True)[0].mend == "There are: pi (imx219)."


@pytest.mark.parametrize("why", [{"present": False}, {"held": True}])
def test_a_camera_that_is_looked_for_all_night_leaves_nothing_open(why):
    def files():
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir()))

    before = files()
    for _ in range(3):
        refusal(**why)
    assert files() == before


def test_a_library_too_old_to_give_up_a_wait_is_refused_with_the_mend():
    with pytest.raises(CameraError, match="full-upgrade") as refused:
        PiCamera(module=lambda: SimpleNamespace(Picamera2=object)).open()
    assert refused.value.code == "camera-software"


def test_a_camera_that_cannot_be_configured_is_let_go():
    def configure(self, wanted):
        raise RuntimeError("Invalid camera configuration")

    refused, (made,) = refusal(configure=configure)
    assert "Invalid camera configuration" in str(refused)
    assert made.closed


def test_a_silent_camera_is_closed_without_waiting_for_its_capture(pi):
    camera, made = pi(pictures=[])
    with pytest.raises(CameraError, match="no more pictures"):
        next(camera.frames())
    camera.close()
    assert (made.closed, made.waiting) == (True, False)


def test_a_camera_closed_by_another_thread_ends_its_frames_quietly(pi):
    camera, made = pi()
    frames = camera.frames()
    next(frames)

    def closed_meanwhile(wait):
        camera.close()
        raise RuntimeError("the camera is stopped")

    made.capture_request = closed_meanwhile
    assert list(frames) == []


@pytest.mark.parametrize(
    ("error", "mend"),
    [
        (ModuleNotFoundError("No module named 'picamera2'"), "--no-install-recommends python3-picamera2"),
        (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), "simplejpeg"),
        (AttributeError("module 'libcamera' has no attribute 'Transform'"), "full-upgrade"),
    ],
)
def test_whatever_goes_wrong_on_import_becomes_a_sentence_with_a_mend(error, mend):
    def fails():
        raise error

    with pytest.raises(CameraError) as refused:
        import_picamera2(fails)
    assert mend in refused.value.mend
    with pytest.raises(CameraError):
        PiCamera(module=fails).open()


IMX708 = (
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
)
OV5647 = (
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (16, 0, 2560, 1920)},
    {"size": (1296, 972), "bit_depth": 10, "crop_limits": (0, 0, 2592, 1944)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (348, 434, 1928, 1080)},
    {"size": (2592, 1944), "bit_depth": 10, "crop_limits": (0, 0, 2592, 1944)},
)
IMX219 = (
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
)
IMX219 += tuple({**mode, "bit_depth": 8} for mode in IMX219)
IMX477 = (
    {"size": (1332, 990), "bit_depth": 10, "crop_limits": (696, 528, 2664, 1980)},
    {"size": (2028, 1080), "bit_depth": 12, "crop_limits": (0, 440, 4056, 2160)},
    {"size": (2028, 1520), "bit_depth": 12, "crop_limits": (0, 0, 4056, 3040)},
    {"size": (4056, 3040), "bit_depth": 12, "crop_limits": (0, 0, 4056, 3040)},
)


@pytest.mark.parametrize(
    ("sensor", "modes", "picture_of", "mode", "depth"),
    [
        ((3280, 2464), IMX219, (1640, 1232), (1640, 1232), 10),
        ((4608, 2592), IMX708, (1640, 924), (2304, 1296), 10),
        ((4056, 3040), IMX477, (1640, 1228), (2028, 1520), 12),
        ((2592, 1944), OV5647, (1640, 1232), (2592, 1944), 10),
    ],
)
def test_the_whole_view_of_the_sensor_is_taken_with_all_its_bits(sensor, modes, picture_of, mode, depth):
    module = fake_picamera2(sensor=sensor, sensor_modes=modes)
    with PiCamera(module=lambda: module):
        wanted = module.Picamera2.made[0].wanted
    assert wanted["main"]["size"] == picture_size(sensor) == picture_of
    assert wanted["sensor"] == {"output_size": mode, "bit_depth": depth}


def test_where_no_mode_is_known_to_show_everything_none_is_asked_for(pi):
    assert whole_view(({"size": (640, 480), "format": "SRGGB10"},), (3280, 2464), (640, 480)) is None
    assert whole_view(IMX219, None, (640, 480)) is None
    assert pi()[1].wanted["sensor"] is None


@pytest.fixture
def settling(pi):
    """The same with pictures enough to settle on."""
    return lambda **changes: pi([picture(shade) for shade in range(40, 240, 4)], **changes)


def test_settings_settle_once_and_stand_still_afterwards(settling):
    camera, made = settling()
    settings = camera.settle()
    assert made.given >= 14, "it waited until the exposure no longer changed"
    assert made.controls["AeEnable"] is False
    assert made.controls["AwbEnable"] is False
    assert made.controls["ColourGains"] == (settings.red_gain, settings.blue_gain) == (1.9, 1.6)
    assert settings.lens is None
    assert "LensPosition" not in made.controls


@pytest.mark.parametrize(
    ("light", "exposure", "gain"),
    [(120_000.0, 20_000, 6.0), (300_000.0, 40_000, 7.5), (1_200_000.0, 60_000, 20.0)],
    ids=["by day", "in dim light", "in the dark"],
)
def test_hands_do_not_smear_and_the_picture_stays_as_bright_however_little_light_there_is(
    settling, light, exposure, gain
):
    camera, made = settling(light=light)
    settings = camera.settle()
    assert settings == CameraSettings(exposure, gain, 1.9, 1.6)
    assert settings.exposure * settings.gain == pytest.approx(made.light, rel=0.01)


@pytest.mark.parametrize("mains", [50, 60])
@pytest.mark.parametrize("exposure", [300, 8_000, 13_200, 19_999, 33_333, 66_000])
@pytest.mark.parametrize("gain", [1.0, 1.7, 6.0])
def test_a_lamp_shows_no_bands_on_either_mains_where_its_light_is_not_too_much(mains, exposure, gain):
    flicker = 1e6 / (2 * mains)
    held = CameraSettings(exposure, gain, 1.9, 1.6).for_hands(8.0, flicker)
    assert held.exposure * held.gain == pytest.approx(exposure * gain, rel=0.01), "as bright as before"
    if exposure * gain >= flicker:
        assert held.exposure / flicker == pytest.approx(round(held.exposure / flicker), abs=0.001)
        assert held.exposure >= flicker - 1
    else:
        assert held.exposure == exposure, "daylight: lamps add little"
    assert held.gain >= 1 or exposure * gain < flicker


@pytest.mark.parametrize(("told", "period"), [("US\n", 8333), ("DE\n", 10_000), ("00\n", 10_000), (None, 10_000)])
def test_the_mains_are_those_of_the_country_the_machine_was_told(tmp_path, told, period):
    if told is not None:
        (tmp_path / "regdom").write_text(told)
    assert round(flicker_period(tmp_path / "regdom")) == period


def test_automatic_exposure_keeps_to_the_mains_where_the_camera_can(pi):
    controls = {**FakePicamera2.camera_controls, "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1_000_000, None)}
    assert pi(camera_controls=controls)[1].controls["AeFlickerPeriod"] in (10_000, 8_333)


def looks_for_focus(self):
    """Looks for the focus while twenty frames pass, and then says how that ended."""
    known = FakePicamera2.metadata(self)
    self.looked = getattr(self, "looked", 0) + (self.controls.get("AfMode") == 1)
    lens = 0.0 if self.looked < 20 else 1.75
    return {**known, "LensPosition": lens, "AfState": 1 if self.looked < 20 else self.ends}


@pytest.mark.parametrize(("ends", "said"), [(2, "found"), (3, "failed")])
def test_the_lens_is_held_only_once_the_focus_was_found_or_not_and_that_is_told(settling, ends, said):
    controls = {**FakePicamera2.camera_controls, "LensPosition": (0.0, 15.0, 1.0)}
    controls |= {
        "AfMode": (0, 2, 0),
        "AfTrigger": (0, 1, 0),
        "AfMetering": (0, 1, 0),
        "AfWindows": ((0, 0, 0, 0), None, None),
    }
    changes = {"metadata": looks_for_focus, "ends": ends, "camera_controls": controls}
    camera, made = settling(**changes)
    made.camera_properties["ScalerCropMaximum"] = (0, 0, 4608, 2592)
    rates = []
    set_controls = made.set_controls
    made.set_controls = lambda wanted: (rates.append(wanted.get("FrameRate")), set_controls(wanted))
    assert camera.settle().lens == 1.75
    assert camera.describe()["focus"] == said
    assert made.controls["AfWindows"] == [(1152, 648, 2304, 1296)]
    assert [rate for rate in rates if rate] == [15.0, 5.0], "faster while it settles"
    assert (made.controls["AfMode"], made.controls["LensPosition"]) == (0, 1.75), "and stays where it focused"


def test_settings_that_are_held_are_set_whenever_it_is_opened():
    module = fake_picamera2()
    camera = PiCamera(module=lambda: module)
    camera.hold(CameraSettings(15_000, 2.0, 1.5, 1.4))
    for _ in range(2):
        with camera:
            controls = module.Picamera2.made[-1].wanted["controls"]
            assert controls["ExposureTime"] == 15_000
            assert controls["AeEnable"] is False


def test_frames_carry_the_time_the_sensor_took_them(pi):
    frames = pi(timestamps=True, clock=lambda: 0.0)[0].frames()
    assert [next(frames).at, next(frames).at] == pytest.approx([7.1, 7.2])


@pytest.mark.parametrize(
    "values",
    [
        {"exposure": 0, "gain": 1.0, "red_gain": 1.0, "blue_gain": 1.0},
        {"exposure": 10_000, "gain": float("nan"), "red_gain": 1.0, "blue_gain": 1.0},
        {"exposure": 10_000, "gain": 1.0, "red_gain": 1.0, "blue_gain": 1.0, "lens": 99.0},
        {"exposure": 10_000, "gain": 1.0, "red_gain": 1.0},
        {"exposure": "long", "gain": 1.0, "red_gain": 1.0, "blue_gain": 1.0},
    ],
)
def test_settings_no_camera_has_are_refused_in_words(values):
    with pytest.raises(ValueError, match=r"exposure|gain|lens"):
        settings_from(values)
