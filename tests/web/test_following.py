"""The page beside the real arbiter: whatever is played, said and taken back, both tell the same game."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import calls
from tests.arbiter.harness import Harness
from tests.often import tries
from web.scoreboard import Scoreboard, fold
from web.updates import page_state

TURNS = ("b b2", "g j5", "b c3", "g j6", "b d4", "g i8", "b e5", "g i6", "b f6", "g g7", "b h2", "g h9")
numbers = st.integers(0, 9)
said = st.one_of(
    st.builds(lambda n: (calls.Undo, {"turns": n}), st.integers(1, 3)),
    st.just((calls.UndoCall, {})),
    st.builds(lambda n: (calls.NotATurn, {"turn": n}), numbers),
    st.builds(lambda n, card: (calls.CardWas, {"turn": n, "card": card}), numbers, st.sampled_from(["JC", "5C", "QH"])),
    st.builds(
        lambda n, to: (calls.CorrectTurn, {"turn": n, "space": to}), numbers, st.sampled_from(["a5", "b9", "j2"])
    ),
    st.builds(lambda n: (calls.NoDraw, {"turn": n}), numbers),
    st.builds(lambda team: (calls.Resign, {"team": team}), st.sampled_from(["blue", "green"])),
    st.just((calls.CannotPlay, {})),
    st.just((calls.DrawAgreed, {})),
    st.just((calls.DeckShuffled, {})),
)


def shown(told):
    return page_state(reduce(fold, told, Scoreboard()))


def assert_the_same_game(harness):
    ledger, page, layout = harness.arbiter.ledger, shown(harness.told), harness.game.layout
    acts = [(one.number, one.act) for one in reversed([*ledger.turns()])]
    judged = [
        (
            number,
            act.seat,
            act.turn.action,
            None if act.turn.space is None else layout.name_of(act.turn.space),
            act.turn.card,
        )
        for number, act in acts
    ]
    listed = [(t["turn"], t["seat"], t["action"], t.get("space"), t.get("card")) for t in page["turns"]]
    assert listed == judged
    standing = {(s.team, frozenset(layout.name_of(x) for x in s.spaces)) for s in ledger.table.position.sequences}
    assert {(made["team"], frozenset(made["spaces"])) for made in page["sequences"]} == standing
    assert page["winner"] == ledger.ended
    assert page["to_move"] == (None if ledger.ended else ledger.table.seat)
    assert {fault["number"] for fault in page["faults"]} == set(ledger.faults)
    assert {question["number"] for question in page["questions"]} == set(ledger.questions)
    rows = ["".join(row) for row in page["position"]]
    assert "".join(rows).lower() == ledger.table.letters


@settings(max_examples=tries(15), deadline=None)
@given(st.integers(3, len(TURNS)), st.lists(said, max_size=7))
def test_the_page_tells_the_game_that_the_arbiter_keeps(played, spoken):
    harness = Harness()
    harness.play(*TURNS[:played])
    assert_the_same_game(harness)
    for kind, more in spoken:
        harness.say(kind, **more)
        assert_the_same_game(harness)
    harness.look(3)
    assert_the_same_game(harness)


def test_a_turn_played_after_an_undo_that_is_itself_taken_back_follows_the_turns_that_return():
    harness = Harness()
    harness.play(*TURNS[:4])
    harness.say(calls.Undo, turns=2)
    harness.hand("c3=. j6=.")
    harness.play("b h2")
    assert_the_same_game(harness)
    harness.say(calls.UndoCall)
    assert_the_same_game(harness)


def test_when_a_whole_round_is_taken_back_the_later_turns_are_numbered_anew():
    harness = Harness()
    harness.play(*TURNS[:3])
    harness.say(calls.NotATurn, turn=1)
    assert_the_same_game(harness)
    harness.say(calls.NotATurn, turn=2)
    assert_the_same_game(harness)


def test_a_team_that_resigned_and_plays_on_after_all_has_its_numbers_in_the_list():
    harness = Harness("blue green red")
    harness.play("b b2", "g j5", "r d2")
    harness.say(calls.Resign, team="green")
    harness.play("b c3", "r h3", "b d4")
    assert_the_same_game(harness)
    harness.say(calls.NotATurn, turn=2)
    assert_the_same_game(harness)
    harness.say(calls.UndoCall, number=1)
    assert_the_same_game(harness)


def test_a_fault_that_is_put_right_and_one_that_stands_leave_the_same_game():
    harness = Harness()
    harness.play(*TURNS[:4])
    harness.hand("a5=g")
    assert_the_same_game(harness)
    harness.hand("a5=.")
    assert_the_same_game(harness)
    harness.hand("a5=g")
    harness.say(calls.Stands)
    harness.look(3)
    assert_the_same_game(harness)
