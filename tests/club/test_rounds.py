"""The rounds of an evening: who plays, who meets whom next, who sits out."""

import io
import json
import zipfile

import pytest

from engine.analysis.pairings import Pairing, PairingError
from engine.plain_text import player_word
from referee.club.hub import Hub
from referee.club.page import ClubGames
from referee.club.rounds import Settings, in_order
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.club.trouble import lines, play_one, played_chain, shown
from web.hosts import mark_of


def test_who_sits_out_is_given_the_game_only_where_the_organiser_chose_so():
    rounds = ((Pairing("", ("Cid",)), Pairing("1", ("Ada", "Ben"))),)
    assert Settings(rounds=rounds).given == []
    assert Settings(rounds=rounds, free_wins=True).given == ["Cid"]


def test_tables_are_counted_as_people_count():
    assert in_order(["Table 10", "table 2", "Window", "Table 1"]) == ["Table 1", "table 2", "Table 10", "Window"]
    assert in_order(["A", "B", "C"], ["C", "B"]) == ["C", "B", "A"]


@pytest.fixture
def club(hub):
    for name in ("Table 10", "Table 2", "Table 1"):
        hub.join(hub.code, name, mark_of(name))
    hub.choose(entries=["Ada", " ben  & Abe", "", "Cid", "Dan", "Eva"])
    return hub


def round_of(hub):
    return [(one.table, one.sides) for one in hub.settings.rounds[-1]]


def test_a_round_is_made_of_those_who_were_entered(club):
    club.begin_round("swiss")
    assert round_of(club) == [("Table 1", ("Ada", "Abe & ben")), ("Table 2", ("Cid", "Dan")), ("", ("Eva",))]
    club.begin_round("swiss")
    assert round_of(club)[-1] == ("", ("Dan",))
    club.take_round_back()
    club.take_round_back()
    assert club.settings.rounds == ()
    club.begin_round("everybody")
    assert len(round_of(club)) == 3
    assert [one["name"] for one in json.loads(club.shown[1])["tables"]] == ["Table 1", "Table 2", "Table 10"]


def test_who_comes_late_plays_in_the_next_round_and_the_winner_of_the_last_table_makes_room(club):
    club.begin_round("list", "Table 1,Ada,Cid\nTable 2,Dan,Eva")
    club.choose(entries=["Ada", "Cid", "Dan", "Eva", "Zoe"])
    club.begin_round("swiss")
    assert {side for _, sides in round_of(club) for side in sides} == {"Ada", "Cid", "Dan", "Eva", "Zoe"}
    club.begin_round("winners-up")
    assert {side for _, sides in round_of(club) for side in sides} == {"Ada", "Cid", "Dan", "Eva", "Zoe"}
    assert round_of(club)[-1][0] == ""


def test_winners_go_up_without_who_was_taken_off_and_with_who_was_entered_since(club):
    club.choose(entries=["Ada", "Ben", "Cid", "Dan"])
    club.begin_round("list", "Table 2,Cid,Dan\nTable 1,Ada,Ben")
    club.choose(entries=["Ada", "Ben", "Cid", "Zoe"])
    club.begin_round("winners-up")
    assert round_of(club) == [("Table 1", ("Ada", "Cid")), ("Table 2", ("Zoe", "Ben"))]
    club.choose(entries=["Ada", "Ben", "Zoe"])
    club.begin_round("winners-up")
    assert round_of(club) == [("Table 1", ("Ada", "Zoe")), ("", ("Ben",))]


def test_whose_table_left_the_club_plays_on_at_another_when_winners_go_up(club):
    club.choose(entries=["Ada", "Ben", "Cid", "Dan", "Eva", "Finn"])
    club.begin_round("list", "Table 1,Ada,Ben\nTable 2,Cid,Dan\nTable 10,Eva,Finn")
    club.take("Table 2", "-", 0, b'{"state":"left"}\n')
    with pytest.raises(PairingError, match="3 games need as many tables, and there are 2"):
        club.begin_round("winners-up")
    club.join(club.code, "Table 3", mark_of("Table 3"))
    club.begin_round("winners-up")
    assert round_of(club) == [("Table 1", ("Ada", "Cid")), ("Table 10", ("Ben", "Eva")), ("Table 3", ("Dan", "Finn"))]


