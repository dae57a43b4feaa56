"""Who plays whom, who sits out, and who stands where."""

import doctest
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis import pairings, standings
from engine.analysis.pairings import (
    Pairing,
    PairingError,
    everybody,
    from_csv,
    meetings,
    round_robin,
    swiss,
    winners_up,
)
from engine.analysis.standings import Result
from tests.often import tries


def test_the_examples_hold():
    for module in (pairings, standings):
        assert doctest.testmod(module).failed == 0


@given(st.integers(2, 9))
def test_everybody_meets_everybody_once(count):
    entries = [f"P{number}" for number in range(count)]
    rounds = count - 1 if count % 2 == 0 else count
    met = [frozenset(pair) for number in range(1, rounds + 1) for pair in round_robin(entries, number)]
    assert sorted(map(sorted, met)) == sorted(map(sorted, map(frozenset, combinations(entries, 2))))
    for number in range(1, rounds + 1):
        seated = [one for pair in round_robin(entries, number) for one in pair]
        assert len(seated) == len(set(seated)) == count - count % 2


def test_winners_go_up_a_table_and_losers_down():
    played = [Pairing("1", ("A", "B")), Pairing("2", ("C", "D")), Pairing("3", ("E", "F"))]
    after = winners_up(played, {"1": "B", "2": "C", "3": "F"}, "ABCDEF", ["1", "2", "3"])
    assert [(one.table, set(one.sides)) for one in after] == [("1", {"B", "C"}), ("2", {"A", "F"}), ("3", {"D", "E"})]


@given(st.integers(1, 8), st.randoms())
def test_nobody_is_lost_when_winners_go_up(count, chance):
    played = [Pairing(str(at), (f"A{at}", f"B{at}")) for at in range(count)]
    winners = {one.table: chance.choice(one.sides) for one in played if chance.random() < 0.8}
    after = winners_up(played, winners, [side for one in played for side in one.sides], [one.table for one in played])
    assert sorted(side for one in after for side in one.sides) == sorted(side for one in played for side in one.sides)
    assert all(len(one.sides) == 2 for one in after)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tisch,Ada,Ben", "Line 1: no table 'Tisch' has joined. Joined: Table 1, Table 2."),
        ("Table,A,B\nTable 1,Ada", "Line 2: two or three sides play at a table, not 1."),
        ("Table 1,Ada,Ben\nTable 2,ada ,Cid", "Line 2: 'ada' would play twice."),
        ("Table 1,Ada,Ben\ntable 1,Cid,Dan", "Line 2: table 'Table 1' stands there twice."),
        ("Table 1,Ada,Zoe", "Line 1: nobody is called 'Zoe'."),
        ("\n,,\n", "There is no game in this list."),
    ],
)
def test_a_list_with_a_mistake_is_refused_with_its_line(text, said):
    with pytest.raises(PairingError) as refused:
        from_csv(text, ["Table 1", "Table 2"], ["Ada", "Ben", "Cid", "Dan"])
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_list_from_a_spreadsheet_is_read(between):
    text = "\ufeffTable,One,Other\r\n table 2 , Ada , Ben & Cid \r\n".replace(",", between)
    found = from_csv(text, ["Table 1", "Table 2"])
    assert found == [Pairing("Table 2", ("Ada", "Ben & Cid"))]


def game(blue, green, winner, made=(2, 0)):
    return Result({"blue": blue, "green": green}, winner, dict(zip(("blue", "green"), made, strict=True)))


def test_those_who_are_level_are_told_apart_by_their_own_game_and_else_share_a_place():
    played = [
        game(("Ada",), ("Ben",), "blue", (2, 1)),
        game(("Ben",), ("Cid",), "blue", (2, 1)),
        game(("Cid",), ("Dan",), "blue", (2, 1)),
        game(("Dan",), ("Ada",), "blue", (2, 1)),
    ]
    assert [one.place for one in standings.standings(played)] == [1, 1, 1, 1]
    assert [one.who for one in standings.standings(played[:1] + played[3:])] == ["Dan", "Ada", "Ben"]


def test_a_win_counts_before_sequences_and_names_are_one_however_they_are_written():
    played = [game((" ada",), ("Ben",), "blue", (2, 1)), game(("Ben",), ("Ada ",), "drawn", (1, 1))]
    table = standings.standings(played)
    assert [(one.who, one.played, one.won, one.drawn, one.lost) for one in table] == [
        ("ada", 2, 1, 1, 0),
        ("Ben", 2, 0, 1, 1),
    ]


def test_a_side_of_two_is_one_entry_or_each_of_them_is():
    played = [game(("Ada", "Cid"), ("Ben", "Dan"), "green", (0, 2))]
    assert [one.who for one in standings.standings(played)] == ["Ben & Dan", "Ada & Cid"]
    assert [one.who for one in standings.standings(played, "players")] == ["Ben", "Dan", "Ada", "Cid"]


def test_a_game_that_was_given_counts_as_won_for_the_side_or_for_each_of_its_players():
    played = [Result({"blue": ("Ada",), "green": ("Ben",)}, "blue", {"blue": 2, "green": 0})]
    assert [(one.who, one.won) for one in standings.standings(played)] == [("Ada", 1), ("Ben", 0)]
    assert [(one.who, one.won) for one in standings.standings(played, "sides", ["Cid & Dan"])][1] == ("Cid & Dan", 1)
    each = standings.standings(played, "players", ["Cid & Dan"])
    assert [(one.who, one.won) for one in each][1:3] == [("Cid", 1), ("Dan", 1)]


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
