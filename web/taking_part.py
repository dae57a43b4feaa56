"""A table's part in a club's evening, for its host's phone: the page on which it joins and leaves.

Who joins and sends stands behind `ClubDesk`; here it is only asked, and what it says is put into the words of the
phone's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Blueprint, Response

from engine.trouble import Trouble
from web.answers import language
from web.calls import acted, host_acts, hosts_door
from web.hosts import Hosts
from web.page_words import trouble_words

ACTIONS = ("join", "leave", "pictures")


@dataclass(frozen=True)
class ClubView:
    """How a table stands to clubs."""

    name: str = ""
    """What it is called there, or was in the last club."""
    address: str = ""
    """Of the club's page; empty where it is in none."""
    pictures: bool = False
    """Whether it sends a picture of the board with each fault."""
    trouble: Trouble | None = None
    """Why nothing reaches the club."""


class ClubDesk(Protocol):
    """Whoever lets the table join, as the page asks it."""

    def view(self) -> ClubView:
        """How things stand."""

    def act(self, action: Mapping[str, Any], language: str) -> Trouble | None:
        """Do what the host asks for; why it cannot be done, or none where it was. What the club itself says against
        it is said in that language."""


def taking_part_door(desk: ClubDesk, hosts: Hosts) -> Blueprint:
    """`/club` is the page, for everybody to open; what it shows and does takes the host's key or a device's token.

    `GET /api/taking-part` tells how things stand, `POST` takes one of `ACTIONS` as JSON: `join` with `link` and
    `name`, `pictures` with `on`.
    """
    door = hosts_door("taking-part", "/club", hosts, lambda code: _in_words(desk.view(), code))

    @door.post("/api/taking-part")
    def act() -> Response:
        _, action = host_acts(hosts, ACTIONS)
        return acted(desk.act(action, language()), "club")

    return door


def _in_words(view: ClubView, code: str) -> dict[str, Any]:
    """The view as plain data, its sentence in a language."""
    return {**vars(view), "trouble": view.trouble and trouble_words(view.trouble, "club", code)}