@pytest.mark.parametrize(
    ("how", "text", "said"),
    [
        ("list", "Table 1,Ada,Zoe", "Line 1: nobody is called 'Zoe'. Mend the name, or enter it among those who play."),
        (
            "list",
            "Table 1,Ada,Cid\nTable 3,Dan,Eva",
            "Line 2: no table 'Table 3' has joined. Joined: Table 1, Table 2,",
        ),
        ("winners-up", "", "Winners go up from a first round."),
    ],
)
def test_a_round_that_cannot_be_is_refused_and_changes_nothing(club, how, text, said):
    with pytest.raises(PairingError) as refused:
        club.begin_round(how, text)
    assert str(refused.value).startswith(said)
    assert club.settings.rounds == ()


def test_nobody_is_entered_twice_and_a_round_needs_two(club):
    with pytest.raises(PairingError, match="'ada' stands there twice"):
        club.choose(entries=["ada", "Ben", "Ada "])
    assert club.settings.playing[0] == "Ada"
    club.choose(entries=["Ada"])
    with pytest.raises(PairingError, match="Nobody is entered who could play"):
        club.begin_round("swiss")
    club.choose(entries=[f"P{number}" for number in range(8)])
    with pytest.raises(PairingError, match="4 games need as many tables, and there are 3"):
        club.begin_round("swiss")


def test_a_table_at_which_others_sit_than_were_paired_is_told_with_their_names(club, chain):
    club.begin_round("list", "Table 1,Ada,Cid\nTable 2,Dan,Eva")
    club.take("Table 1", chain[0].hash, 0, lines(chain[:5], 0))
    club.refresh()

    def now():
        return [one["now"] for one in json.loads(club.shown[1])["rounds"][-1]]

    assert now() == [["Ada", "Ben"], []]
    club.take_round_back()
    club.choose(entries=["Ada", "Ben"])
    club.begin_round("list", "Table 1,ben,ADA")
    assert now() == [[]]
    club.take_round_back()
    club.choose(entries=["Ada", "Cid"])
    club.begin_round("list", "Table 1,Ada,Cid")
    club.take("Table 1", chain[0].hash, 0, lines(chain, 0))
    club.refresh()
    assert now() == [[]]  # the game before is over, that of this round has not begun


def test_no_game_is_laid_to_a_table_that_left(club):
    club.take("Table 1", "-", 0, b'{"state":"left"}\n')
    club.begin_round("swiss")
    assert [table for table, _ in round_of(club)] == ["Table 2", "Table 10", ""]


def test_a_table_that_is_not_heard_of_is_played_at_only_where_no_other_is_left(database):
    now = [1_800_000_000.0]
    hub = Hub(database, lambda: now[0])
    for name in ("Table 1", "Table 2", "Table 3"):
        hub.join(hub.code, name, mark_of(name))
    now[0] += 7 * 86_400.0
    for name in ("Table 2", "Table 3"):
        hub.take(name, "-", 0, b'{"state":"live"}\n')
    hub.choose(entries=["Ada", "Ben", "Cid", "Dan"])
    hub.begin_round("swiss")
    assert [table for table, _ in round_of(hub)] == ["Table 2", "Table 3"]
    hub.choose(entries=["Ada", "Ben", "Cid", "Dan", "Eva", "Finn"], rounds=[])
    hub.begin_round("everybody")
    assert [table for table, _ in round_of(hub)] == ["Table 2", "Table 3", "Table 1"]
    hub.close()


def test_a_game_counts_for_those_who_were_paired_by_their_whole_names(club):
    names = ["Ada Maria", "Bartholomew Featherstone"]
    club.choose(entries=[*names, "Cid & Dan Lee"])
    club.begin_round("list", "Table 1,ada  maria,Bartholomew Featherstone")
    at_the_table = " ".join(f"{team}:{player_word(name)}" for team, name in zip(("blue", "green"), names, strict=True))
    links = played_chain(at_the_table, 5)
    assert club.take("Table 1", links[0].hash, 0, lines(links, 0)).answer == "have"
    [played] = shown(club)["rounds"][-1]
    assert played["winner"] in ("Ada-Maria", "Bartholomew-Feathers")
    assert len(club.standings()) == 2
    club.begin_round("swiss")
    assert round_of(club)[0] == ("Table 1", (club.standings()[0].who, "Cid & Dan-Lee"))


