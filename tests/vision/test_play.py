"""What the eye is told of the game: who plays, and whether chips are turned over."""

from engine.judging.changes import ChangeTracker
from engine.observation import UNSURE, Observation
from tests.vision.scenes import look_of
from vision.read.teams import Play, Teams


def test_a_table_is_read_by_the_colours_of_those_who_play_there():
    look = look_of("d0_green_oak")
    teams = Teams.of(look.chips, Play(frozenset("bg")))
    assert teams.playing.tolist() == [True, True, False]
    assert Teams.of((), Play()).playing.tolist() == [True] * 3, "all three where nobody said who plays"
    assert Teams.of((), Play()).measured.tolist() == [False] * 3


def test_of_a_table_whose_chips_were_measured_only_those_are_looked_for():
    look = look_of("d0_green_oak")
    shown = {chip.team for chip in look.chips if chip.measured}
    at_home = Teams.of(look.chips, Play()).playing.tolist()
    assert {team for team, home in zip("bgr", at_home, strict=True) if home} == shown == {"b", "g"}


def test_a_team_that_plays_is_looked_for_though_its_chips_were_not_measured():
    look = look_of("d0_green_oak")
    assert [chip.team for chip in look.chips if chip.measured] == ["b", "g"]
    assert Teams.of(look.chips, Play(frozenset("br"))).playing.tolist() == [True, False, True]
    assert Teams.of(look.chips, Play(frozenset("bgr"))).playing.tolist() == [True] * 3


def test_a_chip_seen_white_side_up_counts_as_turned_whosever_it_is():
    tracker = ChangeTracker(100, 10)
    tracker.expect("." * 100)
    letters = "".join(UNSURE if space == 42 else "." for space in range(100))
    for count in range(4):
        tracker.look(Observation(at=count * 0.2, frame=count, letters=letters, flipped=(42,)))
    assert tracker.flipped == frozenset({42})
    for count in range(4, 9):  # no white side is seen there any more, nor anything else
        tracker.look(Observation(at=count * 0.2, frame=count, letters=letters))
    assert tracker.flipped == frozenset({42})
