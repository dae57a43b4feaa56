"""Addresses of cameras are opened whole and told without name, password or token, however they are spelled."""

import itertools
import socket

import pytest

from hardware.address import Address, is_address, shown_name, without_secrets
from hardware.camera import CameraError
from hardware.names import open_camera
from hardware.network.cameras import network_camera
from tests.hardware.fakes import FakeCapture

PASSWORDS = {
    "Zwiebel7": ["Zwiebel7"],
    "Zwie@bel7Q": ["Zwie", "bel7Q"],
    "Zwie/bel7Q": ["Zwie", "bel7Q"],
    "Zwie?bel7Q": ["Zwie", "bel7Q"],
    "Zwie#bel7Q": ["Zwie", "bel7Q"],
    "Zwie:bel7Q": ["Zwie", "bel7Q"],
    "Zwie@be/l7Q?x": ["Zwie", "l7Q"],
    "Zwie\\bel7Q": ["Zwie", "bel7Q"],
    "Zwie%40bel7Q": ["Zwie", "bel7Q"],
    "Zwiebel.local@bel7Q": ["Zwie", "bel7Q"],
}
"""Passwords, and the parts of each that must show nowhere."""
SPELLINGS = (
    "{kind}admiNN:{word}@{host}/s",
    "{kind}admiNN:{word}@{host}",
    "{kind}{host}/video.cgi?user=admiNN&password={word}",
    "{kind}{host}/user=admiNN_password={word}_channel=1.sdp",
    "{kind}{host}/{word}/stream",
    "{kind}{word}@{host}/x?mail=admiNN@home",
)
KINDS = ("rtsp://", "RTSP://", "rtsps://", "http://", "https://", "rtmp://", "rtsp:/", "")
HOSTS = ("10.0.0.9", "camera.local:554", "[fe80::1]:8554")
ADDRESSES = [
    (spelling.format(kind=kind, word=word, host=host), ["admiNN", *parts])
    for spelling, kind, host, (word, parts) in itertools.product(SPELLINGS, KINDS, HOSTS, PASSWORDS.items())
]


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch):
    """No test asks the network for a camera."""

    def connect(*where):
        raise OSError("nobody answers")

    monkeypatch.setattr(socket, "create_connection", connect)


def told_of(address):
    """All that a camera of this name is told as, by whoever tells something of it."""
    told = [shown_name(address), f"{Address(address)} {Address(address)!r} {[Address(address)]}"]
    try:
        camera = open_camera(address)
    except CameraError as refused:
        return [*told, str(refused), repr(refused)]
    camera._opener = lambda: FakeCapture([], answers=False)
    with pytest.raises(CameraError) as refused:
        camera.open()
    return [*told, camera.name, str(camera.describe()), str(refused.value), str(camera._lost), repr(refused.value)]


def test_no_part_of_a_name_or_password_is_told_in_any_of_1440_spellings():
    assert len(ADDRESSES) == 1440
    leaks = [
        (address, told)
        for address, secrets in ADDRESSES
        for told in told_of(address)
        if any(secret in told for secret in secrets)
    ]
    assert leaks == []


def test_an_address_that_says_plainly_which_machine_it_is_is_told_with_host_and_port():
    assert shown_name("rtsp://me:secret@table.local:554/live") == "rtsp://table.local:554/…"
    assert shown_name("rtsp://admin:p@ssw0rd@10.0.0.9/s") == "rtsp://10.0.0.9/…"
    assert shown_name("rtsp://admin:pa/ss@10.0.0.9/s") == "rtsp://10.0.0.9/…"
    assert shown_name("http://10.0.0.9:8080/") == "http://10.0.0.9:8080/"
    assert shown_name("usb:0") == "usb:0"


def test_what_is_shown_stays_as_it_is_when_it_is_shown_again():
    for address, _ in ADDRESSES:
        once = shown_name(address)
        assert without_secrets(once) == shown_name(once) == once


def test_the_whole_address_reaches_the_device():
    opened = []

    def opener(url):
        opened.append(url)
        return FakeCapture([], answers=False)

    camera = network_camera(Address("rtsp://me:secret@table:554/live"), fps=5, opener=opener)
    with pytest.raises(CameraError):
        camera.open()
    assert opened == ["rtsp://me:secret@table:554/live"]


def test_in_a_sentence_an_address_is_shortened_and_all_else_stays():
    assert without_secrets("The camera at rtsp://ssw0rd@10.0.0.9/s gives no more pictures. See that it has power.") == (
        "The camera at rtsp://10.0.0.9/… gives no more pictures. See that it has power."
    )
    assert without_secrets('camera = "http://h/a b?p=\\"x"  # or usb:0') == 'camera = "http://h/…"  # or usb:0'
    assert without_secrets("The camera usb:0 gives no more pictures.") == "The camera usb:0 gives no more pictures."


def test_a_shortened_address_is_refused_with_what_is_missing():
    assert is_address("rtsp://10.0.0.9/…")
    with pytest.raises(CameraError, match="whole address"):
        open_camera("rtsp://10.0.0.9/…")
