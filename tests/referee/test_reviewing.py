"""`referee position`, `review`, `stats` and `judge`, as people and programs call them."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from engine.analysis.tallies import Tally
from engine.records.replay import first_moment
from engine.rules.legality import Turn
from engine.rules.position import new_game
from referee.command_line import cli
from referee.commands.records import tallies_of, tally_words
from tests.engine.boards import read_record
from tests.engine.random_games import random_game
from tests.referee.conftest import printed, run

LINE = "classic+sequences_to_win=1 classic blue,green *8*/10/1bbbb5/10/10/10/10/10/10/*8* 1"
GAME = (
    '[Edition "classic"]\n[Seats "blue green"]\n[Rules "sequences_to_win=1"]\n[Result "*"]\n\n'
    "1. AS@b3 2S@b1 2. 2D@c3 3S@c1 3. 3D@d3 9S@i1 4. 4D@e3 6C@a2 5. JC@j4 7S@g1 6. 5D@f3\n"
)


def said(*words):
    code, text = printed(run, *words)
    assert code == 0
    return text


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "a.sgn"
    file.write_text(GAME)
    return str(file)


def test_a_position_is_drawn_with_what_its_cards_can_do():
    text = said("position", LINE, "--hand", "5d 2s")
    assert "  .bbbb....." in text
    assert "Wins at once: 5D@f3." in text
    told = json.loads(said("position", LINE.removesuffix("1") + "2", "--hand", "JS", "--json"))
    assert told["threats"] == {"blue": ["a3", "f3"]}
    assert told["stops"] == ["JS-b3", "JS-c3", "JS-d3", "JS-e3"]
    assert told["link"].count("~") == 8


def test_a_review_names_what_was_missed(game):
    text = said("review", game)
    assert "Turn 9, JC@j4: blue could have won with the JC it played: JC@a3 or JC@f3." in text
    assert "11 turns looked at, 1 to learn from." in text
    assert json.loads(said("review", game, "--json"))["kind"] == "missed-win"


def test_a_review_of_several_games_says_which_is_meant(tmp_path):
    file = tmp_path / "two.sgn"
    file.write_text(GAME.replace("JC@j4", "?@j4") + GAME)
    assert said("review", str(file)).splitlines() == [
        "Game 1: 11 turns looked at, nothing to learn from.",
        "Game 1: Of 1 turn the card was not seen; nothing is said there.",
        "Game 2: Turn 9, JC@j4: blue could have won with the JC it played: JC@a3 or JC@f3.",
        "Game 2: 11 turns looked at, 1 to learn from.",
    ]
    assert json.loads(said("review", str(file), "--json"))["game"] == 2


def test_statistics_over_records(game):
    (tally,) = tallies_of([game, game])
    told = tally.figures()
    assert (told["games"], told["won"], told["first_team_wins"], told["sequences"]) == (2, 2, 1.0, 2)
    assert told["places"] == dict.fromkeys(("b3", "c3", "d3", "e3", "f3"), 2)
    assert told["directions"] == {"across": 1.0}
    assert "Who begins wins" in said("stats", game, game)


def test_statistics_have_no_figures_of_what_no_game_tells(tmp_path):
    begun = tmp_path / "begun.sgn"
    begun.write_text('[Edition "classic"]\n[Seats "blue green"]\n[Result "*"]\n\n1. AS@b3 2S@b1\n')
    text = said("stats", begun)
    assert "1 game, 0 won" in text
    assert "No game was won: who wins, and by what, cannot be told" in text
    assert "No sequence was made" in text
    assert "%" not in text.replace("100%", "")
    begun.write_text('[Edition "classic"]\n[Seats "blue green"]\n[Result "*"]\n')
    assert "%" not in said("stats", begun)


def test_tallies_add_up():
    game, random = new_game("classic", "blue green"), Random(1)
    tally, turns, made = Tally(game), 0, 0
    for _ in range(20):
        history = random_game(game, random)
        tally.add(history)
        turns += len(history)
        made += len(history[-1][1].sequences)
    assert (tally.games, tally.turns, tally.sequences) == (20, turns, made)
    assert sum(tally.by_seat.values()) == tally.won
    assert sum(tally.places.values()) == 5 * made
    assert sum(tally.directions.values()) == made


def test_cards_that_were_seen_and_wrong_ones_that_stand_are_counted():
    game = new_game("classic", "blue green")
    space, start_of = game.layout.space, first_moment(read_record('[Edition "classic"]\n[Seats "blue green"]\n'))
    turns = (
        Turn("place", space("b3"), "AS"),
        Turn("place", space("b1"), "KC", irregular="wrong-card"),
        Turn("place", space("c3")),
        Turn("place", space("d3"), "3D", dead=("AS", "2S")),
    )
    tally = Tally(game)
    tally.add((turn, start_of.position) for turn in turns)
    told = tally.figures()
    assert (told["cards_known"], told["dead_cards"], told["wrong_cards"]) == (0.75, 2.0, 1.0)
    assert "The card is known of 75% of turns" in " ".join(tally_words(tally))


def test_a_turn_is_judged_as_a_line():
    asked = json.dumps({"position": LINE, "turn": "5D@f3"})
    judged = CliRunner().invoke(cli, ["judge"], input=asked + "\n", standalone_mode=False)
    answer = json.loads(judged.output)
    assert (answer["problems"], answer["winner"]) == ([], "blue")
