"""Name and password as a camera asks for them: Basic (RFC 7617) or Digest (RFC 7616, and RFC 2069 before it)."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable

_SCHEME = re.compile(r"(?:^|,)\s*(Basic|Digest)\s", re.IGNORECASE)
_FIELD = re.compile(r'([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))')
_ALGORITHMS = {"md5": "md5", "sha": "sha1", "sha-256": "sha256", "sha-512-256": "sha512_256"}
"""What cameras call a hash, and what `hashlib` does."""


def authorization(
    challenges: Iterable[str], method: str, target: str, name: str, password: str, client_nonce: str | None = None
) -> str | None:
    """The header `Authorization` for the first challenge that can be answered, Digest before Basic; None for none.

    Args:
        challenges: what stood behind each `WWW-Authenticate`, which may hold several.
        method: of the request, as `GET`.
        target: what is asked for: path and query, or for RTSP the whole address.
        name: whose password it is.
        password: may hold any sign.
        client_nonce: makes the answer differ each time; drawn where none is given.
    """
    found = [one for challenge in challenges for one in _taken_apart(challenge)]
    for scheme, fields in sorted(found, key=lambda one: one[0] != "digest"):
        if scheme == "basic":
            return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()
        if digest := _digest(fields, method, target, name, password, client_nonce or secrets.token_hex(8)):
            return digest
    return None


def _taken_apart(challenge: str) -> list[tuple[str, dict[str, str]]]:
    """Schemes in lower case, each with its fields."""
    _, *parts = _SCHEME.split(f"{challenge} ")
    return [
        (scheme.lower(), {key.lower(): quoted or plain for key, quoted, plain in _FIELD.findall(fields)})
        for scheme, fields in zip(parts[::2], parts[1::2], strict=True)
    ]


def _digest(
    fields: dict[str, str], method: str, target: str, name: str, password: str, client_nonce: str
) -> str | None:
    """The answer to one challenge; None where it asks for what nobody here knows."""
    algorithm, session, _ = fields.get("algorithm", "MD5").lower().partition("-sess")
    offered = [one.strip().lower() for one in fields.get("qop", "").split(",") if one.strip()]
    if algorithm not in _ALGORITHMS or (offered and "auth" not in offered):
        return None

    def hashed(text: str) -> str:
        return hashlib.new(_ALGORITHMS[algorithm], text.encode(), usedforsecurity=False).hexdigest()

    realm, nonce = fields.get("realm", ""), fields.get("nonce", "")
    who = hashed(f"{name}:{realm}:{password}")
    if session:
        who = hashed(f"{who}:{nonce}:{client_nonce}")
    protection = f"00000001:{client_nonce}:auth:" if offered else ""
    told = {
        "username": name.replace("\\", r"\\").replace('"', r"\""),
        "realm": realm,
        "nonce": nonce,
        "uri": target,
        "response": hashed(f"{who}:{nonce}:{protection}{hashed(f'{method}:{target}')}"),
    }
    text = ", ".join(f'{key}="{value}"' for key, value in told.items())
    if "opaque" in fields:
        text += f', opaque="{fields["opaque"]}"'
    if "algorithm" in fields:
        text += f", algorithm={fields['algorithm']}"
    if offered or session:
        text += f', cnonce="{client_nonce}"'
    if offered:
        text += ", qop=auth, nc=00000001"
    return f"Digest {text}"
