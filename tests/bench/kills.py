"""A real `kill -9` at a hundred events: nothing announced is missing, and each game ends as if nothing had been."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from engine.arbiter import Arbiter
from engine.observation import SourceEnded
from engine.rules.position import new_game
from referee.storage.history import History
from tests.referee.killed import SEATS, play_with_kills, seen, turns_of

KILLS = 100


def figures() -> dict[str, dict[str, Any]]:
    """Games are played and killed until there were a hundred kills."""
    kills = same = games = 0
    while kills < KILLS:
        games += 1
        game = new_game("classic", SEATS)
        arbiter, undisturbed = Arbiter(game), []
        for observation in seen(game, games):
            undisturbed.extend(arbiter.receive(observation))
        undisturbed.extend(arbiter.receive(SourceEnded(at=1e9)))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "h.sqlite"
            kills += play_with_kills(file, games, step=(1, 4), most=KILLS)
            with History(file) as history:
                same += turns_of(history.events(1)) == turns_of(undisturbed)
    return {
        "kills after which nothing announced was missing": {
            "value": kills,
            "unit": "kills",
            "goal": f">= {KILLS}",
            "reached": kills >= KILLS,
        },
        "killed games that ended the same": {
            "value": same,
            "unit": f"of {games}",
            "goal": str(games),
            "reached": same == games,
        },
    }
