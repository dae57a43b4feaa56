"""The host's link: kept across restarts, shown again, made new, and the phones that came by it."""

import contextlib
import json
import os
import stat
import threading
from types import SimpleNamespace

import pytest

from engine.arbiter import Arbiter
from engine.observation import Observation
from engine.rules.position import new_game
from referee.refusal import Refusal
from referee.session.persistence import Kept
from referee.session.showing import PageChoices, Showing
from referee.session.table import Sitting
from referee.storage.host_book import BookOnDisk
from tests.referee.conftest import run
from web.feed import Feed
from web.hosts import Admitted, Hosts, Refused


def link_of(capsys, *words):
    capsys.readouterr()
    assert run("host", *words) == 0
    said = capsys.readouterr().out
    assert "█" in said, "a QR code stands beside it"
    return said.partition("The host's link: ")[2].split()[0]


def test_the_hosts_link_is_the_same_each_time_until_a_new_one_is_made(capsys):
    first = link_of(capsys)
    address, _, key = first.partition("/#host=")
    assert address.startswith("http://")
    assert key.isdigit()
    assert link_of(capsys) == first
    new = link_of(capsys, "--new")
    assert new != first
    assert link_of(capsys) == new


def test_the_link_is_given_to_programs_too(data, capsys):
    assert run("host", "--json", "--port", "8123") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["link"].endswith(f":8123/#host={said['key']}")
    assert said["served"] is False


def test_only_its_owner_may_read_the_key(data):
    key = BookOnDisk(data).read().key
    file = data / "host.json"
    assert key in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    BookOnDisk(data)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_table_that_starts_again_knows_its_key_and_its_phones(data):
    before = Hosts(BookOnDisk(data))
    token, device = before.enrol("Ann", "iPhone")
    after = Hosts(BookOnDisk(data))
    assert after.key == before.key
    assert after.admit(token, "192.168.1.7") == Admitted(device)


def test_a_running_table_hears_at_once_what_the_command_changed(data):
    table = Hosts(BookOnDisk(data))
    old = table.key
    ben, _ = table.enrol("Ben", "phone")
    assert run("host", "--new") == 0
    assert table.admit(old, "a") == Refused("wrong_key")
    assert table.admit(table.key, "a") == Admitted(None)
    assert isinstance(table.admit(ben, "a"), Admitted)


def test_a_host_whose_phone_died_is_replaced_and_the_old_phone_calls_no_more(data, capsys):
    table = Hosts(BookOnDisk(data))
    old, (dead, _) = table.key, table.enrol("Ann", "iPhone")
    fresh = link_of(capsys, "--replace").partition("#host=")[2]
    assert table.admit(dead, "a") == Refused("taken_off")
    assert table.admit(old, "a") == Refused("wrong_key")
    assert table.admit(fresh, "a") == Admitted(None)


def test_a_phone_at_a_running_table_hears_that_a_command_took_it_off(data):
    Hosts(BookOnDisk(data)).enrol("Ann", "iPhone")
    kept, eye = Kept.below(data), SimpleNamespace(last_frame=None)
    showing = Showing(Feed(), PageChoices("127.0.0.1", 0), kept, Hosts(BookOnDisk(data)))
    sitting = Sitting(Arbiter(new_game("classic", "blue green")))
    table = SimpleNamespace(sitting=sitting, arbiter=sitting.arbiter, eye=eye, lost=None, bands=None)
    with kept.history, contextlib.closing(showing):
        table.observation = Observation(at=1.0, frame=1)
        showing.start(table)
        showing.tell()
        before = showing.feed.state["people"]["hosts"]
        assert run("host", "--replace") == 0
        table.observation = Observation(at=3.0, frame=2)
        showing.tell()
        assert showing.feed.state["people"]["hosts"] != before, "each host's phone asks now whether it was meant"


def test_a_running_table_may_do_without_a_host(data, capsys):
    table = Hosts(BookOnDisk(data))
    assert not table.at_once
    assert run("host", "--at-once") == 0
    assert table.at_once
    assert "What players' phones say counts at once." in capsys.readouterr().out
    assert run("host", "--confirmed") == 0
    assert not table.at_once


@pytest.mark.parametrize("content", ["", "{}", "[" * 9000, '{"key": 7}', "\x00\xff"])
def test_a_key_that_cannot_be_read_is_put_aside_and_a_new_one_made(data, content):
    data.mkdir()
    (data / "host.json").write_text(content, "latin-1")
    assert len(BookOnDisk(data).read().key) == 12
    assert (data / "host.broken").read_text("latin-1") == content


def test_a_folder_that_takes_no_more_stops_no_host_and_is_said_by_the_command(data, monkeypatch):
    table, command = Hosts(BookOnDisk(data)), Hosts(BookOnDisk(data, must_write=True))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    token, _ = table.enrol("Ann", "iPhone")
    assert isinstance(table.admit(token, "a"), Admitted)
    with pytest.raises(Refusal, match="the disk is full"):
        command.renew()


def test_many_who_change_the_book_at_once_lose_nothing(data):
    def come(name):
        Hosts(BookOnDisk(data)).enrol(name, "phone")

    coming = [threading.Thread(target=come, args=(str(number),)) for number in range(12)]
    for one in coming:
        one.start()
    for one in coming:
        one.join()
    devices = Hosts(BookOnDisk(data)).devices
    assert {one.name for one in devices} == {str(number) for number in range(12)}
    assert [one.number for one in devices] == list(range(1, 13))
