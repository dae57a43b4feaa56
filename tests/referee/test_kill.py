"""Power may go at any moment: what was announced is there afterwards, and the game ends the same."""

from __future__ import annotations

from pathlib import Path

from engine import events
from engine.arbiter import Arbiter
from engine.observation import SourceEnded
from engine.rules.position import new_game
from referee.storage.history import History
from tests.often import cases, tries
from tests.referee.killed import SEATS, play_with_kills, seen, turns_of


@cases("seed", range(4, 12), quick=1)
def test_a_referee_killed_again_and_again_ends_the_game_as_if_nothing_had_been(tmp_path: Path, seed: int) -> None:
    game = new_game("classic", SEATS)
    arbiter, undisturbed = Arbiter(game), []
    for observation in seen(game, seed):
        undisturbed.extend(arbiter.receive(observation))
    undisturbed.extend(arbiter.receive(SourceEnded(at=1e9)))
    kills = play_with_kills(tmp_path / "h.sqlite", seed, step=(2, 9), most=tries(5))
    assert kills >= 4
    with History(tmp_path / "h.sqlite") as history:
        told = history.events(1)
    assert turns_of(told) == turns_of(undisturbed)
    winners = [[event.team for event in run if isinstance(event, events.GameWon)] for run in (told, undisturbed)]
    assert winners[0] == winners[1]
