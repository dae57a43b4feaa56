"""How well and how fast the eye reads: on rendered set-ups where they are there, on the simulated table else.

The set-ups are looked for in `sets` below the rendered scenes. Boards are found by the program itself.
Run alone: `python -m tests.bench eye`.
"""

from __future__ import annotations

import functools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.calibrate import Calibration, calibrate
from calibration.profile import save_profile
from engine.equipment.board import load_layout
from engine.observation import Observation
from tests.rendered import SCENES
from vision.eye import Eye
from vision.finding.board import find_board
from vision.finding.found import BoardNotFound
from vision.read.cold import read_cold
from vision.rectify.mesh import Mesh, Picture
from vision.table import TableLook

if TYPE_CHECKING:
    from hardware.simulated import SimulatedTable

LAYOUT = load_layout("classic")
SHAKEN = {"nudge", "shift", "drift", "lampoff"}
NUDGED_AT, DARK_AT = 6.0, 8.0
"""When the camera is knocked at a simulated table, and when its lamp goes off; seconds."""
Figures = dict[str, dict[str, object]]


@dataclass
class View:
    """One picture with its truth."""

    picture: Picture
    letters: str
    hidden: np.ndarray
    flipped: frozenset[int]
    tags: frozenset[str]


@dataclass
class Setup:
    """One table: how to measure it, and its pictures."""

    name: str
    empty: Picture
    colors: Picture
    chips: dict[str, int]
    mesh: Mesh
    views: Callable[[], Iterator[View]]


def rendered(sets: Path = SCENES / "sets") -> Iterator[Setup]:
    """The rendered set-ups in a folder; those that are not there whole are passed over."""
    for folder in sorted(sets.iterdir()):
        if not (folder / "colors.jpg").is_file():
            continue
        truth = json.loads((folder / "truth.json").read_text())
        images = truth["images"]

        def views(folder: Path = folder, images: dict = images) -> Iterator[View]:
            for name, told in sorted(images.items()):
                if name == "empty.jpg" or not (folder / name).is_file():
                    continue
                yield View(
                    cv2.imread(str(folder / name)),
                    "".join(told["cells"]),
                    np.array(told["occluded"], float).ravel(),
                    frozenset(r * 10 + c for r, c in told["flipped"]),
                    frozenset(told["tags"]),
                )

        yield Setup(
            folder.name,
            cv2.imread(str(folder / "empty.jpg")),
            cv2.imread(str(folder / "colors.jpg")),
            {chip["colour"]: chip["cell"][0] * 10 + chip["cell"][1] for chip in images["colors.jpg"]["chips"]},
            Mesh(np.array(images["empty.jpg"]["grid"], np.float32).reshape(11, 11, 2)),
            views,
        )


def simulated() -> Iterator[Setup]:
    """Drawn tables, for where no rendered ones are: ten seconds of play, in which camera and lamp are knocked.

    A full board with sequences turned over comes last, seen by the camera where it was knocked to.
    """
    for seed in range(1, 5):
        table = _table(seed)
        teams = {"blue": "b", "green": "g", "red": "r"}
        chips = {teams[name]: LAYOUT.space(space) for name, space in table.color_chips.items()}
        nodes = Mesh(np.asarray(table.nodes, np.float32))
        views = functools.partial(_ten_seconds, seed)
        yield Setup(f"simulated {seed}", table.empty_picture(), table.colors_picture(), chips, nodes, views)


def _table(seed: int) -> SimulatedTable:
    from hardware.simulated import SimulatedTable
    from tests.tabletop_troubles import Trouble

    seats = "blue green red" if seed % 2 else "blue green"
    troubles = (Trouble("nudge", NUDGED_AT), Trouble("lamp-off", DARK_AT))
    return SimulatedTable(seed=seed, seats=seats, live=False, speed=1e6, troubles=troubles)


def _ten_seconds(seed: int) -> Iterator[View]:
    """What the camera sees of a table, from the first frame each time."""
    with _table(seed) as table:
        for frame in table.frames():
            told = table.truth[frame.index]
            hidden = np.array(told.hidden or [0.0] * 100)
            hidden[list(told.between)] = 0.4
            since = {"nudge": NUDGED_AT, "lampoff": DARK_AT}
            tags = frozenset(tag for tag, at in since.items() if frame.at >= at)
            if told.hand:
                tags |= {"hand"}
            yield View(frame.picture, told.letters, hidden, frozenset(told.flipped), tags)
            if frame.index >= 50:
                break
        yield _full_board(table)


