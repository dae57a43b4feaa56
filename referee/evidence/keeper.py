"""Keeps the last seconds of the table in memory, and cuts evidence out of them whenever there is a ruling.

The live loop hands over each picture and each batch of events; writing happens in a thread of its own, so
that a slow card never holds up the eye. No clock: time is that of the pictures. Kept are pictures before and after,
the ruling's spaces marked, a film, and what the eye said; of a fault also the board as if seen straight from above, so
that the page can point into it as into its own board.
"""

from __future__ import annotations

import logging
import math
import queue
import shutil
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engine import events
from engine.events import AnyEvent
from engine.observation import Observation
from referee.evidence.store import Store
from referee.movies import write_mp4
from referee.storage.database import HistoryFull
from referee.storage.durable import make_folder
from vision.rectify.mesh import Mesh, Picture

WIDTH = 512
"""Width of kept pictures, pixels: a chip is still some 20 pixels wide, five seconds of film some 80 kB."""
QUALITY = 80
"""JPEG quality, 1 to 100."""
MARGIN = 0.08
"""How much is kept around the board, as a part of its size: the hands belong to the evidence."""
_log = logging.getLogger(__name__)

SPACE = (40, 44)
"""Width and height of a space seen from straight above, pixels: those of the page's board."""
EDGE = 13
"""Pixels shown around the field, as on the page's board."""
_MARK = (0, 215, 255)
_TICKS = 1000
"""Clock of the film, ticks a second: frames keep the very times at which they were taken."""

Nodes = NDArray[np.float32]

TURN_SECONDS = (3.0, 0.8)
"""Film kept before and after a turn is announced."""
FAULT_SECONDS = (10.0, 3.0)
"""Film kept before and after a fault is announced."""
TURN_STEP = 2
"""Of a legal turn's film every so many pictures are kept: enough to see what was laid, at half the work."""


@dataclass(frozen=True)
class Still:
    """One kept picture, as JPEG."""

    at: float
    jpeg: bytes

    def picture(self) -> Picture:
        """Shape (height, width, 3)."""
        decoded = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert decoded is not None
        return decoded.astype(np.uint8, copy=False)


