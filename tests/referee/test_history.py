"""What is kept of a game, and that nothing announced is ever lost."""

import re
import sqlite3

import pytest

from engine import events
from referee.commands.records import records_named
from referee.refusal import Refusal
from referee.session.persistence import Kept
from referee.storage import database, opening
from referee.storage.chain import FIRST
from referee.storage.history import History
from tests.referee.conftest import run

SEATS = ("blue", "green")


def started():
    return events.GameStarted(edition="classic", layout="classic", seats=SEATS)


def turn(number):
    team = SEATS[(number - 1) % 2]
    return events.TurnPlayed(
        turn=number, seat=(number - 1) % 2, team=team, action="place", space="e4", at=float(number)
    )


def new_game(history):
    return history.begin(edition="classic", layout="classic", seats=SEATS, source="simulated", profile="/table")


@pytest.mark.parametrize("back", [events.TurnUndone(turn=1), events.CallUndone(number=1)])
def test_an_end_that_is_taken_back_opens_the_game_again(tmp_path, back):
    with History(tmp_path / "h.sqlite") as history:
        game = new_game(history)
        won = [events.GameWon(team="blue", turn=1), events.StateChanged(state="finished")]
        history.append(game, [started(), turn(1), *won, back])
        assert history.game(game).result == "blue"
        history.append(game, [events.StateChanged(state="watching")])
        assert history.game(game).result == "*"
        unfinished = history.unfinished("/table")
        assert unfinished.id == game


def test_an_unfinished_game_is_found_again_at_its_own_table_only(tmp_path):
    with History(tmp_path / "h.sqlite") as history:
        game = new_game(history)
        assert history.unfinished("/another table") is None
        found = history.unfinished("/table")
        assert found.id == game
        history.close_game(game)
        assert history.unfinished("/table") is None


def test_a_deleted_game_leaves_nothing_behind(tmp_path):
    with History(tmp_path / "h.sqlite") as history:
        game = new_game(history)
        history.append(game, [started()])
        history.delete(game)
        assert history.games() == []
        assert history.events(game) == []
        with pytest.raises(Refusal, match=f"no game {game}"):
            history.delete(game)


def test_other_names_stand_in_a_games_entry_and_its_chain_keeps_those_it_began_with(tmp_path):
    kept = Kept.below(tmp_path)
    game = new_game(kept.history)
    kept.history.append(game, [started()])
    kept.rename(game, ["Grandma Ada", ' B"en: '])
    assert kept.history.game(game).seats == "blue:Grandma-Ada green:Ben"
    kept.rename(game, ["Ada", ""])
    assert kept.history.game(game).seats == "blue:Ada green"
    assert kept.history.events(game) == [started()]
    before = FIRST
    for link in kept.history.links(game):
        assert link.follows(before)
        before = link.hash
    assert before == kept.history.game(game).head
    kept.history.close()


def test_a_game_is_shown_and_exported_by_the_names_its_host_mended(tmp_path, capsys):
    kept = Kept.below(tmp_path)
    named, swapped = ("blue:Ada", "green:Ben"), ("blue:Ben", "green:Ada")
    game = kept.history.begin(edition="classic", layout="classic", seats=named)
    starts = [events.GameStarted(edition="classic", layout="classic", seats=seats) for seats in (named, swapped)]
    kept.history.append(game, [starts[0], turn(1), events.SeatsChanged(seats=swapped), starts[1], turn(1)])
    assert kept.history.game(game).seats == "blue:Ben green:Ada"
    assert kept.told(game) == kept.history.events(game), "who changed places keeps them"
    kept.rename(game, ["Ben", "Grandma"])
    assert [one.seats for one in kept.told(game) if hasattr(one, "seats")] == [
        ("blue:Grandma", "green:Ben"),
        ("blue:Ben", "green:Grandma"),
        ("blue:Ben", "green:Grandma"),
    ]
    kept.history.close()
    capsys.readouterr()
    for words in (["history", "export", game], ["history", "show", game]):
        assert run(*words, "--data", tmp_path) == 0
        said = capsys.readouterr().out
        assert "Grandma" in said
        assert "Ada" not in said
    assert "Grandma" in str(records_named(str(game), tmp_path))


