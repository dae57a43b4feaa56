"""`referee watch` on films with exact truth: every turn once, in order, on time, and nothing invented.

Films are looked for in `games` below the rendered scenes; where none lie there, there is nothing to tell.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from calibration.calibrate import calibrate
from engine import events
from engine.board import load_layout
from hardware.recording import Recording
from referee.pictures import load_picture
from referee.running import run
from referee.table import LiveTable, Sitting
from referee.wiring import Rules, arbiter_for, eye_for
from tests.rendered import SCENES

WORDS = {"b": "blue", "g": "green", "r": "red"}


class Heard:
    """Collects events."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def hear(self, happened: Any) -> None:
        self.events.extend(happened)


def watch_film(folder: Path, seats: str, rules: str = "") -> tuple[list[Any], float, int]:
    """The events of a film, the seconds it took, and its frames."""
    import threading

    layout = load_layout("classic")
    recording = Recording(folder, live=False)
    first = sorted(folder.glob("*.jpg"))[0]
    look = calibrate(load_picture(first), layout=layout).look
    asked = Rules("classic", seats, rules)
    game = asked.game()
    heard = Heard()
    table = LiveTable(eye_for(look, game), Sitting(arbiter_for(game, asked)), listeners=[heard])
    began = time.perf_counter()
    run(table, recording, threading.Event())
    return heard.events, time.perf_counter() - began, table.looked


def truth_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of a film's truth."""
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]


def covered_frames(lines: list[dict[str, Any]]) -> set[int]:
    """Frames in which a hand is in view."""
    return {
        frame
        for line in lines
        if "hand_frames" in line
        for frame in range(line["hand_frames"][0], line["hand_frames"][1] + 1)
    }


def judge(folder: Path, happened: list[Any]) -> dict[str, Any]:
    """What was found of what happened."""
    lines = truth_of(folder)
    hands = covered_frames(lines)
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
    told = [event for event in happened if isinstance(event, events.TurnPlayed)]
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


def figures() -> dict[str, dict[str, Any]]:
    """The figures of all films there are."""
    films = sorted(file.parent for file in SCENES.glob("games/*/truth.jsonl"))
    total = found = told = late = faults = winners = 0
    milliseconds: list[float] = []
    for film in films:
        start = truth_of(film)[0]
        seats = " ".join(WORDS[letter] for letter in start["players"])
        happened, seconds, frames = watch_film(film, seats, f"sequences_to_win={start['need_sequences']}")
        verdict = judge(film, happened)
        print(film.name, verdict)
        total += verdict["turns"]
        found += verdict["found"]
        told += verdict["told"]
        late += verdict["late"]
        faults += verdict["faults"]
        winners += verdict["winner"] == verdict["true_winner"]
        milliseconds.append(1000 * seconds / frames)
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
        "film winners right": {
            "value": winners,
            "unit": f"of {len(films)}",
            "goal": f"{len(films)}",
            "reached": winners == len(films),
        },
        "film frame, whole way": {"value": max(milliseconds), "unit": "ms", "goal": "", "reached": None},
    }