def _full_board(table: SimulatedTable) -> View:
    """Half of the spaces under chips, among them two sequences that were turned over, of two teams."""
    from hardware.tabletop.scene import Laid

    chance = random.Random(table.seed)
    lines = [frozenset(line) for line in LAYOUT.windows(5) if not LAYOUT.free & {*line}]
    first = chance.choice(lines)
    second = chance.choice([line for line in lines if not line & first])
    white = dict.fromkeys(sorted(first), table.teams[0]) | dict.fromkeys(sorted(second), table.teams[1])
    others = chance.sample(sorted({*range(100)} - LAYOUT.free - white.keys()), 38)
    teams = white | {space: chance.choice(table.teams) for space in others}
    chips = {
        space: Laid(team, chance.gauss(0, 0.3), chance.gauss(0, 0.3), chance.uniform(0, 72), space in white)
        for space, team in teams.items()
    }
    table.scene.show(chips)
    letters = "".join("*" if s in LAYOUT.free else teams.get(s, ".") for s in range(100))
    picture = _noisy(table.scene.still, table.seed)
    return View(picture, letters, np.zeros(100), frozenset(white), frozenset({"nudge", "lampoff"}))


class Tally:
    """Counts over many pictures."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.given: list[tuple[float, bool]] = []

    def add(self, view: View, seen: Observation) -> None:
        """One picture read."""
        clean = True
        for space, true in enumerate(view.letters):
            if space in LAYOUT.free:
                continue
            said = seen.letters[space] if seen.letters else "?"
            hidden = view.hidden[space]
            if hidden < 0.25:
                self.count["visible"] += 1
                wrong, unsure = said not in "?#" and said != true, said in "?#"
                self.count["wrong"] += wrong
                self.count["unsure"] += unsure
                clean &= not (wrong or unsure)
                if seen.letters:
                    self.given.append((seen.confidence[space] / 255, seen.guesses[space] == true))
                if space in view.flipped and not wrong and not unsure:
                    self.count["white"] += 1
                    self.count["white seen"] += space in seen.flipped
            elif hidden >= 0.5:
                self.count["covered"] += 1
                self.count["covered wrong"] += said not in "?#" and said != true
        self.count["boards"] += 1
        self.count["clean boards"] += clean

    def share(self, part: str, whole: str) -> float:
        """Per cent."""
        return 100.0 * self.count[part] / max(self.count[whole], 1)

    def at_most(self, bound: float, part: str, whole: str) -> dict[str, object]:
        """A row that must not exceed a bound; how many there were stands with it."""
        share = self.share(part, whole)
        return self._row(part, whole, f"<= {bound:.2g}", share <= bound)

    def at_least(self, bound: float, part: str, whole: str) -> dict[str, object]:
        """A row that must reach a bound."""
        return self._row(part, whole, f">= {bound:.4g}", self.share(part, whole) >= bound)

    def _row(self, part: str, whole: str, goal: str, reached: bool) -> dict[str, object]:
        if not self.count[whole]:
            return {"value": None, "unit": "none to be seen", "goal": goal, "reached": None}
        return figure(self.share(part, whole), f"% ({self.count[part]} of {self.count[whole]})", goal, reached)


def worst_tenth(given: list[tuple[float, bool]]) -> float:
    """Greatest distance, in points, between a probability and how often it was right, by tenths above 0.5."""
    worst = 0.0
    for low in (0.5, 0.6, 0.7, 0.8, 0.9):
        inside = [(p, right) for p, right in given if low <= p < low + 0.1 or (low == 0.9 and p >= 0.9)]
        if len(inside) >= 20:
            said = statistics.fmean(p for p, _ in inside)
            worst = max(worst, abs(said - statistics.fmean(right for _, right in inside)) * 100)
    return worst


def figure(value: float, unit: str, goal: str, reached: bool | None) -> dict[str, object]:
    """One row."""
    return {
        "value": round(float(value), 4),
        "unit": unit,
        "goal": goal,
        "reached": reached if reached is None else bool(reached),
    }


def reading_figures(setups: list[Setup]) -> Figures:
    """The table of how well: read with a profile, and cold."""
    calm, shaken, everything, cold = Tally(), Tally(), Tally(), Counter[str]()
    upright, nodes = 0, []
    for setup in setups:
        measured = _measure(setup)
        if measured is None:
            continue
        off = np.linalg.norm(measured.look.mesh.nodes - setup.mesh.nodes, axis=2).mean()
        side = np.linalg.norm(np.diff(setup.mesh.nodes, axis=1), axis=2).mean()
        upright += bool(off < side / 2)
        nodes.append(off / side)
        for number, view in enumerate(setup.views()):
            seen = Eye(measured.look, LAYOUT).look(view.picture, 0.0, 0)
            everything.add(view, seen)
            (shaken if view.tags & SHAKEN else calm).add(view, seen)
            if number % 3 == 0:
                _cold(view, cold)
    all_ = everything
    right = 100.0 * cold["right"] / max(cold["visible"], 1)
    bound = max(1.5 * calm.share("wrong", "visible"), 0.02), max(1.5 * calm.share("unsure", "visible"), 0.5)
    off_by = worst_tenth(all_.given)
    return {
        "board found, right way up": figure(upright, f"of {len(setups)}", "all", upright == len(setups)),
        "nodes off": figure(np.mean(nodes), "spaces", "<= 0.08", np.mean(nodes) <= 0.08),
        "visible wrong": all_.at_most(0.02, "wrong", "visible"),
        "visible unsure": all_.at_most(0.5, "unsure", "visible"),
        "boards without a flaw": all_.at_least(97, "clean boards", "boards"),
        "shaken: wrong": shaken.at_most(bound[0], "wrong", "visible"),
        "shaken: unsure": shaken.at_most(bound[1], "unsure", "visible"),
        "covered, yet wrong": all_.at_most(0.1, "covered wrong", "covered"),
        "white faces seen": all_.at_least(99.5, "white seen", "white"),
        "cold, no profile": figure(right, "%", ">= 98", right >= 98),
        "probability off": figure(off_by, "points", "<= 2", off_by <= 2),
    }


def _measure(setup: Setup) -> Calibration | None:
    try:
        return calibrate(setup.empty, setup.colors, setup.chips, layout=LAYOUT)
    except Exception as error:  # noqa: BLE001  a bench goes on and shows the miss
        print(f"{setup.name}: {error}")
        return None


def _cold(view: View, count: Counter[str]) -> None:
    try:
        letters = read_cold(view.picture, LAYOUT).told.letters
    except BoardNotFound:
        letters = "?" * 100
    for space, true in enumerate(view.letters):
        if space not in LAYOUT.free and view.hidden[space] < 0.25:
            count["visible"] += 1
            count["right"] += letters[space] == true


def _seconds(work: Callable[[], object], times: int) -> float:
    """Median seconds of one call."""
    return statistics.median(_times(work, times))


def _times(work: Callable[[], object], times: int) -> list[float]:
    """Seconds of each call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return taken


