"""Whose discard pile is whose: learnt from the cards that are laid, or said, and told."""

from __future__ import annotations

import pytest

from engine import calls, events
from engine.arbiter import Arbiter
from engine.saying import saying
from tests.arbiter.carding import home_of, lay, played
from tests.arbiter.harness import Harness

LEFT, RIGHT = "a5", "j4"


@pytest.fixture
def harness() -> Harness:
    return Harness(seats="blue:Ada green:Ben")


def lay_by(harness: Harness, pile: int, beside: str, card: str) -> None:
    lay(harness, pile, card, beside=harness.space(beside))


def known(harness: Harness) -> dict[int, tuple[str, int | None, bool]]:
    """For each pile where it lies, whose it is, and whether it is shared, as it was told last."""
    return {event.pile: (event.beside, event.seat, event.shared) for event in harness.all(events.PileKnown)}


def play(harness: Harness, pile: int, beside: str, card: str, team: str) -> None:
    lay_by(harness, pile, beside, card)
    harness.hand(f"{home_of(harness, card)}={team}")


def test_a_pile_is_told_when_it_is_seen_and_again_when_it_is_learnt_whose_it_is(harness: Harness) -> None:
    play(harness, 1, LEFT, "5C", "b")
    assert known(harness) == {1: (LEFT, None, False)}
    play(harness, 2, RIGHT, "AS", "g")
    assert known(harness) == {1: (LEFT, 0, False), 2: (RIGHT, 1, False)}
    told = len(harness.all(events.PileKnown))
    play(harness, 1, LEFT, "2D", "b")
    assert len(harness.all(events.PileKnown)) == told
    assert harness.arbiter.piles == tuple(harness.all(events.PileKnown)[-2:])


def test_one_pile_for_everybody_is_told_as_shared(harness: Harness) -> None:
    play(harness, 1, LEFT, "5C", "b")
    play(harness, 1, LEFT, "AS", "g")
    assert known(harness) == {1: (LEFT, None, True)}


def test_two_of_three_players_who_share_a_pile_are_learnt() -> None:
    harness = Harness(seats="blue:Ada green:Ben red:Cleo")
    for cards in (("5C", "AS", "2D"), ("7H", "KC", "9D")):
        for pile, team, card in zip((1, 2, 1), "bgr", cards, strict=True):
            play(harness, pile, LEFT if pile == 1 else RIGHT, card, team)
    assert [card for _, card in played(harness)] == ["5C", "AS", "2D", "7H", "KC", "9D"]
    assert known(harness)[1] == (LEFT, None, True)


def test_a_late_card_is_of_the_player_whose_pile_it_lies_on_though_it_fits_the_turn_after_as_well(
    harness: Harness,
) -> None:
    play(harness, 1, LEFT, "2D", "b")
    play(harness, 2, RIGHT, "AS", "g")
    harness.hand(f"{home_of(harness, '5C')}=b", then=10)
    harness.hand(f"{home_of(harness, '5C', 1)}=g", then=10)
    lay_by(harness, 1, LEFT, "5C")
    assert [card for _, card in played(harness)][2:] == ["5C", None]


def test_a_pile_that_is_taken_away_is_told_as_gone(harness: Harness) -> None:
    play(harness, 1, LEFT, "5C", "b")
    lay(harness, 1, "", gone=True)
    assert harness.all(events.PileKnown)[-1].gone
    assert not harness.arbiter.piles


def test_what_the_host_says_counts_before_what_would_be_learnt(harness: Harness) -> None:
    play(harness, 1, LEFT, "5C", "b")
    assert harness.say(calls.PileIs, beside=LEFT, seat=0).message == saying("pile-of", space=LEFT, who="Ada")
    harness.look(1)
    assert known(harness) == {1: (LEFT, 0, False)}
    # A wrong card is named by it, though nobody has laid a second pile yet.
    harness.hand(f"{home_of(harness, 'AS')}=g")
    harness.hand(f"{home_of(harness, '3C')}=b", then=9)
    lay_by(harness, 1, "a6", "8H")
    harness.look(12)
    assert harness.faults() == [f"wrong-card {home_of(harness, '3C')}"]
    harness.say(calls.PileIs, beside=LEFT)
    harness.look(1)
    assert known(harness)[1][1:] == (None, True)


def test_a_pile_may_be_named_before_it_lies_there_and_is_known_by_its_place(harness: Harness) -> None:
    assert harness.say(calls.PileIs, beside=RIGHT, seat=1).accepted
    play(harness, 1, "j6", "5C", "b")
    assert known(harness) == {1: ("j6", 1, False)}
    play(harness, 2, "j9", "AS", "g")
    assert known(harness)[2] == ("j9", None, False)


@pytest.mark.parametrize(
    "wrong", [{"beside": "e5", "seat": 0}, {"beside": "k9"}, {"beside": ""}, {"beside": "a5", "seat": 7}]
)
def test_a_place_inside_the_board_and_a_seat_that_is_none_are_refused(
    harness: Harness, wrong: dict[str, object]
) -> None:
    answer = harness.say(calls.PileIs, **wrong)
    assert not answer.accepted
    assert answer.message


def test_what_was_said_holds_after_a_restart(harness: Harness) -> None:
    play(harness, 1, LEFT, "5C", "b")
    harness.say(calls.PileIs, beside=LEFT, seat=0)
    assert Arbiter.resume(harness.game, harness.told).piles_said == {LEFT: 0}
