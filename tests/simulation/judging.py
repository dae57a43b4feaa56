"""At the end of an evening: is everything on disk as it was announced, and was every turn counted once?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from engine.events import AnyEvent, ChangeStood, GameStarted, TurnPlayed
from engine.faults import PUT_RIGHT
from engine.judging.acts import TurnAct
from engine.judging.ledger import Ledger
from engine.rules.position import Game
from tests.arbiter.scoring import Score, _score_faults, _score_turns
from tests.arbiter.simulator import CHEATS, Happened
from tests.simulation import invariants
from tests.simulation.invariants import Violated

if TYPE_CHECKING:
    from tests.simulation.runner import Run


@dataclass
class _Truth:
    game: Game
    truth: list[Happened]


def at_the_end(run: Run) -> None:
    """Raises Violated where the disk does not hold what was announced, or the inputs do not lead to it again."""
    from referee.storage.history import History
    from referee.storage.settings import history_file
    from tests.simulation.runner import command

    with History(history_file(run.disk.folder)) as history:
        rows = history.games()
        for game, heard in run.heard.items():
            invariants.kept(heard, history.events(game), 0)
    data = str(run.disk.folder)
    full = any(trouble.kind == "full" for trouble in run.plan.troubles)
    for row in (row for row in rows if run.heard.get(row.id)):
        code, said = command("rerun", str(row.id), "--data", data)
        if code and not (full and code == 2):  # inputs may be incomplete then, and it says so
            raise Violated("rerun gives the same rulings", f"exit code {code}: {said}")
    code, said = command("verify", data)
    if code:
        raise Violated("what is kept is whole", f"exit code {code}: {said}")


def score(run: Run) -> Score:
    """How well the turns and faults of all games were found; nothing is asked where anything may be said."""
    total = Score()
    if run.plan.wild:
        return total
    began = 0.0
    for played in run.film.games:
        # The last turn of the evening may be told only once the table was asked about it.
        until = math.inf if played is run.film.games[-1] else played.until + 3
        told = [_at(event, when) for when, event in run.heard_at if began <= when < until]
        began = until
        if played.excused or any(_unseen_cheat(run, happened) for happened in played.truth):
            continue
        found = Score(games=1)
        name = run.film.game.layout.name_of
        stand = _standing(run.film.game, told)
        asked = [h for h in played.truth if not _found_lying(h, told, stand, name) and not _put_right(h, told, name)]
        truth = _Truth(run.film.game, asked)
        _score_turns(truth, stand, found)  # type: ignore[arg-type]
        _score_faults(truth, told, found)  # type: ignore[arg-type]
        total.add(found)
    return total


def _unseen_cheat(run: Run, happened: Happened) -> bool:
    """Whether somebody cheated while nothing could be seen: nobody can tell that from turns."""
    return happened.kind in CHEATS and run.unwatched(happened.at, 3.0)


def _found_lying(
    happened: Happened, told: Sequence[AnyEvent], stand: Sequence[TurnPlayed], name: Callable[[int], str]
) -> bool:
    """Whether a turn was never noted, or only its chip was found lying when the program saw the game begin."""
    if happened.kind != "turn":
        return False
    taken_up = [event.at for event in told if isinstance(event, GameStarted) and event.position]
    if happened.at > max(taken_up, default=-1.0):
        return happened.at < 0
    what = (happened.team, happened.action, name(happened.space or 0))
    return what not in [(turn.team, turn.action, turn.space) for turn in stand]


def _put_right(happened: Happened, told: Sequence[AnyEvent], name: Callable[[int], str]) -> bool:
    """Whether a cheat by chance undid an earlier one that had been let stand."""
    if happened.kind not in CHEATS:
        return False
    spaces = {name(space) for space in happened.spaces}
    mended = [event for event in told if isinstance(event, ChangeStood) and event.code == PUT_RIGHT]
    return any(
        0 <= event.at - happened.at <= 10 and spaces & {change.partition(":")[0] for change in event.changes}
        for event in mended
    )


def _standing(game: Game, told: Sequence[AnyEvent]) -> list[TurnPlayed]:
    """The turns that stand at the end, as they were last told, whatever was undone and put right meanwhile."""
    stand: list[TurnPlayed] = []
    last: dict[tuple[str, str, str | None], float] = {}
    ledger = Ledger(game)
    for event in (*told, None):
        if event is None or isinstance(event, GameStarted):
            for act in (act for act in ledger.acts if isinstance(act, TurnAct)):
                turn, team = act.turn, game.seats[act.seat].team
                space = None if turn.space is None else game.layout.name_of(turn.space)
                at = last.get((team, turn.action, space), 0.0)
                stand.append(
                    TurnPlayed(
                        at=at,
                        turn=0,
                        seat=act.seat,
                        team=team,
                        action=turn.action,
                        space=space,
                        irregular=turn.irregular,
                    )
                )
            ledger = Ledger(game)
        if event is not None:
            if isinstance(event, TurnPlayed):
                last[event.team, event.action, event.space] = event.at
            ledger.take(event)
    return stand


def _at(event: AnyEvent, when: float) -> AnyEvent:
    """The event at the evening's time, which a program that began anew does not know."""
    return msgspec.structs.replace(event, at=when)