def _bump(look: TableLook, before: Picture, after: Picture) -> float:
    """Seconds from the frame in which the board lies elsewhere to its observation."""
    eye = Eye(look, LAYOUT)
    eye.look(before, 0.0, 0)
    began = time.perf_counter()
    eye.look(after, 1.0, 1)
    return time.perf_counter() - began


def _memory(look: TableLook, pictures: list[Picture]) -> float:
    """Megabytes that the eye adds to a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        save_profile(Path(folder), look)
        names = [f"{folder}/{number}.png" for number in range(len(pictures))]
        for name, picture in zip(names, pictures, strict=True):
            cv2.imwrite(name, picture)
        command = [sys.executable, "-m", "tests.bench._eye_memory", folder, *names]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    return float(done.stdout)


def _noisy(picture: Picture, number: int) -> Picture:
    noise = np.random.default_rng(number).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _covered(setup: Setup, size: tuple[int, int]) -> Picture:
    """A picture with a hand over the board: the one that hides most of it."""
    calm = (view for view in setup.views() if not view.tags & SHAKEN)
    return cv2.resize(max(calm, key=lambda view: view.hidden.sum()).picture, size)


def _to_and_fro(look: TableLook, pictures: list[Picture]) -> Callable[[], object]:
    """Looks at one picture after the other, round and round, so that every one of them is new to the eye."""
    eye, turn = Eye(look, LAYOUT), iter(range(10_000))

    def glance() -> object:
        number = next(turn)
        return eye.look(pictures[number % len(pictures)], number / 5, number)

    return glance


def _rests(look: TableLook, quiet: Picture, covered: Picture) -> float:
    """Seconds of the frame in which a hand that came rests, so that what it covers is read."""
    eye, taken = Eye(look, LAYOUT), []
    for number in range(0, 60, 3):
        for step, picture in enumerate((quiet, covered, covered)):
            began = time.perf_counter()
            eye.look(picture, (number + step) / 5, number + step)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def _hunting(picture: Picture) -> list[Picture]:
    """The picture as a camera shows it that hunts for its white balance, blue and red against each other by 8 %."""
    gains = ((1.0, 1.0, 1.0), (1.08, 1.0, 0.92), (1.0, 1.0, 1.0), (0.92, 1.0, 1.08))
    return [np.clip(picture * np.float32(gain), 0, 255).astype(np.uint8) for gain in gains]


def _busy_figures(look: TableLook, quiet: Picture, covered: Picture, warp: float) -> Figures:
    """What frames cost while a hand comes and goes, and while the white balance hunts; `warp` is in seconds."""
    hand = _times(_to_and_fro(look, [quiet, covered]), 60)
    median, most = statistics.median(hand) / warp, float(np.quantile(hand, 0.9)) / warp
    rests = _rests(look, quiet, covered) / warp
    rest = _seconds(_to_and_fro(look, [quiet]), 40) / warp
    hunting = _seconds(_to_and_fro(look, _hunting(quiet)), 40) / warp - rest
    return {
        "read, a hand coming and going": figure(median, "warps", "<= 3", median <= 3),
        "read, a hand coming and going: slowest tenth from": figure(most, "warps", "<= 3", most <= 3),
        "read, a hand that comes to rest": figure(rests, "warps", "", None),
        "read, the same picture again": figure(rest, "warps", "<= 0.2", rest <= 0.2),
        "more when the white balance hunts by 8 %": figure(hunting, "warps", "<= 2", hunting <= 2),
    }


def speed_figures(setup: Setup) -> Figures:
    """How fast, against the warp of the same frame, and what memory the eye takes."""
    cv2.setNumThreads(1)
    rows: Figures = {}
    for width, height in ((820, 616), (1640, 1232), (3280, 2464)):
        empty, colors = (cv2.resize(one, (width, height)) for one in (setup.empty, setup.colors))
        frames = [_noisy(colors, number) for number in range(3)]
        look = calibrate(empty, colors, setup.chips, layout=LAYOUT).look
        eye = Eye(look, LAYOUT)
        eye.look(frames[0], 0.0, 0)
        corners = np.array([[0, 0], [1000, 0], [1000, 1000], [0, 1000]], np.float32)
        plane = cv2.getPerspectiveTransform(look.mesh.corners, corners)
        warp = _seconds(lambda f=frames, p=plane: cv2.warpPerspective(f[0], p, (1000, 1000)), 40)
        turn = iter(range(1, 10_000))

        def glance(eye: Eye = eye, frames: list = frames, turn: Iterator[int] = turn) -> object:
            number = next(turn)
            return eye.look(frames[number % 3], number / 5, number)

        taken = _seconds(glance, 60) / warp
        if width == 1640:
            rows["read"] = figure(taken, "warps", "<= 0.33", taken <= 1 / 3)
            covered = _covered(setup, (width, height))
            rows |= _busy_figures(look, frames[0], covered, warp)
            search = _seconds(lambda f=frames: find_board(f[0], LAYOUT), 5) / warp
            rows["find from nothing"] = figure(search, "warps", "< 40", search < 40)
            moved = cv2.warpAffine(frames[0], np.float32([[1, 0, 15], [0, 1, 9]]), (width, height))

            after = statistics.median(_bump(look, frames[0], moved) for _ in range(5)) / warp
            rows["find after a bump"] = figure(after, "warps", "< 15", after < 15)
            grown = _memory(look, [frames[0], covered, moved])
            rows["memory added"] = figure(grown, "MB", "< 60", grown < 60)
        else:
            rows[f"read at {width}x{height}"] = figure(taken * warp * 1000, "ms", "", True)
    return rows


def figures() -> Figures:
    """All rows."""
    setups = list(rendered() if (SCENES / "sets").is_dir() else simulated())
    return speed_figures(setups[0]) | reading_figures(setups)
