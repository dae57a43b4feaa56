"""Damaged pictures among good ones: no exception, nothing told that was not, nothing lost for good.

Drawn films run as a live camera's would, through all that stands between a camera and the referee; of one in a hundred
to one in five pictures a decoder makes what `tests.damaged_frames` says, or the whole film goes through a harmed H.264.
`TRIES` says how many damaged pictures, `FIRST` with which film to begin, so that many can be looked at in slices: each
says where the next begins. One film again: `python -m tests.bench.damaged_films NUMBER`.
"""

from __future__ import annotations

import difflib
import logging
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from calibration.calibrate import calibrate
from engine import events
from engine.arbiter import Arbiter
from engine.equipment.board import load_layout
from hardware.camera import Frame
from hardware.watchdog import Watched
from referee.session.table import LiveTable, Sitting
from referee.wiring import Rules, eye_for, piles_for
from tests.bench._figures import exactly, figure
from tests.damaged_frames import damaged, through_h264
from tests.watched_table import EventTruth, WatchedTable
from vision.table import TableLook

TRIES = int(os.environ.get("TRIES", "20000"))
FIRST = int(os.environ.get("FIRST", "1"))
FILMS = (3, 11, 29)
"""Seeds of the drawn tables."""
SECONDS = 80.0
SHARES = (0.01, 0.05, 0.2)
SIZE = (960, 720)
SETTLE = 10
"""Good pictures at the end, in which what was hidden by damage may still be told."""

Told = tuple[str | None, ...]


@dataclass
class Run:
    """What was told of one film."""

    turns: dict[int, Told] = field(default_factory=dict)
    """Turns that stand, by their number."""
    cards: dict[int, str] = field(default_factory=dict)
    """Their cards, as far as they were seen."""
    faults: list[Told] = field(default_factory=list)
    harmed: int = 0
    stumbled: int = 0
    given: set[int] = field(default_factory=set, repr=False)
    """Numbers of the pictures that came, damaged or not."""

    def hear(self, happened: Any) -> None:
        """Takes down turns, cards and faults."""
        for event in happened:
            if isinstance(event, events.TurnPlayed):
                self.turns[event.turn] = (event.team, event.action, event.space)
            elif isinstance(event, events.TurnUndone):
                for kept in (self.turns, self.cards):
                    for turn in [turn for turn in kept if turn >= event.turn]:
                        del kept[turn]
            elif isinstance(event, events.FaultFound):
                self.faults.append((event.code,))
            if isinstance(event, events.TurnPlayed | events.TurnCorrected) and event.card and event.card_seen:
                self.cards[event.turn] = event.card


class _Script:
    """A camera that gives these pictures."""

    name, live = "film", False

    def __init__(self, pictures: Iterator[tuple[int, Any]]) -> None:
        self._pictures = pictures

    def frames(self) -> Iterator[Frame]:
        for number, picture in self._pictures:
            yield Frame(picture, number / 5, number)


@cache
def film(seed: int) -> tuple[TableLook, Rules, list[Any], dict[int, EventTruth]]:
    """A drawn table as it was measured, what is played on it, its pictures, and each of its turns by number."""
    table = WatchedTable(seed=seed, size=SIZE, live=False, cheats=0.0, quick=0.6)
    look = calibrate(table.empty_picture(), layout=load_layout("classic")).look
    pictures = []
    with table:
        for frame in table.frames():
            if frame.at >= SECONDS:
                break
            pictures.append(frame.picture)
    played = [event for event in table.truth.events if event.note.kind == "turn"]
    return look, Rules("classic", "blue green"), pictures, dict(enumerate(played, 1))


def _harmed(pictures: list[Any], share: float, seed: int, run: Run) -> Iterator[tuple[int, Any]]:
    chance = random.Random(seed)
    for number, picture in enumerate(pictures):
        if not number or number >= len(pictures) - SETTLE or chance.random() >= share:
            yield number, picture
            continue
        run.harmed += 1
        before = pictures[max(0, number - chance.choice((1, 1, 2, 6)))]
        _, made = damaged(picture, before, chance.randrange(1 << 30))
        if made is not None:
            yield number, made


