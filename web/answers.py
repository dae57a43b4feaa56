"""What all doors have in common: what was posted is read, and answered with headers, JSON, errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from engine.calls import AnyCall
from engine.trouble import Trouble
from web import wording
from web.assets import address_of, assets_door, compress
from web.own_names import OwnNames

LARGEST_NUMBER = 99_999
"""No game has turns, seats or faults of a higher number; a larger one is a slip, and could not even be kept."""
LONGEST_TEXT = 100
"""Letters of any text in a call; the longest are names of cards on home-made boards."""

DEEPEST = 3
"""Lists within lists in a call; claims are lists of spaces."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LANGUAGE_COOKIE = "lang"
LANGUAGE_SECONDS = 365 * 24 * 3600
"""How long a phone keeps the language that was chosen on it."""
WORDS = {
    400: "bad",
    403: "not_allowed",
    404: "not_found",
    405: "not_allowed",
    413: "too_big",
    421: "misdirected",
    429: "too_often",
    503: "busy",
}


class NoCall(Exception):
    """What was posted is no call; the message is for people."""


def read_json() -> dict[str, Any]:
    """The object that the body of the request at hand holds. Raises NoCall."""
    try:
        posted = msgspec.json.decode(request.get_data(cache=False))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        posted = None
    if not isinstance(posted, dict):
        raise NoCall(wording.text("error", "bad", language()))
    return posted


def read_call(posted: dict[str, Any], who: str, language: str = wording.DEFAULT) -> AnyCall:
    """The call that was posted, said by `who`. Raises NoCall."""
    given = {field: value for field, value in posted.items() if field not in ("at", "who")}
    for field, value in given.items():
        if not _is_small(value):
            raise NoCall(_what_is_needed(field, language))
    try:
        call: AnyCall = msgspec.convert({**given, "at": 0.0, "who": who}, AnyCall)
    except msgspec.ValidationError as error:
        named = re.search(r"field `(\w+)`|at `\$\.(\w+)", str(error))
        raise NoCall(_what_is_needed(named[1] or named[2] if named else "", language)) from error
    return call


def _what_is_needed(field: str, language: str) -> str:
    needs = wording.table(language)["needs"]
    return needs.get("other_seat" if field == "other" else field, needs["other"])


def _is_small(value: Any, deep: int = 0) -> bool:
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return abs(value) <= LARGEST_NUMBER
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and (value.isprintable() or not value)
    inner = value.values() if isinstance(value, dict) else value
    return deep < DEEPEST and len(inner) <= LONGEST_TEXT and all(_is_small(one, deep + 1) for one in inner)


def language() -> str:
    """The language of the page asked for: `?lang=`, else what was chosen before, else the phone's, else English."""
    for asked in (request.args.get("lang", ""), request.cookies.get(LANGUAGE_COOKIE, "")):
        if asked in wording.languages():
            return asked
    # By primary tag in the phone's own order: Werkzeug's `best_match` gives `es-MX,en;q=0.5` English.
    wanted = (tag.replace("_", "-").split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((code for code in wanted if code in wording.languages()), wording.DEFAULT)


def json_answer(content: Any, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    answer = Response(msgspec.json.encode(content), status, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def posted_action(actions: Collection[str]) -> dict[str, Any] | None:
    """The action that was posted as JSON; none for what is none of these."""
    try:
        posted = read_json()
    except NoCall:
        return None
    return posted if posted.get("action") in actions else None


def conditional(answer: Response) -> Response:
    """An answer that is not sent again to whoever has it."""
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def new_app(names: OwnNames, **config: Any) -> Flask:
    """An application for these pages: it answers only by this machine's own names, gives every answer its headers,
    every error a page in plain words, and every template the words of whoever asks."""
    app = Flask("web", static_url_path="/static")
    app.config.update(config)
    app.url_map.merge_slashes = False  # its redirect would lead wherever the request says
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["for_scripts"] = wording.for_scripts
    app.jinja_env.globals["asset"] = address_of
    app.register_blueprint(assets_door())

    @app.context_processor
    def words() -> dict[str, Any]:
        """`t`: all texts; `words_of`: those that only one page says; `languages`: what each calls itself."""
        code = language()
        return {
            "t": wording.table(code),
            "words_of": lambda page: wording.table_of(page, code),
            "languages": wording.language_names(),
        }

    @app.before_request
    def refuse_other_names() -> Response | None:
        return None if names.answers_to(request.headers.get("Host")) else error_answer(421)

    @app.after_request
    def add_headers(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        answer.headers.setdefault("Cache-Control", "no-cache")
        if answer.mimetype == "text/html":
            in_language(answer)
            _keep_language(answer)
        compress(answer)
        return answer

    @app.errorhandler(HTTPException)
    def known_error(error: HTTPException) -> Response:
        return error_answer(error.code or 500)

    @app.errorhandler(NoCall)
    def no_call(no: NoCall) -> Response:
        return json_answer({"accepted": False, "message": str(no)}, 400)

    @app.errorhandler(Trouble)
    def known_trouble(error: Trouble) -> Response:
        app.logger.error("The page cannot answer %s: %s", request.path, error)
        return error_answer(503, kind="failed")

    @app.errorhandler(Exception)
    def unknown_error(error: Exception) -> Response:
        app.logger.exception("The page failed to answer %s", request.path, exc_info=error)
        return error_answer(500)

    return app


def _keep_language(answer: Response) -> None:
    """Remember the language that `?lang=` chose, so that the other pages follow."""
    asked = request.args.get("lang", "")
    if asked in wording.languages():
        answer.set_cookie(LANGUAGE_COOKIE, asked, max_age=LANGUAGE_SECONDS, httponly=True, samesite="Lax")


def error_answer(status: int, retry_after: int | None = None, kind: str = "") -> Response:
    """An error for people as a page, for programs as JSON; its words are of that kind, else by its status."""
    kind = kind or WORDS.get(status, "failed" if status >= 500 else "bad")
    if request.accept_mimetypes.best_match(("text/html", "application/json")) != "text/html" or (
        request.path.startswith(("/api/", "/events", "/calls"))
    ):
        message = wording.table(language())["error"][kind]
        answer = json_answer({"error": kind, "accepted": False, "message": message}, status)
    else:
        page = render_template("error.html", kind=kind)
        answer = Response(page, status, mimetype="text/html")
    if retry_after is not None:
        answer.headers["Retry-After"] = str(retry_after)
    return answer


def in_language(answer: Response) -> Response:
    """An answer that others get in other languages."""
    answer.vary.update(("Cookie", "Accept-Language"))
    return answer


def keep_private(answer: Response) -> Response:
    """For `after_request` of doors behind which one may see what another may not: no answer is kept for others."""
    answer.vary.add("Cookie")
    return answer
