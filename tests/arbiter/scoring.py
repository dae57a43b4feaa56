"""How well a simulated game was refereed: what was told, held against what happened."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from engine import events
from engine.arbiter import Arbiter
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
    out_of_step_games: int = 0
    longest_out: float = 0.0
    seconds_out: float = 0.0
    delays: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    by_code: Counter[str] = field(default_factory=Counter)
    """Cheats by code, `code!` those named right, `+code` faults told that were none."""
    missed: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another game's counts."""
        for name in ("games", "turns", "found", "false_turns", "faults", "named", "false_faults", "out_of_step_games"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest_out = max(self.longest_out, other.longest_out)
        self.seconds_out += other.seconds_out
        self.delays += other.delays
        self.costs += other.costs
        self.by_code += other.by_code
        self.missed += other.missed


@dataclass
class Refereed:
    """A game that was refereed."""

    simulated: Simulated
    arbiter: Arbiter
    told: list[events.AnyEvent]
    score: Score


def referee(simulated: Simulated, arbiter: Arbiter, *, cost: bool = False) -> Refereed:
    """Let the arbiter see the whole game, and score it."""
    told: list[events.AnyEvent] = []
    score = Score(games=1)
    out_since: float | None = None
    for seen in simulated.play():
        before = time.thread_time()
        told += arbiter.receive(seen)
        if cost:
            score.costs.append(time.thread_time() - before)
        in_step = arbiter.ledger.table.letters == "".join(simulated.board)
        if in_step or arbiter.ledger.faults:
            out_since = None
        elif out_since is None:
            out_since = seen.at
        else:
            score.longest_out = max(score.longest_out, seen.at - out_since)
    if arbiter.ledger.table.letters != "".join(simulated.board) and not arbiter.ledger.faults:
        score.out_of_step_games = 1
        score.missed.append("out of step at the end")
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
        score.delays.append(best.at - happened.at)
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
        score.by_code[happened.kind] += 1
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
        score.by_code[happened.kind + "!"] += 1
    for fault in found:
        score.false_faults += 1
        score.by_code["+" + fault.code] += 1
        score.missed.append(f"false fault {fault.code} {fault.spaces} at {fault.at:.1f}")


def _fits(fault: events.FaultFound, happened: Happened, spaces: set[str]) -> bool:
    if not happened.at - 3 <= fault.at <= happened.at + 15:
        return False
    return not spaces or bool(spaces & set(fault.spaces))
