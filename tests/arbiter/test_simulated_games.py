"""Whole games through a bad eye: every turn once, every cheat named, nothing invented, never out of step."""

from collections.abc import Iterable

import pytest

from engine.arbiter import Arbiter
from engine.records.replay import replay
from engine.records.twin import record_of
from engine.rules.position import new_game
from tests.arbiter.scoring import Score, referee
from tests.arbiter.simulator import CALM_TROUBLES, CHEATS, Simulated, Torment

TABLES = [
    ("classic", "blue green"),
    ("classic", "blue green red"),
    ("classic", "blue green blue green"),
    ("european", "blue red"),
    ("european-es", "blue green"),
    ("bible", "blue green red"),
    ("bible", "blue green blue green"),
]


def played(edition: str, seats: str, torment: Torment, seeds: Iterable[int], rules: str = "") -> Score:
    game, total = new_game(edition, seats, rules=rules), Score()
    for seed in seeds:
        done = referee(Simulated(game, seed, torment), Arbiter(game))
        verdict = replay(record_of(done.told))
        assert verdict.ok, (seed, verdict.problems)
        assert "impossible-shuffle" not in [warning.code for warning in verdict.warnings]
        total.add(done.score)
    assert total.out_of_step == 0, total.missed
    return total


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_honest_games_are_refereed_without_a_mistake(edition: str, seats: str) -> None:
    score = played(edition, seats, Torment(stuck=0.0), range(4))
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed


@pytest.mark.parametrize("trouble", CALM_TROUBLES)
def test_trouble_that_breaks_no_rule_brings_no_fault(trouble: str) -> None:
    score = played("classic", "blue green", Torment(wrong=0.002, stuck=0.0, troubles={trouble: 0.1}), range(10, 14))
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed


@pytest.mark.parametrize("code", CHEATS)
def test_each_way_of_cheating_is_named_and_the_game_goes_on(code: str) -> None:
    score = played("classic", "blue green", Torment(wrong=0.002, stuck=0.0, troubles={code: 0.06}), range(20, 25))
    assert score.faults >= 3
    assert score.named == score.faults, score.missed
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed


def test_quick_players_leave_two_free_observations_between_reaches() -> None:
    score = played("classic", "blue green", Torment(wrong=0.0, stuck=0.0, clean=(2, 2)), range(30, 36))
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed


def test_a_deck_that_ran_out_unseen_and_a_seat_with_nothing_to_play_accuse_nobody() -> None:
    score = played("kids", "blue green red", Torment(wrong=0.0, stuck=0.0), (10, 22, 24), "sequences_to_win=2")
    assert (score.found, score.false_turns, score.false_faults) == (score.turns, 0, 0), score.missed


def test_chips_taken_from_a_full_board_and_laid_again_for_ever_accuse_nobody() -> None:
    score = played("european", "blue green red", Torment(wrong=0.0, stuck=0.0), (12,), "sequences_to_win=3")
    assert score.turns > 250
    assert score.false_faults == 0, score.missed
