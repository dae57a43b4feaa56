"""`referee watch` on films with exact truth: every turn once, in order, on time, and nothing invented.

Films are looked for in `games` below the rendered scenes; where none lie there, there is nothing to tell.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.calibrate import calibrate
from engine import events
from engine.equipment.board import load_layout
from hardware.recording import Recording
from referee.pictures import load_picture
from referee.session.running import run
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, arbiter_for, eye_for
from tests.rendered import SCENES
from vision.eye import Eye

WORDS = {"b": "blue", "g": "green", "r": "red"}
NO_FAULT_OF_THE_GAME = (None, "fix", "camera_bump", "light_off", "lean_10s")
"""What the truth notes that is nothing the rules forbid."""
LONG = 10
"""Frames without a hand in which a space stays untold: two seconds."""


class Witness:
    """Collects events, and the letters the eye gave in every frame."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.letters: dict[int, str] = {}
        self.taken: dict[int, float] = {}
        """Seconds of the processor that the eye took for each frame."""

    def time(self, eye: Eye) -> Eye:
        """The eye, which now notes what it takes."""
        looking = eye.look

        def look(picture: Any, at: float, frame: int) -> Any:
            began = time.thread_time()
            seen = looking(picture, at, frame)
            self.taken[frame] = time.thread_time() - began
            return seen

        eye.look = look  # type: ignore[method-assign]
        return eye

    def see(self, picture: Any, observation: Any) -> None:
        if observation.letters:
            self.letters[observation.frame] = observation.letters

    def hear(self, happened: Any) -> None:
        self.events.extend(happened)

    def rest(self) -> None:
        """Nothing is kept open."""

    close = rest


def watch_film(folder: Path, seats: str, rules: str = "") -> tuple[Witness, float, int]:
    """What was seen and heard of a film, the seconds it took, and its frames."""
    import threading

    layout = load_layout("classic")
    recording = Recording(folder, live=False)
    first = sorted(folder.glob("*.jpg"))[0]
    look = calibrate(load_picture(first), layout=layout).look
    asked = Rules("classic", seats, rules)
    game = asked.game()
    witness = Witness()
    table = LiveTable(witness.time(eye_for(look, game)), Sitting(arbiter_for(game, asked), onlookers=(witness,)))
    began = time.perf_counter()
    run(table, recording, threading.Event())
    return witness, time.perf_counter() - began, table.looked


def truth_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of a film's truth."""
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]


def covered_frames(line: dict[str, Any]) -> range:
    """Frames in which the hand of a line of the truth is in view."""
    first, last = line.get("hand_frames", (0, -1))
    return range(first, last + 1)


def judge(lines: list[dict[str, Any]], happened: list[Any]) -> dict[str, Any]:
    """What was found of what happened; `lines` is the truth."""
    hands = {frame for line in lines for frame in covered_frames(line)}
    true = [
        (
            WORDS[line["colour"]],
            line["kind"],
            f"{chr(97 + line['cell'][1])}{line['cell'][0] + 1}",
            line["settled_frame"],
        )
        for line in lines
        if line["type"] == "turn" and line["kind"] in ("place", "remove") and not line["fault"]
    ]
    told: list[events.TurnPlayed] = []
    for event in happened:
        if isinstance(event, events.TurnPlayed):
            told.append(event)
        elif isinstance(event, events.TurnUndone):  # taken back: it was none
            told = [turn for turn in told if turn.turn != event.turn]
    delays, found = [], 0
    for (team, kind, space, settled), event in zip(true, told, strict=False):
        if (team, kind, space) != (event.team, event.action, event.space):
            break
        found += 1
        free = [frame for frame in range(settled, (event.frame or settled) + 1) if frame not in hands]
        delays.append(len(free))
    winner = next((event.team for event in happened if isinstance(event, events.GameWon)), None)
    return {
        "turns": len(true),
        "found": found,
        "told": len(told),
        "late": sum(delay > 5 for delay in delays),
        "delays": delays,
        "faults": sum(isinstance(event, events.FaultFound) for event in happened),
        "sequences": sum(isinstance(event, events.SequenceMade) for event in happened),
        "winner": winner,
        "true_winner": WORDS.get(lines[0].get("winner") or ""),
    }


def beside_hands(lines: list[dict[str, Any]], letters: dict[int, str]) -> tuple[int, int]:
    """Letters of chips and bare spaces given while a hand was in view, and those that were so neither before its turn
    nor after."""
    given = wrong = 0
    before = next(line["board"] for line in lines if line["type"] == "start")
    for turn in (line for line in lines if line["type"] == "turn"):
        pairs = list(zip("".join(before), "".join(turn["board"]), strict=True))
        for frame in covered_frames(turn):
            for letter, true in zip(letters.get(frame, ""), pairs, strict=False):
                given += letter in ".bgr"
                wrong += letter in ".bgr" and letter not in true
        before = turn["board"]
    return given, wrong


def faults_in(lines: list[dict[str, Any]]) -> int:
    """How many times the rules are broken in a film."""
    return sum(line["type"] == "turn" and line["fault"] not in NO_FAULT_OF_THE_GAME for line in lines)


