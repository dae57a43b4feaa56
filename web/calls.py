"""The door through which people speak to the referee: who may, how often, and from where.

What a call means is the arbiter's; here it is only let in or turned away, with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from engine.calls import AnyCall
from engine.saying import Saying
from engine.trouble import Trouble
from web.answers import error_answer, json_answer, language, posted_action, read_call, read_json
from web.hosts import WAIT_SECONDS, Admitted, Device, Hosts, Refused
from web.page_words import trouble_words
from web.people import LONGEST_NAME, person_name
from web.setting import Setting
from web.wording import DEFAULT, text, told

LONGEST_CALL = 8 * 1024
"""Bytes of one call; a whole position is well under one kilobyte."""
SIGNS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "phone",
    **dict.fromkeys(("Windows", "Macintosh", "Linux"), "computer"),
}
"""By what a browser tells the device it runs on, in this order: Android says Linux, too."""
COOKIE = "referee-device"
"""Holds a device's token for what is only looked at, pictures among it, since a browser asks for those by itself. It
never admits a call: other pages in the same browser could send it along."""
COOKIE_SECONDS = 400 * 24 * 3600


class CallAnswer(msgspec.Struct, frozen=True):
    """What the referee says to a call."""

    accepted: bool
    message: Saying | str = ""


View = TypeVar("View", covariant=True)


class Desk(Protocol[View]):
    """Whoever does what hosts ask for on a page that shows such a view."""

    def view(self) -> View:
        """How things stand; asking it means that somebody looks."""

    def picture(self) -> bytes | None:
        """What the page shows a picture of, as JPEG; none where there is nothing to be seen."""

    def act(self, action: Mapping[str, Any], who: str) -> Trouble | None:
        """Do what the host asks for; why it cannot be done, or none where it was taken."""


TakesCall = Callable[[AnyCall], CallAnswer]
"""Takes a call, whose time it sets by the clock of the source, and gives what the referee says to it."""


def calls_door(takes: TakesCall, hosts: Hosts) -> Blueprint:
    """`POST /calls` takes calls as JSON, `/api/devices` lists the hosts' devices and takes them off.

    `X-Host-Key` holds the key or a device's token, `X-Host-Name` a name (percent-encoded). The call `hello` asks
    whether that key is right, and makes the phone that showed it a device with a token of its own.
    """
    door = Blueprint("calls", __name__)

    @door.post("/calls")
    def make_call() -> Response:
        admitted = let_in(hosts)
        if not request.is_json:
            return refusal(text("error", "bad", language()), 415)
        posted = read_json()
        if posted.get("input") == "hello":
            return _greet(hosts, admitted, str(posted.get("device") or ""))
        return judged_answer(
            takes(read_call(posted, _name(request.headers.get("X-Host-Name", "")) or "host", language()))
        )

    @door.get("/api/devices")
    def devices() -> Response:
        admitted = let_in(hosts)
        own = admitted.device.number if admitted.device else None
        return json_answer({"devices": [_shown(one, own) for one in hosts.devices]})

    @door.delete("/api/devices/<int:number>")
    def take_off(number: int) -> Response:
        let_in(hosts)
        gone = hosts.take_off(number)
        if gone is None:
            return refusal(text("call", "no_device", language()), 404)
        return accepted(text("call", "device_gone", language(), device=device_words(gone, language())))

    return door


def from_this_page(origin: str | None, host: str, fetch_site: str | None) -> bool:
    """Whether a request comes from a page of this server, and not from another page in somebody's browser.

    `host` must be known to be this machine's, else a stranger's name that resolves to this machine would pass.
    """
    if fetch_site not in (None, "same-origin", "none"):
        return False
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def device_words(device: Device, language: str = DEFAULT) -> str:
    """What a device is called: `Ann's iPhone`, or as much of that as is known."""
    if not device.name:
        return device.kind
    return text("call", "device_of", language, name=device.name, kind=device.kind)


def must_be_from_this_page() -> None:
    """Turn away a request that another page in somebody's browser makes."""
    site = request.headers.get("Sec-Fetch-Site")
    if not from_this_page(request.headers.get("Origin"), request.headers.get("Host", ""), site):
        abort(refusal(text("error", "not_allowed", language()), 403))


