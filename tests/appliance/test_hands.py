"""What lamp, buzzer and buttons tell of a game, and what buttons do to it."""

from types import SimpleNamespace

import pytest

from engine import events
from referee.appliance.around import PanelShow, is_quiet
from referee.session.showing import Announcer


class Lamp:
    def __init__(self):
        self.now = None
        self.tunes = []

    def show(self, colour, how="steady"):
        self.now = (colour, how)

    def sound(self, tune):
        self.tunes.append(tune)


START = events.GameStarted(edition="classic", layout="classic", seats=("blue:Ada", "green:Ben"))
FAULT = events.FaultFound(code="occupied", number=1)


def test_the_lamp_follows_whose_turn_it_is():
    lamp = Lamp()
    show = PanelShow(lamp)
    assert lamp.now == ("white", "off")
    show.hear([START])
    assert lamp.now == ("blue", "steady")
    show.hear([events.PositionSettled(position=(), to_move=1)])
    assert lamp.now == ("green", "steady")


def test_a_fault_blinks_and_sounds_until_it_is_cleared():
    lamp = Lamp()
    show = PanelShow(lamp, [START])
    show.hear([FAULT])
    assert lamp.now == ("white", "blink")
    assert lamp.tunes == ["fault"]
    show.hear([events.FaultCleared(code="occupied", number=1)])
    assert lamp.now == ("blue", "steady")


def test_a_pause_breathes_and_a_win_shines_in_its_colour():
    lamp = Lamp()
    show = PanelShow(lamp, [START])
    show.hear([events.StateChanged(state="paused")])
    assert lamp.now == ("white", "breathe")
    show.hear([events.StateChanged(state="watching"), events.GameWon(team="green")])
    assert lamp.now == ("green", "breathe")
    assert lamp.tunes == ["win"]


def test_after_a_restart_the_lamp_shows_how_things_stand_and_nothing_is_sounded_again():
    lamp = Lamp()
    PanelShow(lamp, [START, FAULT, events.SequenceMade(team="blue", spaces=())])
    assert lamp.now == ("white", "blink")
    assert lamp.tunes == []


def test_in_the_quiet_hours_the_lamp_shows_and_nothing_sounds():
    lamp = Lamp()
    PanelShow(lamp, [START], quiet=lambda: True).hear([FAULT])
    assert lamp.now == ("white", "blink")
    assert lamp.tunes == []


def test_in_the_quiet_hours_nothing_is_spoken():
    spoken = []
    voice = SimpleNamespace(speak=spoken.append)
    for quiet in (True, False):
        Announcer(voice, [START], quiet=lambda quiet=quiet: quiet).hear([events.GameWon(team="green")])
    assert spoken == ["Ben wins the game!"]


@pytest.mark.parametrize(
    ("now", "begins", "ends", "quiet"),
    [
        ("22:00", "21:30", "08:00", True),
        ("07:59", "21:30", "08:00", True),
        ("08:00", "21:30", "08:00", False),
        ("13:30", "13:00", "15:00", True),
        ("12:59", "13:00", "15:00", False),
        ("22:00", None, "08:00", False),
    ],
)
def test_quiet_hours_may_run_over_midnight(now, begins, ends, quiet):
    assert is_quiet(now, begins, ends) is quiet