def test_a_disk_that_is_full_from_the_start_is_no_damage(tmp_path, monkeypatch):
    file = tmp_path / "h.sqlite"
    with History(file) as history:
        history.append(new_game(history), [started(), turn(1)])
    before = file.read_bytes()

    def full(*_words, **_options):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        with pytest.raises(Refusal, match=r"disk is full.*Free some space"):
            History(file)
    assert file.read_bytes() == before
    assert not list(tmp_path.glob("*damaged*"))


def test_a_history_that_another_program_holds_is_no_damage(tmp_path):
    file = tmp_path / "h.sqlite"
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA user_version = 0")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(Refusal, match="another program"):
            History(file, patience=0.01)
    finally:
        holder.close()
    assert not list(tmp_path.glob("*damaged*"))


def test_a_history_in_a_folder_that_cannot_be_written_can_still_be_read(tmp_path, monkeypatch):
    file = tmp_path / "h.sqlite"
    with History(file) as history:
        game = new_game(history)
        history.append(game, [started(), turn(1)])
    really = sqlite3.connect

    def protected(name, *words, **options):
        if str(name) == str(file):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return really(name, *words, **options)

    monkeypatch.setattr(sqlite3, "connect", protected)
    with pytest.raises(Refusal, match="cannot be written"):
        History(file)
    with History.reading(file) as history:
        assert history.events(game) == [started(), turn(1)]
        assert history.file == file


FORM = database.FORM


def newer_program(monkeypatch):
    """From now on this is a version whose history has the next form."""
    monkeypatch.setattr(database, "FORM", FORM + 1)
    monkeypatch.setattr(opening, "FORM", FORM + 1)


def test_a_version_that_is_gone_back_to_goes_on_with_the_copy_from_before_the_change_of_form(tmp_path, monkeypatch):
    file = tmp_path / "history.sqlite"
    with History(file) as history:
        before = history.begin(edition="classic", layout="classic", seats=["blue", "green"])
    with monkeypatch.context() as newer:
        newer_program(newer)
        with History(file) as history:
            history.begin(edition="classic", layout="classic", seats=["blue", "red"])
            assert len(history.games()) == 2
    with History(file) as history:
        assert [row.id for row in history.games()] == [before]
        assert f"form-{FORM + 1}" in history.salvaged
        again = history.begin(edition="classic", layout="classic", seats=["green", "red"])
    with monkeypatch.context() as newer:
        newer_program(newer)
        with History(file) as history:
            assert [row.id for row in history.games()] == [again, before]
    with History(file) as history:
        assert [row.id for row in history.games()] == [again, before]
    assert len(list(tmp_path.glob(f"history.form-{FORM + 1}*.sqlite"))) == 2, "nothing that was played is thrown away"


def test_a_newer_history_without_a_copy_is_left_alone(tmp_path, monkeypatch):
    file = tmp_path / "history.sqlite"
    with monkeypatch.context() as newer:
        newer_program(newer)
        History(file).close()
    content = file.read_bytes()
    with pytest.raises(Refusal, match="newer Sequence Referee"):
        History(file)
    assert file.read_bytes() == content


def test_who_only_looks_is_told_of_the_history_that_lies_there_and_of_no_copy_of_it(tmp_path, monkeypatch):
    file = tmp_path / "history.sqlite"
    with monkeypatch.context() as newer:
        newer_program(newer)
        History(file).close()
    with pytest.raises(Refusal, match=re.escape(f"The history {file} was written by a newer Sequence Referee")):
        History.reading(file)
    file.write_bytes(b"SQLite format 3\x00" + bytes(5000))
    with History.reading(file) as history:
        assert history.salvaged == f"The history {file} is damaged; only what is whole of it is read."
