"""The page of a club evening, and the doors by which its tables send what happens.

What is shown was made by the hub before anybody asked; here it is handed out, and what comes in is let in or refused.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, abort, redirect, render_template, request

from engine.events import AnyEvent
from engine.trouble import Trouble
from referee.club.archive import events_in
from referee.club.database import ClubAway
from referee.club.hub import Hub
from referee.club.rounds import Settings
from referee.keepsakes.painter import Painter
from web import wording
from web.answers import conditional, json_answer, language, new_app, posted_action
from web.games import games_shelf
from web.hosts import Hosts, InMemory, mark_of
from web.keepsakes import keepsakes_door
from web.kept_games import KeptGames, Readers
from web.live_door import qr_drawing
from web.own_names import OwnNames
from web.pace import AskingPace, Pace
from web.page_words import trouble_words
from web.people import JOINER
from web.setting import GameEntry, Setting
from web.state_words import StateWords

LONGEST_BODY = 64 * 1024
"""Bytes of a request."""
LONGEST_PICTURE = 256 * 1024
"""Bytes of the picture of a fault."""
JPEG = b"\xff\xd8\xff"
LONGEST_UNPACKED = 1 << 20
"""Bytes of a request that was packed; 256 links are a tenth of it."""
LONGEST_NAME = 40
"""Letters of a table's name."""
SECONDS_BEHIND = 2
"""How old a club's page may be where a proxy keeps it for many."""
SECONDS_OF_PICTURE = 300
"""How long a phone need not ask again for a picture that it shows."""
ORGANISER_HEADER = "X-Organiser-Key"
ACTIONS: dict[str, tuple[str, ...]] = {
    "choose": Settings.__struct_fields__,
    "round": ("how", "text"),
    "round-back": (),
    "give": ("table", "side"),
    "strike": ("game", "counts"),
    "evening": (),
    "take-off": ("table",),
}
"""What an organiser may ask for, each with what may be said of it."""


class ClubGames:
    """The games of the evening, for the pages that show kept games."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def games(self) -> list[GameEntry]:
        """All of them."""
        return [
            GameEntry(
                id=one.line.number,
                began=one.line.came,
                seats=" ".join(f"{seat.team}:{seat.name}" if seat.name else seat.team for seat in one.board.seats),
                edition=str(one.entry.get("edition", "")),
                result=str(one.entry.get("result", "*")),
                turns=len(one.board.lines),
            )
            for one in self._hub.games()
        ]

    def events(self, game: int) -> list[AnyEvent]:
        """Everything that was announced in one of them; what a newer program announced is passed over."""
        genesis = next((one.line.genesis for one in self._hub.games() if one.line.number == game), "")
        return events_in(self._hub.store.links(genesis))


def create_club(hub: Hub, address: Callable[[], str], names: OwnNames | None = None) -> Flask:
    """The application of one club evening; `address` is where phones reach it."""
    app = new_app(
        names or OwnNames(),
        MAX_CONTENT_LENGTH=LONGEST_BODY,
        LARGEST_BODY=LONGEST_PICTURE,
        READS_A_SECOND=None,  # a hub has no eye beside it, and a proxy's address is that of two hundred phones
    )
    app.register_blueprint(_tables_door(hub))
    app.register_blueprint(_page_door(hub, address))
    app.register_blueprint(_organisers_door(hub, address))
    kept = KeptGames(ClubGames(hub), Readers(Hosts(InMemory(hub.key)), "all", tuple, tuple))
    app.register_blueprint(games_shelf(kept, None, draws=True, own_address=address))
    app.register_blueprint(keepsakes_door(kept, Painter()))

    @app.errorhandler(ClubAway)
    def away(error: ClubAway) -> Response:
        return _refusal(error.kind, 503)

    return app


def _refusal(kind: str, status: int, **about: str) -> Response:
    """A refusal in the words of this page."""
    words = wording.table_of("club", language())["refusal"][kind]
    return json_answer({"error": kind, "message": wording.fill(words, about)}, status)


@lru_cache(maxsize=16)
def _in_words(shown: bytes, language: str) -> bytes:
    """What is shown, with what waits in words, made once for each language that somebody looks on in."""
    content = msgspec.json.decode(shown)
    for one in content["waiting"]:
        if "words" in one:
            setting = msgspec.convert(one["setting"], Setting) if one["setting"] else None
            words = StateWords(language, setting)
            one["words"] = (words.fault if one["kind"] == "fault" else words.question)(one["words"])
    return msgspec.json.encode(content)


class _Joining(msgspec.Struct):
    """What a table says that wants to join."""

    code: str
    name: str
    mark: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the secret it will show."""
    was: str = ""
    """What the table was called here before."""