def watch(seed: int, share: float, number: int, *, h264: bool = False) -> Run:
    """One film with that share of its pictures damaged; with a share of 0 as it was drawn."""
    look, rules, pictures, _ = film(seed)
    run, game = Run(), rules.game(look)
    table = LiveTable(
        eye_for(look, game), Sitting(Arbiter(game, on_fault=rules.on_fault)), listeners=[run], piles=piles_for(game)
    )
    if h264:
        given: Iterator[tuple[int, Any]] = through_h264(pictures, number, share)
        run.harmed = round(share * len(pictures))
    else:
        given = _harmed(pictures, share, number, run)
    stumbles = _Stumbles(run)
    logging.getLogger("referee").addHandler(stumbles)
    try:
        for frame in Watched(_Script(given), table.hear_of_camera).frames():  # type: ignore[arg-type]
            run.given.add(frame.index)
            table.see(frame)
        table.end_of_source()
    finally:
        logging.getLogger("referee").removeHandler(stumbles)
    return run


class _Stumbles(logging.Handler):
    """Counts the pictures over which the eye stumbled."""

    def __init__(self, run: Run) -> None:
        super().__init__(logging.ERROR)
        self._run = run

    def emit(self, record: logging.LogRecord) -> None:
        self._run.stumbled += 1


def differences(good: Run, bad: Run, played: dict[int, EventTruth]) -> tuple[list[Told], list[Told]]:
    """What was told that was not, and what was lost: turns and faults against the film as it was drawn, cards against
    those that were really laid. A chip that came and went within one look is nothing that could be told."""
    there, here = (Counter([*run.turns.values(), *run.faults]) for run in (good, bad))
    laid = {(good.turns[number], turn.note.card) for number, turn in played.items() if number in good.turns}
    wrong = [("card", card) for number, card in bad.cards.items() if (bad.turns[number], card) not in laid]
    lost = there - here - Counter(good.turns.get(number) for number in without_trace(played, bad.given))
    return [*(here - there).elements(), *wrong], list(lost.elements())


def without_trace(played: dict[int, EventTruth], given: set[int]) -> set[int]:
    """Numbers of the turns that fewer than two of the pictures that came can show: of each chip that was laid and taken
    meanwhile. What one look has is no turn: the next may have another."""
    unseen = set()
    for number, turn in played.items():
        later = [other for other, one in played.items() if other > number and one.note.spaces == turn.note.spaces]
        if (
            turn.note.action == "place"
            and later
            and len(given & set(range(turn.settled_frame, played[later[0]].hand_frames[0]))) < 2
        ):
            unseen |= {number, later[0]}
    return unseen


def out_of_order(good: Run, bad: Run) -> int:
    """How many turns were told before one that was played earlier, or after one that was played later."""
    there, here = list(good.turns.values()), list(bad.turns.values())
    same = difflib.SequenceMatcher(None, there, here, autojunk=False).get_matching_blocks()
    return (Counter(there) & Counter(here)).total() - sum(block.size for block in same)


def figures() -> dict[str, dict[str, Any]]:
    """How many of the damaged pictures made the eye stumble, or something be told that was not."""
    harmed = stumbled = unordered = 0
    number = FIRST - 1
    invented: list[Told] = []
    lost: list[Told] = []
    while harmed < TRIES:
        number += 1
        run, more, less, other = _one(number)
        harmed, stumbled, unordered = harmed + run.harmed, stumbled + run.stumbled, unordered + other
        invented, lost = invented + more, lost + less
        if run.stumbled or more or less or other:
            print(
                f"number {number}: {run.stumbled} stumbles, told: {more}, not told: {less}, in another order: {other}",
                file=sys.stderr,
            )
    print(f"The next slice begins with FIRST={number + 1}.", file=sys.stderr)
    unit = f"of {harmed} pictures"
    # Of what was played while no picture came the order cannot always be known.
    order = {"damaged pictures in films, turns told in another order": figure(unordered, unit)}
    return order | {
        f"damaged pictures in films, {what}": exactly(value, 0, unit)
        for what, value in (
            ("over which the eye stumbled", stumbled),
            ("turns, cards and faults told that were not", len(invented)),
            ("turns lost for good", len(lost)),
        )
    }


def _one(number: int) -> tuple[Run, list[Told], list[Told], int]:
    chance = random.Random(number)
    seed, share, h264 = chance.choice(FILMS), chance.choice(SHARES), number % 4 == 0
    run = watch(seed, share, number, h264=h264)
    good = _good(seed, h264)
    return run, *differences(good, run, film(seed)[3]), out_of_order(good, run)


@cache
def _good(seed: int, h264: bool) -> Run:
    return watch(seed, 0.0, 0, h264=h264)


if __name__ == "__main__":
    for word in sys.argv[1:]:
        print(word, _one(int(word)))
