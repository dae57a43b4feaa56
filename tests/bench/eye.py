"""How fast the eye reads: on a rendered set-up where some are there, on the simulated table else.

How well it reads is counted over the same set-ups by `corpus`, and how well boards are found by `finding`.
"""

import functools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.calibrate import calibrate
from calibration.profile import save_profile
from tests.bench._figures import at_most, figure
from tests.rendered import SCENES
from tests.vision.scenes import LAYOUT, noisy
from vision.eye import Eye
from vision.finding.board import find_board
from vision.rectify.mesh import Mesh, Picture

SHAKEN = {"nudge", "shift", "drift", "lampoff"}
NUDGED_AT, DARK_AT = 6.0, 8.0
"""When the camera is knocked at a simulated table, and when its lamp goes off; seconds."""


@dataclass
class View:
    """One picture with its truth."""

    picture: Picture
    letters: str
    hidden: np.ndarray
    flipped: frozenset[int]
    tags: frozenset[str]
    centres: np.ndarray = field(default_factory=lambda: np.zeros((100, 2)))
    """Where the foot of each chip lies from the middle of its space, in spaces, as far as somebody says."""


@dataclass
class Setup:
    """One table: how to measure it, and its pictures."""

    name: str
    empty: Picture
    colors: Picture
    chips: dict[str, int]
    mesh: Mesh
    views: Callable[[], Iterator[View]]


def rendered(sets=SCENES / "sets"):
    """The rendered set-ups in a folder; those that are not there whole are passed over."""
    for folder in sorted(sets.iterdir()):
        if not (folder / "colors.jpg").is_file():
            continue
        truth = json.loads((folder / "truth.json").read_text())
        images = truth["images"]

        def views(folder=folder, images=images, board=truth["board"]):
            for name, told in sorted(images.items()):
                if name == "empty.jpg" or not (folder / name).is_file():
                    continue
                yield View(
                    cv2.imread(str(folder / name)),
                    "".join(told["cells"]),
                    np.array(told["occluded"], float).ravel(),
                    frozenset(r * 10 + c for r, c in told["flipped"]),
                    frozenset(told["tags"]),
                    _centres(told["chips"], board),
                )

        yield Setup(
            folder.name,
            cv2.imread(str(folder / "empty.jpg")),
            cv2.imread(str(folder / "colors.jpg")),
            {chip["colour"]: chip["cell"][0] * 10 + chip["cell"][1] for chip in images["colors.jpg"]["chips"]},
            Mesh(np.array(images["empty.jpg"]["grid"], np.float32).reshape(11, 11, 2)),
            views,
        )


def _centres(chips, board):
    """Where the chips lie in their spaces; the pictures' truth says it in centimetres, upwards."""
    centres = np.zeros((LAYOUT.rows, LAYOUT.columns, 2))
    for chip in chips:
        centres[tuple(chip["cell"])] = chip["dx_cm"] / board["cw"], -chip["dy_cm"] / board["ch"]
    return centres.reshape(-1, 2)


def simulated():
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


def _table(seed):
    from tests.tabletop_troubles import Trouble
    from tests.watched_table import WatchedTable

    seats = "blue green red" if seed % 2 else "blue green"
    troubles = (Trouble("nudge", NUDGED_AT), Trouble("lamp-off", DARK_AT))
    return WatchedTable(seed=seed, seats=seats, live=False, speed=1e6, troubles=troubles)


def _ten_seconds(seed):
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


def _full_board(table):
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
    picture = noisy(table.scene.still, table.seed)
    return View(picture, letters, np.zeros(100), frozenset(white), frozenset({"nudge", "lampoff"}))


def _seconds(work, times):
    """Median seconds of one call."""
    return statistics.median(_times(work, times))


def _times(work, times):
    """Seconds of each call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return taken


def _bump(look, before, after):
    """Seconds from the frame in which the board lies elsewhere to its observation."""
    eye = Eye(look, LAYOUT)
    eye.look(before, 0.0, 0)
    began = time.perf_counter()
    eye.look(after, 1.0, 1)
    return time.perf_counter() - began


def _memory(look, pictures):
    """Megabytes that the eye adds to a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        save_profile(Path(folder), look)
        names = [f"{folder}/{number}.png" for number in range(len(pictures))]
        for name, picture in zip(names, pictures, strict=True):
            cv2.imwrite(name, picture)
        command = [sys.executable, "-m", "tests.bench._eye_memory", folder, *names]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    return float(done.stdout)


