"""The Raspberry Pi's own camera, through picamera2. The only file that imports it, and only when asked."""

from __future__ import annotations

import contextlib
import importlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from typing import Any

from hardware.camera import Camera, CameraError, Frame
from hardware.camera_settings import CameraSettings, Settings
from hardware.devices import CAMERA_MEMORY, flicker_period, forbidden, not_allowed
from hardware.pace import Clock
from hardware.pi_pictures import picture_size, to_picture, whole_view

FRAME_SECONDS = 5.0
"""A camera that gives nothing for so long is lost."""
FPS = 5.0
"""Frames a second where nobody asks for more: hands are slower."""
SETTLED_FRAMES, SETTLED_WITHIN = 5, 0.02
"""Exposure, gains and focus have settled when they stay within the second for the first in a row. Frames; parts."""
SETTLING_FRAMES = 80
"""After so many frames what there is counts as settled: a flickering lamp never settles altogether."""
SETTLING_FPS = 15.0
"""Frames a second while it settles, so that it takes a third of the time."""
MANUAL_FOCUS, FOCUS_ONCE, CONTINUOUS_FOCUS = 0, 1, 2
"""libcamera's AfMode (control_ids_core.yaml)."""
FOCUSING, FOCUSED = (0, 1), 2
"""libcamera's AfState: idle or scanning; focused. 3 has failed."""
IN_WINDOWS = 1
"""libcamera's AfMetering."""
FLICKER_KNOWN = 1
"""libcamera's AeFlickerMode: of the period that is said."""
_RIBBON = (
    "Check the ribbon cable on both ends and that no other program uses it; "
    "rpicam-hello --list-cameras shows what is connected."
)


def _import() -> Any:
    return importlib.import_module("picamera2")


def import_picamera2(module: Callable[[], Any] = _import) -> Any:
    """picamera2, really imported: that it is installed does not say that it runs.

    Raises CameraError with the mend, whatever went wrong; also where it is so old that a wait cannot be given up.
    """
    try:
        library = module()
        _ = library.Picamera2.cancel_all_and_flush
        return library
    except Exception as error:
        if isinstance(error, ImportError):
            reason = f"The Pi camera needs picamera2, which cannot be imported here ({error})."
            mend = (
                "On a Raspberry Pi: sudo apt install --no-install-recommends python3-picamera2, and a virtual "
                "environment that sees it (python3 -m venv --system-site-packages). Elsewhere use usb:0 or simulated."
            )
        elif "numpy" in str(error):  # compiled against numpy 1, as simplejpeg of Debian bookworm is
            reason = f"picamera2 does not fit the numpy that is installed here ({error})."
            mend = "In the environment of Sequence Referee: pip install 'simplejpeg>=1.8.1'."
        else:
            reason = f"picamera2 fails when it is imported ({type(error).__name__}: {error})."
            mend = "Update it: sudo apt update && sudo apt full-upgrade; then try `referee doctor` again."
        raise CameraError(reason, mend, code="camera-software") from error


def first_cause(error: BaseException) -> BaseException:
    """What an error goes back to: of a camera that cannot be had picamera2 itself says only that it is not there."""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    return error


