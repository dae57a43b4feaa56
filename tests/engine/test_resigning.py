"""A team that gave up has no more turns and cannot win; the record says so."""

import msgspec
import pytest

from engine import calls
from engine.records.notation import NotationError, read_position, write_position
from engine.records.record import RecordError, Resigned, write_record
from engine.records.replay import replay
from engine.records.twin import read_lines, record_of, write_lines
from engine.rules.legality import Turn, play, resign
from engine.rules.position import new_game, start
from tests.arbiter.harness import Harness
from tests.engine.boards import read_record
from tests.engine.told import events_of

THREE = '[Edition "classic"]\n[Board "classic"]\n[Seats "blue green red"]\n[Result "*"]\n\n'
GREEN_GIVES_UP = THREE + "1. QS@j3 KS@j4 2D@j6 resign:green\n2. 3D@j7 4D@j8\n3. 9S@i1 6S@f1\n"


def test_the_seats_of_a_team_that_resigned_are_passed_over():
    verdict = replay(read_record(GREEN_GIVES_UP))
    assert verdict.ok
    assert verdict.position.team_at(verdict.game.layout.space("j8")) == "red"
    assert verdict.position.chips[1].bit_count() == 1, "green's chip lies where it lay"


def test_a_round_is_a_turn_of_every_seat_that_still_plays():
    record = read_record(GREEN_GIVES_UP)
    assert write_record(record) == GREEN_GIVES_UP
    with pytest.raises(RecordError, match=r"round 2\. is not over"):
        read_record(GREEN_GIVES_UP.replace("4D@j8\n3. 9S@i1", "3. 9S@i1"))


@pytest.mark.parametrize(
    "at", ["1. resign:green QS@j3 KS@j4", "1. QS@j3 resign:green KS@j4", "1. QS@j3 resign:blue KS@j4 2D@j6"]
)
def test_resigning_in_the_middle_of_a_round_leaves_out_what_that_team_had_still_to_play(at):
    record = read_record(THREE + at + "\n2. 3D@j7\n")
    assert replay(record).ok
    assert read_record(write_record(record)) == record


def test_a_team_that_resigned_cannot_win():
    game = new_game("bible", "blue green red")
    position = start(game)
    for space in ("b2", "c2", "d2", "e2"):
        position = play(game, position, Turn("place", game.layout.space(space)))
        position = play(game, position, Turn("pass"))
        position = play(game, position, Turn("pass"))
    position = resign(game, position, "blue")
    irregular = msgspec.structs.replace(position, seat=0)
    after = play(game, irregular, Turn("place", game.layout.space("f2")))
    assert [one.team for one in after.sequences] == ["blue"]
    assert after.winner is None


def test_the_last_team_that_did_not_resign_has_won():
    text = THREE.replace('"*"', '"red"') + "1. QS@j3 resign:green resign:blue\n"
    verdict = replay(read_record(text))
    assert verdict.winner == "red"
    more = replay(read_record(text.rstrip() + " KS@j4\n"))
    assert [problem.code for problem in more.problems] == ["game-over"]


def test_the_twin_tells_of_a_resignation_that_ends_nothing():
    record = read_record(GREEN_GIVES_UP)
    again = record_of(read_lines(write_lines(events_of(record))))
    assert Resigned("green") in again.entries
    assert again == record


@pytest.mark.parametrize("wrong", ["resign:purple", "resign:green resign:green"])
def test_only_a_team_that_plays_can_resign(wrong):
    with pytest.raises(RecordError, match="team"):
        read_record(THREE + f"1. QS@j3 {wrong}\n")


@pytest.mark.parametrize(
    "line", ["1. QS@j3 resign:green resign:blue resign:red", "resign:red resign:green resign:blue"]
)
def test_the_last_team_that_plays_has_won_and_cannot_resign(line):
    with pytest.raises(RecordError, match=r":6:\d+: (red|blue) is the last team that plays, and has won"):
        read_record(THREE + line)


def test_a_position_of_teams_that_have_all_resigned_is_refused():
    with pytest.raises(NotationError, match="a team that did not resign was expected"):
        read_position("classic classic blue!,green! *8*/10/10/10/10/10/10/10/10/*8* 1")


def test_in_a_position_too_the_seats_of_a_team_that_resigned_are_passed_over():
    game, position = read_position("classic classic blue!,green,red *8*/10/10/10/10/10/10/10/10/*8* 1")
    assert write_position(game, position).split()[4] == "2"


def test_a_board_taken_as_it_lies_is_played_on_by_those_who_have_not_resigned():
    harness = Harness("blue green red")
    harness.say(calls.Resign, team="blue")
    harness.hand("e9=r", then=8)
    harness.say(calls.PositionIs)
    harness.hand("e8=g", then=8)
    harness.hand("d4=r", then=8)
    assert harness.arbiter.position.seat == 1, "green follows red, since blue has resigned"
    assert replay(record_of(harness.told)).ok


def test_a_resignation_of_whoever_has_won_after_all_counts_for_nothing():
    """Green resigns; the last turn is undone, and the resignation with it; blue resigns; the undo is taken back."""
    harness = Harness("blue green")
    harness.hand("d6=b", then=8)
    harness.say(calls.Resign, team="green")
    undo = harness.say(calls.Undo, turn=1)
    harness.say(calls.Resign, team="blue")
    harness.say(calls.UndoCall, number=undo.number)
    assert harness.arbiter.position.winner == "blue"
    record = record_of(harness.told)
    assert [entry.team for entry in record.entries if isinstance(entry, Resigned)] == ["green"]
    assert replay(read_record(write_record(record))).winner == "blue"