def _covered(setup, size):
    """A picture with a hand over the board: the one that hides most of it."""
    calm = (view for view in setup.views() if not view.tags & SHAKEN)
    return cv2.resize(max(calm, key=lambda view: view.hidden.sum()).picture, size)


def _to_and_fro(look, pictures):
    """Looks at one picture after the other, round and round, so that every one of them is new to the eye."""
    eye, turn = Eye(look, LAYOUT), iter(range(10_000))

    def glance():
        number = next(turn)
        return eye.look(pictures[number % len(pictures)], number / 5, number)

    return glance


def _rests(look, quiet, covered):
    """Seconds of the frame in which a hand that came rests, so that what it covers is read."""
    eye, taken = Eye(look, LAYOUT), []
    for number in range(0, 60, 3):
        for step, picture in enumerate((quiet, covered, covered)):
            began = time.perf_counter()
            eye.look(picture, (number + step) / 5, number + step)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def _hunting(picture):
    """The picture as a camera shows it that hunts for its white balance, blue and red against each other by 8 %."""
    gains = ((1.0, 1.0, 1.0), (1.08, 1.0, 0.92), (1.0, 1.0, 1.0), (0.92, 1.0, 1.08))
    return [np.clip(picture * np.float32(gain), 0, 255).astype(np.uint8) for gain in gains]


def _busy_figures(look, quiet, covered, warp):
    """What frames cost while a hand comes and goes, and while the white balance hunts; `warp` is in seconds."""
    hand = _times(_to_and_fro(look, [quiet, covered]), 60)
    median, most = statistics.median(hand) / warp, float(np.quantile(hand, 0.9)) / warp
    rests = _rests(look, quiet, covered) / warp
    rest = _seconds(_to_and_fro(look, [quiet]), 40) / warp
    hunting = _seconds(_to_and_fro(look, _hunting(quiet)), 40) / warp - rest
    return {
        "read, a hand coming and going": at_most(median, 3, "warps"),
        "read, a hand coming and going: slowest tenth from": at_most(most, 3, "warps"),
        "read, a hand that comes to rest": figure(rests, "warps"),
        "read, the same picture again": at_most(rest, 0.2, "warps"),
        "more when the white balance hunts by 8 %": at_most(hunting, 2, "warps"),
    }


def speed_figures(setup):
    """How fast, against the warp of the same frame, and what memory the eye takes."""
    cv2.setNumThreads(1)
    rows = {}
    for width, height in ((820, 616), (1640, 1232), (3280, 2464)):
        empty, colors = (cv2.resize(one, (width, height)) for one in (setup.empty, setup.colors))
        frames = [noisy(colors, number) for number in range(3)]
        look = calibrate(empty, colors, setup.chips, layout=LAYOUT).look
        eye = Eye(look, LAYOUT)
        eye.look(frames[0], 0.0, 0)
        corners = np.array([[0, 0], [1000, 0], [1000, 1000], [0, 1000]], np.float32)
        plane = cv2.getPerspectiveTransform(look.mesh.corners, corners)
        warp = _seconds(lambda f=frames, p=plane: cv2.warpPerspective(f[0], p, (1000, 1000)), 40)
        turn = iter(range(1, 10_000))

        def glance(eye=eye, frames=frames, turn=turn):
            number = next(turn)
            return eye.look(frames[number % 3], number / 5, number)

        taken = _seconds(glance, 60) / warp
        if width == 1640:
            rows["read"] = at_most(taken, 0.33, "warps")
            covered = _covered(setup, (width, height))
            rows |= _busy_figures(look, frames[0], covered, warp)
            search = _seconds(lambda f=frames: find_board(f[0], LAYOUT), 5) / warp
            rows["find from nothing"] = at_most(search, 40, "warps")
            moved = cv2.warpAffine(frames[0], np.float32([[1, 0, 15], [0, 1, 9]]), (width, height))

            after = statistics.median(_bump(look, frames[0], moved) for _ in range(5)) / warp
            rows["find after a bump"] = at_most(after, 15, "warps")
            grown = _memory(look, [frames[0], covered, moved])
            rows["memory added"] = at_most(grown, 60, "MB")
        else:
            rows[f"read at {width}x{height}"] = figure(taken * warp * 1000, "ms")
    return rows


def figures():
    """What each kind of frame costs."""
    return speed_figures(next(rendered() if (SCENES / "sets").is_dir() else simulated()))
