"""How a table joins a club: by the code its organiser shows, once; from then on by a secret of its own."""

from __future__ import annotations

import contextlib
import http.client
import secrets
import sqlite3
import urllib.parse
from collections.abc import Callable
from pathlib import Path

import msgspec

from referee.club.store import mark_of
from referee.club.wire import post
from referee.refusal import Refusal
from referee.storage.durable import make_folder, make_private
from referee.storage.settings import history_file

ANSWER_SECONDS = 10.0


class Membership(msgspec.Struct, frozen=True):
    """A table that has joined."""

    address: str
    """Of the hub, as `http://club.local:8090/`."""
    table: str
    """Its name there."""
    secret: str
    since: int
    """The first game it sends; earlier ones are nobody's business."""


def membership_file(data: Path) -> Path:
    """Where it is kept, readable by its owner only."""
    return data / "club.json"


def membership(data: Path) -> Membership | None:
    """The club the table of a data folder has joined; none where it has not. Raises Refusal for a damaged file."""
    file = membership_file(data)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Membership)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise Refusal(f"{file} cannot be read ({error}).", "Join the club again: referee join ADDRESS.") from error


def join(link: str, table: str, data: Path) -> Membership:
    """Join the club behind a link `http://HOST:PORT/#join=CODE`. Raises Refusal in words."""
    place = urllib.parse.urlsplit(link if "://" in link else f"http://{link}")
    code = urllib.parse.parse_qs(place.fragment).get("join", [""])[0]
    if place.scheme not in ("http", "https") or not place.hostname or not code:
        raise Refusal(f"{link!r} is no link to a club.", "It looks like http://club.local:8090/#join=CODE.")
    address = urllib.parse.urlunsplit((place.scheme, place.netloc, place.path or "/", "", ""))
    known = membership(data) if membership_file(data).exists() else None
    # Who joins the same club again, with another code perhaps, is still the same table.
    again = known is not None and (known.address, known.table) == (address, table)
    secret = known.secret if known is not None and again else secrets.token_urlsafe(24)
    since = known.since if known is not None and again else _first_game(data)
    asked = msgspec.json.encode({"code": code, "name": table, "mark": mark_of(secret)})
    try:
        status, said = post(address, "join", asked, ANSWER_SECONDS, {"Content-Type": "application/json"})
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Refusal(
            f"The club at {place.netloc} does not answer ({error or type(error).__name__}).",
            "Is it running, and this table in the same network?",
        ) from error
    if status != 200:
        raise Refusal(str(said.get("message") or f"The club answered with {status}."))
    joined = Membership(address, str(said.get("name") or table), secret, since)
    file = membership_file(data)
    make_folder(file.parent)
    make_private(file)
    file.write_bytes(msgspec.json.encode(joined))
    return joined


def in_club(data: Path, asked: tuple[str, str] = ("", "")) -> Callable[[], Membership | None] | None:
    """What gives the club of a table, joining it first where only a link was `asked` for, with the name to join by;
    none where there is neither. Raises Refusal for a damaged file."""
    known = membership(data)
    link, name = asked
    if known is not None:
        return lambda: known
    return (lambda: join(link, name, data)) if link else None


def leave(data: Path) -> bool:
    """Send nothing any more; whether there was a club."""
    there = membership_file(data).exists()
    membership_file(data).unlink(missing_ok=True)
    return there


def _first_game(data: Path) -> int:
    """The game that is open, else the next one."""
    file = history_file(data)
    if not file.is_file():
        return 1
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as history:
            newest = history.execute("SELECT id, ended FROM games ORDER BY id DESC LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise Refusal(f"The history {file} cannot be read: {error}.", "Start the table once, then join.") from error
    return 1 if newest is None else int(newest[0]) + (newest[1] is not None)
