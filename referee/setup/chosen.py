"""What the host chose to play on the phone, kept beside the table profile.

It counts in place of what the command line or the settings file asks for, until those ask for something else.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import msgspec

from referee.refusal import Refusal, file_trouble
from referee.wiring import Rules

_log = logging.getLogger(__name__)

FILE = "game.json"


class Played(msgspec.Struct, frozen=True):
    """What can be chosen on a phone."""

    edition: str
    seats: str
    rules: str = ""


class Chosen(msgspec.Struct, frozen=True):
    """A choice, and what it was made instead of."""

    played: Played
    instead_of: Played


def played_at(profile: Path, asked: Rules) -> Rules:
    """What is played at a table: what was chosen for it on a phone, else what is asked for."""
    file = profile / FILE
    try:
        chosen = msgspec.json.decode(file.read_bytes(), type=Chosen)
    except FileNotFoundError:
        return asked
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        _log.warning("what was chosen on the phone cannot be read from %s: %s", file, error)
        return asked
    if chosen.instead_of != _of(asked):
        return asked
    return replace(asked, edition=chosen.played.edition, seats=chosen.played.seats, rules=chosen.played.rules)


def keep_chosen(profile: Path, asked: Rules, chosen: Rules) -> None:
    """Keep what was chosen in place of what is asked for. Raises Refusal where it cannot be written."""
    whole, part = profile / FILE, profile / f"{FILE}.part"
    try:
        profile.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(Chosen(_of(chosen), _of(asked)))) + b"\n")
        part.replace(whole)
    except OSError as error:
        raise Refusal(file_trouble(error)) from error


def _of(rules: Rules) -> Played:
    return Played(rules.edition, rules.seats, rules.rules)
