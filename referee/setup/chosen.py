"""What the host chose on the phone, kept beside the table profile: what is played, and with which camera.

It counts in place of what the command line or the settings file asks for, until those ask for something else.
"""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from pathlib import Path

import msgspec

from calibration.whole_file import write_whole
from hardware.address import clean_json, shown_name
from referee.refusal import unwritten
from referee.wiring import Rules

_log = logging.getLogger(__name__)

FILE = "game.json"


class Played(msgspec.Struct, frozen=True):
    """What can be chosen of a game on a phone."""

    edition: str
    seats: str
    rules: str = ""
    clock: int = 0


class Choice(msgspec.Struct, frozen=True):
    """A game and a camera."""

    played: Played
    camera: str = ""


class Chosen(msgspec.Struct, frozen=True):
    """What was chosen, and what it was chosen instead of."""

    chosen: Choice
    instead_of: Choice


def played_at(profile: Path, asked: Rules) -> Rules:
    """What is played at a table: what was chosen for it on a phone, else what is asked for."""
    kept = _kept(profile)
    if kept is None or kept.instead_of.played != _of(asked):
        return asked
    played = kept.chosen.played
    return replace(asked, edition=played.edition, seats=played.seats, rules=played.rules, clock=played.clock)


def camera_at(profile: Path, asked: str) -> str:
    """The name of the camera over a table: that which was chosen for it on a phone, else that which is asked for."""
    kept = _kept(profile)
    if kept is None or kept.instead_of.camera != shown_name(asked) or kept.chosen.camera == shown_name(asked):
        return asked
    return kept.chosen.camera


def keep_chosen(profile: Path, asked: Rules, chosen: Rules, asked_camera: str = "", camera: str = "") -> None:
    """Keep what was chosen in place of what is asked for; of addresses only what may be told. Raises Refusal where it
    cannot be written."""
    content = Chosen(Choice(_of(chosen), shown_name(camera)), Choice(_of(asked), shown_name(asked_camera)))
    try:
        profile.mkdir(parents=True, exist_ok=True)
        write_whole(profile / FILE, msgspec.json.format(msgspec.json.encode(content)) + b"\n")
    except OSError as error:
        raise unwritten(error) from error


def _kept(profile: Path) -> Chosen | None:
    file = profile / FILE
    try:
        text = file.read_text("utf-8")
        if (clean := clean_json(text)) != text:  # earlier versions kept addresses whole
            with contextlib.suppress(OSError):
                write_whole(file, clean.encode())
        return msgspec.json.decode(clean, type=Chosen)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        _log.warning("what was chosen on the phone cannot be read from %s: %s", file, error)
        return None


def _of(rules: Rules) -> Played:
    return Played(rules.edition, rules.seats, rules.rules, rules.clock)
