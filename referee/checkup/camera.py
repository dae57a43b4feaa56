"""What of camera and table profile is in order: frames are taken, looked at, and measured.

Beside `referee.checkup.machine`, which looks at the machine; findings have the same form.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from calibration.profile import ProfileError, load_profile
from calibration.shown_deck import load_deck
from engine.editions.edition import TEAM_OF
from engine.equipment.board import LayoutError, load_layout
from engine.saying import saying
from hardware.bands import Bands
from hardware.camera import Camera, CameraError, Frame
from hardware.damage import Damage
from hardware.names import open_camera
from hardware.watchdog import Fault, Watchdog
from referee.checkup.machine import Finding
from referee.measures import measure_words, measures_of
from referee.refusal import Refusal
from referee.session.camera_memory import hold_kept
from vision.cards.room import rank_pixels
from vision.eye import Eye
from vision.rectify.pictures import PictureError
from vision.table import TableLook
from web.wording import DEFAULT, told

FRAMES = 12
"""Frames kept for judging a camera; more are looked at where they are the same, until it is known to be frozen."""
SECONDS = 20.0
"""Longest time given to them."""
READ_WELL, READ_AT_ALL = 14.0, 9.0
"""Pixels of a rank from which cards are read well, and from which they are read at all."""
_BESIDE = {"left": "left of", "right": "right of", "above": "above", "below": "below"}
SLOWEST = 3.0
"""Frames a second below which quick players outrun the eye."""


def examine_sight(camera: str | None, table: Path | None) -> Iterator[Finding]:
    """The findings on a camera and a table profile, as far as they were named."""
    look: TableLook | None = None
    if table is not None:
        try:
            look = load_profile(table)
            yield _profile(table, look)
            yield _cards(look)
            yield from _deck(table)
        except ProfileError as no:
            yield Finding("table profile", "fault", no.reason, no.mend)
    if camera is None:
        yield Finding("camera", "ok", "not looked at: name one with --camera")
        return
    try:
        source = open_camera(camera, live=None)
        if table is not None:
            hold_kept(source, table)
        with source:
            frames, faults = _take(source)
            known = source.describe()
    except (CameraError, Refusal) as no:
        yield Finding("camera", "fault", no.reason, no.mend)
        return
    if not frames:
        yield Finding(
            "camera", "fault", f"{source.name} gave no picture", "Check the cable, and that nothing else uses it."
        )
        return
    yield from _frames(source.name, known, frames, faults)
    if look is not None:
        yield from _through_the_eye(look, frames[-1])


def _take(source: Camera) -> tuple[list[Frame], list[Fault]]:
    """Frames, and what is wrong with those that came."""
    frames: list[Frame] = []
    faults: list[Fault] = []
    dog, began = Watchdog(), time.monotonic()
    for frame in source.frames():
        frames += [frame] if len(frames) < FRAMES else []
        faults.append(dog.judge(frame))
        undecided = dog.same > 0 and not faults[-1]
        if (len(faults) >= FRAMES and not undecided) or time.monotonic() - began > SECONDS:
            break
    return frames, faults


def _profile(folder: Path, look: TableLook) -> Finding:
    chips = ", ".join(TEAM_OF[chip.team] for chip in look.chips if chip.measured) or "ordinary colours"
    what = f"{folder}: layout {look.layout}, pictures of {look.size[0]}x{look.size[1]}, chips measured: {chips}"
    return Finding("table profile", "ok", what)


def _cards(look: TableLook) -> Finding:
    """Whether discard piles beside the board could be read, where they should lie, and what would help."""
    found = rank_pixels(look.mesh, look.size)
    if not found:
        what = "no room beside the board for discard piles in the picture: they are not read"
        mend = (
            "To have cards read, hang the camera higher, or push the board aside so that a card's length of table "
            "shows beside it; without, everything else works."
        )
        return Finding("cards", "ok", what, mend)
    pixels = max(found.values())
    where = " or ".join(_BESIDE[side] for side, height in found.items() if height >= 0.9 * pixels)
    what = f"on a pile {where} the board, as the camera sees it, a rank is about {pixels:.0f} pixels high"
    if pixels >= READ_WELL:
        return Finding("cards", "ok", f"{what}: cards can be read there")
    larger = READ_WELL / pixels
    mend = (
        f"To have cards read, take pictures {larger:.1f} times as large or hang the camera nearer, so that a rank is "
    )
    mend += f"{READ_WELL:.0f} pixels high; without, everything else works."
    if pixels >= READ_AT_ALL:
        return Finding("cards", "ok", f"{what}: some cards can be read", mend)
    return Finding("cards", "warning", f"{what}: cards cannot be read", mend)


def _deck(folder: Path) -> Iterator[Finding]:
    """What was shown of the deck that is played with; nothing where nothing was. Raises ProfileError in words."""
    kept = load_deck(folder)
    if kept is None:
        return
    shown = len(kept.wanted) - len(kept.missing)
    what = f"{shown} of {len(kept.wanted)} cards were shown"
    if kept.complete:
        yield Finding("deck", "ok", f"{what}: they are read by")
    else:
        mend = "Show the others: on the host's phone, More, Show the deck."
        yield Finding("deck", "warning", f"{what}: it is read by once all of them were", mend)


def _frames(name: str, known: dict[str, object], frames: list[Frame], faults: list[Fault]) -> Iterator[Finding]:
    height, width = frames[-1].picture.shape[:2]
    gaps = [later.at - earlier.at for earlier, later in itertools.pairwise(frames)]
    pace = 1 / statistics.median(gaps) if gaps and statistics.median(gaps) > 0 else 0.0
    what = f"{known.get('model', name)}, {width}x{height}, {pace:.1f} frames a second"
    if gaps and pace < SLOWEST:
        yield Finding("camera", "warning", what, "More light shortens the exposure; a smaller picture is quicker.")
    else:
        yield Finding("camera", "ok", what)
    if wrong := [fault for fault in faults if fault]:
        yield Finding("picture", "fault", told(saying(wrong[-1])))
    bands = Bands()
    evened = [bands.evened(frame.picture) for frame in frames]
    if bands.there:
        yield Finding("picture", "warning", told(saying("bands")))
    damage = Damage()
    if held := sum(damage.holds_back(picture) for picture in evened):
        what = f"{held} of {len(frames)} pictures came damaged; such ones are not looked at"
        yield Finding("picture", "warning", what, "Use a shorter or better cable, or a smaller picture.")


def _through_the_eye(look: TableLook, frame: Frame) -> Iterator[Finding]:
    try:
        eye = Eye(look, load_layout(look.layout))
        seen = eye.look(frame.picture, frame.at, frame.index)
    except (PictureError, LayoutError, ValueError) as no:
        yield Finding("eye", "fault", getattr(no, "reason", str(no)), getattr(no, "mend", ""))
        return
    if seen.problem or eye.last_frame is None:
        lost = seen.problem in ("no-board", "upset")
        mend = "Show it the whole board; where camera or board moved for good, calibrate again." if lost else ""
        yield Finding("eye", "fault", told(saying(seen.problem or "unreadable")), mend)
        return
    unsure = seen.letters.count("?")
    yield Finding("eye", "ok", f"the board is read; {unsure} spaces unsure, {seen.letters.count('#')} hidden")
    for measure in measures_of(eye.last_frame):
        words = measure_words(measure, DEFAULT)
        what = f"{measure.value:.1f} {words['unit']} ({words['bound']})"
        yield Finding(words["name"], "warning" if measure.trouble else "ok", what, words["advice"])
