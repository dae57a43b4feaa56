"""The engine against a second referee that shares nothing with it: whole games, legal and illegal turns alike."""

import pytest

from engine.editions.edition_files import edition_names, load_edition
from tests.engine.duel import TABLES, Duel, play_out
from tests.often import by_turns, cases, tries


@cases(("number", "seed"), by_turns(len(TABLES), tries(3), 1), quick=len(TABLES) // 3)
def test_whole_games_are_judged_as_the_model_judges_them(number, seed):
    assert play_out(Duel(*TABLES[number], seed)) > 5


@pytest.mark.parametrize("layout", ["checkerboard", "jokers-inside"])
def test_other_boards_are_judged_as_the_model_judges_them(layout):
    for seed in range(2):
        play_out(Duel("classic", "blue green", "", seed, layout))


def test_every_edition_and_number_of_players_takes_part():
    played = {(edition, len(seats.split())) for edition, seats, _ in TABLES}
    offered = {(name, n) for name in edition_names() for n in load_edition(name).player_counts}
    assert offered == played
