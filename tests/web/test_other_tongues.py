"""The plain port is spoken to in other tongues: whoever does is hung up on at once, whoever speaks HTTP is answered."""

import http.client
import socket

import pytest

from tests.web.phones import is_hung_up, status_of
from web import lines

SOON = lines.NEVER_SPOKE_SECONDS / 2
"""Seconds that even a busy machine has by then."""
TLS_HELLO = bytes.fromhex("16030100c8010000c40303") + bytes(200)
OTHERS = {
    "TLS": TLS_HELLO,
    "TLS, a byte": TLS_HELLO[:1],
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
    "RTSP": b"OPTIONS rtsp://table/1 RTSP/1.0\r\nCSeq: 1\r\n\r\n",
    "a broker": bytes.fromhex("101000044d5154540402003c00046361"),
    "noise": bytes(range(128, 256)),
    "zeros": bytes(64),
}


@pytest.mark.parametrize("said", OTHERS.values(), ids=OTHERS)
def test_another_tongue_is_hung_up_on_at_once(serve, feed, said):
    with socket.create_connection(("127.0.0.1", serve(feed).port), timeout=SOON) as line:
        line.sendall(said)
        assert is_hung_up(line)


@pytest.mark.parametrize("said", [OTHERS["RTSP"], OTHERS["HTTP/2"]], ids=["RTSP", "HTTP/2"])
def test_it_is_told_by_its_first_line_though_it_comes_in_pieces(serve, feed, said):
    port = serve(feed).port
    line = said.partition(b"\r\n")[0] + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as spoken:
        for byte in line:
            spoken.sendall(bytes([byte]))
        assert is_hung_up(spoken)


@pytest.mark.parametrize("before", [b"", b"\r\n"])
def test_a_request_that_comes_letter_by_letter_is_answered(serve, feed, before):
    with socket.create_connection(("127.0.0.1", serve(feed).port), timeout=20) as line:
        for byte in before + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
            line.sendall(bytes([byte]))
        assert status_of(line) == 200


def test_who_says_nothing_at_all_is_hung_up_on_and_a_phone_that_spoke_is_not(serve, feed, monkeypatch):
    monkeypatch.setattr(lines, "LOOK", 0.02)
    port = serve(feed).port
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    phone.connect()
    phone.auto_open = 0  # never a second line in place of one that was cut
    phone.request("GET", "/healthz")
    assert b"ok" in phone.getresponse().read()
    monkeypatch.setattr(lines, "NEVER_SPOKE_SECONDS", 0.0)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as mute:
        assert is_hung_up(mute)
    phone.request("GET", "/healthz")
    assert b"ok" in phone.getresponse().read()
    phone.close()
