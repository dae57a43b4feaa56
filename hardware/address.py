"""Addresses of network cameras: opened whole, and told without name, password or token, however they are spelled.

Makers put secrets before the host, in the path and in the query, and people put `@`, `/` and `?` into passwords without
writing them as %40. So nothing is told but the host and its port, and these only where it is certain what they are.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

HIDDEN = "…"
"""What stands for the rest of an address."""

_HOST = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_LIKE_ADDRESS = re.compile(
    r"[@?=&]|^\s*(?:rtsps?:|https?:|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|[\w.-]+(?:\.local|:\d+)/)", re.IGNORECASE
)
"""What no file and no `usb:0` has: an address whose beginning was forgotten or misspelt."""
_KIND = r"[A-Za-z][A-Za-z0-9+.-]*://"
_IN_TEXT = re.compile(
    rf"""(["'])(\s*{_KIND}(?:\\.|(?!\1)[^\\\n])*)\1"""
    rf"""|({_KIND}(?:[^\n]+?(?= gives | is back\.| is not open\.)|\S*[^\s.,;:!?)\]]|))"""
)
"""An address in quotes, up to the quote; in a sentence up to the words that follow one in ours, else up to a blank."""


@dataclass(frozen=True)
class Address:
    """The address of a camera. Its text, however it is made, holds no secret."""

    whole: str = field(repr=False)
    """As it was given, for whoever opens it, and for nobody else."""

    def __str__(self) -> str:
        return shown_name(self.whole)

    def __repr__(self) -> str:
        return f"Address({shown_name(self.whole)!r})"


def is_address(name: str) -> bool:
    """Whether the name of a camera is an address, of whatever kind."""
    return _SCHEME.fullmatch(name) is not None


def shown_name(name: str) -> str:
    """The name of a camera as it may be told; of an address, its kind and, where that is certain, host and port."""
    parts = _SCHEME.fullmatch(name)
    if parts is None:
        return HIDDEN if _LIKE_ADDRESS.search(name) else name
    kind, rest = parts[1].lower(), parts[2].rstrip()
    host = _host(rest)
    bare = rest.rstrip("/") == host and host
    return f"{kind}://{rest}" if bare else f"{kind}://{host}/{HIDDEN}" if host else f"{kind}://{HIDDEN}"


def _host(rest: str) -> str:
    """Host and port of what stands behind `://`; empty where a part of a secret could pass for them."""
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0]
    told_apart = "@" not in rest[len(authority) :]
    if told_apart:
        last = authority.rpartition("@")[2]
        return last if _HOST.fullmatch(last) else ""
    # A password with a slash in it, or an @ in path or query: only a number of the network is surely a host.
    candidates = {re.split(r"[/?#\\&;]", part, maxsplit=1)[0] for part in rest.split("@")}
    numbers = [one for one in candidates if _HOST.fullmatch(one) and _is_number(one)]
    return numbers[0] if len(numbers) == 1 else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(re.sub(r"^\[(.*)\](:\d+)?$|^([^:]*)(:\d+)?$", r"\1\3", host))
    except ValueError:
        return False
    return True


def without_secrets(text: str) -> str:
    """A text in which addresses stand as they may be told."""

    def told(found: re.Match[str]) -> str:
        return f"{found[1]}{shown_name(found[2])}{found[1]}" if found[1] else shown_name(found[3])

    return _IN_TEXT.sub(told, text)


def addresses_in(text: str) -> list[str]:
    """The addresses that stand in quotes in a text, whole."""
    return [found[2] for found in _IN_TEXT.finditer(text) if found[1]]


def cleaned(value: Any) -> Any:
    """Plain data, as JSON has it, without secrets in any of its texts; the very same where there are none."""
    if isinstance(value, str):
        return without_secrets(value) if "://" in value else value
    if isinstance(value, list):
        return [cleaned(one) for one in value]
    if isinstance(value, dict):
        return {name: cleaned(one) for name, one in value.items()}
    return value


def clean_json(text: str) -> str:
    """JSON without secrets in its texts; the very same where there are none, or where it is no JSON."""
    if "://" not in text:
        return text
    try:
        said = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return text
    clean_one = cleaned(said)
    return text if clean_one == said else msgspec.json.encode(clean_one).decode()
