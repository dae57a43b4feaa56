"""HTTPS at a table that starts with the machine: the host switches it on, and nothing of it keeps a table from play."""

import socket
import stat

import pytest

from referee.appliance import secure_page
from referee.appliance.machine import ApplianceMachine
from referee.appliance.secure_page import NAME, SecurePage
from referee.session.authority import Authority
from web.server import free_port

HOST = "127.0.0.1"


@pytest.fixture
def port(monkeypatch):
    free = free_port(HOST, 21000)
    monkeypatch.setattr(secure_page, "PORT", free)
    return free


def page(data):
    return SecurePage(data, ("sequence.local",), HOST)


def test_a_table_serves_by_http_alone_until_its_host_switches_https_on(tmp_path, port):
    secure = page(tmp_path)
    assert (secure.view, secure.usable_port()) == ("off", None)
    assert list(tmp_path.iterdir()) == []
    assert secure.switch(True) is None
    assert (secure.view, secure.usable_port()) == ("on", port)


def test_the_choice_outlives_the_program_and_its_files_are_the_owners_alone(tmp_path, port):
    page(tmp_path).switch(True)
    again = page(tmp_path)
    assert again.usable_port() == port
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    again.switch(False)
    assert page(tmp_path).usable_port() is None


def test_a_game_that_is_served_is_ended_to_be_gone_on_with(tmp_path, port):
    secure, ended = page(tmp_path), []
    with secure.served(lambda: ended.append(True)) as served_at:
        assert served_at is None
        secure.switch(True)
        secure.switch(True)
    assert ended == [True]
    assert [secure.ended_for_it(), secure.ended_for_it()] == [True, False]
    with secure.served(ended.clear) as served_at:
        assert (served_at, secure.view) == (port, "served")
    assert secure.view == "on"


def test_a_library_that_is_missing_is_said_and_the_table_starts_without(tmp_path, port, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "trustme", None)
    secure = page(tmp_path)
    secure.switch(True)
    assert secure.usable_port() is None
    assert "trustme" in str(secure.trouble)
    assert (secure.view, page(tmp_path).view) == ("off", "off")


def test_a_port_that_another_program_has_is_said_and_the_table_starts_without(tmp_path, port):
    with socket.create_server((HOST, port)):
        secure = page(tmp_path)
        secure.switch(True)
        assert secure.usable_port() is None
    assert f"port {port} is taken" in str(secure.trouble)
    assert secure.switch(True) is None
    assert (secure.usable_port(), secure.trouble) == (port, None)


def test_certificates_that_ended_the_program_are_not_tried_again(tmp_path, port, monkeypatch):
    class Crash(BaseException):
        """The machine's processor knows no such command."""

    def crash(self):
        raise Crash

    page(tmp_path).switch(True)
    with monkeypatch.context() as broken:
        broken.setattr(Authority, "credentials", crash)
        with pytest.raises(Crash):
            page(tmp_path).usable_port()
    secure = page(tmp_path)
    assert secure.usable_port() is None
    assert "the program ended" in str(secure.trouble)
    assert page(tmp_path).view == "off"


@pytest.mark.parametrize("kept", [b"", b"\xff\xfe", b"perhaps"])
def test_a_choice_that_cannot_be_read_is_none(tmp_path, kept):
    (tmp_path / NAME).write_bytes(kept)
    assert page(tmp_path).view == "off"


def test_a_choice_that_cannot_be_kept_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "data").write_text("no folder")
    secure = page(tmp_path / "data")
    assert secure.switch(True).code == "https-failed"
    assert secure.view == "off"


def test_the_hosts_phone_sees_and_switches_it_and_is_told_what_failed(tmp_path, port, monkeypatch):
    machine = ApplianceMachine(tmp_path, None, secure=(secure := page(tmp_path)))
    assert machine.view().secure == "off"
    assert machine.act({"action": "https", "on": True}) is None
    assert machine.view().secure == "on"
    monkeypatch.setattr(Authority, "credentials", lambda self: 1 / 0)
    secure.usable_port()
    assert [one.code for one in machine.worries()][-1] == "https-failed"
    assert ApplianceMachine(tmp_path, None).act({"action": "https", "on": True}).code == "not-here"
