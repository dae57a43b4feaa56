"""How a table joins a club: by the code its organiser shows, once; from then on by a secret of its own.

The file in which that is kept is the truth: whoever sends looks into it each time, so that a table that has left sends
nothing more, whoever said so.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import secrets
import sqlite3
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.addresses import web_address
from referee.club.store import LEFT, NO_GAME, Said
from referee.refusal import Refusal, file_trouble, said_by
from referee.storage.database import open_to_read
from referee.storage.durable import write_private
from referee.storage.settings import history_file
from web.hosts import mark_of

FILE = "club.json"
"""Below the data folder: the club a table is in, readable by its owner only."""
ANSWER_SECONDS = 10.0
LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that are read."""
LEAVE_SECONDS = 2.0
"""How long a table that leaves waits for its hub to hear of it."""


class Membership(msgspec.Struct, frozen=True):
    """A table that has joined."""

    address: str
    """Of the hub, as `http://club.local:8090/`."""
    table: str
    """Its name there."""
    secret: str
    since: int
    """The first game it sends; earlier ones are nobody's business."""
    left: bool = False
    """Whether it sends no more; who comes back is the same table by the same secret."""
    pictures: bool = False
    """Whether it sends a picture of the board with each fault."""
    asked: str = ""
    """The link of its settings that was followed last."""
    code: str = ""
    """The hub's, by which it is known again at another address."""
    tried: tuple[str, str] = ("", "")
    """The hub it asked last to join, and the secret it said there: the answer may have been lost on its way."""


def _known(data: Path) -> Membership | None:
    file = data / FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=Membership)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise Refusal(
            f"{file} cannot be read ({error}).", "Join the club again: referee join ADDRESS.", code="damaged"
        ) from error


def membership(data: Path, asked: tuple[str, str] = ("", "")) -> Membership | None:
    """The club the table of a data folder is in; none where it is in none. A link that it is `asked` to join by, with a
    name, is followed once, and again when it changes: whoever left or joined otherwise since is let be. Raises Refusal,
    also for a damaged file."""
    known, (link, name) = _known(data), asked
    if link and (known is None or known.asked != link):
        joined = msgspec.structs.replace(join(link, name, data), asked=link)
        _keep(data, joined)
        return joined
    return None if known is None or known.left else known


def send_pictures(data: Path, on: bool) -> None:
    """Send a picture of the board with each fault from now on, or none any more. Raises Refusal."""
    known = membership(data)
    if known is None:
        raise Refusal("This table is in no club.", "Join one first.", code="no-club")
    _keep(data, msgspec.structs.replace(known, pictures=on))


def last_name(data: Path) -> str:
    """What the table called itself last, in this club or the one before; empty where it never did."""
    with contextlib.suppress(Refusal):
        known = _known(data)
        return "" if known is None else known.table
    return ""


def _keep(data: Path, joined: Membership) -> None:
    file = data / FILE
    try:
        write_private(file, msgspec.json.encode(joined))  # whoever sends reads it at any moment
    except OSError as error:
        raise Refusal(file_trouble(error) or f"{file} cannot be written: {error}.") from error


def read_link(link: str) -> tuple[str, str]:
    """A hub's address and its code, from `http://HOST:PORT/#join=CODE` or `HOST:PORT CODE`. Raises Refusal."""
    typed = re.fullmatch(r"(\S+)\s+([A-Za-z0-9]+)", link.strip())
    said = f"{typed[1]}#join={typed[2]}" if typed else link.strip()
    place = web_address(said if "://" in said else f"http://{said}")
    code = urllib.parse.parse_qs(place.fragment).get("join", [""])[0] if place else ""
    if place is None or not code:
        mend = "It looks like http://club.local:8090/#join=CODE."
        raise Refusal(f"{link!r} is no link to a club.", mend, code="no-link", link=link)
    return urllib.parse.urlunsplit((place.scheme, place.netloc, place.path or "/", "", "")), code


