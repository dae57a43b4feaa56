"""What a hub keeps, over a file and over PostgreSQL: the same promises."""

import threading

import msgspec
import pytest

from referee.club.database import open_club
from referee.club.store import Store
from referee.refusal import Refusal
from referee.storage.chain import FIRST
from tests.club.trouble import instead_of, wipe
from web.hosts import mark_of


@pytest.fixture
def store(database):
    kept = Store(database)
    assert kept.join("Table 1", mark_of("secret"), 1.0)
    return kept


def test_links_are_taken_in_order_and_are_there_once_however_often_they_are_sent(store, chain):
    genesis = chain[0].hash
    assert store.append("Table 1", genesis, 0, chain[:5], 1.0) == ("have", 5)
    assert store.append("Table 1", genesis, 0, chain[:5], 1.0) == ("have", 5)
    assert store.append("Table 1", genesis, 3, chain[3:9], 2.0) == ("have", 9)
    assert store.append("Table 1", genesis, 2, chain[2:4], 2.0) == ("have", 9)
    assert store.links(genesis) == chain[:9]
    assert store.links(genesis, 7) == chain[7:9]


def test_a_gap_is_told_with_what_is_there(store, chain):
    genesis = chain[0].hash
    assert store.append("Table 1", genesis, 4, chain[4:6], 1.0) == ("gap", 0)
    store.append("Table 1", genesis, 0, chain[:3], 1.0)
    assert store.append("Table 1", genesis, 4, chain[4:6], 1.0) == ("gap", 3)
    assert store.links(genesis) == chain[:3]


def test_another_past_is_shown_until_the_table_has_gone_on_to_its_next_game(store, chain):
    def trouble_after(game, first, *links):
        store.append("Table 1", game[0].hash, first, links, 1.0)
        return store.tables()[0].trouble

    def another(number):
        links = [instead_of(chain[0], FIRST, wall=number)]
        for link in chain[1:4]:
            links.append(instead_of(link, links[-1].hash))
        return links

    lost, last, following = another(1), another(2), another(3)
    for game in (lost, last):
        assert trouble_after(game, 0, *game) == ""
    fork = instead_of(lost[3], lost[2].hash, json='{"other":1}')
    assert trouble_after(lost, 3, fork) == lost[0].hash
    assert trouble_after(lost, 0, *lost) == lost[0].hash, "whoever has the old past may send on, too"
    assert trouble_after(following, 0, *following) == ""
    for _ in range(2):  # started anew, the table says all of it again
        assert trouble_after(lost, 3, fork) == lost[0].hash
        assert trouble_after(last, 0, *last) == lost[0].hash
        assert trouble_after(following, 0, *following) == ""


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_forged_link_adds_nothing(store, chain, place):
    genesis = chain[0].hash
    forged = [*chain[:place], msgspec.structs.replace(chain[place], wall=1), *chain[place + 1 : 5]]
    assert store.append("Table 1", genesis, 0, forged, 1.0).answer == "fork"
    assert store.links(genesis) == []


def test_no_two_tables_are_told_apart_by_capitals_alone(store):
    assert not store.join("table 1", mark_of("other"), 1.0)
    assert store.join("Table 2", mark_of("other"), 1.0)
    assert not store.rename("Table 2", "TABLE 1")
    assert store.rename("Table 2", "table 2")
    assert [row.name for row in store.tables()] == ["Table 1", "table 2"]


def test_a_game_belongs_to_the_table_that_began_it(store, chain):
    store.join("Table 2", mark_of("other"), 1.0)
    genesis = chain[0].hash
    store.append("Table 1", genesis, 0, chain[:3], 1.0)
    assert store.append("Table 2", genesis, 3, chain[3:5], 1.0) == ("fork", 3)
    assert store.links(genesis) == chain[:3]


def test_a_table_that_was_taken_off_is_not_known_and_its_games_stay(store, chain):
    store.append("Table 1", chain[0].hash, 0, chain[:3], 1.0)
    assert store.take_off("Table 1")
    assert not store.take_off("Table 1")
    assert not store.has_mark("Table 1", mark_of("secret"))
    assert [game.links for game in store.games()] == [3]


def test_links_sent_at_the_same_moment_over_several_lines_arrive_once(store, chain):
    genesis, failed = chain[0].hash, []

    def send():
        try:
            for first in range(0, 30, 3):
                store.append("Table 1", genesis, max(0, first - 1), chain[max(0, first - 1) : first + 3], 1.0)
        except Exception as error:  # noqa: BLE001 - of another thread
            failed.append(error)

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert store.links(genesis) == chain[:30]


def test_two_hubs_on_one_server_have_one_evening_and_hear_of_each_others_links(postgres, chain, tmp_path):
    one, other = (open_club(tmp_path, postgres.address) for _ in range(2))
    wipe(one)
    first, second = Store(one), Store(other)
    first.join("Table 1", mark_of("secret"), 1.0)
    assert second.has_mark("Table 1", mark_of("secret"))
    other.wait(1.0)  # from now on it listens
    heard = threading.Event()
    thread = threading.Thread(target=lambda: (other.wait(120.0), heard.set()))
    thread.start()
    first.append("Table 1", chain[0].hash, 0, chain[:4], 1.0)
    assert heard.wait(60)
    thread.join()
    assert second.append("Table 1", chain[0].hash, 3, chain[3:6], 2.0) == ("have", 6)
    assert first.links(chain[0].hash) == chain[:6]
    one.close()
    other.close()


def test_an_address_that_is_no_database_is_refused_in_words(tmp_path):
    with pytest.raises(Refusal, match=r"'mysql' is no database this program knows\. Say postgresql://"):
        open_club(tmp_path, "mysql://here")
    pytest.importorskip("psycopg")
    with pytest.raises(Refusal, match="The database cannot be used"):
        open_club(tmp_path, "postgresql://nobody@127.0.0.1:1/none")
