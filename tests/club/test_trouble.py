"""Real processes and a line that goes wrong: what the hub has is always the beginning of what the table has."""

import pytest

from engine.trouble import Trouble
from referee.club.database import open_club
from referee.club.hub import Hub
from referee.club.joining import join, membership
from referee.club.sender import ClubSender
from referee.commands.club import club
from referee.refusal import Refusal
from referee.storage.history import History
from referee.storage.locks import must_be_idle
from referee.storage.settings import history_file
from tests.club.trouble import HubProcess, are_equal, evening, instead_of, lines, page_of, play_one, served, shown, wipe
from tests.often import tries
from web.hosts import mark_of


def test_through_kills_and_cut_lines_the_hub_has_the_beginning_of_each_chain_and_then_all_of_it(tmp_path):
    assert evening(tmp_path, "", tables=2, kills=tries(2), seed=7) > 5


def test_a_server_that_is_killed_and_comes_back_costs_no_link(tmp_path, postgres):
    def kill_server():
        postgres.kill()
        postgres.start_again()

    assert evening(tmp_path, postgres.address, tables=2, kills=tries(1), seed=11, and_then=kill_server) > 5


def waiting(hub):
    return [(one["kind"], one["table"]) for one in shown(hub)["waiting"] if one["kind"] != "fault"]


def test_a_hub_whose_disk_is_full_says_so_and_takes_the_rest_when_there_is_room(tmp_path, chain):
    now = [1000.0]
    database = open_club(tmp_path)
    hub = Hub(database, lambda: now[0])
    client = page_of(hub).test_client()
    hub.join(hub.code, "Table 1", mark_of("secret"))
    place, bearer = f"/t/Table 1/{chain[0].hash}/0", {"Authorization": "Bearer secret"}
    assert client.post(place, data=lines(chain[:5], 0), headers=bearer).status_code == 200
    database._connection.execute("PRAGMA max_page_count = 1")  # no smaller than it is: not a page more
    refused = client.post(place, data=lines(chain, 0), headers=bearer)
    assert refused.status_code == 503
    assert refused.get_json()["message"].startswith("The hub's disk is full. Tables play on")
    now[0] += 60
    assert waiting(hub) == [("full", "")]  # and no table is called silent that could not be heard
    assert client.get("/api/club").status_code == 200
    assert hub.store.links(chain[0].hash) == chain[:5]
    database._connection.execute("PRAGMA max_page_count = 1000000")
    assert client.post(place, data=lines(chain, 0), headers=bearer).get_json()["have"] == len(chain)
    assert waiting(hub) == []
    database.close()


def test_a_database_that_goes_away_for_a_minute_is_said_and_forgotten(tmp_path, postgres, chain):
    now = [1000.0]
    database = open_club(tmp_path, postgres.address)
    wipe(database)
    hub = Hub(database, lambda: now[0])
    hub.join(hub.code, "Table 1", mark_of("secret"))
    hub.take("Table 1", chain[0].hash, 0, b'{"state":"live"}\n' + lines(chain[:5], 0))
    assert waiting(hub) == []
    postgres.kill()
    client = page_of(hub).test_client()
    bearer = {"Authorization": "Bearer secret"}
    refused = client.post(f"/t/Table 1/{chain[0].hash}/0", data=lines(chain[:9], 0), headers=bearer)
    assert (refused.status_code, "cannot be reached" in refused.get_json()["message"]) == (503, True)
    now[0] += 60
    assert waiting(hub) == [("away", "")]
    assert len(shown(hub)["games"]) == 1
    postgres.start_again()
    assert waiting(hub) == []
    assert hub.take("Table 1", chain[0].hash, 0, lines(chain[:9], 0)) == ("have", 9)
    database.close()


def test_a_table_whose_backup_was_restored_is_shown_and_merged_with_nothing(hub, chain):
    hub.join(hub.code, "Table 1", "0" * 64)
    hub.take("Table 1", chain[0].hash, 0, lines(chain[:20], 0))
    # The restored table knows ten links, sends its last one, and hears that the hub has more.
    assert hub.take("Table 1", chain[0].hash, 9, lines(chain[9:10], 9)) == ("have", 20)
    other = instead_of(chain[10], chain[9].hash, wall=chain[10].wall + 1)
    assert hub.take("Table 1", chain[0].hash, 9, lines([chain[9], other], 9)) == ("fork", 20)
    assert hub.store.links(chain[0].hash) == chain[:20]


def test_while_a_hub_runs_no_other_takes_its_file_and_no_backup_is_restored_below_it(tmp_path):
    hub = HubProcess(tmp_path)
    with pytest.raises(Refusal, match=r"A referee \(process \d+\) works in"):
        must_be_idle(tmp_path)
    with pytest.raises(Refusal, match="already keeps the games of a club"):
        club.main(["--port", "0", "--data", str(tmp_path)], standalone_mode=False)
    hub.kill()
    must_be_idle(tmp_path)


def test_a_damaged_file_of_a_club_is_said_with_what_brings_its_games_back(tmp_path):
    file = tmp_path / "club.sqlite"
    file.write_text("no database")
    with pytest.raises(Refusal, match=r"The club's file .*club\.sqlite is damaged: .*Move it away"):
        open_club(tmp_path)


def test_what_a_newer_program_chose_for_a_club_is_said_and_not_lost(database, caplog):
    running = Hub(database)
    chosen = '{"counting": "by the moon"}'
    running.store.say("settings", chosen)
    for hub in (running, Hub(database)):
        assert waiting(hub) == [("away", "")]
        assert hub.store.said("settings") == chosen
    assert "settings are of a newer program: install that here, too" in caplog.text


def test_a_table_sends_its_games_once_more_to_a_hub_that_lost_them(tmp_path, database):
    hub, table = Hub(database), tmp_path / "table"
    with served(hub) as link:
        join(link, "Table 1", table)
        play_one(table)
        sender = ClubSender(table)
        sender.send_once()
        wipe(database)
        hub.code = Hub(database).code
        sender._said = ("", float("-inf"))  # some seconds later
        with pytest.raises(Trouble, match="Join it again") as not_known:
            sender.send_once()
        sender._failed(not_known.value)
        join(f"{link.partition('=')[0]}={hub.code}", "Table 1", table)
        for _ in range(3):
            sender.send_once()
        with History(history_file(table)) as history:
            assert are_equal(hub.store, [history])
            assert len(hub.store.games()) == 1


def test_a_damaged_membership_is_said_in_words(tmp_path):
    (tmp_path / "club.json").write_text("{")
    with pytest.raises(Refusal, match="Join the club again"):
        membership(tmp_path)
