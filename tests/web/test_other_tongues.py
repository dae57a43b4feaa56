"""The plain port is spoken to in other tongues: a browser that tries HTTPS is hung up on at once, and tries HTTP."""

import socket

import pytest

from tests.web.phones import is_hung_up, status_of

SOON = 20
"""Seconds that even a busy machine has by then, and a line that is waited on does not end by itself."""
TLS_HELLO = bytes.fromhex("16030100c8010000c40303") + bytes(200)
OTHERS = {
    "TLS": TLS_HELLO,
    "TLS, a byte": TLS_HELLO[:1],
    "a broker": bytes.fromhex("101000044d5154540402003c00046361"),
    "noise": bytes(range(128, 256)),
    "zeros": bytes(64),
}


@pytest.mark.parametrize("said", OTHERS.values(), ids=OTHERS)
def test_another_tongue_is_hung_up_on_at_once(serve, feed, said):
    with socket.create_connection(("127.0.0.1", serve(feed).port), timeout=SOON) as line:
        line.sendall(said)
        assert is_hung_up(line)


@pytest.mark.parametrize("before", [b"", b"\r\n"])
def test_a_request_that_comes_letter_by_letter_is_answered(serve, feed, before):
    with socket.create_connection(("127.0.0.1", serve(feed).port), timeout=20) as line:
        for byte in before + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
            line.sendall(bytes([byte]))
        assert status_of(line) == 200
