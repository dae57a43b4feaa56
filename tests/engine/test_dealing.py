"""The draw for the dealer and the seats."""

from random import Random

import pytest

from engine.editions.edition_files import load_edition
from engine.equipment.cards import in_words, rank_of
from engine.rules.dealing import deal, draw_for_dealer, lowest
from engine.rules.position import SeatsError

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]


@pytest.mark.parametrize("seed", range(30))
def test_the_lowest_card_deals_and_ties_draw_again(seed):
    rounds, dealer = draw_for_dealer(NAMES, Random(seed))
    left = tuple(NAMES)
    for drawn in rounds:
        assert tuple(drawn) == left
        assert len(set(drawn.values())) == len(drawn)
        left = lowest(drawn)
    assert left == (dealer,)


def test_ties_do_happen():
    assert max(len(draw_for_dealer(NAMES, Random(seed))[0]) for seed in range(60)) > 1


@pytest.mark.parametrize(("teams", "colours"), [(0, "blue green"), (2, "blue green"), (3, "blue green red")])
def test_the_seat_left_of_the_dealer_begins_and_teams_alternate(teams, colours):
    dealt = deal(load_edition("classic"), NAMES, Random(4), teams)
    names = [seat.name for seat in dealt.seats]
    assert names[-1] == dealt.dealer
    first = NAMES.index(names[0])
    assert names == NAMES[first:] + NAMES[:first]
    around = colours.split()
    assert [seat.team for seat in dealt.seats] == [around[n % len(around)] for n in range(6)]
    assert dealt.hand_size == 5


@pytest.mark.parametrize("name", ["Ann", "ann", "ＡＮＮ"])
def test_a_dealer_may_be_named(name):
    dealt = deal(load_edition("european-es"), NAMES[:2], Random(1), dealer=name)
    assert (dealt.rounds, dealt.dealer, dealt.seats[0].name) == ((), "Ann", "Bob")
    rotates = load_edition("european-es", "dealing_rotates=yes")
    assert deal(rotates, NAMES[:2], Random(1), last_dealer=name).dealer == "Bob"


@pytest.mark.parametrize(
    ("names", "teams", "dealer", "words"),
    [
        (NAMES[:5], 0, "", "5 cannot play the classic edition"),
        (NAMES[:4], 3, "", "4 players make 2 teams, not 3"),
        (["Ann", "Ann"], 0, "", "a name of their own"),
        (["Ann", "ann"], 0, "", "a name of their own"),
        (["Jos\u00e9", "Jose\u0301"], 0, "", "a name of their own"),
        (["Ann", "Bob B"], 0, "", "single words"),
        (["Ann", "Bob"], 0, "Zoe", "Zoe is none of the players"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(names, teams, dealer, words):
    with pytest.raises(SeatsError, match=words):
        deal(load_edition("classic"), names, Random(1), teams, dealer)


def test_aces_are_high_and_pictures_have_no_rank():
    assert rank_of("AS") > rank_of("KS") > rank_of("10S") > rank_of("2S") == 0
    with pytest.raises(ValueError, match="lion is no playing card"):
        rank_of("lion")
    assert (in_words("10H"), in_words("ark")) == ("the ten of hearts", "the ark card")


def test_where_everyone_deals_in_turn_the_next_player_does():
    spanish = load_edition("european-es")
    first = deal(spanish, NAMES[:3], Random(1), dealer="Bob")
    assert first.next_dealer == "Cid"
    second = deal(spanish, NAMES[:3], Random(1), last_dealer="Bob")
    assert (second.dealer, second.seats[0].name, second.rounds) == ("Cid", "Ann", ())
    english = deal(load_edition("classic"), NAMES[:3], Random(1), last_dealer="Bob")
    assert english.rounds
    assert any("drawn for again" in note for note in english.notes)


@pytest.mark.parametrize("players", [6, 12])
def test_that_six_and_twelve_may_be_three_teams_is_said_unless_the_table_has_said_it(players):
    names = [f"P{n}" for n in range(players)]
    assert any("--teams 3" in note for note in deal(load_edition("classic"), names, Random(1)).notes)
    assert deal(load_edition("classic"), names, Random(1), teams=3).notes == ()
    assert [deal(load_edition("classic"), names, Random(1), teams=n).goal for n in (2, 3)] == [2, 1]


def test_that_five_cannot_be_equal_teams_is_said():
    dealt = deal(load_edition("bible"), NAMES[:5], Random(1))
    assert [seat.team for seat in dealt.seats].count("blue") == 3
    assert any("3 against 2 is our answer" in note for note in dealt.notes)


@pytest.mark.parametrize("edition", ["bible", "kids"])
def test_cards_without_an_order_are_not_drawn_for_the_dealer(edition):
    dealt = deal(load_edition(edition), NAMES[:3], Random(1))
    assert dealt.rounds == ()
    assert any("by lot" in note for note in dealt.notes)
    assert {deal(load_edition(edition), NAMES[:3], Random(n)).dealer for n in range(30)} == set(NAMES[:3])


def test_counter_clockwise_the_seat_left_of_the_dealer_begins_and_the_dealer_comes_next():
    dealt = deal(load_edition("bible", "direction=counter-clockwise"), NAMES[:3], Random(1), dealer="Ann")
    assert [seat.name for seat in dealt.seats] == ["Bob", "Ann", "Cid"]
