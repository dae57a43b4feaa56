"""A referee that is killed again and again in the middle of a game, and goes on each time.

`python -m tests.referee.killed HISTORY SEED` referees one simulated game from where the history stands, and prints the
number of each event once it is on disk, as announcing does. `play_with_kills` kills it after as many as it is told.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

from engine import events
from engine.arbiter import Arbiter
from engine.observation import Observation, SourceEnded
from engine.rules.position import Game, new_game
from referee.storage.history import History
from referee.storage.recorder import Recorder

SEATS = "blue green"


def seen(game: Game, seed: int) -> list[Observation]:
    """Everything the eye sees of one game."""
    from tests.arbiter.simulator import Simulated, Torment

    return list(Simulated(game, seed, Torment()).play())


def referee_on(file: Path, seed: int) -> None:
    """Referee from where the history stands to the end of the game."""
    game = new_game("classic", SEATS)
    with History(file) as history:
        rows = history.games()
        if rows:
            number, told = rows[0].id, history.events(rows[0].id)
            arbiter = Arbiter.resume(game, told)
            last = max((event.frame or 0 for event in told), default=-1)
        else:
            number = history.begin(edition="classic", layout="classic", seats=SEATS.split())
            arbiter, told, last = Arbiter(game), [], -1
        recorder = Recorder(history, number)
        count = len(told)
        for observation in seen(game, seed):
            if observation.frame <= last:
                continue
            for event in _received(arbiter, recorder, observation):
                count += 1
                print(count, event.at, flush=True)
        for event in _received(arbiter, recorder, SourceEnded(at=1e9)):
            count += 1
            print(count, event.at, flush=True)


def _received(arbiter: Arbiter, recorder: Recorder, given: Observation | SourceEnded) -> Iterable[events.AnyEvent]:
    happened = arbiter.receive(given)
    recorder.write(happened)
    return happened


def play_with_kills(file: Path, seed: int, step: tuple[int, int], most: int) -> int:
    """Play a game to its end, killing the referee after some announced events each time; how often it was killed.

    Raises AssertionError when something announced is not on disk after a kill.
    """
    chance, kills = Random(seed), 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.referee.killed", str(file), str(seed)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        announced, wait_for = 0, chance.randint(*step) if kills < most else -1
        for line in process.stdout:
            announced = int(line.split()[0])
            wait_for -= 1
            if wait_for == 0:
                os.kill(process.pid, signal.SIGKILL)
        process.stdout.close()
        code = process.wait()
        with History(file) as history:
            on_disk = len(history.events(1)) if history.games() else 0
        assert on_disk >= announced, f"{announced} events were announced, {on_disk} are on disk"
        if code == 0:
            return kills
        assert code == -signal.SIGKILL, "the referee ended by itself"
        kills += 1


def turns_of(happened: Iterable[events.AnyEvent]) -> list[tuple[str, str, str | None]]:
    """Team, action and space of the turns that stand at the end."""
    turns: list[tuple[str, str, str | None]] = []
    for event in happened:
        if isinstance(event, events.TurnPlayed):
            turns.append((event.team, event.action, event.space))
        elif isinstance(event, events.TurnUndone):
            turns = turns[: event.turn - 1]
    return turns


if __name__ == "__main__":
    referee_on(Path(sys.argv[1]), int(sys.argv[2]))
