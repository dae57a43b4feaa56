"""The page `/trust`, on which a phone gets the table's certificate and how to trust it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request

from web.answers import conditional


@dataclass(frozen=True)
class Trust:
    """What a phone is asked to trust."""

    certificate: bytes
    """As PEM."""
    fingerprint: str
    port: int
    """Where the page is served by HTTPS."""


def trust_door(trust: Trust) -> Blueprint:
    """The page and its certificate."""
    door = Blueprint("trust", __name__)

    @door.get("/trust")
    def page() -> str:
        here = request.host
        name = here[: here.index("]") + 1] if here.startswith("[") else here.partition(":")[0]
        address = f"https://{name}:{trust.port}/"
        return render_template("trust.html", fingerprint=trust.fingerprint, address=address)

    @door.get("/trust/certificate.crt")
    def certificate() -> Response:
        return conditional(Response(trust.certificate, mimetype="application/x-x509-ca-cert"))

    return door
