"""`referee watch` on films in which everything goes wrong: the turns of the untouched film, an eye that is soon right.

Troubles come in an order that a number decides. *Lean*: somebody leans over most rows for six frames while the stand is
bumped. *Held*: the film stands still at a clear frame, troubles come one after the other, then the view is clear for
some seconds and the film goes on. *Run*: troubles come while hands reach. One run again, with all that was told in it:
`python -m tests.bench.troubled_films FILM WAY:NUMBER --told`; `all` for every film, `WAY:FIRST-LAST` for several runs.
"""

from __future__ import annotations

import difflib
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from calibration.calibrate import calibrate
from engine import events
from engine.equipment.board import load_layout
from hardware.camera import Frame
from referee.pictures import load_picture
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, arbiter_for, eye_for
from tests.bench.films import WORDS, covered_frames, truth_of
from tests.rendered import SCENES
from tests.torment import Picture, Spell, Tormentor, spells
from vision.table import TableLook

FPS = 5.0
CLEAR_LOOKS = 15
"""Frames with a clear view after the troubles of a stop."""
SOON = 10.0
"""Seconds of a clear view after which the eye must be right again."""
ALLOWED = 3
"""Spaces that may stay unsure where nothing is wrong."""
RUNS = {"lean": range(1, 7), "held": range(1, 5), "run": range(1, 5)}
"""Numbers of the runs over every film."""

Frames = Iterator[tuple[Picture | None, int, int]]
"""Picture, its number in the film, and for how many frames the film has been held with a clear view."""


@dataclass(frozen=True)
class Film:
    """A film, what it was measured as, and what is known of it."""

    name: str
    files: tuple[Path, ...]
    look: TableLook
    rules: Rules
    free: tuple[int, ...]
    """Frames without a hand, of which the frame before and after have none either."""
    boards: tuple[str, ...]
    """What lies on the board in each frame; letters row by row."""


