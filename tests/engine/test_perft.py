"""How many legal turns there are: known numbers, and the second referee's own count."""

import re
from pathlib import Path

import pytest

from engine.analysis.perft import count, divide, perft
from engine.rules.legality import legal_turns, play
from engine.rules.position import new_game, start
from tests.engine.duel import Duel
from tests.engine.model import perft as model_perft
from tests.often import cases

PAGE = Path(__file__).parents[1] / "conformance" / "README.md"


def test_counting_makes_no_turns_and_comes_to_the_same():
    game = new_game("kids", "blue green")
    position = start(game)
    for turn in list(legal_turns(game, position))[::7]:
        after = play(game, position, turn)
        assert count(game, after) == len(list(legal_turns(game, after)))
    assert sum(number for _, number in divide(game, position, 2)) == perft(game, position, 2)


@pytest.mark.parametrize(
    ("edition", "seats", "switches"),
    [
        ("kids", "blue green", ""),
        ("kids", "blue green red", "advanced_jack=yes sequences_to_win=3"),
        ("bible", "blue green", ""),
    ],
)
def test_the_second_referee_counts_the_same_in_the_middle_of_games(edition, seats, switches):
    duel = Duel(edition, seats, switches, 5)
    duel.hidden = 0.0
    for turn in range(24 if edition == "kids" else 9):
        if turn % 8 == 0:
            assert count(duel.game, duel.position) == model_perft(duel.model, 1)
        if duel.model.winner:
            break
        duel.play(duel.dealt_move())


@cases(("edition", "number"), (("kids", 5_700), ("bible", 36_672), ("classic", 82_656)), quick=0)
def test_the_second_referee_counts_the_same_two_turns_deep(edition, number):
    assert model_perft(Duel(edition, "blue green").model, 2) == number


@cases(("edition", "number"), (("kids", 365_712), ("classic", 21_762_048)), quick=1)
def test_the_known_numbers_three_turns_deep(edition, number):
    game = new_game(edition, "blue green")
    assert perft(game, start(game), 3) == number


def test_the_numbers_on_the_page_are_these():
    page = PAGE.read_text("utf-8")
    for name, one, two in re.findall(r"\| `([a-z-]+)` \| 2 \| ([\d,]+) \| ([\d,]+) \|", page):
        game = new_game(name, "blue green")
        assert perft(game, start(game), 1) == int(one.replace(",", ""))
        if name in ("kids", "bible", "classic"):
            assert perft(game, start(game), 2) == int(two.replace(",", ""))
