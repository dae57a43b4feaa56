"""The engine against a second referee that shares nothing with it: whole games, legal and illegal turns alike."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.editions.edition_files import edition_names, load_edition
from engine.rules import legality as rules
from tests.engine.duel import TABLES, Duel, play_out
from tests.often import by_turns, cases, tries


@cases(("number", "seed"), by_turns(len(TABLES), 3), quick=len(TABLES))
def test_whole_games_are_judged_as_the_model_judges_them(number: int, seed: int) -> None:
    assert play_out(Duel(*TABLES[number], seed)) > 5


@pytest.mark.parametrize("layout", ["checkerboard", "jokers-inside"])
def test_other_boards_are_judged_as_the_model_judges_them(layout: str) -> None:
    for seed in range(2):
        play_out(Duel("classic", "blue green", "", seed, layout))


def test_every_edition_and_number_of_players_takes_part() -> None:
    played = {(edition, len(seats.split())) for edition, seats, _ in TABLES}
    offered = {(name, n) for name in edition_names() for n in load_edition(name).player_counts}
    assert offered == played


class Table(RuleBasedStateMachine):
    """One game, its turns chosen by hypothesis, engine and model side by side."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000))
    def sit_down(self, table: tuple[str, str, str], seed: int) -> None:
        self.duel = Duel(*table, seed=seed)

    @rule(seed=st.integers(0, 10_000))
    def play_a_dealt_turn(self, seed: int) -> None:
        self.duel.random.seed(seed)
        move = self.duel.dealt_move()
        self.duel.judge(move)
        self.duel.play(move)

    @rule(seed=st.integers(0, 10_000), stands=st.booleans())
    def try_a_spoilt_turn(self, seed: int, stands: bool) -> None:
        self.duel.random.seed(seed)
        move = self.duel.spoilt(self.duel.dealt_move())
        codes = self.duel.judge(move)
        if stands or not codes:
            self.duel.play(move)

    @rule()
    def shuffle(self) -> None:
        self.duel.position = rules.shuffle(self.duel.game, self.duel.position)
        self.duel.model.shuffle()
        self.duel.compare("a shuffle")

    @rule(side=st.integers(0, 2))
    def talk(self, side: int) -> None:
        team = self.duel.game.teams[side % len(self.duel.game.teams)]
        self.duel.position = rules.table_talk(self.duel.game, self.duel.position, team)
        self.duel.model.talk(team)
        self.duel.compare("table talk")

    @precondition(lambda self: self.duel.model.played % 5 == 4)
    @rule()
    def explain(self) -> None:
        self.duel.compare_explanations()


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=tries(20),
    stateful_step_count=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