def in_full_view(lines: list[dict[str, Any]], letters: dict[int, str]) -> tuple[int, int, int, int]:
    """Letters given while nothing is over the board: all, the wrong ones, those untold, and those of spaces that stay
    untold for longer than LONG of such frames."""
    given = wrong = untold = long = 0
    waiting: dict[int, int] = {}
    for line in lines:
        if line["type"] not in ("start", "turn") or "settled_frame" not in line:
            continue
        for frame in range(line["settled_frame"], line["last_clean_frame"] + 1):
            for space, (letter, true) in enumerate(zip(letters.get(frame, ""), "".join(line["board"]), strict=False)):
                unsure = letter in "?#"
                given += 1
                wrong += letter in ".bgr" and letter != true
                untold += unsure
                waiting[space] = waiting.get(space, 0) + 1 if unsure else 0
                long += waiting[space] > LONG
    return given, wrong, untold, long


def warp_seconds() -> float:
    """Seconds of the processor for a perspective warp of a picture of 1640x1232 to 1000x1000."""
    picture = np.random.default_rng(0).integers(0, 255, (1232, 1640, 3), np.uint8)
    board = np.array([[426, 180], [1236, 203], [1348, 1014], [270, 984]], np.float32)
    square = np.array([[0, 0], [1000, 0], [1000, 1000], [0, 1000]], np.float32)
    plane = cv2.getPerspectiveTransform(board, square)
    taken = []
    for _ in range(20):
        began = time.thread_time()
        cv2.warpPerspective(picture, plane, (1000, 1000))
        taken.append(time.thread_time() - began)
    return float(np.median(taken))


def figures() -> dict[str, dict[str, Any]]:
    """The figures of all films there are."""
    films = sorted(file.parent for file in SCENES.glob("games/*/truth.jsonl"))
    total = found = told = late = faults = named = broken = winners = given = wrong = 0
    view = [0, 0, 0, 0]
    milliseconds: list[float] = []
    warps: list[float] = []
    cv2.setNumThreads(1)
    for film in films:
        lines = truth_of(film)
        start = lines[0]
        seats = " ".join(WORDS[letter] for letter in start["players"])
        witness, seconds, frames = watch_film(film, seats, f"sequences_to_win={start['need_sequences']}")
        verdict = judge(lines, witness.events)
        print(film.name, verdict)
        total += verdict["turns"]
        found += verdict["found"]
        told += verdict["told"]
        late += verdict["late"]
        true_faults = faults_in(lines)
        broken += true_faults
        named += min(verdict["faults"], true_faults)
        faults += max(verdict["faults"] - true_faults, 0)
        view = [one + more for one, more in zip(view, in_full_view(lines, witness.letters), strict=True)]
        winners += verdict["winner"] == verdict["true_winner"]
        counts = beside_hands(lines, witness.letters)
        given, wrong = given + counts[0], wrong + counts[1]
        milliseconds.append(1000 * seconds / frames)
        hands = {frame for line in lines for frame in covered_frames(line)}
        warp = warp_seconds()
        warps += [taken / warp for frame, taken in witness.taken.items() if frame in hands]
    if not films:
        return {}
    return {
        "film turns found in order": {
            "value": found,
            "unit": f"of {total}",
            "goal": f"{total}",
            "reached": found == total == told,
        },
        "film turns told later than 5 hand-free frames": {
            "value": late,
            "unit": "turns",
            "goal": "0",
            "reached": late == 0,
        },
        "film faults invented": {"value": faults, "unit": "faults", "goal": "0", "reached": faults == 0},
        "film faults named": {"value": named, "unit": f"of {broken}", "goal": f"{broken}", "reached": named == broken},
        "film letters wrong in full view": {
            "value": view[1],
            "unit": f"of {view[0]}",
            "goal": "0",
            "reached": view[1] == 0,
        },
        "film letters untold in full view": {"value": view[2], "unit": f"of {view[0]}", "goal": "", "reached": None},
        "film letters untold for longer than two seconds": {
            "value": view[3],
            "unit": f"of {view[0]}",
            "goal": "<= 1 in 10,000",
            "reached": 10_000 * view[3] <= view[0],
        },
        "film winners right": {
            "value": winners,
            "unit": f"of {len(films)}",
            "goal": f"{len(films)}",
            "reached": winners == len(films),
        },
        "film letters wrong while a hand is in view": {
            "value": 100 * wrong / given,
            "unit": f"% ({wrong} of {given})",
            "goal": "<= 0.02",
            "reached": wrong <= 0.0002 * given,
        },
        "film frame with a hand": {
            "value": float(np.median(warps)),
            "unit": "warps",
            "goal": "<= 3",
            "reached": float(np.median(warps)) <= 3,
        },
        "film frame with a hand: slowest tenth from": {
            "value": float(np.quantile(warps, 0.9)),
            "unit": "warps",
            "goal": "<= 3",
            "reached": float(np.quantile(warps, 0.9)) <= 3,
        },
        "film frame, whole way": {"value": max(milliseconds), "unit": "ms", "goal": "", "reached": None},
    }
