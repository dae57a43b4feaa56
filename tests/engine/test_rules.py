"""The course of play: whose turn it is, what a turn changes, what a corner is worth, how a game is won."""

from __future__ import annotations

from random import Random

import pytest

from engine.equipment.board import spaces_in
from engine.rules.legality import Turn, legal_turns, play, problems, table_talk
from engine.rules.position import Game, Position, new_game, start
from engine.rules.sequences import choices, completed
from tests.engine.boards import ALL, codes, play_all, remove, table, turn
from tests.engine.duel import TABLES
from tests.often import cases


@pytest.mark.parametrize(("edition", "seats", "switches"), TABLES)
def test_turns_go_round_the_table(edition: str, seats: str, switches: str) -> None:
    game = new_game(edition, seats, rules=switches)
    position = start(game)
    for number in range(2 * len(game.seats)):
        assert position.seat == number % len(game.seats)
        assert game.teams[game.side_of[position.seat]] == game.seats[position.seat].team
        position = play(game, position, Turn("pass"))


def test_two_teams_may_use_the_same_corner() -> None:
    """The picture in the Swedish book: one team across, the other down, the corner counting for both."""
    game, position = table("european", r1="*bbb......", r2="g.........", r3="g.........", r4="g.........")
    position = play_all(game, position, "5S@e1|9C@a5")
    assert [(one.team, one.spaces[0]) for one in position.sequences] == [("blue", 0), ("green", 0)]
    assert position.rows(game)[0] == "*BBBB....*"


def test_in_the_spanish_book_lines_do_not_run_aslant() -> None:
    rows = {"r2": ".b........", "r3": "..b.......", "r4": "...b......", "r5": "....b....."}
    game, position = table("european-es", **rows)
    assert play_all(game, position, "JD@f6").sequences == ()
    game, position = table("european", **rows)
    assert position.count_of("blue") == 1


def test_four_animals_in_a_row_win() -> None:
    game, position = table("kids", r1="*bb....")
    assert play_all(game, position, "Giraffe@d1").winner == "blue"


@pytest.mark.parametrize("edition", ["classic", "european", "european-es"])
def test_two_teams_need_two_sequences_and_three_need_one(edition: str) -> None:
    game, position = table(edition, r3="bbbb......", r5="bbbb......")
    one = play_all(game, position, "JD@e3")
    assert one.winner is None
    assert play_all(game, one, "2S@b1|JD@e5").winner == "blue"
    game, position = table(edition, "blue green red", r3="bbbb......")
    assert play_all(game, position, "JD@e3").winner == "blue"


def test_one_sequence_wins_the_bible_game_whatever_the_number_of_teams() -> None:
    for seats in ("blue green", "blue green red"):
        game, position = table("bible", seats, r3="bbbb......")
        assert play_all(game, position, "ADD@e3").winner == "blue"


@pytest.mark.parametrize("edition", ALL)
def test_a_removal_takes_one_chip_and_lays_none(edition: str) -> None:
    game, position = table(edition, r2="gg....." if edition == "kids" else "gg........")
    after = play_all(game, position, f"{remove(edition)}-a2")
    assert spaces_in(after.taken) == (game.layout.space("b2"),)
    assert after.seat == 1


def test_coaching_costs_each_member_of_the_team_a_card() -> None:
    game = new_game("classic", "blue green blue green")
    assert table_talk(game, start(game), "blue").hands == (5, 6, 5, 6)


def legal_ones(game: Game, position: Position) -> set[Turn]:
    """Every turn with which nothing is wrong, out of all that could be written."""
    return {
        one
        for action in ("place", "remove")
        for space in range(game.layout.size)
        for card in game.deck.kinds
        if not problems(game, position, one := Turn(action, space, card))
    }


@cases(("edition", "seats", "switches"), TABLES[:1] + TABLES[-1:] + TABLES[10:12], quick=2)
def test_legal_turns_are_all_those_without_a_problem(edition: str, seats: str, switches: str) -> None:
    game, random = new_game(edition, seats, rules=switches), Random(6)
    position = start(game)
    for number in range(60):
        if position.winner:
            break
        if number % 12 == 0:
            assert legal_ones(game, position) == set(legal_turns(game, position))
        position = play(game, position, random.choice(sorted(legal_turns(game, position), key=str)))


def test_nothing_is_legal_after_the_win() -> None:
    game, position = table("bible", r1="*bbbb.....")
    assert list(legal_turns(game, position)) == []


def test_the_table_is_asked_only_where_the_choice_is_open() -> None:
    game, position = table(r3=".bb.bb....", r6="..........")
    assert choices(game, position, 0, game.layout.space("d3")) == ()
    game, position = table(r3="bbb.bb....")
    (line,) = choices(game, position, 0, game.layout.space("d3"))
    assert [run[0] for run in line] == [20, 21]
    game, position = table(r3="bbbb.bbbb.")
    assert choices(game, position, 0, game.layout.space("e3")) == ()
    assert len(completed(game, position, 0, game.layout.space("e3"))) == 2


def test_a_second_run_that_shares_two_chips_does_not_count() -> None:
    game, position = table(r3=".BBBBB....")
    position = play_all(game, position, "JD@g3")
    assert position.count_of("blue") == 1
    assert codes(game, play_all(game, position, "pass"), "JC@h3 =d3-h3") == ["bad-claim"]


def test_a_second_run_that_shares_one_chip_counts() -> None:
    game, position = table(r3=".BBBBBbbb.")
    after = play(game, position, turn(game, "10S@j2 =a1-e1 !wrong-card !bad-claim"))
    assert after.count_of("blue") == 1
    game, position = table(r3="BBBBB.bbb.")
    assert play_all(game, position, "JD@f3").winner == "blue"
