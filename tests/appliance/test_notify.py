"""What systemd hears of the service, over a socket of the test's own; and the name in the network."""

import socket
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
import zeroconf

from referee.appliance.discovery import Named
from referee.appliance.notify import Notifier
from referee.appliance.service import _about_network
from referee.appliance.settings import Settings


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(manager):
    lines = []
    while True:
        try:
            lines.append(manager.recv(4096).decode())
        except BlockingIOError:
            return lines


def test_ready_is_said_once_and_life_with_every_frame(manager):
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})
    for _ in range(2):
        notifier.ready()
        notifier.alive()
    notifier.status("Game 3,\nturn 7")
    notifier.status("Game 3,\nturn 7")
    notifier.stopping()
    assert heard(manager) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STATUS=Game 3, turn 7", "STOPPING=1"]


def test_without_systemd_nothing_is_said(manager):
    Notifier({}).ready()
    Notifier({"NOTIFY_SOCKET": "/nowhere/at/all"}).alive()
    assert heard(manager) == []


class FakeZeroconf:
    def __init__(self, interfaces):
        self.interfaces, self.registered, self.closed = interfaces, [], False
        FakeZeroconf.made = self

    def register_service(self, info, allow_name_change):
        self.registered.append(info)

    def close(self):
        self.closed = True


class Nobody:
    """Asks for the addresses of a name, and nobody answers."""

    def __init__(self, name):
        pass

    def request(self, zeroconf, milliseconds):
        return False

    def parsed_addresses(self):
        return []


def library(zeroconf=FakeZeroconf):
    """A library that announces through this."""
    return SimpleNamespace(
        AddressResolverIPv4=Nobody, ServiceInfo=lambda *words, **named: SimpleNamespace(**named), Zeroconf=zeroconf
    )


def test_without_a_network_or_the_library_the_page_goes_on_without_a_name():
    def missing():
        raise ImportError("zeroconf")

    alone = Named("sequence", 8080, addresses=list)
    unable = Named("sequence", 8080, addresses=lambda: ["192.0.2.7"], module=missing)
    assert alone.renew()
    assert unable.renew()
    assert "no network" in alone.trouble
    assert "sequence.local" in unable.trouble


def test_the_name_follows_a_network_that_comes_late_changes_and_goes():
    reached = []
    named = Named("sequence", 8080, addresses=lambda: reached, module=library)
    assert named.renew()
    assert "no network" in named.trouble
    assert not named.renew()

    reached = ["192.0.2.7"]
    assert named.renew()
    first = FakeZeroconf.made
    (info,) = first.registered
    assert (info.server, info.port, info.addresses) == ("sequence.local.", 8080, [b"\xc0\x00\x02\x07"])
    assert named.trouble == ""
    assert not named.renew()

    reached = ["192.0.2.9"]
    assert named.renew()
    assert first.closed
    assert FakeZeroconf.made.registered[0].addresses == [b"\xc0\x00\x02\x09"]

    reached = []
    assert named.renew()
    assert FakeZeroconf.made.closed
    assert "no network" in named.trouble


def test_a_name_that_could_not_be_announced_is_tried_again():
    def busy():
        raise ImportError("busy")

    ways = [busy, library]
    named = Named("sequence", 8080, addresses=lambda: ["192.0.2.7"], module=lambda: ways.pop(0)())
    assert named.renew()
    assert "busy" in named.trouble
    assert "sequence.local" in named.trouble
    assert named.renew()
    assert named.trouble == ""


def test_the_real_library_takes_what_it_is_told():
    named = Named("sequence-test", 8080, addresses=lambda: ["127.0.0.1"])
    assert named.renew()
    assert named.trouble == ""
    named.close()


def test_a_second_table_of_a_name_takes_the_next_and_says_so():
    other = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
    address = [socket.inet_aton("192.0.2.5")]
    kind, server = "_http._tcp.local.", "sequence-test.local."
    other.register_service(zeroconf.ServiceInfo(kind, f"Another.{kind}", port=80, addresses=address, server=server))
    named = Named("sequence-test", 8080, addresses=lambda: ["127.0.0.1"])
    try:
        assert named.renew()
        assert (named.name, named.trouble) == ("sequence-test-2.local", "")
        worry = next(iter(_about_network(named, Path("/nowhere"))))
        assert "is called sequence-test.local; this one is found as sequence-test-2.local" in worry.reason
        assert named.name in Settings(name="sequence-test").page.allow_hosts
    finally:
        named.close()
        other.close()


def test_whoever_serves_the_page_does_not_wait_for_its_name():
    told = threading.Event()

    class Slow(FakeZeroconf):
        def register_service(self, info, allow_name_change):
            assert told.wait(60)

    with Named("sequence", 8080, addresses=lambda: ["192.0.2.7"], module=lambda: library(Slow)):
        told.set()


def test_a_table_that_ends_while_it_asks_for_a_name_lets_the_question_come_to_its_end():
    asked, answered = threading.Event(), threading.Event()

    class Asking(Nobody):
        def request(self, zeroconf, milliseconds):
            asked.set()
            return not answered.wait(60)

    asking = SimpleNamespace(**vars(library()) | {"AddressResolverIPv4": Asking})
    with Named("sequence", 8080, addresses=lambda: ["192.0.2.7"], module=lambda: asking) as named:
        assert asked.wait(60)
    assert not FakeZeroconf.made.closed
    answered.set()
    named._thread.join(60)
    assert FakeZeroconf.made.closed