class Cut:
    """Which part of the camera's picture is kept, and how its points map into what is kept."""

    def __init__(self, outline: Nodes, picture_size: tuple[int, int], turns: int = 0) -> None:
        """`outline`: points around the board, shape (n, 2), pixels; `picture_size`: width, height.

        What is kept is turned counter-clockwise by `turns` quarters, so that it lies as the page draws the board.
        """
        self.turns = turns % 4
        low, high = outline.min(axis=0), outline.max(axis=0)
        room = (high - low) * MARGIN
        width, height = picture_size
        self.left, self.top = (int(v) for v in np.maximum(low - room, 0))
        self.right = int(min(high[0] + room[0] + 1, width))
        self.bottom = int(min(high[1] + room[1] + 1, height))
        self.scale = min(1.0, WIDTH / max(1, self.right - self.left))

    def __call__(self, picture: Picture) -> Picture:
        """The kept part at its kept size; the camera's picture is not copied."""
        part = picture[self.top : self.bottom, self.left : self.right]
        # Even sides: the film's colour planes are half as wide and high.
        width = max(2, int(part.shape[1] * self.scale) & ~1)
        height = max(2, int(part.shape[0] * self.scale) & ~1)
        # Halves are averaged many times faster than odd parts; what is left to shrink needs no averaging.
        while min(part.shape[0] // height, part.shape[1] // width) >= 2:
            halved = part.shape[1] // 2, part.shape[0] // 2
            even = part[: 2 * halved[1], : 2 * halved[0]]
            part = cv2.resize(even, halved, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        small = cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
        return np.ascontiguousarray(np.rot90(small, self.turns)) if self.turns else small

    def points(self, points: Nodes) -> Nodes:
        """Points of the camera's picture, shape (n, 2), in the kept one."""
        shifted: Nodes = (points - np.array([self.left, self.top], np.float32)) * np.float32(self.scale)
        width, height = ((far - near) * self.scale for near, far in ((self.left, self.right), (self.top, self.bottom)))
        for _ in range(self.turns):
            shifted = np.stack([shifted[:, 1], np.float32(width) - shifted[:, 0]], axis=1)
            width, height = height, width
        return shifted


def quarter_turns(nodes: Nodes) -> int:
    """By how many quarters, counter-clockwise, a picture is turned so that row 1 runs from left to right along the top.

    `nodes`: the board's mesh in the picture, shape (rows + 1, columns + 1, 2), row 1 first.
    """
    right, down = nodes[0, -1] - nodes[0, 0]
    return round(math.atan2(down, right) / (math.pi / 2)) % 4


class Ring:
    """Stills of the last seconds; the oldest go when there is no room."""

    def __init__(self, limit: int = 64 * 1024 * 1024) -> None:
        """`limit`: bytes."""
        self.limit = limit
        self.size = 0
        self._stills: deque[Still] = deque()

    def push(self, picture: Picture, at: float) -> Still:
        """Keep one picture, already cut."""
        _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        still = Still(at, encoded.tobytes())
        self._stills.append(still)
        self.size += len(still.jpeg)
        while self.size > self.limit and len(self._stills) > 1:
            self.size -= len(self._stills.popleft().jpeg)
        return still

    def forget_before(self, at: float) -> None:
        """Let go what nobody will ask for any more, however much room is left."""
        while self._stills and self._stills[0].at < at:
            self.size -= len(self._stills.popleft().jpeg)

    def between(self, begin: float, end: float) -> list[Still]:
        """The stills of that time, both ends included."""
        return [still for still in self._stills if begin <= still.at <= end]


@dataclass(eq=False)
class Pending:
    """What is to be kept of one ruling, waiting for its last seconds."""

    place: Path
    at: float
    seconds: tuple[float, float]
    before: Still | None
    after: Still | None
    outlines: list[Nodes]
    """Spaces to mark, corner points in the kept picture."""
    mesh: Nodes
    """The board's mesh in the kept picture, shape (rows + 1, columns + 1, 2)."""
    said: dict[str, object]


class Keeper:
    """Watches one game and keeps its evidence."""

    def __init__(
        self,
        store: Store,
        game: int,
        nodes: Callable[[], Nodes],
        space_of: Callable[[str], int],
        ring: Ring | None = None,
    ) -> None:
        """`nodes` tells the board's mesh of this moment, shape (rows + 1, columns + 1, 2), pixels."""
        self._store = store
        self._game = game
        self._nodes = nodes
        self._space_of = space_of
        self._ring = ring or Ring()
        self._cut: Cut | None = None
        self._outline: Nodes | None = None
        self._latest: Still | None = None
        self._settled: Still | None = None
        self._observation: Observation | None = None
        self._waiting: list[Pending] = []
        self._jobs: queue.Queue[tuple[Pending, list[Still]] | None] = queue.Queue()
        self._writer = threading.Thread(target=self._write_all, name="evidence", daemon=True)
        self._writer.start()

    @property
    def latest(self) -> bytes | None:
        """The board and what is around it as the camera saw it last, as JPEG."""
        still = self._latest
        return still.jpeg if still is not None else None

    def see(self, picture: Picture, observation: Observation) -> None:
        """Take in a picture and what the eye said of it."""
        nodes = self._nodes()
        if self._cut is None or self._outline is not nodes:
            self._cut = Cut(nodes.reshape(-1, 2), (picture.shape[1], picture.shape[0]), quarter_turns(nodes))
            self._outline = nodes
        self._latest = self._ring.push(self._cut(picture), observation.at)
        self._observation = observation
        if self._settled is None:
            self._settled = self._latest
        self._finish(observation.at)
        self._ring.forget_before(observation.at - sum(FAULT_SECONDS))  # nothing that waits reaches farther back

    def hear(self, happened: Sequence[AnyEvent]) -> None:
        """Open a bundle for every turn and fault among the events."""
        for event in happened:
            if isinstance(event, events.TurnPlayed) and event.space is not None:
                kind = "stood" if event.irregular else "turn"
                place = self._store.place(self._game, kind, event.turn)
                self._open(place, event.at, TURN_SECONDS, (event.space,), event)
            elif isinstance(event, events.FaultFound):
                place = self._store.place(self._game, "fault", event.turn, event.number)
                self._open(place, event.at, FAULT_SECONDS, event.spaces, event)
        if any(isinstance(event, events.PositionSettled) for event in happened):
            self._settled = self._latest

    def rest(self) -> None:
        """Write what still waits for its last seconds: none will come."""
        self._finish(float("inf"))

    def close(self) -> None:
        """Write what still waits, and end."""
        self.rest()
        self._jobs.put(None)
        self._writer.join(timeout=20)

    def _open(
        self, place: Path, at: float, seconds: tuple[float, float], names: Sequence[str], event: AnyEvent
    ) -> None:
        if self._cut is None or self._outline is None:
            return
        spaces = [self._space_of(name) for name in names]
        outlines = [self._cut.points(_corners(self._outline, space)) for space in spaces]
        mesh = self._cut.points(self._outline.reshape(-1, 2)).reshape(self._outline.shape)
        said: dict[str, object] = {"event": msgspec.to_builtins(event), "spaces": list(names)}
        if self._observation is not None and self._observation.letters:
            seen = self._observation
            likeliest = [
                seen.likeliest(space) if any(seen.chances_at(space)) else (seen.letters[space], None)
                for space in spaces
            ]
            said["eye"] = {
                name: {
                    "letter": seen.letters[space],
                    "guess": guess,
                    "probability": probability and round(probability, 3),
                }
                for name, space, (guess, probability) in zip(names, spaces, likeliest, strict=True)
            }
        self._waiting.append(Pending(place, at, seconds, self._settled, self._latest, outlines, mesh, said))

    def _finish(self, now: float) -> None:
        ripe = [bundle for bundle in self._waiting if now >= bundle.at + bundle.seconds[1]]
        for bundle in ripe:
            before, after = bundle.seconds
            stills = self._ring.between(bundle.at - before, bundle.at + after)
            self._jobs.put((bundle, stills[::TURN_STEP] if bundle.seconds == TURN_SECONDS else stills))
        self._waiting = [bundle for bundle in self._waiting if bundle not in ripe]

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            bundle, stills = job
            try:
                if not self._store.has_room():
                    self._store.keep_within_budget()
                if self._store.has_room():
                    self._write(bundle, stills)
                self._store.keep_within_budget(bundle.place)
            except (OSError, ValueError, cv2.error, HistoryFull) as error:
                # Evidence is a help, not the record: the game goes on without it.
                _log.warning("evidence %s was not kept: %s", bundle.place, error)
            finally:
                self._jobs.task_done()

    def _write(self, bundle: Pending, stills: list[Still]) -> None:
        place = bundle.place
        making = place.with_name(f".{place.name}")
        shutil.rmtree(making, ignore_errors=True)
        try:
            make_folder(place.parent)
            make_folder(making)
            write_files(making, bundle, stills, straight=bundle.seconds == FAULT_SECONDS)
            self._store.take_in(making, place)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)  # half a bundle is of no use and takes room
            raise


def _corners(nodes: Nodes, space: int) -> Nodes:
    """The four corners of a space, shape (4, 2)."""
    row, column = divmod(space, nodes.shape[1] - 1)
    corners: Nodes = nodes[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
    return corners


def write_files(folder: Path, bundle: Pending, stills: Sequence[Still], *, straight: bool) -> None:
    """Write its files into a folder; no film of fewer than two `stills`. Raises OSError, cv2.error."""
    for name, still in (("before", bundle.before), ("after", bundle.after)):
        if still is not None:
            _write_marked(folder / f"{name}.jpg", still, bundle.outlines)
    if bundle.after is not None and straight:
        seen = straight_picture(bundle.after.picture(), bundle.mesh)
        _write_picture(folder / "straight.jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if len(stills) >= 2:
        write_film(folder / "film.mp4", stills)
    (folder / "evidence.json").write_bytes(msgspec.json.encode(bundle.said))


def write_film(file: Path, stills: Sequence[Still]) -> None:
    """Write the stills as MP4, at the pace at which they were taken. Raises ValueError where there are none."""
    write_mp4(file, _timed(stills), _TICKS, {"preset": "ultrafast", "crf": "29", "tune": "zerolatency"})


def _timed(stills: Sequence[Still]) -> Iterator[tuple[int, Picture]]:
    """Each picture with the tick at which it appears, no two at the same."""
    last = -1
    for still in stills:
        last = max(last + 1, round((still.at - stills[0].at) * _TICKS))
        yield last, still.picture()


def straight_picture(picture: Picture, nodes: Nodes) -> Picture:
    """The field of `picture` with every space the same size, shape (rows * 44 + 26, columns * 40 + 26, 3).

    `nodes`: the board's mesh in the picture, shape (rows + 1, columns + 1, 2).
    """
    mesh = Mesh(nodes)
    across, down = (
        (np.arange(many * side + 2 * EDGE) + 0.5 - EDGE) / side
        for many, side in zip((mesh.columns, mesh.rows), SPACE, strict=True)
    )
    at = mesh.pixels(across, down)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.uint8, copy=False)


def _write_marked(file: Path, still: Still, outlines: list[Nodes]) -> None:
    picture = still.picture()
    for outline in outlines:
        cv2.polylines(picture, [np.round(outline).astype(np.int32)], True, _MARK, 2, cv2.LINE_AA)
    _write_picture(file, picture)


def _write_picture(file: Path, picture: Picture, how: Sequence[int] = ()) -> None:
    if not cv2.imwrite(str(file), picture, list(how)):
        raise OSError(f"{file} could not be written")
