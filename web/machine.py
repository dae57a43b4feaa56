"""The machine a table runs on, for its host's phone: how it is, which version runs, which network it is in.

Who measures, updates and joins stands behind `Machine`; here it is only asked, and what it says is put into the words
of the phone's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from flask import Blueprint, Response

from engine.trouble import Trouble
from web import page_words
from web.calls import acted, host_acts, hosts_door
from web.hosts import Hosts

ACTIONS = ("join", "update", "back", "https")
Secure = Literal["off", "on", "served"]
"""Whether the page is to be served by HTTPS, too, and whether it is at this moment."""


@dataclass(frozen=True)
class VersionsView:
    """The versions that are installed side by side."""

    runs: str
    waiting: str = ""
    """One that runs once a host says so; empty for none."""
    before: str = ""
    """The one that ran before; empty for none."""
    newer_before: bool = False
    """Whether that one is the newer of the two: it was left."""
    gave_up: str = ""
    """One that never came up, so that the one before runs again."""
    changing: bool = False
    """Whether another is about to run."""


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi in reach."""

    name: str
    strength: int
    """Per cent."""
    locked: bool
    """Whether it wants a password."""


@dataclass(frozen=True)
class NetworkView:
    """How phones reach the table."""

    state: Literal["joined", "cable", "own", "none"]
    """In somebody's Wi-Fi, on a cable, by a Wi-Fi of its own, not at all."""
    name: str = ""
    """Of that Wi-Fi."""
    in_reach: tuple[Wifi, ...] = ()
    address: str = ""
    """Of the page, in any network."""
    joining: str = ""
    """The Wi-Fi that is being joined; empty for none."""
    trouble: Trouble | None = None
    """Why the last try failed."""


@dataclass(frozen=True)
class MachineView:
    """How the machine is."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    """Its condition in numbers, as `/healthz` gives them."""
    worries: tuple[Trouble, ...] = ()
    version: str = ""
    """The version of this program that runs."""
    versions: VersionsView | None = None
    """None where a version is changed in another way."""
    network: NetworkView | None = None
    """None where networks are joined in another way."""
    secure: Secure | None = None
    """None where HTTPS is chosen in another way."""


class Machine(Protocol):
    """Whoever knows the machine, as the page asks it."""

    def view(self) -> MachineView:
        """How things stand."""

    def told(self) -> dict[str, Any]:
        """Its condition, for `/healthz`."""

    def act(self, action: Mapping[str, Any]) -> Trouble | None:
        """Do what the host asks for; why it cannot be done, or none where it was taken."""


def machine_door(machine: Machine, hosts: Hosts) -> Blueprint:
    """`/machine` is the page, for everybody to open; what it shows and does takes the host's key or a device's token.

    `GET /api/machine` tells how things stand, `POST` takes one of `ACTIONS` as JSON.
    """
    door = hosts_door("machine", "/machine", hosts, lambda code: _in_words(machine.view(), code))

    @door.post("/api/machine")
    def act() -> Response:
        _, action = host_acts(hosts, ACTIONS)
        return acted(machine.act(action), "machine")

    return door


def _in_words(view: MachineView, code: str) -> dict[str, Any]:
    """The view as plain data, its sentences in a language."""
    there = view.network

    def said(trouble: Trouble) -> dict[str, Any]:
        return page_words.trouble_words(trouble, "machine", code)

    return {
        "facts": dict(view.facts),
        "worries": [said(trouble) for trouble in view.worries],
        "version": view.version,
        "versions": view.versions,
        "secure": view.secure,
        "network": there and {**vars(there), "trouble": there.trouble and said(there.trouble)},
    }
