"""`referee watch` on films with exact truth: every turn once, in order, on time, and nothing invented.

Films are looked for in `games` below the rendered scenes; where none lie there, there is nothing to tell.
"""

import json
import time

import cv2
import numpy as np

from calibration.calibrate import calibrate
from engine import events
from engine.arbiter import Arbiter
from engine.equipment.board import load_layout
from hardware.recording import Recording
from referee.pictures import load_picture
from referee.session.running import run
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, eye_for
from tests.bench._figures import at_most, exactly, figure
from tests.bench._warps import warp_of_a_frame
from tests.rendered import SCENES

WORDS = {"b": "blue", "g": "green", "r": "red"}
NO_FAULT_OF_THE_GAME = (None, "fix", "camera_bump", "light_off", "lean_10s")
"""What the truth notes that is nothing the rules forbid."""
LONG = 10
"""Frames without a hand in which a space stays untold: two seconds."""


class Witness:
    """Collects events, and the letters the eye gave in every frame."""

    def __init__(self):
        self.events = []
        self.letters = {}
        self.taken = {}
        """Seconds of the processor that the eye took for each frame."""

    def time(self, eye):
        """The eye, which now notes what it takes."""
        looking = eye.look

        def look(picture, at, frame):
            began = time.thread_time()
            seen = looking(picture, at, frame)
            self.taken[frame] = time.thread_time() - began
            return seen

        eye.look = look
        return eye

    def see(self, picture, observation):
        if observation.letters:
            self.letters[observation.frame] = observation.letters

    def hear(self, happened):
        self.events.extend(happened)

    def rest(self):
        """Nothing is kept open."""

    close = rest


def watch_film(folder, seats, rules=""):
    """What was seen and heard of a film, the seconds it took, and its frames."""
    import threading

    layout = load_layout("classic")
    recording = Recording(folder, live=False)
    first = sorted(folder.glob("*.jpg"))[0]
    look = calibrate(load_picture(first), layout=layout).look
    asked = Rules("classic", seats, rules)
    game = asked.game()
    witness = Witness()
    table = LiveTable(
        witness.time(eye_for(look, game)), Sitting(Arbiter(game, on_fault=asked.on_fault), keeper=witness)
    )
    began = time.perf_counter()
    run(table, recording, threading.Event())
    return witness, time.perf_counter() - began, table.looked


def truth_of(folder):
    """The lines of a film's truth."""
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]


def covered_frames(line):
    """Frames in which the hand of a line of the truth is in view."""
    first, last = line.get("hand_frames", (0, -1))
    return range(first, last + 1)


def judge(lines, happened):
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
    told = []
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


def beside_hands(lines, letters):
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


def faults_in(lines):
    """How many times the rules are broken in a film."""
    return sum(line["type"] == "turn" and line["fault"] not in NO_FAULT_OF_THE_GAME for line in lines)


def in_full_view(lines, letters):
    """Letters given while nothing is over the board: all, the wrong ones, those untold, and those of spaces that stay
    untold for longer than LONG of such frames."""
    given = wrong = untold = long = 0
    waiting = {}
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


def figures():
    """The figures of all films there are."""
    films = sorted(file.parent for file in SCENES.glob("games/*/truth.jsonl"))
    total = found = told = late = faults = named = broken = winners = given = wrong = 0
    view = [0, 0, 0, 0]
    milliseconds = []
    warps = []
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
        warp = warp_of_a_frame()
        warps += [taken / warp for frame, taken in witness.taken.items() if frame in hands]
    if not films:
        return {}
    beside_hand = 100 * wrong / given
    median, slowest = float(np.median(warps)), float(np.quantile(warps, 0.9))
    return {
        "film turns found in order": figure(found, f"of {total}", f"{total}", found == total == told),
        "film turns told later than 5 hand-free frames": exactly(late, 0, "turns"),
        "film faults invented": exactly(faults, 0, "faults"),
        "film faults named": exactly(named, broken, f"of {broken}"),
        "film letters wrong in full view": exactly(view[1], 0, f"of {view[0]}"),
        "film letters untold in full view": figure(view[2], f"of {view[0]}"),
        "film letters untold for longer than two seconds": figure(
            view[3], f"of {view[0]}", "<= 1 in 10,000", 10_000 * view[3] <= view[0]
        ),
        "film winners right": exactly(winners, len(films), f"of {len(films)}"),
        "film letters wrong while a hand is in view": at_most(beside_hand, 0.02, f"% ({wrong} of {given})"),
        "film frame with a hand": at_most(median, 3, "warps"),
        "film frame with a hand: slowest tenth from": at_most(slowest, 3, "warps"),
        "film frame, whole way": figure(max(milliseconds), "ms"),
    }
