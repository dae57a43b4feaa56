"""The family book: who won, how long it took, where chips were laid, who was caught."""

import re

import pytest

from engine import events as e
from engine.trouble import Trouble
from tests.web.script import Script, long_game
from tests.web.shelf import Entry, Shelf
from tests.web.show import stages
from web.book import book_of, digest_of


def quick(winner="blue", seats=("blue:ann", "green:Bo"), faults=0):
    """A game of nine turns that `winner` wins after some minutes; green is caught `faults` times."""
    game = Script(seats)
    for own, other in (("b2", "j9"), ("c3", "j8"), ("d4", "j7"), ("e5", "j6")):
        game.play(own).play(other)
    for _ in range(faults):
        game.fault(team="green")
    return game.play("f6").say(e.GameWon(at=185.0, team=winner, turn=9))


class Family(Shelf):
    """Three games that are over and one that is not."""

    def __init__(self):
        super().__init__(games=())
        self.read = []
        self.put(1, stages()["won"], "green")
        self.put(2, quick(seats=("blue:Ann", "green:Bo"), faults=2), "blue")
        self.put(3, quick("green"), "green")
        self.put(4, long_game(), "*")

    def put(self, number, game, result):
        self.keep(Entry(number, 1.79e9, " ".join(game.seats), result=result), game.events)

    def events(self, game):
        self.read.append(game)
        return self.kept[game]


@pytest.fixture
def family():
    return Family()


def digests(family):
    return [digest_of(entry, family.kept[entry.id]) for entry in family.games() if entry.result != "*"]


def test_players_are_known_by_their_names_however_these_are_written(family):
    players = {one.name: (one.games, one.won, one.caught) for one in book_of(digests(family)).players}
    assert players == {"North": (1, 0, 0), "East": (1, 1, 0), "ann": (2, 1, 0), "Bo": (2, 1, 2)}


def test_the_longest_game_and_the_fastest_win(family):
    book = book_of(digests(family))
    assert (book.longest.id, book.longest.minutes) == (1, 25)
    assert (book.fastest.id, book.fastest.turns) == (2, 9)


def test_spaces_are_as_warm_as_they_were_played_and_a_favourite_stands_out(family):
    book = book_of(digests(family))
    assert book.places["b2"] == 3
    assert book.places["j9"] == 3
    game = Script(("blue:Ann", "green:Bo")).play("b2").play("j9").play("b2", remove=True).play("j8").play("b2")
    game.say(e.GameWon(team="blue"))
    (ann, _) = book_of([digest_of(Entry(1, 0.0, "", result="blue"), game.events)]).players
    assert ann.favourite == "b2"


def test_a_chip_that_was_taken_back_was_not_laid():
    game = quick().say(e.TurnUndone(turn=9))
    digest = digest_of(Entry(1, 0.0, "", result="blue"), game.events)
    assert (0, "f6") not in digest.laid
    assert digest.turns == 8


def test_faults_of_a_team_of_two_are_nobodys():
    seats = ("blue:Ann", "green:Bo", "blue:Cy", "green:Di")
    digest = digest_of(Entry(1, 0.0, "", result="blue"), quick(seats=seats, faults=3).events)
    assert {one.caught for one in book_of([digest]).players} == {0}


def test_no_games_make_an_empty_book():
    book = book_of([])
    assert (book.games, book.players, book.longest, book.fastest, book.board) == (0, (), None, None, None)


def test_each_game_that_is_over_is_read_once(client, family):
    page = client(games=family)
    for _ in range(3):
        assert "Family book" in page.get("/book").text
    assert sorted(family.read) == [1, 2, 3]


@pytest.mark.parametrize("path", ["/book", "/statistics"])
def test_a_game_that_cannot_be_read_is_left_out(client, family, path):
    def events(game):
        if game == 2:
            raise Trouble("Damaged.", "")
        return family.kept[game]

    family.events = events
    assert "2 games" in client(games=family).get(path).text


def test_one_game_is_one_game(client, family):
    del family.entries[2], family.entries[3]
    page = client(games=family).get("/book").text
    assert "1 game<" in page


@pytest.mark.parametrize("path", ["/book", "/statistics"])
def test_spaces_in_a_list_are_named_as_shortly_as_in_the_list_of_turns(client, family, path):
    told = client(games=family).get(f"{path}?lang=es").text
    assert re.search("[♣♠♥♦] de (arriba|abajo)", told)
    assert "la casilla" not in told.partition("<main")[2]


def test_a_name_never_becomes_markup(client, family):
    family.put(2, quick(seats=("blue:<b>x</b>", "green:Bo")), "blue")
    assert "<b>x</b>" not in client(games=family).get("/book").text
