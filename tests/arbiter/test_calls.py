"""What people say: each call does what it says, is recorded with who and when, and is refused in plain words."""

from typing import get_args

import pytest

from engine import calls, events
from engine.judging.acts import TurnAct
from engine.judging.handlers import HANDLERS
from engine.records.record import write_record
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.saying import saying
from tests.arbiter.harness import Harness
from tests.arbiter.stories import live
from tests.engine.boards import read_record

OPENING = ("b e4", "g e5", "b c3", "g h7")
STORIES = {
    "nothing counts during a pause and play goes on after it": """
        pause > said: paused
        f8=b, f8=.
        resume, look 5 > said: goes-on
        b i9 > blue place i9""",
    "a seat that cannot play passes": """
        cannot > said: passes; blue pass None
        g d9 > green place d9""",
    "a fault may be let stand by the table": """
        stands > said: no-fault
        d8=g x10 > fault out-of-turn d8
        stands > said: stands; out-of-turn stands; green place d8 !out-of-turn""",
    "of turns that are taken back the chips that still lie there are no new turns": """
        undo 2 > said: last-turns-undone; turn 4 undone; turn 3 undone; asked board c3 h7:
        look 30
        c3=. h7=. > answered: done (seen)
        b d9 > blue place d9""",
    "a chip whose turn was taken back at once is taken off and laid elsewhere": """
        b d9 > blue place d9
        undo 1 > said: last-turn-undone; turn 5 undone; asked board d9:
        look 3
        d9=. > answered: done (seen)
        b d8 > blue place d8""",
    "what still lies after an undo counts where the next hand came near it to play": """
        given b e8, g e5, b d3, g h7
        b f9 > blue place f9
        lies e8=., under e8 f9 x2, look 2
        undo 1 > said: last-turn-undone; turn 5 undone; asked board f9:
        look 8 > blue place f9; green remove e8; answered: done (seen)""",
    "who left since has left when the last turn is taken back": """
        seats blue green red
        given b e4, g e5, r f6, b d9
        left 1 > said: seat-left
        undo 1 > said: last-turn-undone; turn 4 undone; asked board d9:
        d9=. > answered: done (seen)
        b d8, r h7 > blue place d8; red place h7""",
    "a team that resigned since has resigned when the last turn is taken back": """
        seats blue green red
        given b e4, g e5, r f6, b d9
        resign green > said: resigns
        undo 1 > said: last-turn-undone; turn 4 undone; asked board d9:
        d9=. > answered: done (seen)
        b d8, r h7 > blue place d8; red place h7""",
    "a board that was not seen just now is not taken as it lies": """
        gone 6, position > said: position-unseen
        look 1, position > said: position-taken; position set""",
    "a player who left is passed over": """
        seats blue green blue green
        given b e4, g e5
        left 2 > said: seat-left
        g d9, b d7, g h2, g h3 > green place d9; blue place d7; green place h2; green place h3
        left 0 > said: nobody-left""",
    "a team that resigned has no more turns and the others go on": """
        seats blue green red
        given b j3, g j4, r j6
        resign green > said: resigns
        b j7, r j8, b i1 > blue place j7; red place j8; blue place i1""",
    "a resignation out of turn leaves the turn where it was and can be taken back": """
        seats blue green red
        given b j3
        resign blue > said: resigns
        g j4, r j6, g j7, r j8 > green place j4; red place j6; green place j7; red place j8
        unsay > said: call-undone
        b i1, g i2 > blue place i1; green place i2""",
    "resigning ends the game and can be taken back": """
        resign green > said: resigns; blue wins
        resign blue > said: game-over
        unsay > said: call-undone
        b d9 > blue place d9""",
    "the board as it is seen is what more than one look has": """
        given b e4, g e5
        misread h7=b x1, position > said: position-taken; position set
        look 20""",
    "the position may be taken from what the camera sees": """
        e4=. f3=b e5=. f6=g c3=. c2=b h7=. h8=g x12 > fault board-upset c2 c3 f3 e4 e5 f6 h7 h8
        position > said: position-taken; board-upset stands; position set
        b d9, g i2 > blue place d9; green place i2""",
    "a turn put right is judged again and so are the later ones": """
        given b e4, g e5, b e6, g -e4
        correct 1 d4, look 8 > said: turn-put-right; turn 1: blue place d4 with None
        > turn 4: green remove e4 with None !nothing-there; asked board d4:
        e4=. d4=b > answered: done (seen)""",
    "a turn that was none in the middle keeps the seats of the later ones": """
        none 2, look 8 > said: no-turn; turn 2 undone; asked board e5:
        e5=. > answered: done (seen)
        b d9 > blue place d9""",
    "an undo can be undone": """
        undo 3 > said: last-turns-undone; turn 4 undone; turn 3 undone; turn 2 undone; asked board c3 e5 h7:
        unsay > said: call-undone; answered: done (seen)
        b d9 > blue place d9""",
    "a chip of a team that resigned is out of turn and nobody's turn where it stands": """
        seats blue green red
        given b j3, g j4, r j6
        resign green > said: resigns
        b j7, g j8 > blue place j7; fault out-of-turn j8
        stands > said: stands; out-of-turn stands; counts as out-of-turn
        r i1 > red place i1""",
    "a five on an upset board that is let stand is announced once": """
        given b d4, g h8
        blind upset x12 > view: upset; fault board-upset
        lies c2=b c3=b c4=b c5=b c6=b, look 12 > board-upset put right; view clear; fault two-chips c2 c3
        > fault out-of-turn c4; fault out-of-turn c5; fault out-of-turn c6
        stands > said: stands; two-chips stands; blue place c2; blue place c3 !two-chips; out-of-turn stands
        > blue place c4 !out-of-turn; out-of-turn stands; blue place c5 !out-of-turn; out-of-turn stands
        > blue place c6 !out-of-turn; sequence blue c2-c6""",
    "what came and went on the board of a game that is over is no turn when play goes on": """
        given b e4, g e5
        agreed > said: draw-agreed; drawn
        c3=b x8, c3=. x8
        unsay > said: call-undone
        look 20""",
}