class PiCamera(Camera):
    """A camera module on the Pi's ribbon cable."""

    live = True

    def __init__(
        self,
        number: int = 0,
        *,
        size: tuple[int, int] | None = None,
        fps: float = FPS,
        module: Callable[[], Any] = _import,
        clock: Clock = time.monotonic,
        closed: Callable[[tuple[str, ...]], tuple[str, str] | None] = forbidden,
    ) -> None:
        """`size` is what fits the sensor's whole view where none is given; `module` gives picamera2 or what stands in
        for it; `closed` finds devices that may not be opened."""
        self.name = _name_of(number)
        self._number = number
        self._wanted = size
        self._fps = fps
        self._module = module
        self._clock = clock
        self._forbidden = closed
        self._camera: Any = None
        self._format, self._size, self._stride = "", size or picture_size(None), 0
        self._settings: CameraSettings | None = None
        self._focus = ""
        """How looking for the focus ended, `found` or `failed`; empty where it was not looked for."""
        self._index = 0
        self._at = float("-inf")

    def open(self) -> None:
        """Configure and start the camera."""
        if self._camera is not None:
            return
        picamera2 = import_picamera2(self._module)
        there = _cameras_of(picamera2)
        if self._number >= len(there):
            raise self._missing(there)
        # Made in two steps: one that fails at the second leaves a pipe open, which nobody else could close.
        camera: Any = picamera2.Picamera2.__new__(picamera2.Picamera2)
        try:
            camera.__init__(self._number)
            camera.configure(self._configuration(camera))
            given = camera.camera_configuration()["main"]
            self._format, self._size, self._stride = given["format"], tuple(given["size"]), int(given["stride"])
            camera.start()
        except (RuntimeError, IndexError, OSError, KeyError, ValueError) as error:
            _let_go(camera)
            raise self._does_not_start(error) from error
        self._camera = camera

    def _missing(self, there: list[str]) -> CameraError:
        """Why it is not among those that are there: another one is meant, its devices are closed, or none is there."""
        reason = f"There is no Pi camera {self.name}."
        if there:
            names = ", ".join(f"{_name_of(number)} ({model})" for number, model in enumerate(there))
            return CameraError(reason, f"There are: {names}.", code="camera-other", camera=self.name, others=names)
        closed = self._forbidden((CAMERA_MEMORY, "media*", "video*"))
        if closed is not None:
            return not_allowed(*closed, self.name)
        reason = "The Pi camera does not start (none is connected)."
        return CameraError(reason, _RIBBON, code="camera-none", camera=self.name)

    def _does_not_start(self, error: BaseException) -> CameraError:
        """Why, as far as it can be told: picamera2 itself says no more than that it did not."""
        error = first_cause(error)
        if any(word in str(error).lower() for word in ("busy", "acquire")):
            reason = f"Another program holds the Pi camera ({error})."
            mend = "End it; `sudo fuser -v /dev/media*` shows which it is. It is tried again until then."
            return CameraError(reason, mend, code="camera-held", camera=self.name)
        reason = f"The Pi camera does not start ({error})."
        return CameraError(reason, _RIBBON, code="camera-none", camera=self.name)

    def _configuration(self, camera: Any) -> Any:
        sensor = camera.camera_properties.get("PixelArraySize")
        size = self._wanted or picture_size(tuple(sensor) if sensor else None)
        view = whole_view(_modes_of(camera), tuple(sensor) if sensor else None, size)
        return camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},
            raw=None,  # nobody looks at the sensor's own pixels; without them it needs less memory
            buffer_count=4,
            controls={"FrameRate": self._fps, **_controls(camera, self._settings)},
            **({"sensor": view} if view else {}),
        )

    def close(self) -> None:
        """Stop it and free it for others. Never waits for a picture that does not come."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # A capture that never ends would keep `stop` waiting for ever, so what waits is given up first.
        camera.cancel_all_and_flush()
        camera.stop()
        camera.close()

    def describe(self) -> dict[str, Any]:
        """Sensor, size, pixel format, pace, and the settings it holds."""
        known: dict[str, Any] = {"model": "Pi camera", "width": self._size[0], "height": self._size[1]}
        known["fps"] = self._fps
        if self._camera is not None:
            known["format"] = self._format
            known["model"] = str(self._camera.camera_properties.get("Model", "Pi camera"))
        if self._settings is not None:
            known["settings"] = self._settings
        if self._focus:
            known["focus"] = self._focus
        return known

    def hold(self, settings: Settings) -> None:
        """Use these settings from now on, or from the next opening; those of a USB camera say nothing."""
        if not isinstance(settings, CameraSettings):
            return
        self._settings = settings
        if self._camera is not None:
            self._camera.set_controls(_controls(self._camera, settings))

    def settle(self, *, refocus: bool = True) -> CameraSettings:
        """Let exposure, white balance and, unless told otherwise, focus find what suits the light, then hold it.

        Raises CameraError when the camera is not open or gives no more pictures.
        """
        camera = self._opened()
        held = None if refocus or self._settings is None else self._settings.lens
        automatic = _controls(camera, None)
        if held is not None:
            automatic.pop("AfMode", None)
        elif "AfMode" in automatic:
            automatic |= _focus_once(camera)
        quick = {"FrameRate": max(self._fps, SETTLING_FPS)} if "FrameDurationLimits" in camera.camera_controls else {}
        camera.set_controls({**automatic, **quick})
        last: tuple[float, ...] = ()
        steady = 0
        found: dict[str, Any] = {}
        for _ in range(SETTLING_FRAMES):
            request = self._next(camera)
            if request is None:
                raise CameraError("The Pi camera was closed while it settled.")
            found = request.get_metadata()
            request.release()
            now = _measured(found)
            steady = steady + 1 if last and _alike(last, now) else 0
            last = now
            if steady >= SETTLED_FRAMES and (held is not None or found.get("AfState") not in FOCUSING):
                break
        if quick:
            camera.set_controls({"FrameRate": self._fps})
        if held is None and "AfState" in found:
            self._focus = "found" if found["AfState"] == FOCUSED else "failed"
        exposure, gain, red, blue, lens = _measured(found)
        try:
            settings = CameraSettings(int(exposure), gain, red, blue, lens if "LensPosition" in found else None)
        except ValueError as error:
            raise CameraError(f"The Pi camera reports what cannot be: {error}.", "Update its software.") from error
        highest = camera.camera_controls.get("AnalogueGain")
        self.hold(settings.for_hands(float(highest[1]) if highest else 1.0, flicker_period()))
        assert self._settings is not None
        return self._settings

    def frames(self) -> Iterator[Frame]:
        """The pictures as they come, with the time the sensor took them where it tells.

        Raises CameraError when none comes for some seconds.
        """
        self._opened()
        while (camera := self._camera) is not None:
            request = self._next(camera)
            if request is None:
                return
            try:
                memory = request.make_buffer("main")
                taken = request.get_metadata().get("SensorTimestamp")
            finally:
                request.release()
            index, self._index = self._index, self._index + 1
            self._at = max(self._at, taken / 1e9 if taken else self._clock())
            yield Frame(to_picture(memory, self._format, self._size, self._stride), self._at, index)

    def _opened(self) -> Any:
        if self._camera is None:
            raise CameraError("The Pi camera is not open.")
        return self._camera

    def _next(self, camera: Any) -> Any:
        """The next finished request; none where somebody closed the camera meanwhile.

        Raises CameraError, and closes the camera, where none comes.
        """
        try:
            return camera.capture_request(wait=FRAME_SECONDS)
        except (RuntimeError, TimeoutError, OSError, CancelledError) as error:
            if self._camera is not camera:
                return None
            self.close()
            reason = "The Pi camera gives no more pictures."
            mend = "Check its ribbon cable and the power supply."
            raise CameraError(reason, mend, code="camera-gone", camera=self.name) from error


def _name_of(number: int) -> str:
    return "pi" if number == 0 else f"pi:{number}"


def _cameras_of(picamera2: Any) -> list[str]:
    """Models of the cameras on ribbons, by their numbers; none where nobody can tell. Those on USB come behind them."""
    try:
        there = picamera2.Picamera2.global_camera_info()
        return [str(one.get("Model", "camera")) for one in there if "/usb" not in str(one.get("Id", ""))]
    except (RuntimeError, OSError, AttributeError):
        return []


def _let_go(camera: Any) -> None:
    """Free a camera that could not be started, and the pipe of one that could not even be made."""
    with contextlib.suppress(RuntimeError, OSError, AttributeError):
        made = camera.is_open
        camera.close()
        if not made:
            camera.notifymeread.close()
            os.close(camera.notifyme_w)


def _modes_of(camera: Any) -> list[Any]:
    """The sensor's modes; none where the pipeline has none to tell of."""
    try:
        return list(camera.sensor_modes)
    except (RuntimeError, IndexError, OSError, KeyError, ValueError, AttributeError):
        return []


