"""How near each team is to its next sequence."""

from random import Random

import pytest

from engine.analysis.random_games import random_game
from engine.equipment.board import spaces_in
from engine.rules.position import new_game
from engine.rules.sequences import completed
from tests.web.script import Script, long_game
from tests.web.test_scoreboard import page_after
from web.setting import setting_of
from web.suspense import nearness


def asked(setting, game, position):
    made = tuple((one.team, tuple(game.layout.name_of(space) for space in one.spaces)) for one in position.sequences)
    return nearness(setting, position.rows(game), made)


@pytest.mark.parametrize(
    ("edition", "teams"),
    [("classic", ("blue", "green")), ("classic", ("blue", "green", "red")), ("kids", ("blue", "green"))],
)
def test_a_space_glows_for_a_team_exactly_where_its_chip_would_complete_a_sequence(edition, teams):
    game = new_game(edition, teams)
    setting = setting_of(Script(teams, game.layout.found_by, edition).events[0])
    for _, position in random_game(game, Random(11)):
        near = asked(setting, game, position)
        for side, team in enumerate(game.teams):
            open_spaces = spaces_in(game.open_at_start & ~position.taken)
            rules = [space for space in open_spaces if completed(game, position, side, space)]
            assert list(near[team].spaces) == [game.layout.name_of(space) for space in rules]
            assert 0 <= near[team].share <= 1
        if position.winner:
            assert near[position.winner].share == 1


def test_the_line_of_tension_grows_with_the_best_line_and_with_each_sequence():
    shares = [page_after(*Script(("blue:North", "green:East")).play("b2"))["tension"]["blue"]["share"]]
    game = Script()
    for own, other in (("b2", "j9"), ("c3", "j8"), ("d4", "a5")):
        shares.append(page_after(*game.play(own))["tension"]["blue"]["share"])
        game.play(other)
    assert shares == sorted(shares)
    assert page_after(*long_game())["tension"]["blue"]["share"] >= 0.5


def test_nothing_glows_where_the_board_is_not_known():
    strange = Script(layout="no-such-board")
    assert page_after(*strange.events)["tension"] == {}
    assert page_after()["tension"] == {}
