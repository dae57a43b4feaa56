"""The camera over the simulated table: frames late, dropped, frozen, torn, black, of a wrong size, garbage; gone.

It lets the evening go on while the program waits for a frame. What a picture shows, the modelled eye is told; the
pictures themselves are noise, which the watchdog over the camera judges as it does real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np

from engine.observation import MAY_LIE, Observation
from hardware.camera import CameraError, Frame, Picture
from tests.simulation.plan import CAMERA, Trouble
from vision.rectify.pictures import PictureError

SIZE = 32
_noise = np.random.default_rng(1)
PICTURES = [_noise.integers(40, 200, (SIZE, SIZE, 3), np.uint8) for _ in range(17)]
BLACK = np.zeros((SIZE, SIZE, 3), np.uint8)
SMALL = PICTURES[0][:20]
NOTICED_SECONDS = 2.0
"""People see that the referee sees nothing when it lasts as long as this, and wait."""

Tick = Callable[[], None]


class ModelledEye:
    """Says of a frame what the simulator made of it, as the real eye would."""

    sight = None

    class Mesh:
        nodes = np.stack(np.meshgrid(np.linspace(0, SIZE, 11), np.linspace(0, SIZE, 11)), -1).astype(np.float32)

    mesh = Mesh()

    def __init__(self, shown: dict[int, Observation]) -> None:
        self._shown = shown

    def look(self, picture: Picture, at: float, frame: int) -> Observation:
        """The observation of that frame. Raises PictureError for a picture of another size."""
        if picture.shape != BLACK.shape:
            raise PictureError(f"The picture is {picture.shape[1]}x{picture.shape[0]} pixels.", "Calibrate again.")
        if picture is BLACK:
            return Observation(at=at, frame=frame, problem="black")
        return msgspec.structs.replace(
            self._shown[int(picture[0, 0, 0]) * 256 + int(picture[0, 0, 1])], at=at, frame=frame
        )

    def expect(self, letters: str) -> None:
        """The model needs no help from the game."""

    def look_again(self) -> None:
        """The model keeps nothing that could be wrong."""


class TroubledCamera:
    """A live camera over an evening; opened again it counts its frames from 0, on the same clock."""

    name, live = "simulated camera", True

    def __init__(self, shots: Iterator[Any], clock: Callable[[], float], troubles: list[Trouble], tick: Tick) -> None:
        """`shots`: what the table looks like, one camera period after the other; `tick`: called after each."""
        self._shots, self._clock, self._tick = shots, clock, tick
        self._troubles = [trouble for trouble in troubles if trouble.kind in CAMERA]
        self.over = False
        self.shown: dict[int, Observation] = {}
        """What the eye says of each picture, by the number in its first pixel."""
        self._index = 0
        self._before: Any = None
        self._late: list[tuple[Any, float]] = []

    def open(self) -> None:
        """Raises CameraError while it is gone."""
        if self._now("gone"):
            raise CameraError("The simulated camera has vanished.", "It comes back by itself.")
        self._index = 0

    def close(self) -> None:
        """Nothing is held."""

    def describe(self) -> dict[str, Any]:
        return {}

    def _now(self, *kinds: str) -> Trouble | None:
        now = self._clock()
        return next((t for t in self._troubles if t.kind in kinds and t.at <= now < t.at + t.seconds), None)

    @property
    def noticed(self) -> bool:
        """Whether people see that the referee sees nothing."""
        trouble = self._now("frozen", "black", "gone", "garbage", "wrong-size", "late", "dropped")
        return trouble is not None and trouble.seconds > NOTICED_SECONDS

    def next_shot(self) -> Any | None:
        """Let one camera period pass; what could be seen then, or none when the evening is over."""
        shot = next(self._shots, None)
        if shot is None:
            self.over = True
            return None
        self._tick()
        return shot

    def pass_time(self, seconds: float) -> None:
        """Let time pass in which nobody looks."""
        until = self._clock() + seconds
        while self._clock() < until and self.next_shot() is not None:
            pass

    def frames(self) -> Iterator[Frame]:
        """The frames as they come. Raises CameraError when the camera vanishes."""
        while (shot := self.next_shot()) is not None:
            if self._now("gone"):
                raise CameraError("The simulated camera has vanished.", "It comes back by itself.")
            for kept, at in self._as_it_comes(shot):
                self._index += 1
                yield Frame(self.picture(kept, at), at, self._index)

    def _as_it_comes(self, shot: Any) -> list[tuple[Any, float]]:
        now, kind = self._clock(), ""
        trouble = self._now(*CAMERA)
        if trouble is not None:
            kind = trouble.kind
        if kind == "late":
            self._late.append((shot, now))
            return []
        late, self._late = self._late, []
        before, self._before = self._before, (shot if kind != "frozen" or self._before is None else self._before)
        if kind == "dropped" and Random(f"{trouble and trouble.dice} {now}").random() < 0.7:
            return late
        if kind == "frozen" and before is not None:
            shot = before
        elif kind == "torn" and before is not None:
            shot = self.torn(before, shot)
        elif kind in ("black", "wrong-size", "garbage"):
            shot = getattr(self, kind.replace("-", "_"))(shot)
        return [*late, (shot, now)]

    # ---- what becomes of pictures that are told of, not drawn

    def picture(self, shot: Any, _at: float) -> Picture:
        """Noise in the place of a picture; the eye knows what it shows."""
        if isinstance(shot, np.ndarray):  # spoilt already
            return shot
        number = shot.frame % 50_000
        self.shown[number] = shot
        picture = PICTURES[shot.frame % len(PICTURES)].copy()
        picture[0, 0, :2] = divmod(number, 256)
        return picture

    def torn(self, old: Any, new: Any) -> Any:
        """The upper half of the one and the lower half of the other."""
        if not (isinstance(old, Observation) and isinstance(new, Observation) and old.letters and new.letters):
            return new
        half = len(new.letters) // 2
        return msgspec.structs.replace(
            new,
            letters=old.letters[:half] + new.letters[half:],
            chances=old.chances[: half * len(MAY_LIE)] + new.chances[half * len(MAY_LIE) :],
        )

    def black(self, _shot: Any) -> Any:
        """A cap on the lens."""
        return BLACK

    def wrong_size(self, _shot: Any) -> Any:
        """Another mode of the camera."""
        return SMALL

    def garbage(self, shot: Any) -> Any:
        """Bit errors: most spaces cannot be read, or no board is there."""
        random = Random(f"garbage {self._clock()}")
        if not shot.letters or random.random() < 0.4:
            return Observation(at=shot.at, frame=shot.frame, problem=random.choice(("no-board", "upset", "blurred")))
        letters = "".join(random.choice("??#" + letter) if letter != "*" else "*" for letter in shot.letters)
        sure = random.choices(range(200), k=len(letters))
        chances = bytes(min(chance, sure[number // len(MAY_LIE)]) for number, chance in enumerate(shot.chances))
        return msgspec.structs.replace(shot, letters=letters, chances=chances)


class DrawnCamera(TroubledCamera):
    """The same over a drawn table, whose pictures are spoilt themselves."""

    def picture(self, shot: Any, _at: float) -> Picture:
        """The picture as it is."""
        return shot

    def torn(self, old: Any, new: Any) -> Any:
        """The upper half of the one and the lower half of the other."""
        half = len(new) // 2
        return np.vstack((old[:half], new[half:]))

    def black(self, shot: Any) -> Any:
        return np.zeros_like(shot)

    def wrong_size(self, shot: Any) -> Any:
        return np.ascontiguousarray(shot[: len(shot) // 2])

    def garbage(self, shot: Any) -> Any:
        """Bit errors: rows are shifted and blocks take other colours, or nothing but noise comes."""
        chance = np.random.default_rng(Random(f"garbage {self._clock()}").randrange(2**32))
        if chance.random() < 0.3:
            return chance.integers(0, 256, shot.shape, np.uint8)
        spoilt = shot.copy()
        for _ in range(chance.integers(1, 30)):
            row, column = chance.integers(0, len(shot) - 16), chance.integers(0, shot.shape[1] - 64)
            spoilt[row : row + 16, column:] = np.roll(spoilt[row : row + 16, column:], chance.integers(64), axis=1)
            spoilt[row : row + 16, column : column + 16] ^= np.uint8(chance.integers(256))
        return spoilt