@pytest.mark.parametrize("what", STORIES)
def test_what_is_told_of_what_people_say(what: str) -> None:
    live(STORIES[what], OPENING)


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.play(*OPENING)
    return harness


def test_every_call_is_judged_and_a_form_asks_only_for_what_its_call_takes() -> None:
    known = set(get_args(calls.AnyCall))
    assert set(HANDLERS) == known
    assert all(set(call.form or ()) <= set(call.__struct_fields__) for call in known)


def test_a_call_is_recorded_with_who_and_when(harness: Harness) -> None:
    answer = harness.say(calls.Pause)
    assert (answer.who, answer.at, answer.accepted, answer.number) == ("host", pytest.approx(harness.at), True, 1)
    assert answer.call["input"] == "pause"


def test_the_eye_is_asked_to_look_again_at_any_time_and_no_ruling_hangs_on_it(harness: Harness) -> None:
    before = harness.arbiter.position
    harness.say(calls.Pause)
    for table in (harness, Harness(begun=False)):
        assert table.say(calls.LookAgain).accepted
    harness.say(calls.Resume)
    assert harness.arbiter.position == before
    refused = harness.say(calls.UndoCall)
    assert refused.message == saying("nothing-said")


def test_undo_of_more_turns_than_were_played_is_refused(harness: Harness) -> None:
    answer = harness.say(calls.Undo, turns=5)
    assert not answer.accepted
    assert answer.message == saying("only-turns", played=4)


def test_an_undo_taken_back_after_a_later_call_keeps_the_turns_in_order_and_what_the_later_call_said() -> None:
    harness = Harness()
    harness.play("b b2", "g j5", "b c3")
    before = harness.arbiter.position
    harness.say(calls.Undo, turns=1)
    harness.say(calls.NoDraw)
    assert harness.say(calls.UndoCall, number=1).accepted
    acts = harness.arbiter.ledger.acts
    assert [(act.turn.space, act.seat, act.turn.no_draw) for act in acts if isinstance(act, TurnAct)] == [
        (harness.space("b2"), 0, False),
        (harness.space("j5"), 1, True),
        (harness.space("c3"), 0, False),
    ]
    assert harness.arbiter.position.chips == before.chips
    assert harness.arbiter.position.seat == before.seat
    harness.say(calls.UndoCall, number=2)
    assert harness.arbiter.position == before


def test_of_two_corrections_of_one_turn_the_earlier_can_be_taken_back_alone(harness: Harness) -> None:
    harness.say(calls.CorrectTurn, turn=2, space="d9")
    harness.say(calls.NoDraw, turn=2)
    harness.say(calls.UndoCall, number=1)
    turn = harness.arbiter.ledger.acts[1].turn
    assert (turn.space, turn.no_draw) == (harness.space("e5"), True)