def test_a_game_counts_for_one_round_where_the_same_two_meet_at_one_table_again(club, chain):
    def winners():
        return [played[0]["winner"] for played in shown(club)["rounds"]]

    club.choose(entries=["Ada", "Ben"])
    club.begin_round("everybody")
    club.take("Table 1", chain[0].hash, 0, lines(chain, 0))
    [first] = winners()
    assert first
    club.begin_round("everybody")
    assert winners() == [first, ""]
    links = played_chain("blue:Ada green:Ben", 6)
    club.take("Table 1", links[0].hash, 0, lines(links, 0))
    second = club.games()[-1].result
    assert winners() == [first, second.sides[second.winner][0]]


def test_a_game_counts_for_the_names_that_its_host_mended_afterwards(club, tmp_path):
    club.begin_round("list", "Table 1,Ada,Cid")
    play_one(tmp_path, "blue:Ada green:Zid", 5)
    with History(history_file(tmp_path)) as history:
        before = len(history.links(1))
        history.rename(1, ["blue:Ada", "green:Cid"])
        links = history.links(1)
    for count in (before, len(links)):
        assert club.take("Table 1", links[0].hash, 0, lines(links[:count], 0)).answer == "have"
        club.refresh()
        assert {entry.who for entry in club.standings()} == {"Ada", "Zid" if count == before else "Cid"}
    told = json.loads(club.shown[1])
    assert told["rounds"][-1][0]["winner"] in ("Ada", "Cid")
    assert told["games"][0]["sides"] == {"blue": "Ada", "green": "Cid"}
    assert [seat["name"] for table in told["tables"] for seat in table["seats"]] == ["Ada", "Cid"]
    assert ClubGames(club).games()[0].seats == "blue:Ada green:Cid"
    with zipfile.ZipFile(io.BytesIO(club.sheet("zip")[0])) as evening:
        [record] = [name for name in evening.namelist() if name.endswith("game.sgn")]
        assert b'[Seats "blue:Ada green:Cid"]' in evening.read(record)


def test_a_game_that_the_organiser_strikes_counts_nowhere_until_it_counts_again(club, chain):
    club.choose(entries=["Ada", "Ben"])
    club.begin_round("everybody")
    club.take("Table 1", chain[0].hash, 0, lines(chain, 0))
    [game], before = shown(club)["games"], club.standings()
    assert game["counts"]
    club.strike(game["number"])
    told = json.loads(club.shown[1])
    assert club.standings() == [] == told["standings"]
    assert (told["games"][0]["counts"], told["rounds"][0][0]["winner"]) == (False, "")
    club.strike(game["number"], counts=True)
    assert club.standings() == before
    assert json.loads(club.shown[1])["rounds"][0][0]["winner"]


def test_a_game_that_the_organiser_gives_counts_as_won_in_the_place_of_what_was_played(club, chain):
    club.choose(entries=["Ada", "Ben", "Cid", "Dan & Eva"])
    club.begin_round("list", "Table 1,Ada,Ben\nTable 2,Cid,Dan & Eva")
    club.take("Table 1", chain[0].hash, 0, lines(chain, 0))
    club.refresh()
    [winner] = [one.who for one in club.standings() if one.won]
    loser = {"Ada": "Ben", "Ben": "Ada"}[winner]
    club.give("Table 1", loser)
    club.give("Table 2", "Dan & Eva")
    told = json.loads(club.shown[1])
    assert [one["winner"] for one in told["rounds"][0]] == [loser, "Dan & Eva"]
    assert {one.who: (one.played, one.won) for one in club.standings()} == {
        loser: (1, 1), winner: (1, 0), "Dan & Eva": (1, 1), "Cid": (1, 0)
    }  # fmt: skip
    club.begin_round("winners-up")
    assert set(round_of(club)[0][1]) == {loser, "Dan & Eva"}
    club.take_round_back()
    club.give("Table 1", "")
    assert json.loads(club.shown[1])["rounds"][0][0]["winner"] == winner


@pytest.mark.parametrize(("table", "side"), [("Table 1", "Zoe"), ("Table 3", "Ada"), ("", "Eva")])
def test_a_game_is_given_only_to_who_was_paired_there(club, table, side):
    with pytest.raises(ValueError, match="last round"):
        club.give(table, side)
    club.begin_round("swiss")
    with pytest.raises(ValueError, match="last round"):
        club.give(table, side)
    assert not any(one.given for one in club.settings.rounds[0])
