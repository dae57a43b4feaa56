"""The rounds of an evening: who plays, who meets whom next, who sits out."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis import swiss as swiss_file
from engine.analysis.pairings import Pairing, PairingError, everybody, meetings
from engine.analysis.standings import Result, standings
from engine.analysis.swiss import swiss
from referee.club.rounds import Settings, in_order
from referee.club.store import mark_of
from tests.often import tries


def test_the_examples_hold():
    assert doctest.testmod(swiss_file).failed == 0


def evening_of(count, rounds, chance):
    """A Swiss evening in which chance decides; its rounds, and who sat out."""
    met, sat_out, wins, played = set(), Counter(), Counter(), []
    people = [f"p{number}" for number in range(count)]
    for _ in range(rounds):
        ranked = sorted(people, key=lambda one: -wins[one])
        pairs, out = swiss(ranked, met, sat_out)
        assert sorted([one for pair in pairs for one in pair] + ([out] if out else [])) == sorted(people)
        assert not met & set(map(frozenset, pairs))
        met |= set(map(frozenset, pairs))
        sat_out.update([out] if out else [])
        wins.update(chance.choice(pair) for pair in pairs)
        played.append(pairs)
    return played, sat_out


@settings(max_examples=tries(25))
@given(st.integers(2, 40), st.integers(0, 10_000))
def test_in_half_as_many_rounds_as_players_nobody_meets_again_and_nobody_sits_out_twice(count, seed):
    # As many rounds always exist: whoever has so few behind them has met fewer than half of the others.
    _, sat_out = evening_of(count, count // 2, Random(seed))
    assert max(sat_out.values(), default=0) <= 1


def test_an_evening_of_64_is_paired_through_to_its_twelfth_round():
    played, sat_out = evening_of(64, 12, Random(3))
    assert (len(played), len(sat_out)) == (12, 0)


@given(st.integers(4, 9), st.integers(0, 10_000))
def test_a_round_is_found_wherever_there_is_one(count, seed):
    chance = Random(seed)
    people = [f"p{number}" for number in range(count)]
    met = {frozenset(pair) for pair in combinations(people, 2) if chance.random() < 0.6}

    def is_there(left):
        return not left or any(
            frozenset({left[0], other}) not in met and is_there([one for one in left[1:] if one != other])
            for other in left[1:]
        )

    outs = [[one for one in people if one != out] for out in people] if count % 2 else [people]
    if any(map(is_there, outs)):
        pairs, _ = swiss(people, met, {})
        assert len({one for pair in pairs for one in pair}) == 2 * (count // 2)
        assert not met & set(map(frozenset, pairs))
    else:
        with pytest.raises(PairingError, match="no round in which nobody meets"):
            swiss(people, met, {})


def test_the_best_is_served_first_as_long_as_all_others_can_be_paired():
    chance = Random(5)
    for _ in range(300):
        people = [f"p{number}" for number in range(8)]
        met = {frozenset(pair) for pair in combinations(people, 2) if chance.random() < 0.5}

        def rounds(left):
            if not left:
                yield []
            for other in left[1:]:
                if frozenset({left[0], other}) not in met:  # noqa: B023 - asked at once
                    for rest in rounds([one for one in left[1:] if one != other]):
                        yield [(left[0], other), *rest]

        first = next(rounds(people), None)
        if first is not None:
            assert swiss(people, met, {}) == (first, None)


def test_those_who_have_as_many_wins_meet_and_who_came_last_meets_the_last():
    pairs, out = swiss(["two", "also two", "one", "also one", "none", "late"], [], {})
    assert (pairs, out) == ([("two", "also two"), ("one", "also one"), ("none", "late")], None)


@given(st.integers(2, 9))
def test_everybody_meets_everybody_however_the_first_round_was_made(count):
    entries = [f"P{number}" for number in range(count)]
    rounds = [everybody(entries, {})]
    for _ in range(count - 2 + count % 2):
        rounds.append(everybody(entries, meetings([[Pairing("1", pair) for pair in one] for one in rounds])))
    met = Counter(frozenset(pair) for one in rounds for pair in one)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2


def test_who_sits_out_is_given_the_game_only_where_the_organiser_chose_so():
    played = [Result({"blue": ("Ada",), "green": ("Ben",)}, "blue", {"blue": 2, "green": 0})]
    assert [(one.who, one.won) for one in standings(played)] == [("Ada", 1), ("Ben", 0)]
    assert [(one.who, one.won) for one in standings(played, "sides", ["Cid & Dan"])][1] == ("Cid & Dan", 1)
    assert [(one.who, one.won) for one in standings(played, "players", ["Cid & Dan"])][1:3] == [("Cid", 1), ("Dan", 1)]
    rounds = ((Pairing("", ("Cid",)), Pairing("1", ("Ada", "Ben"))),)
    assert Settings(rounds=rounds).given == []
    assert Settings(rounds=rounds, free_wins=True).given == ["Cid"]


def test_tables_are_counted_as_people_count():
    assert in_order(["Table 10", "table 2", "Window", "Table 1"]) == ["Table 1", "table 2", "Table 10", "Window"]
    assert in_order(["A", "B", "C"], ["C", "B"]) == ["C", "B", "A"]


@pytest.fixture
def club(hub):
    for name in ("Table 10", "Table 2", "Table 1"):
        hub.join(hub.code, name, mark_of(name))
    hub.choose(entries=["Ada", " ben  & Abe", "", "Cid", "Dan", "Eva"])
    return hub


def round_of(hub):
    return [(one.table, one.sides) for one in hub.settings.rounds[-1]]


def test_a_round_is_made_of_those_who_were_entered(club):
    club.begin_round("swiss")
    assert round_of(club) == [("Table 1", ("Ada", "Abe & ben")), ("Table 2", ("Cid", "Dan")), ("", ("Eva",))]
    club.begin_round("swiss")
    assert round_of(club)[-1] == ("", ("Dan",))
    club.take_round_back()
    club.take_round_back()
    assert club.settings.rounds == ()
    club.begin_round("everybody")
    assert len(round_of(club)) == 3
    assert [one["name"] for one in json.loads(club.shown[1])["tables"]] == ["Table 1", "Table 2", "Table 10"]


def test_who_comes_late_plays_in_the_next_round_and_the_winner_of_the_last_table_makes_room(club):
    club.begin_round("list", "Table 1,Ada,Cid\nTable 2,Dan,Eva")
    club.choose(entries=["Ada", "Cid", "Dan", "Eva", "Zoe"])
    club.begin_round("swiss")
    assert {side for _, sides in round_of(club) for side in sides} == {"Ada", "Cid", "Dan", "Eva", "Zoe"}
    club.begin_round("winners-up")
    assert {side for _, sides in round_of(club) for side in sides} == {"Ada", "Cid", "Dan", "Eva", "Zoe"}
    assert round_of(club)[-1][0] == ""


@pytest.mark.parametrize(
    ("how", "text", "said"),
    [
        ("list", "Table 1,Ada,Zoe", "Line 1: nobody is called 'Zoe'. Mend the name, or enter it among those who play."),
        (
            "list",
            "Table 1,Ada,Cid\nTable 3,Dan,Eva",
            "Line 2: no table 'Table 3' has joined. Joined: Table 1, Table 2,",
        ),
        ("winners-up", "", "Winners go up from a first round."),
    ],
)
def test_a_round_that_cannot_be_is_refused_and_changes_nothing(club, how, text, said):
    with pytest.raises(PairingError) as refused:
        club.begin_round(how, text)
    assert str(refused.value).startswith(said)
    assert club.settings.rounds == ()


def test_nobody_is_entered_twice_and_a_round_needs_two(club):
    with pytest.raises(PairingError, match="'ada' stands there twice"):
        club.choose(entries=["ada", "Ben", "Ada "])
    assert club.entries[0] == "Ada"
    club.choose(entries=["Ada"])
    with pytest.raises(PairingError, match="Nobody is entered who could play"):
        club.begin_round("swiss")
    club.choose(entries=[f"P{number}" for number in range(8)])
    with pytest.raises(PairingError, match="4 games need as many tables, and there are 3"):
        club.begin_round("swiss")


def test_a_table_at_which_others_sit_than_were_paired_is_told_with_their_names(club, chain, lines):
    club.begin_round("list", "Table 1,Ada,Cid\nTable 2,Dan,Eva")
    club.take("Table 1", chain[0].hash, 0, lines(chain[:5], 0))
    club.refresh()

    def now():
        return [one["now"] for one in json.loads(club.shown[1])["rounds"][-1]]

    assert now() == [["Ada", "Ben"], []]
    club.take_round_back()
    club.choose(entries=["Ada", "Ben"])
    club.begin_round("list", "Table 1,ben,ADA")
    assert now() == [[]]
    club.take_round_back()
    club.choose(entries=["Ada", "Cid"])
    club.begin_round("list", "Table 1,Ada,Cid")
    club.take("Table 1", chain[0].hash, 0, lines(chain, 0))
    club.refresh()
    assert now() == [[]]  # the game before is over, that of this round has not begun


def test_no_game_is_laid_to_a_table_that_left(club):
    club.take("Table 1", "-", 0, b'{"state":"left"}\n')
    club.begin_round("swiss")
    assert [table for table, _ in round_of(club)] == ["Table 2", "Table 10", ""]