def let_in(hosts: Hosts) -> Admitted:
    """The host whose request this is; whoever is none is turned away."""
    must_be_from_this_page()
    judged = hosts.admit(request.headers.get("X-Host-Key", ""), request.remote_addr or "")
    if isinstance(judged, Refused):
        slow = judged.why == "too_many_tries"
        answer = refusal(text("call", judged.why, language()), 429 if slow else 403)
        if slow:
            answer.headers["Retry-After"] = str(int(WAIT_SECONDS))
        abort(answer)
    return judged


def hosts_door(name: str, page: str, hosts: Hosts, told: Callable[[str], object], **shown: object) -> Blueprint:
    """A door with a page, for everybody to open, made with what is `shown` on it, and `/api/NAME`, which tells hosts
    how things stand, as `told` says it in the language of whoever asks."""
    door = Blueprint(name, __name__)

    @door.get(page)
    def open_page() -> str:
        return render_template(f"{name.replace('-', '_')}.html", **shown)

    @door.get(f"/api/{name}")
    def state() -> Response:
        let_in(hosts)
        return json_answer(told(language()))

    return door


def host_acts(hosts: Hosts, actions: Collection[str]) -> tuple[str, dict[str, Any]]:
    """The name of the host who acts, empty for none, and the action that was posted; all else is turned away."""
    admitted, action = let_in(hosts), posted_action(actions)
    if action is None:
        abort(json_answer({"accepted": False, "reason": text("error", "bad", language())}, 400))
    return admitted.device.name if admitted.device else "", action


def acted(refused: Trouble | None, page: str, setting: Setting | None = None) -> Response:
    """What came of an action: taken, or why not, as that page says it."""
    told = {} if refused is None else trouble_words(refused, page, language(), setting)
    return json_answer({"accepted": refused is None, **told})


def picture_for_hosts(hosts: Hosts, seen: Callable[[], bytes | None], missing: str = "") -> Response:
    """A picture, JPEG, that only the hosts' devices are shown; `missing` is the error where there is none."""
    if hosts.device_of(request.cookies.get(COOKIE, "")) is None:
        return error_answer(403)
    shown = seen()
    if shown is None:
        return error_answer(404, kind=missing)
    return Response(shown, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _greet(hosts: Hosts, admitted: Admitted, token: str) -> Response:
    """A phone asks whether it is the host's: it is, and has a token of its own from now on."""
    if admitted.device is None:
        return enrolled(hosts, _name(request.headers.get("X-Host-Name", "")), token)
    return _welcome(request.headers["X-Host-Key"], admitted.device)


def enrolled(hosts: Hosts, name: str, token: str = "") -> Response:
    """The phone that asks is a host's from now on; `token` is that of an earlier visit."""
    return _welcome(*hosts.enrol(name, _kind(request.headers.get("User-Agent", "")), token))


def _welcome(token: str, device: Device) -> Response:
    answer = accepted(text("call", "welcome", language()), device=token, number=device.number)
    answer.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict")
    return answer


def judged_answer(judged: CallAnswer) -> Response:
    """What the referee said to a call, in the language of whoever asks."""
    return json_answer({"accepted": judged.accepted, "message": told(judged.message, language())})


def accepted(message: str, **more: object) -> Response:
    """What was asked for is done, and what is said to it."""
    return json_answer({"accepted": True, "message": message, **more})


def refusal(message: str, status: int) -> Response:
    """A call that is not taken, and why."""
    return json_answer({"accepted": False, "message": message}, status)


def _shown(device: Device, own: int | None) -> dict[str, object]:
    return {
        "number": device.number,
        "words": device_words(device, language()),
        "since": device.since,
        "last": device.last,
        "this": device.number == own,
    }


def _name(header: str) -> str:
    return person_name(unquote(header))[:LONGEST_NAME]


def _kind(agent: str) -> str:
    """What sort of device a browser says it runs on."""
    return text("device", next((kind for sign, kind in SIGNS.items() if sign in agent), "other"), language())
