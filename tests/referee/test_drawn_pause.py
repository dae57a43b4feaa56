"""The players of the demo wait while the game is paused, and play on afterwards."""

from __future__ import annotations

from engine import events
from hardware.simulated import SimulatedTable
from referee.commands.demo import Players


def chips_at(table: SimulatedTable, seconds: float) -> int:
    """Chips on the board once the table's clock shows so many seconds."""
    for frame in table.frames():
        if frame.at >= seconds:
            break
    return len(table.scene.laid)


def test_while_the_game_is_paused_nobody_moves_and_afterwards_they_play_on() -> None:
    table = SimulatedTable(seed=1, live=False, cheats=0.0, size=(320, 240), fps=4)
    players = Players(table)
    with table:
        assert chips_at(table, 12) > 0
        players.hear([events.StateChanged(state="paused")])
        chips_at(table, 18)  # who was at it ends it
        waiting = chips_at(table, 19)
        assert chips_at(table, 40) == waiting
        assert table.stage.motion is None
        players.hear([events.StateChanged(state="watching")])
        assert chips_at(table, 60) > waiting