@dataclass
class Run:
    """What was told of one run, and how the eye did."""

    turns: list[tuple[str, str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    wrong: int = 0
    """Letters that were wrong at the end of a clear view."""
    slowest: float = 0.0
    """Seconds of clear view until nothing was wrong and no more unsure than is allowed."""

    def see(self, picture: Any, observation: Any) -> None:
        """Nothing is kept of pictures."""

    def hear(self, happened: Any) -> None:
        """Takes down turns and faults."""
        for event in happened:
            if isinstance(event, events.TurnPlayed):
                self.turns.append((event.team, event.action, event.space))
            if isinstance(event, events.FaultFound):
                self.faults.append(event.code)
            if not isinstance(event, events.PositionSettled):
                what = getattr(event, "code", getattr(event, "space", ""))
                self.told.append(f"{event.at:6.1f} s  {type(event).__name__} {what}")

    def rest(self) -> None:
        """Nothing is kept open."""

    close = rest


def folders() -> list[Path]:
    """Films there are: those of games, and the one with discards."""
    found = [*SCENES.glob("games/*/truth.jsonl"), *SCENES.glob("../cards_dev/film/truth.jsonl")]
    return sorted(file.parent for file in found)


@cache
def film_of(folder: Path) -> Film:
    """A film measured by its first frame."""
    lines = truth_of(folder)
    files = tuple(sorted(folder.glob("[0-9]*.jpg")))
    hands = {frame for line in lines for frame in covered_frames(line)}
    free = [k for k in range(1, len(files) - 1) if not {k - 1, k, k + 1} & hands]
    boards = [next("".join(line["board"]) for line in lines if line["type"] == "start")] * len(files)
    for line in lines:
        if line["type"] == "turn" and "board" in line:
            first = line.get("settled_frame", len(files))
            boards[first:] = ["".join(line["board"])] * len(boards[first:])
    seats = " ".join(WORDS[letter] for letter in lines[0]["players"])
    rules = Rules("classic", seats, f"sequences_to_win={lines[0].get('need_sequences', 1)}")
    look = calibrate(load_picture(files[0]), layout=load_layout("classic")).look
    return Film(folder.name, files, look, rules, tuple(free), tuple(boards))


def played(film: Film, frames: Frames) -> Run:
    """The film watched through troubles."""
    run = Run()
    game = film.rules.game()
    table = LiveTable(eye_for(film.look, game), Sitting(arbiter_for(game, film.rules), onlookers=(run,)))
    for index, (picture, number, clear) in enumerate(frames):
        if picture is None:
            continue
        table.see(Frame(picture, index / FPS, index))
        if not clear:
            continue
        letters = table.observation.letters if table.observation else ""
        pairs = [(a, b) for a, b in zip(letters, film.boards[number], strict=False) if b in ".bgr"]
        wrong = sum(a != b for a, b in pairs if a in ".bgr")
        unsure = sum(a in "?#" for a, b in pairs) if letters else len(film.boards[number])
        if wrong or unsure > ALLOWED:
            run.slowest = max(run.slowest, clear / FPS)
            if clear == CLEAR_LOOKS:
                run.wrong += wrong
                run.told.append(f"         frame {number} after a clear view: {wrong} wrong, {unsure} unsure")
    table.end_of_source()
    return run


def untouched(film: Film, _number: int = 0) -> Frames:
    """The film as it is."""
    for number, file in enumerate(film.files):
        yield load_picture(file), number, 0


def held(film: Film, seed: int, stops: int = 4) -> Frames:
    """The film held at some clear frames, at each of which up to four troubles come, then a clear view."""
    chance = random.Random(seed)
    tormentor = Tormentor(seed, film.look.mesh.corners)
    at = set(chance.sample(film.free, min(stops, len(film.free))))
    for number, file in enumerate(film.files):
        picture = load_picture(file)
        yield tormentor.as_it_is(picture), number, 0
        if number not in at:
            continue
        for spell in spells(chance.randrange(1 << 30), chance.choice((1, 2, 3, 4))):
            for seen in tormentor.through(spell, itertools.repeat(picture, spell.looks)):
                yield seen, number, 0
        for clear in range(1, CLEAR_LOOKS + 1):
            yield tormentor.as_it_is(picture), number, clear


def on_the_run(film: Film, seed: int, every: int = 24) -> Frames:
    """The film with troubles of at most six frames each laid over it while it goes on."""
    chance = random.Random(seed)
    tormentor = Tormentor(seed, film.look.mesh.corners)
    numbers = iter(range(len(film.files)))
    while True:
        for number in itertools.islice(numbers, chance.randrange(every // 2, every * 3 // 2)):
            yield tormentor.as_it_is(load_picture(film.files[number])), number, 0
        for spell in spells(chance.randrange(1 << 30), chance.choice((1, 2))):
            these = list(itertools.islice(numbers, min(spell.looks, 6)))
            if not these:
                return
            pictures = (load_picture(film.files[number]) for number in these)
            for seen, number in zip(tormentor.through(spell, pictures), these, strict=True):
                yield seen, number, 0


def lean_and_bump(film: Film, seed: int) -> Frames:
    """Somebody leans over most of the rows for six frames while the stand is bumped by six pixels."""
    start = random.Random(seed).randrange(10, len(film.files) // 2)
    tormentor = Tormentor(seed, film.look.mesh.corners)
    pictures = (load_picture(file) for file in film.files[start : start + 6])
    leaning = tormentor.through(Spell("lean", 6), pictures)
    for number, file in enumerate(film.files):
        if number == start + 6:
            tormentor.bump(6.0)
        under = start <= number < start + 6
        yield next(leaning) if under else tormentor.as_it_is(load_picture(file)), number, 0


WAYS: dict[str, Callable[[Film, int], Frames]] = {"lean": lean_and_bump, "held": held, "run": on_the_run}
Turns = list[tuple[str, str, str]]


def compare(told: Turns, true: Turns) -> tuple[int, int]:
    """Turns lost and turns invented, by the longest row of turns that both have in common."""
    same = sum(block.size for block in difflib.SequenceMatcher(None, true, told, autojunk=False).get_matching_blocks())
    return len(true) - same, len(told) - same


def figures() -> dict[str, dict[str, Any]]:
    """The figures of all films there are."""
    rows: dict[str, dict[str, Any]] = {}
    films = [film_of(folder) for folder in folders()]
    plain = [played(film, untouched(film)).turns for film in films]
    slowest = 0.0
    for way, numbers in RUNS.items():
        lost = invented = wrong = turns = 0
        for film, true in zip(films, plain, strict=True):
            for number in numbers:
                run = played(film, WAYS[way](film, number))
                off = compare(run.turns, true)
                print(film.name, way, number, "lost, invented:", off, "faults:", run.faults, flush=True)
                lost, invented, wrong = lost + off[0], invented + off[1], wrong + run.wrong
                turns, slowest = turns + len(true), max(slowest, run.slowest)
        unit = f"of {turns} turns"
        rows[f"{way}: turns lost"] = {"value": lost, "unit": unit, "goal": "0", "reached": lost == 0}
        rows[f"{way}: turns invented"] = {"value": invented, "unit": unit, "goal": "0", "reached": invented == 0}
    if films:
        right = slowest <= SOON
        rows["right again"] = {"value": slowest, "unit": "s", "goal": f"<= {SOON:.0f}", "reached": right}
    return rows


def main(words: list[str]) -> None:
    """The runs asked for, one line each."""
    name, runs = words[0], words[1].split(",")
    for film in (film_of(folder) for folder in folders() if name in (folder.name, "all")):
        true = played(film, untouched(film)).turns
        for way, asked in (run.split(":") for run in runs):
            first, _, last = asked.partition("-")
            for number in range(int(first), int(last or first) + 1):
                run = played(film, WAYS[way](film, number))
                lost, invented = compare(run.turns, true)
                print(f"{film.name} {way}:{number}: {lost} lost, {invented} invented of {len(true)}, ", end="")
                print(f"faults {run.faults}, {run.wrong} wrong, right after {run.slowest} s", flush=True)
                for line in run.told if "--told" in words else []:
                    print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
