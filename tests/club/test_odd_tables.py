"""Tables of which something is odd: a wrong clock, a game that was deleted or broken off, joining in the middle."""

import io
import time
import zipfile

import pytest

from referee.club.database import open_club
from referee.club.hub import Hub
from referee.club.joining import join, membership
from referee.club.sender import ClubSender
from referee.storage.chain import FIRST
from referee.storage.history import History
from referee.storage.settings import history_file
from tests.club.trouble import instead_of, lines, play_one, served, shown
from web.hosts import mark_of

DAY = 24 * 3600


@pytest.fixture
def joined(tmp_path):
    """A table in a club, with its hub, what sends, and a clock to set."""
    now = [1_800_000_000.0]
    database = open_club(tmp_path / "hub")
    hub = Hub(database, lambda: now[0])
    table = tmp_path / "table"
    with served(hub) as link:
        join(link, "Table 1", table)
        yield hub, table, ClubSender(table), now
    database.close()


def send_all(sender):
    for _ in range(10):
        sender.send_once()


def test_a_game_that_was_deleted_at_its_table_is_kept_called_so_and_still_counts(joined):
    hub, table, sender, _ = joined
    play_one(table, seed=3)
    play_one(table, seed=4)
    send_all(sender)
    before, links = shown(hub), [hub.store.links(game.genesis) for game in hub.store.games()]
    assert [(one["gone"], one["open"]) for one in before["games"]] == [(False, False)] * 2
    with History(history_file(table)) as history:
        history.delete(2)
    sender._said = ("", 0.0)  # its next sign of life is due
    send_all(sender)
    after = shown(hub)
    assert [one["gone"] for one in after["games"]] == [True, False]
    assert after["standings"] == before["standings"]
    assert [one["game"] for one in after["tables"]] == [1]
    assert [hub.store.links(game.genesis) for game in hub.store.games()] == links


def test_a_game_behind_which_another_began_is_not_called_being_played(hub, chain):
    hub.join(hub.code, "Table 1", mark_of("secret"))
    hub.take("Table 1", chain[0].hash, 0, lines(chain[:9], 0))
    assert [one["open"] for one in shown(hub)["games"]] == [True]
    other = [instead_of(chain[0], FIRST, wall=chain[0].wall + 1)]
    hub.take("Table 1", other[0].hash, 0, lines(other, 0))
    assert [one["open"] for one in shown(hub)["games"]] == [True, False]


@pytest.mark.parametrize("off", [-DAY, DAY])
def test_a_table_whose_clock_is_a_day_off_is_shown_as_any_other(database, chain, off):
    hub, before, own = Hub(database, lambda: 1_800_000_000.0), FIRST, []
    for link in chain:
        own.append(instead_of(link, before, wall=link.wall + off * 1000))
        before = own[-1].hash
    for name, links in (("Table 1", chain), ("Table 2", own)):
        hub.join(hub.code, name, mark_of(name))
        body = b'{"state":"live"}\n' + lines(links, 0)
        assert hub.take(name, links[0].hash, 0, body) == ("have", len(links))
    one, other = shown(hub)["tables"]
    named = ("name", "game")
    assert {key: one[key] for key in one if key not in named} == {key: other[key] for key in other if key not in named}
    assert [line["won"] for line in shown(hub)["standings"]] == [2, 0]


def test_a_record_that_is_taken_home_has_the_day_that_its_table_put_right(hub, chain):
    hub.join(hub.code, "Table 1", mark_of("secret"))
    right = instead_of(chain[0], chain[-1].hash, json='{"began":1800000000.0}')
    hub.take("Table 1", chain[0].hash, 0, lines([*chain, right], 0))
    hub.refresh()
    home = zipfile.ZipFile(io.BytesIO(hub.sheet("zip")[0]))
    day = time.strftime("%Y.%m.%d", time.localtime(1800000000.0))
    [record] = (home.read(name).decode() for name in home.namelist() if name.endswith("-Table-1/game.sgn"))
    assert f'[Date "{day}"]' in record


@pytest.mark.parametrize("off", [-DAY, DAY])
def test_a_hub_whose_clock_is_set_loses_no_game_and_begins_new_evenings(joined, off):
    hub, table, sender, now = joined
    play_one(table, seed=3)
    send_all(sender)
    now[0] += off
    sender._said = ("", 0.0)
    send_all(sender)
    club = shown(hub)
    assert (len(club["games"]), club["tables"][0]["state"]) == (1, "live")
    hub.begin_evening()
    assert (shown(hub)["games"], shown(hub)["tables"][0]["game"]) == ([], None)
    play_one(table, seed=4)
    send_all(sender)
    assert [one["number"] for one in shown(hub)["games"]] == [2]
    now[0] += 16
    assert shown(hub)["tables"][0]["state"] == "silent"


def test_a_table_that_joins_in_the_middle_of_a_game_sends_it_whole(tmp_path, joined):
    hub, table, sender, _ = joined
    (table / "club.json").rename(tmp_path / "aside")
    play_one(table, seed=3)
    history = History(history_file(table))
    number = history.begin(edition="classic", layout="classic", seats=["blue:A", "green:B"], source="x", profile="x")
    history.append(number, [])
    (tmp_path / "aside").rename(table / "club.json")
    again = join(f"{membership(table).address}#join={hub.code}", "Table 1", table)
    assert again.since == 1  # it had joined before the first
    (table / "club.json").unlink()
    hub.store.take_off("Table 1")
    fresh = join(f"{again.address}#join={hub.code}", "Table 1", table)
    assert fresh.since == number
    send_all(sender)
    assert [len(hub.store.links(one.genesis)) for one in hub.store.games()] == [len(history.links(number))]
    history.close()
