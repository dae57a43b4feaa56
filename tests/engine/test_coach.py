"""What a coach says after a game: what wins, what stops the others, and turns that beat the sparring players."""

from random import Random

import pytest

from engine.analysis.coach import advise, stops, winning_spaces, wins_at_once, worth
from engine.analysis.players import choose_turn
from engine.analysis.tallies import wilson
from engine.records.notation import read_position
from engine.records.record import entry_words
from engine.rules.position import new_game, start
from tests.engine.matches import match
from tests.engine.opponents import coach
from tests.engine.random_games import choose_at_random

ROWS = "*8*/10/1bbbb5/10/10/10/10/10/10/*8*"


def words(game, turns):
    return [" ".join(entry_words(game, turn)) for turn in turns]


def test_every_turn_that_wins_at_once_is_found():
    game, position = read_position(f"classic+sequences_to_win=1 classic blue,green {ROWS} 1")
    assert words(game, wins_at_once(game, position, ["5D", "7C", "2S"])) == ["5D@f3", "7C@a3"]
    assert words(game, wins_at_once(game, position, ["JC"])) == ["JC@a3", "JC@f3"]
    assert wins_at_once(game, position, ["2S", "JS"]) == ()
    two = read_position(f"classic classic blue,green {ROWS} 1")
    assert wins_at_once(*two, ["5D"]) == (), "two sequences are needed"


def test_what_stops_the_others_is_what_leaves_them_no_winning_space():
    game, position = read_position(f"classic+sequences_to_win=1 classic blue,green {ROWS} 2")
    assert [game.layout.name_of(space) for space in winning_spaces(game, position, 0)] == ["a3", "f3"]
    assert words(game, stops(game, position, ["5D", "JS", "2S"])) == ["JS-b3", "JS-c3", "JS-d3", "JS-e3"]
    assert stops(game, position, ["5D"]) == (), "one space stopped leaves the other"
    empty = start(game)
    assert stops(game, empty, ["JS", "2S"]) == (), "nothing threatens"


def test_advice_wins_where_it_can_and_stops_where_it_must():
    game, position = read_position(f"classic+sequences_to_win=1 classic blue,green {ROWS} 1")
    assert words(game, [advise(game, position, ["2S", "5D", "9C"], Random(1))[0].turn]) == ["5D@f3"]
    threatened = ROWS.replace("1bbbb5", "gbbbb5")
    game, position = read_position(f"classic+sequences_to_win=1 classic blue,green {threatened} 2")
    assert words(game, [advise(game, position, ["2S", "5D", "9C"], Random(1))[0].turn]) == ["5D@f3"]


def test_advice_is_the_same_for_the_same_chance_and_there_is_none_when_the_game_is_over():
    game, position = read_position(f"classic classic blue,green {ROWS} 2")
    hand = ["2S", "9C", "JC", "7H"]
    assert advise(game, position, hand, Random(3)) == advise(game, position, hand, Random(3))
    over = read_position("bible classic blue,green *8*/1BBBBB4/10/10/10/10/10/10/10/*8* 2 b:b2-f2")
    assert advise(*over, ["2S"], Random(1)) == ()


def test_a_position_is_worth_to_one_team_what_it_costs_the_other():
    game, position = read_position(f"classic classic blue,green {ROWS} 1")
    assert worth(game, position, 0) == -worth(game, position, 1) > 0


def test_the_coach_beats_random_players_and_knows_no_hand_but_its_own():
    score = match(new_game("kids", "blue green"), coach(candidates=5, samples=2), choose_at_random, 16)
    assert score.won > score.lost
    assert score.games == 16


def test_sparring_players_differ_in_strength():
    score = match(new_game("classic", "blue green"), choose_turn, choose_at_random, 8)
    assert score.won > score.lost


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(0, 0, 0.0, 1.0), (50, 100, 0.404, 0.596), (10, 10, 0.722, 1.0)]
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert wilson(won, games) == pytest.approx((low, high), abs=0.002)
