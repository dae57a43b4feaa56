"""Requests as no browser sends them, by the thousand: each follows from a number, so that it can be sent again."""

import json
import random
from typing import get_args
from urllib.parse import unquote_to_bytes

from engine.calls import AnyCall

ADDRESSES = (
    "/", "/api/state", "/events", "/qr.svg", "/api/eye", "/healthz", "/games", "/games/1", "/api/games/1", "/calls",
    "/api/games/1/evidence/7", "/games/1/evidence/7/turn-0007/before.png", "/games/1/evidence/7/turn-0007/film.mp4",
    "/static/page.css", "/static//etc/passwd", "//etc/passwd", "/api/devices", "/api/devices/1", "/games/", "/calls/",
    "/api/seat", "/api/asks", "/api/asks/1", "/api/seats/0", "/api/host", "/api/host/0",
)  # fmt: skip
METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "ODD")
TYPES = (
    "application/json", "application/json; charset=utf-7", "application/json; charset=" + "x" * 200, "text/plain",
    "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=", ";;;", "",
    "application/vnd.odd+json",
)  # fmt: skip
INPUTS = (*(call.__struct_config__.tag for call in get_args(AnyCall)), "hello", "no-such-call", "")
FIELDS = (
    "turn", "turns", "card", "space", "team", "seat", "one", "other", "fault", "number", "spaces", "position",
    "to_move", "beside", "claims", "action", "at", "who", "device", "odd",
)  # fmt: skip
FITTING = {"turn": 1, "card": "7H", "team": "blue", "seat": 0, "one": 0, "other": 1, "spaces": ["b2", "f6"]}
HEADERS = (
    "Accept", "Accept-Language", "Accept-Encoding", "Range", "If-None-Match", "If-Modified-Since", "If-Range", "Origin",
    "Sec-Fetch-Site", "X-Host-Key", "X-Host-Name", "Last-Event-ID", "Cookie", "Content-Encoding", "Forwarded",
    "X-Forwarded-Host", "User-Agent", "Expect", "Upgrade", "Referer", "Authorization",
)  # fmt: skip
LETTERS = "aZ09 \t\"'\\/%&=?#;:,.<>{}[]()-_*+~|^`$é\x7f"
PIECES = (
    "%00", "%ff", "%2e%2e%2f", "..", "//", "%ed%a0%80", "%F0%9F%82%A1", "%", "%zz", "http://[", "http://[::1",
    "bytes=0-", "bytes=-1,5-3", "bytes=99999999999999999999-", "W/", '"', "*", "q=nan", "q=1e999", "en;q=,da",
    "Thu, 99 Foo 99999 99:99:99 GMT", "Mon, 01 Jan 0001 00:00:00 GMT", "\\ud800", "9" * 40, "-1", "0x10", "1e999",
    "null", "../../etc/passwd", "localhost", "127.0.0.1",
)  # fmt: skip


def odd_request(number, key):
    """One request for Flask's test client; every other one is a call, mostly by somebody who knows the host's key."""
    chance = random.Random(number)
    headers = [(chance.choice(HEADERS), _text(chance)) for _ in range(chance.randrange(4))]
    a_call = chance.random() < 0.5
    if chance.random() < (0.9 if a_call else 0.3):
        headers.append(("X-Host-Key", key))
    path = "/calls" if a_call else chance.choice(ADDRESSES)
    if not a_call and chance.random() < 0.3:
        path = "/".join(chance.choice((part, _text(chance), _text(chance))) for part in path.split("/")) or "/"
    if not path.startswith("/") or (not a_call and chance.random() < 0.1):
        path = "/" + path
    pairs = [f"{chance.choice(('lang', 'last', 'page', _text(chance)))}={_text(chance)}" for _ in range(2)]
    query = "&".join(pairs) if chance.random() < 0.5 else ""
    place = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query.encode().decode("latin-1")}
    place["REMOTE_ADDR"] = f"10.0.0.{number % 200}"  # so that no limit stands in the way
    return {
        "environ_overrides": place,  # as a server hands it on; the client itself would tidy it up
        "method": "POST" if a_call and chance.random() < 0.9 else chance.choice(METHODS),
        "headers": headers,
        "data": _body(chance),
        "content_type": chance.choice(TYPES) if chance.random() < 0.2 else "application/json",
    }


def _text(chance):
    drawn = [
        chance.choice(PIECES) if chance.random() < 0.5 else "".join(chance.choices(LETTERS, k=chance.randrange(6)))
        for _ in range(chance.randrange(1, 4))
    ]
    return "".join(drawn)


def _body(chance):
    kind = chance.randrange(8)
    if kind == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if kind == 1:
        deep = chance.randrange(10, 4000)
        return chance.choice((b"[" * deep + b"]" * deep, b'{"a":' * deep + b"1" + b"}" * deep, b"[" * deep))
    if kind == 2:
        return b'{"input": "resign", "team": "\\ud800%s"}' % chance.choice((b"", b"\\udc00", b"\xed\xa0\x80"))
    drawn = {name: _value(chance, 0) for name in chance.sample(FIELDS, chance.randrange(5))}
    fields = {**FITTING, **drawn} if chance.random() < 0.5 else drawn
    text = json.dumps({"input": chance.choice(INPUTS), **fields})
    if kind == 3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(("", "\\ud83d", "1e999", "9" * 400, "}", "\x00")) + text[at + 1 :]
    return text.encode(errors="surrogatepass")


def _value(chance, deep):
    kind = chance.randrange(10)
    if kind < 4:
        return chance.choice((0, 1, 7, -1, 2**31, 2**63, 2**64, 10**30, -(10**30), 1.5, 1e308, True, False))
    if kind < 7:
        return chance.choice(("7H", "e5", "blue", "place", "", "\ud800", "\x00", "é" * 300, "a1", "x" * 1500))
    if kind == 7 or deep > 3:
        return None
    if kind == 8:
        return [_value(chance, deep + 1) for _ in range(chance.randrange(6))]
    return {chance.choice(FIELDS): _value(chance, deep + 1) for _ in range(chance.randrange(3))}
