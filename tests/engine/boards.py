"""Short ways to put a game before a test: a board drawn in letters, turns written as in a record."""

from engine.records.record_reader import read_records
from engine.rules.found_position import taken_up
from engine.rules.legality import Turn, play, problems
from engine.rules.position import new_game, start


def read_record(text, file=""):
    """The record of a text that holds one game."""
    (record,) = read_records(text, file)
    return record


def record(words, edition="classic", seats="blue green", **tags):
    more = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return read_record(f'[Edition "{edition}"]\n[Seats "{seats}"]\n{more}\n{words}\n')


def turn(game, words):
    """One turn, written as in a record of this game."""
    seats = " ".join(map(str, game.seats))
    text = f'[Edition "{game.edition.name}"]\n[Board "{game.layout.source}"]\n[Seats "{seats}"]\n\n{words}\n'
    entry = read_record(text).entries[0]
    assert isinstance(entry, Turn)
    return entry


def codes(game, position, words):
    return [problem.code for problem in problems(game, position, turn(game, words))]


def play_all(game, position, words):
    """Play turns written as in a record, with | between them; each must be legal."""
    for one in words.split("|"):
        wrong = problems(game, position, turn(game, one))
        assert not wrong, (one, wrong)
        position = play(game, position, turn(game, one))
    return position


def table(edition="classic", seats="blue green", rules="", layout=None, **rows):
    """A game and a position: `r6="..bbb....."` sets row 6. Chips lie as told; cards seen so far: none."""
    import msgspec

    game = new_game(edition, seats, layout, rules)
    text = list(start(game).rows(game))
    for name, row in rows.items():
        assert len(row) == game.layout.columns, f"{name} needs {game.layout.columns} letters"
        text[int(name[1:]) - 1] = row
    position, extra = taken_up(game, text, 0, 0)
    assert not extra
    return game, msgspec.structs.replace(position, unseen=0)