def _tables_door(hub: Hub) -> Blueprint:
    """Where tables join and send."""
    door, pace = Blueprint("tables", __name__), Pace(64, 1.0)

    def must_know(table: str) -> None:
        secret = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hub.store.has_mark(table, mark_of(secret)):
            abort(_refusal("not-joined", 401, name=table))

    @door.post("/join")
    def join() -> Response:
        pace.must_not_hurry()
        try:
            asked = msgspec.json.decode(request.get_data(cache=False), type=_Joining)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return _refusal("no-join", 400)
        name = " ".join(asked.name.split())
        if not 1 <= len(name) <= LONGEST_NAME or "/" in name or not name.replace(JOINER, "").isprintable():
            return _refusal("no-name", 400)
        why = hub.join(asked.code, name, asked.mark, asked.was)
        return _refusal(why, 403 if why == "wrong-code" else 409, name=name) if why else json_answer({"name": name})

    @door.post("/t/<table>/<genesis>/<int:first>")
    def take(table: str, genesis: str, first: int) -> Response:
        must_know(table)
        body = _unpacked()
        if body is None:
            return _refusal("too-long", 413)
        try:
            answer, have = hub.take(table, genesis, first, body)
        except ValueError as wrong:
            return _refusal("no-links", 400, why=str(wrong))
        status = {"have": 200, "gap": 409, "fork": 422}[answer]
        wants = {"wants": wanted} if (wanted := hub.wants(table)) else {}
        return json_answer({"have": have, "club": hub.told(table), **wants}, status)

    @door.post("/t/<table>/<genesis>/faults/<int:fault>")
    def take_picture(table: str, genesis: str, fault: int) -> Response:
        must_know(table)
        request.max_content_length = LONGEST_PICTURE
        jpeg = request.get_data(cache=False)
        if not jpeg.startswith(JPEG) or not hub.keep_picture(table, genesis, fault, jpeg):
            return _refusal("no-picture", 400)
        return json_answer({})

    return door


def _unpacked() -> bytes | None:
    """The body of the request, unpacked where it was packed; none for more than is ever sent."""
    body = request.get_data(cache=False)
    if request.headers.get("Content-Encoding") != "gzip":
        return body
    try:
        unpacker = zlib.decompressobj(wbits=31)
        unpacked = unpacker.decompress(body, LONGEST_UNPACKED)
    except zlib.error:
        return b"?"
    return None if unpacker.unconsumed_tail else unpacked


def _page_door(hub: Hub, address: Callable[[], str]) -> Blueprint:
    """The page, and what it asks for."""
    door, files_pace = Blueprint("club", __name__), Pace(10, 0.5)

    @door.get("/")
    def page() -> str:
        return render_template("club.html", address=address())

    @door.get("/api/club")
    def club() -> Response:
        asked, (etag, shown) = request.args.get("lang", ""), hub.shown
        code = asked if asked in wording.languages() else wording.DEFAULT
        answer = Response(_in_words(shown, code), mimetype="application/json")
        answer.set_etag(f"{etag}-{code}")
        answer.headers["Cache-Control"] = f"public, max-age=0, s-maxage={SECONDS_BEHIND}"
        answer.make_conditional(request)
        return answer

    @door.get("/pictures/<genesis>/<int:fault>.jpg")
    def picture(genesis: str, fault: int) -> Response:
        jpeg = hub.picture(genesis, fault)
        if jpeg is None:
            return abort(404)
        answer = Response(jpeg, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = f"private, max-age={SECONDS_OF_PICTURE}"
        return answer

    @door.get("/tables/<table>")
    def to_table(table: str) -> Response:
        game = hub.game_of(table)
        return abort(404) if game is None else redirect(f"/games/{game}")  # type: ignore[return-value]

    @door.get("/qr.svg")
    def code_for_phones() -> Response:
        return conditional(Response(qr_drawing(address()), mimetype="image/svg+xml"))

    @door.get("/evening.<kind>")
    def evening(kind: str) -> Response:
        if kind not in ("csv", "json", "zip"):
            return abort(404)
        files_pace.must_not_hurry()
        content, mimetype, name = hub.sheet(kind)
        answer = Response(content, mimetype=mimetype)
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    return door


def _organisers_door(hub: Hub, address: Callable[[], str]) -> Blueprint:
    """What only an organiser may see and do."""
    door, pace = Blueprint("organiser", __name__), AskingPace()

    @door.before_request
    def only_organiser() -> Response | None:
        shown = request.headers.get(ORGANISER_HEADER, "")
        if secrets.compare_digest(shown.encode(), hub.key.encode()):
            return None
        pace.must_not_hurry(request.remote_addr or "")
        return _refusal("not-organiser", 403)

    @door.get("/api/club/organiser")
    def organiser() -> Response:
        link = f"{address()}#join={hub.code}"
        return json_answer(
            {"code": hub.code, "link": link, "qr": qr_drawing(link).decode(), "entries": hub.settings.playing}
        )

    @door.post("/api/club/act")
    def act() -> Response:
        asked = posted_action(ACTIONS)
        if asked is None:
            return _refusal("no-action", 400)
        action = asked.pop("action")
        if unknown := [name for name in asked if name not in ACTIONS[action]]:
            known = ", ".join(ACTIONS[action]) or "–"
            return _refusal("no-field", 400, action=action, field=unknown[0], fields=known)
        try:
            if not hub.act(action, asked):
                return _refusal("not-joined", 404, name=str(asked.get("table", "")))
        except Trouble as no:
            said = trouble_words(no, "club", language())
            return json_answer({"error": "trouble", "message": f"{said['reason']} {said['mend']}".strip()}, 400)
        except ValueError as wrong:
            return _refusal("no-value", 400, why=str(wrong))
        return json_answer({"done": True})

    return door
