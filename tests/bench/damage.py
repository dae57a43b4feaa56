"""Damaged profiles and pictures by the thousand: each is refused in a sentence, or read; nothing else ever happens.

`TRIES` says how many of each. A number that was found wrong is tried alone by `python -m tests.bench.damage NUMBER`.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from calibration.calibrate import calibrate
from calibration.profile import ProfileError, load_profile, save_profile
from engine.equipment.board import load_layout
from hardware.recording import read_picture
from hardware.simulated import SimulatedTable
from referee.pictures import load_picture
from referee.refusal import Refusal
from tests.damage import damage_profile, damaged_picture
from vision.eye import Eye
from vision.rectify.pictures import PictureError
from vision.table import TableLook

TRIES = int(os.environ.get("TRIES", "10000"))
LAYOUT = load_layout("classic")
LONGEST = 400
"""Letters of a sentence that people still read."""


@cache
def whole() -> Path:
    """The profile of that table, to be copied."""
    folder = Path(tempfile.mkdtemp(prefix="profile"))
    save_profile(folder, table()[0])
    atexit.register(shutil.rmtree, folder)
    return folder


@cache
def table() -> tuple[TableLook, Any]:
    """A drawn table that was measured, and its picture."""
    drawn = SimulatedTable(seed=3, live=False, size=(480, 360), clutter=False)
    picture = drawn.empty_picture()
    return calibrate(picture, layout=LAYOUT).look, picture


def try_profile(folder: Path, seed: int) -> str:
    """`refused` or `read`, for a profile with the damage of this number."""
    shutil.copytree(whole(), folder, dirs_exist_ok=True)
    damage_profile(folder, seed)
    try:
        damaged = load_profile(folder)
        Eye(damaged, load_layout(damaged.layout)).look(table()[1], 0.0, 0)
    except (ProfileError, PictureError) as error:
        return said(error)
    return "read"


def try_picture(folder: Path, seed: int) -> str:
    """The same for a picture, at the door of `read` and at that of recordings."""
    look, picture = table()
    chance = random.Random(seed)
    ending = chance.choice((".jpg", ".jpg", ".jpg", ".png", ".bmp", ".webp", ".tiff"))
    file = folder / f"00001{ending}"
    file.write_bytes(damaged_picture(cv2.imencode(ending, picture)[1].tobytes(), chance))
    eye = Eye(look, LAYOUT)
    eye.look(picture, 0.0, 0)
    frame = read_picture(file)
    try:
        eye.look(load_picture(file), 0.2, 1)
        if frame is not None:
            eye.look(frame, 0.4, 2)
    except (Refusal, PictureError) as error:
        return said(error)
    return "read"


def said(error: Exception) -> str:
    """`refused`, if it was in one line that people read."""
    line = str(error)
    return "refused" if "\n" not in line and 20 < len(line) <= LONGEST else f"badly said: {line!r}"


def tried(attempt: Callable[[Path, int], str], seed: int) -> str:
    """What became of one attempt."""
    folder = Path(tempfile.mkdtemp(prefix="damage"))
    try:
        return attempt(folder, seed)
    except Exception:  # noqa: BLE001 - this is what is looked for
        return traceback.format_exc()
    finally:
        shutil.rmtree(folder)


def figures() -> dict[str, dict[str, Any]]:
    """How many of the damaged files ended in anything but a sentence or a reading."""
    rows: dict[str, dict[str, Any]] = {}
    for name, attempt in (("profiles", try_profile), ("pictures", try_picture)):
        count: Counter[str] = Counter()
        for seed in range(TRIES):
            became = tried(attempt, seed)
            if became not in ("refused", "read"):
                print(f"{name}, number {seed}: {became}")
                became = "wrong"
            count[became] += 1
        unit = f"of {TRIES} ({count['refused']} refused, {count['read']} read)"
        wrong = count["wrong"]
        rows[f"damaged {name}, neither refused nor read"] = {
            "value": wrong, "unit": unit, "goal": "0", "reached": wrong == 0
        }  # fmt: skip
    return rows


if __name__ == "__main__":
    for number in map(int, sys.argv[1:]):
        print(number, "profile:", tried(try_profile, number))
        print(number, "picture:", tried(try_picture, number))
