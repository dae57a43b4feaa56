"""The players of the demo wait while the game is paused, and for the first phone before the promised wrong card."""

from engine import events
from hardware.simulated import SimulatedTable
from hardware.tabletop.script import Habits
from referee.commands.demo import WAIT_FROM, Players


def chips_at(table, seconds):
    """Chips on the board once the table's clock shows so many seconds."""
    for frame in table.frames():
        if frame.at >= seconds:
            break
    return len(table.scene.laid)


def test_while_the_game_is_paused_nobody_moves_and_afterwards_they_play_on():
    table = SimulatedTable(seed=1, live=False, habits=Habits(cheats=0.0), size=(320, 240), fps=4)
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


def test_before_the_promised_wrong_card_they_wait_for_the_first_phone_and_for_none_after_it():
    held, phones = [], []

    class Table:
        hold = held.append

    players = Players(Table(), lambda: bool(phones))
    players.hear([events.TurnPlayed(turn=1, seat=0, team="blue", action="place", space="b2")])
    assert held[-1] is False
    players.hear([events.TurnPlayed(turn=WAIT_FROM, seat=0, team="blue", action="place", space="c3")])
    assert held[-1] is True
    players.look()
    assert held[-1] is True
    phones.append("Ada's")
    players.look()
    assert held[-1] is False
    phones.clear()
    players.look()
    assert held[-1] is False, "whoever saw it may put the phone away"
    players.hear([events.StateChanged(state="paused")])
    assert held[-1] is True
