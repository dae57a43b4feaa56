"""How well a simulated game was refereed: what was told, held against what happened."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import msgspec

from engine import calls, events
from engine.arbiter import Arbiter
from engine.observation import Observation
from tests.arbiter.simulator import CHEATS, Happened, Simulated


@dataclass
class Score:
    """Counts over one game, or over many added up."""

    games: int = 0
    turns: int = 0
    found: int = 0
    false_turns: int = 0
    faults: int = 0
    named: int = 0
    false_faults: int = 0
    out_of_step: int = 0
    """Games at whose end the board and the game differ, no fault being open."""
    clear_out: float = 0.0
    """The longest time in which a space was seen for certain and the game said otherwise, no fault being open."""
    missed: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another game's counts."""
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.clear_out = max(self.clear_out, other.clear_out)
        self.missed += other.missed


COUNTED = ("games", "turns", "found", "false_turns", "faults", "named", "false_faults", "out_of_step")


@dataclass
class Refereed:
    """A game that was refereed."""

    simulated: Simulated
    arbiter: Arbiter
    told: list[events.AnyEvent]
    score: Score


class Clearly:
    """How long spaces that are seen for certain, nothing being over the board, have been otherwise in the game."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._seconds: dict[int, float] = {}

    def look(self, held: str, board: list[str], seen: Observation, step: float) -> None:
        """After an observation: `held` is what the game says, `step` how long a look counts."""
        if held == "".join(board):
            self._seconds.clear()
            return
        out = {space for space, (has, true) in enumerate(zip(held, board, strict=True)) if has != true}
        self._seconds = {space: seconds for space, seconds in self._seconds.items() if space in out}
        for space in out:
            if seen.letters and "#" not in seen.letters and seen.letters[space] == board[space]:
                self._seconds[space] = self._seconds.get(space, 0.0) + step
                self.longest = max(self.longest, self._seconds[space])


class Host:
    """Somebody who answers a share of the questions truthfully, some seconds after they were asked."""

    def __init__(self, simulated: Simulated, answers: float) -> None:
        self._simulated, self._answers = simulated, answers
        self._random = Random(simulated.turns + 17)
        self._due: dict[int, float] = {}

    def says(self, arbiter: Arbiter, at: float) -> Iterator[calls.Answer]:
        """What they say now."""
        for number, question in arbiter.ledger.questions.items():
            if number not in self._due:
                answers = question.about == "doubt" and self._random.random() < self._answers
                self._due[number] = at + self._random.uniform(1.5, 5.0) if answers else math.inf
        for number in [n for n, due in self._due.items() if due <= at and n in arbiter.ledger.questions]:
            question = arbiter.ledger.questions[number]
            space = arbiter.game.layout.space(question.spaces[0])
            lies = self._simulated.board[space] == (question.team or "?")[0]
            self._due[number] = math.inf
            yield calls.Answer(at=at, question=number, answer="yes" if lies else "no")


def referee(simulated: Simulated, arbiter: Arbiter, *, answers: float = 0.0) -> Refereed:
    """Let the arbiter see the whole game, and score it; `answers` is the share of its questions a host answers."""
    told: list[events.AnyEvent] = []
    score = Score(games=1)
    clearly, host = Clearly(), Host(simulated, answers)
    for seen in simulated.play():
        told += arbiter.receive(seen)
        if arbiter.ledger.questions:
            for said in list(host.says(arbiter, seen.at)):
                told += arbiter.receive(said)
        if arbiter.ledger.faults:
            clearly.look("", [], seen, 0.0)
        else:
            clearly.look(arbiter.ledger.table.letters, simulated.board, seen, 1 / simulated.torment.fps)
    if arbiter.ledger.table.letters != "".join(simulated.board) and not arbiter.ledger.faults:
        score.out_of_step = 1
        score.missed.append("out of step at the end")
    score.clear_out = clearly.longest
    _score_turns(simulated, told, score)
    _score_faults(simulated, told, score)
    return Refereed(simulated, arbiter, told, score)


def _score_turns(simulated: Simulated, told: list[events.AnyEvent], score: Score) -> None:
    name = simulated.game.layout.name_of
    announced: list[events.TurnPlayed] = []
    for event in told:
        if isinstance(event, events.TurnPlayed) and event.action != "pass":
            announced.append(event)
        elif isinstance(event, events.TurnUndone):
            announced = [turn for turn in announced if turn.turn != event.turn]
        elif isinstance(event, events.TurnCorrected):
            right = {"team": event.team, "action": event.action, "space": event.space, "irregular": event.irregular}
            announced = [
                msgspec.structs.replace(turn, **right) if turn.turn == event.turn else turn for turn in announced
            ]
    wanted = [happened for happened in simulated.truth if happened.kind == "turn"]
    cheated = {name(space) for h in simulated.truth if h.kind in CHEATS for space in h.spaces}
    either = {name(space) for h in simulated.truth if h.kind == "two-chips" for space in h.spaces}
    for happened in wanted:
        score.turns += 1
        same = [
            t
            for t in announced
            if (t.team, t.action, t.space) == (happened.team, happened.action, name(happened.space or 0))
        ]
        if not same:
            what = f"{happened.team} {happened.action} {name(happened.space or 0)}"
            score.missed.append(f"turn {what} at {happened.at:.1f} {happened.after}")
            continue
        best = min(same, key=lambda t: abs(t.at - happened.at))
        announced.remove(best)
        score.found += 1
    for turn in announced:
        if turn.space in either or (turn.irregular and turn.space in cheated):
            continue
        score.false_turns += 1
        score.missed.append(f"false turn {turn.team} {turn.action} {turn.space} at {turn.at:.1f} ({turn.irregular})")


def _score_faults(simulated: Simulated, told: list[events.AnyEvent], score: Score) -> None:
    name = simulated.game.layout.name_of
    found = [event for event in told if isinstance(event, events.FaultFound)]
    for happened in (h for h in simulated.truth if h.kind in CHEATS):
        score.faults += 1
        spaces = {name(space) for space in happened.spaces}
        match = next((f for f in found if f.code == happened.kind and _fits(f, happened, spaces)), None)
        if match is None:
            others = [f.code for f in found if _fits(f, happened, spaces)]
            score.missed.append(
                f"fault {happened.kind} {sorted(spaces)} at {happened.at:.1f} mended={happened.mended}: {others}"
            )
            found = [f for f in found if not _fits(f, happened, spaces)]
            continue
        found.remove(match)
        score.named += 1
    for fault in found:
        score.false_faults += 1
        score.missed.append(f"false fault {fault.code} {fault.spaces} at {fault.at:.1f}")


def _fits(fault: events.FaultFound, happened: Happened, spaces: set[str]) -> bool:
    if not happened.at - 3 <= fault.at <= happened.at + 15:
        return False
    return not spaces or bool(spaces & set(fault.spaces))