def join(link: str, table: str, data: Path, language: str = "") -> Membership:
    """Join the club behind a link, under that name; a table that is in it already takes the new name there.

    Raises Refusal; what the club itself has to say against it in that language.
    """
    address, code = read_link(link)
    before = None
    with contextlib.suppress(Refusal):  # joining again is what mends a damaged one
        before = _known(data)
    before = before or Membership("", "", "", 0, left=True)
    again = before.address == address or before.code == code.upper()
    fresh = before.tried[1] if before.tried[0] == address else secrets.token_urlsafe(24)
    secret = before.secret if again else fresh
    goes_on = again and not before.left
    since = before.since if goes_on else _first_game(data)
    asked = {"code": code, "name": table, "mark": mark_of(secret)}
    if again and before.table != table:
        asked["was"] = before.table
    if not again:  # a hub that took the name gives it to nobody without this secret
        _keep(data, msgspec.structs.replace(before, tried=(address, secret)))
    headers = {"Content-Type": "application/json", **({"Accept-Language": language} if language else {})}
    try:
        status, said = post(address, "join", msgspec.json.encode(asked), ANSWER_SECONDS, headers)
    except (OSError, http.client.HTTPException, ValueError) as error:
        place = urllib.parse.urlsplit(address).netloc
        reason = f"The club at {place} does not answer ({said_by(error)})."
        mend = "Is it running, and this table in the same network?"
        raise Refusal(reason, mend, code="no-answer", place=place) from error
    if status != 200:
        raise Refusal(str(said.get("message") or f"The club answered with {status}."))
    name, pictures = str(said.get("name") or table), goes_on and before.pictures
    joined = Membership(address, name, secret, since, pictures=pictures, asked=before.asked, code=code.upper())
    _keep(data, joined)
    return joined


def leave(data: Path) -> bool:
    """Send nothing any more, and tell the hub so if it answers; whether there was a club. Raises Refusal."""
    known = membership(data)
    if known is None:
        return False
    _keep(data, msgspec.structs.replace(known, left=True))
    with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
        send(known, f"{NO_GAME}/0", msgspec.json.encode(Said(LEFT)) + b"\n", LEAVE_SECONDS)
    return True


def send(
    club: Membership, path: str, body: bytes, seconds: float, headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, Any]]:
    """Send a body to a path below the table's own at its hub, as that table; otherwise as `post`."""
    own = {"Authorization": f"Bearer {club.secret}", **(headers or {})}
    return post(club.address, f"t/{urllib.parse.quote(club.table, safe='')}/{path}", body, seconds, own)


def post(
    address: str, path: str, body: bytes, seconds: float, headers: Mapping[str, str]
) -> tuple[int, dict[str, Any]]:
    """Send a body to a path below a hub's address; the answer's status and what it says.

    Raises OSError and HTTPException where nobody answers in so many `seconds`, and ValueError for an answer that is
    none of a club's.
    """
    place = urllib.parse.urlsplit(address)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    line = kind(place.hostname or "", place.port, timeout=seconds)
    try:
        line.request("POST", f"{place.path.rstrip('/')}/{path}", body, {"Accept": "application/json", **headers})
        answer = line.getresponse()
        told = json.loads(answer.read(LARGEST_ANSWER))
    finally:
        line.close()
    if not isinstance(told, dict):
        raise ValueError("the answer is none of a club's")
    return answer.status, told


def _first_game(data: Path) -> int:
    """The game that is open, else the next one."""
    file = history_file(data)
    if not file.is_file():
        return 1
    try:
        with contextlib.closing(open_to_read(file)) as history:
            newest = history.execute("SELECT id, ended FROM games ORDER BY id DESC LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise Refusal(f"The history {file} cannot be read: {error}.", "Start the table once, then join.") from error
    return 1 if newest is None else int(newest[0]) + (newest[1] is not None)
