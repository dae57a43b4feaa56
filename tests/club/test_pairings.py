"""Who plays whom, and who stands where."""

from __future__ import annotations

import doctest
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis import pairings, standings
from engine.analysis.pairings import Pairing, PairingError, from_csv, round_robin, winners_up
from engine.analysis.standings import Result


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
    after = winners_up(played, {"1": "B", "2": "C", "3": "F"}, ["1", "2", "3"])
    assert [(one.table, set(one.sides)) for one in after] == [("1", {"B", "C"}), ("2", {"A", "F"}), ("3", {"D", "E"})]


@given(st.integers(1, 8), st.randoms())
def test_nobody_is_lost_when_winners_go_up(count, chance):
    played = [Pairing(str(at), (f"A{at}", f"B{at}")) for at in range(count)]
    winners = {one.table: chance.choice(one.sides) for one in played if chance.random() < 0.8}
    after = winners_up(played, winners, [one.table for one in played])
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


def test_a_list_from_a_spreadsheet_is_read():
    found = from_csv("\ufeffTable,One,Other\r\n table 2 , Ada , Ben & Cid \r\n", ["Table 1", "Table 2"])
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