def test_a_card_that_was_said_is_checked(harness: Harness) -> None:
    assert harness.say(calls.CardWas, card="4C", turn=1).accepted
    assert harness.all(events.TurnCorrected)[-1].card == "4C"
    refused = harness.say(calls.CardWas, card="9D", turn=2)
    assert not refused.accepted
    assert refused.message == saying("problem", problem="wrong-card", card="9D", spaces="e5", action="place")
    assert not harness.say(calls.CardWas, card="ZZ").accepted


def test_a_shuffle_lets_every_card_come_again(harness: Harness) -> None:
    harness.say(calls.CardWas, card="4C", turn=1)
    assert harness.arbiter.position.laid
    assert harness.say(calls.DeckShuffled).accepted
    assert harness.arbiter.position.laid == 0
    harness.say(calls.UndoCall)
    assert harness.arbiter.position.laid


def test_table_talk_and_a_forgotten_draw_cost_cards(harness: Harness) -> None:
    hands = harness.arbiter.position.hands
    assert harness.say(calls.TableTalk, team="blue").accepted
    assert harness.arbiter.position.hands == (hands[0] - 1, hands[1])
    assert harness.say(calls.NoDraw).accepted
    assert harness.arbiter.position.hands == (hands[0] - 1, hands[1] - 1)
    assert not harness.say(calls.NoDraw).accepted
    assert not harness.say(calls.TableTalk, team="red").accepted


def test_players_who_change_places_change_names_only() -> None:
    harness = Harness("blue:North green:East")
    harness.play("b e4")
    assert harness.say(calls.SeatsSwapped, one=0, other=1).accepted
    assert [seat.name for seat in harness.arbiter.game.seats] == ["East", "North"]
    harness.play("g e5")
    assert harness.turns() == ["blue place e4", "green place e5"]
    assert [str(seat) for seat in record_of(harness.told).game.seats] == ["blue:East", "green:North"]
    harness.say(calls.UndoCall)
    assert [event.seats for event in harness.all(events.SeatsChanged)] == [
        ("blue:East", "green:North"),
        ("blue:North", "green:East"),
    ]


def test_a_position_that_is_told_holds(harness: Harness) -> None:
    rows = [list("." * 10) for _ in range(10)]
    rows[0][0] = rows[0][9] = rows[9][0] = rows[9][9] = "*"
    rows[4][4] = "b"
    told = tuple("".join(row) for row in rows)
    assert harness.say(calls.PositionIs, position=told, to_move=1).accepted
    assert harness.arbiter.position.rows(harness.game) == told
    assert harness.arbiter.ledger.table.seat == 1
    assert not harness.say(calls.PositionIs, position=("...",)).accepted


def test_a_call_before_the_game_has_begun_is_refused() -> None:
    harness = Harness(begun=False)
    assert harness.say(calls.Undo).message == saying("no-game")


def test_start_begins_a_new_game_from_what_lies_there(harness: Harness) -> None:
    assert harness.say(calls.Start).accepted
    harness.look(12)
    assert len(harness.all(events.GameStarted)) == 2
    assert harness.arbiter.position.turn == 0
    assert harness.letter("e4") == "b"


@pytest.mark.parametrize("seats", ["blue green", "blue green red", "blue green blue green"])
@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_a_resignation_brought_back_before_later_turns_leaves_a_record_that_replays(seats: str, more: int) -> None:
    harness = Harness(seats)
    teams = [team[0] for team in seats.split()] * 4
    harness.play(*map(" ".join, zip(teams, ("b3", "c3", "d3", "e3", "f3")[: 2 + more], strict=False)))
    harness.say(calls.Resign, team="green")
    harness.say(calls.Undo, turns=1)
    undone = harness.all(events.CallMade)[-1].number
    place = (more + 1) % len(seats.split())
    harness.play(*map(" ".join, zip(teams[place:], ("b7", "c7", "d7", "e7", "f7"), strict=False)))
    assert harness.say(calls.UndoCall, number=undone).accepted
    verdict = replay(read_record(write_record(record_of(harness.told))))
    assert verdict.ok, verdict.problems
    assert verdict.rows == harness.all(events.PositionSettled)[-1].position
