"""Whose discard pile is whose: learnt from the cards that are laid, or said, and told."""

from __future__ import annotations

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.inputs import head_of, read_inputs, rerun, write_inputs
from engine.judging.input_quantization import Input
from tests.arbiter.carding import home_of, lay
from tests.arbiter.desk import Desk

LEFT, RIGHT = "a5", "j4"


@pytest.fixture
def desk() -> Desk:
    return Desk(seats="blue:Ada green:Ben")


def lay_by(desk: Desk, pile: int, beside: str, card: str) -> None:
    lay(desk, pile, card, beside=desk.space(beside))


def known(desk: Desk) -> dict[int, tuple[str, int | None, bool]]:
    """For each pile where it lies, whose it is, and whether it is shared, as it was told last."""
    return {event.pile: (event.beside, event.seat, event.shared) for event in desk.all(events.PileKnown)}


def play(desk: Desk, pile: int, beside: str, card: str, team: str) -> None:
    lay_by(desk, pile, beside, card)
    desk.hand(f"{home_of(desk, card)}={team}")


def test_a_pile_is_told_when_it_is_seen_and_again_when_it_is_learnt_whose_it_is(desk: Desk) -> None:
    play(desk, 1, LEFT, "5C", "b")
    assert known(desk) == {1: (LEFT, None, False)}
    play(desk, 2, RIGHT, "AS", "g")
    assert known(desk) == {1: (LEFT, 0, False), 2: (RIGHT, 1, False)}
    told = len(desk.all(events.PileKnown))
    play(desk, 1, LEFT, "2D", "b")
    assert len(desk.all(events.PileKnown)) == told
    assert desk.arbiter.piles == tuple(desk.all(events.PileKnown)[-2:])


def test_one_pile_for_everybody_is_told_as_shared(desk: Desk) -> None:
    play(desk, 1, LEFT, "5C", "b")
    play(desk, 1, LEFT, "AS", "g")
    assert known(desk) == {1: (LEFT, None, True)}


def test_a_pile_that_is_taken_away_is_told_as_gone(desk: Desk) -> None:
    play(desk, 1, LEFT, "5C", "b")
    lay(desk, 1, "", gone=True)
    assert desk.all(events.PileKnown)[-1].gone
    assert not desk.arbiter.piles


def test_what_the_host_says_counts_before_what_would_be_learnt(desk: Desk) -> None:
    play(desk, 1, LEFT, "5C", "b")
    assert desk.say(calls.PileIs, beside=LEFT, seat=0).message == "The pile by a5 is Ada's."
    desk.look(1)
    assert known(desk) == {1: (LEFT, 0, False)}
    # A wrong card is named by it, though nobody has laid a second pile yet.
    desk.hand(f"{home_of(desk, 'AS')}=g")
    desk.hand(f"{home_of(desk, '3C')}=b", then=9)
    lay_by(desk, 1, "a6", "8H")
    desk.look(12)
    assert desk.faults() == [f"wrong-card {home_of(desk, '3C')}"]
    desk.say(calls.PileIs, beside=LEFT)
    desk.look(1)
    assert known(desk)[1][1:] == (None, True)


def test_a_pile_may_be_named_before_it_lies_there_and_is_known_by_its_place(desk: Desk) -> None:
    assert desk.say(calls.PileIs, beside=RIGHT, seat=1).accepted
    play(desk, 1, "j6", "5C", "b")
    assert known(desk) == {1: ("j6", 1, False)}
    play(desk, 2, "j9", "AS", "g")
    assert known(desk)[2] == ("j9", None, False)


@pytest.mark.parametrize(
    "wrong", [{"beside": "e5", "seat": 0}, {"beside": "k9"}, {"beside": ""}, {"beside": "a5", "seat": 7}]
)
def test_a_place_inside_the_board_and_a_seat_that_is_none_are_refused(desk: Desk, wrong: dict[str, object]) -> None:
    answer = desk.say(calls.PileIs, **wrong)
    assert not answer.accepted
    assert answer.message


def test_a_game_in_which_it_was_said_judged_again_brings_the_same_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Input] = []
    desk = Desk(begun=False)
    receive = desk.arbiter.receive
    monkeypatch.setattr(desk.arbiter, "receive", lambda one: (given.append(one), receive(one))[1])
    desk.look(4)
    play(desk, 1, LEFT, "5C", "b")
    desk.say(calls.PileIs, beside=LEFT, seat=0)
    desk.hand(f"{home_of(desk, 'AS')}=g")
    desk.hand(f"{home_of(desk, '3C')}=b", then=9)
    lay_by(desk, 1, LEFT, "8H")
    desk.look(12)
    assert desk.faults()
    again = rerun(*read_inputs(write_inputs(head_of(desk.game), given)))
    assert [events.encode(one) for one in again] == [events.encode(one) for one in desk.told]


def test_what_was_said_holds_after_a_restart(desk: Desk) -> None:
    play(desk, 1, LEFT, "5C", "b")
    desk.say(calls.PileIs, beside=LEFT, seat=0)
    assert Arbiter.resume(desk.game, desk.told).piles_said == {LEFT: 0}
