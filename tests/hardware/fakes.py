"""Stand-ins for what has a wire: a clock nobody waits for, a USB device, picamera2."""

import os
from types import SimpleNamespace

import cv2
import numpy as np

from hardware.camera import Frame


def picture(shade=90, width=64, height=48):
    """A picture with a slope in it, so that no two rows or columns are alike."""
    ramp = np.add.outer(np.arange(height), np.arange(width)).astype(np.uint8)
    return np.dstack([ramp, ramp // 2 + shade // 2, np.full_like(ramp, shade)])


class Clock:
    """A clock that only waiting moves."""

    def __init__(self):
        self.now = 1000.0
        self.waits = []

    def __call__(self):
        return self.now

    def wait(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


class Film:
    """A live camera that gives these pictures, five a second."""

    name, live = "film", True

    def __init__(self, pictures):
        self.pictures = pictures

    def describe(self):
        return {}

    def frames(self):
        for number, picture in enumerate(self.pictures):
            yield Frame(picture, number / 5, number)


class FakeCapture:
    """OpenCV's VideoCapture, giving these pictures and then nothing."""

    def __init__(self, pictures, *, answers=True):
        self.pictures = list(pictures)
        self.answers = answers
        self.released = self.decoded = 0
        self.asked = {}

    def isOpened(self):
        return self.answers and not self.released

    def grab(self):
        if self.released or not self.pictures:
            return False
        self.grabbed = self.pictures.pop(0)
        return True

    def retrieve(self):
        self.decoded += 1
        return True, self.grabbed.copy()

    def get(self, what):
        size = {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}
        return size.get(what, self.asked.get(what, 0.0))

    def set(self, what, value):
        self.asked[what] = value
        return True

    def release(self):
        self.released += 1


def in_memory(image, form, stride):
    """A picture as a camera lays it into memory, rows padded with junk to `stride` bytes."""
    height, width = image.shape[:2]

    def padded(rows):
        flat = rows.reshape(rows.shape[0], -1)
        out = np.full((flat.shape[0], stride), 0xA5, np.uint8)
        out[:, : flat.shape[1]] = flat
        return out.reshape(-1)

    if form == "RGB888":
        return padded(image)
    if form == "BGR888":
        return padded(image[..., ::-1])
    if form == "XRGB8888":
        return padded(np.dstack([image, np.full((height, width), 255, np.uint8)]))
    if form == "XBGR8888":
        return padded(np.dstack([image[..., ::-1], np.full((height, width), 255, np.uint8)]))
    planar = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
    luma, u, v = planar[:height], *planar[height:].reshape(2, height // 2, width // 2)
    if form == "NV12":
        return np.concatenate([padded(luma), padded(np.dstack([u, v]))])
    if form == "NV21":
        return np.concatenate([padded(luma), padded(np.dstack([v, u]))])
    raise AssertionError(form)


class FakePicamera2:
    """The part of picamera2's Picamera2 that is used. It gives NV12 whatever is asked, as the virtual camera does.

    Like the real one it minds the order of calls: `stop` waits for a capture that nobody gave up, here by failing,
    and controls are refused that the camera does not have. It hides why it cannot be made, leaves its pipe open then,
    and takes a frame rate that it does not name among its controls.
    """

    form = "NV12"
    stride = 96
    size = (64, 48)
    present = True
    webcam = False
    held = False
    model = "imx219"
    sensor = (3280, 2464)
    sensor_modes: tuple[dict, ...] = ()
    camera_controls: dict = {  # noqa: RUF012 - the fake module is made anew for each test
        "AeEnable": (False, True, True),
        "AwbEnable": (False, True, None),
        "ExposureTime": (75, 11_766_829, 20_000),
        "AnalogueGain": (1.0, 10.67, 1.0),
        "ColourGains": (0.0, 32.0, None),
        "FrameDurationLimits": (8_333, 10_000_000, 33_333),
    }
    light = 120_000.0
    """Exposure in microseconds times gain that automatic exposure comes to, in ten frames."""
    timestamps = False
    made = []  # noqa: RUF012

    def __init__(self, number=0):
        self.is_open = False
        reading, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = SimpleNamespace(close=lambda: os.close(reading))
        self.global_camera_info()[number]
        try:
            if self.held:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
        except RuntimeError:
            raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904 - as picamera2 does
        self.is_open = True
        self.camera_properties = {"Model": self.model, "PixelArraySize": self.sensor}
        self.pictures = [picture(shade) for shade in (60, 90, 120, 150, 180, 210)]
        self.running = self.closed = False
        self.waiting = False
        self.out = 0
        self.given = 0
        self.controls = {}
        self.made.append(self)

    @classmethod
    def global_camera_info(cls):
        ribbon = {"Model": cls.model, "Id": "/base/soc/i2c0mux/i2c@1/imx219@10", "Num": 0}
        webcam = {"Model": "HD Webcam", "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.2:1.0-046d:0825", "Num": 1}
        return [ribbon] * cls.present + [webcam] * cls.webcam

    def create_video_configuration(self, main, raw, buffer_count, controls, sensor=None):
        return {"main": dict(main), "buffer_count": buffer_count, "controls": controls, "sensor": sensor}

    def configure(self, wanted):
        assert not self.running, "a running camera cannot be configured"
        self.wanted = wanted
        self.set_controls(wanted["controls"])

    def set_controls(self, controls):
        unknown = {name.replace("FrameRate", "FrameDurationLimits") for name in controls} - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.controls |= controls

    def camera_configuration(self):
        return {"main": {"format": self.form, "size": self.size, "stride": self.stride}}

    def start(self):
        self.running = True

    def cancel_all_and_flush(self):
        self.waiting = False

    def stop(self):
        assert not self.waiting, "stop() would wait for ever behind a capture that never ends"
        self.running = False

    def close(self):
        if self.is_open:
            self.notifymeread.close()
            os.close(self.notifyme_w)
        self.is_open = self.running = False
        self.closed = True

    def capture_request(self, wait=None):
        assert isinstance(wait, float), "a lost camera must not be waited for without end"
        if not self.running or not self.pictures:
            self.waiting = True
            raise TimeoutError
        self.out += 1
        self.given += 1
        memory = in_memory(self.pictures.pop(0), self.form, self.stride)

        def release():
            self.out -= 1

        known = self.metadata()
        return SimpleNamespace(make_buffer=lambda name: memory.copy(), release=release, get_metadata=lambda: known)

    def metadata(self):
        """What libcamera tells of a frame; automatic exposure comes nearer with each, fixed settings are kept."""
        known = {"DigitalGain": 1.0, "ColourGains": (1.9, 1.6)}
        if self.timestamps:
            known["SensorTimestamp"] = 7_000_000_000 + 100_000_000 * self.given
        if self.controls.get("AeEnable", True):
            known |= {"ExposureTime": int(66_000 * min(1.0, self.given / 10)), "AnalogueGain": self.light / 66_000}
        else:
            known |= {"ExposureTime": self.controls["ExposureTime"], "AnalogueGain": self.controls["AnalogueGain"]}
        if "LensPosition" in self.camera_controls:
            known["LensPosition"] = self.controls.get("LensPosition", 1.25)
        return known


def fake_picamera2(**changes):
    """A module `picamera2` of its own, its camera changed as told."""
    return SimpleNamespace(Picamera2=type("Picamera2", (FakePicamera2,), {"made": [], **changes}))