def _controls(camera: Any, settings: CameraSettings | None) -> dict[str, Any]:
    """libcamera's controls for fixed settings, or for automatic ones where there are none; only those it has."""
    if settings is None:
        wanted: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS_FOCUS}
        wanted |= {"AeFlickerMode": FLICKER_KNOWN, "AeFlickerPeriod": round(flicker_period())}
    else:
        wanted = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": settings.exposure,
            "AnalogueGain": settings.gain,
            "ColourGains": (settings.red_gain, settings.blue_gain),
        }
        if settings.lens is not None:
            wanted |= {"AfMode": MANUAL_FOCUS, "LensPosition": settings.lens}
    return {name: value for name, value in wanted.items() if name in camera.camera_controls}


def _focus_once(camera: Any) -> dict[str, Any]:
    """Controls that look for the focus once, on the middle of the view, over which a board lies."""
    wanted: dict[str, Any] = {"AfMode": FOCUS_ONCE, "AfTrigger": 0}
    whole = camera.camera_properties.get("ScalerCropMaximum")
    if whole:
        left, top, width, height = whole
        window = (left + width // 4, top + height // 4, width // 2, height // 2)
        wanted |= {"AfMetering": IN_WINDOWS, "AfWindows": [window]}
    return {name: value for name, value in wanted.items() if name in camera.camera_controls}


def _alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= SETTLED_WITHIN * max(abs(a), abs(b)) for a, b in zip(one, other, strict=True))


def _measured(metadata: dict[str, Any]) -> tuple[float, float, float, float, float]:
    """Exposure in microseconds, gain, red gain, blue gain and lens in dioptres of one frame."""
    red, blue = metadata.get("ColourGains", (1.0, 1.0))
    # What the processor multiplies in later the amplifier can do as well once it stands still.
    gain = float(metadata.get("AnalogueGain", 1.0)) * float(metadata.get("DigitalGain", 1.0))
    return (
        float(metadata.get("ExposureTime", 10_000)),
        gain,
        float(red),
        float(blue),
        float(metadata.get("LensPosition") or 0.0),
    )
