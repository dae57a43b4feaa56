"""Where a table is set up and played at: its camera, the folder of its profile, and what is played there.

What the host chose on the phone is kept beside the profile. It counts in place of what the command line or the
settings file asks for, until those ask for something else; what cannot be played is refused in words.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from calibration.profile import FILES, ProfileError, load_profile
from calibration.whole_file import sync_folder, write_whole
from engine.editions.edition import TEAMS
from engine.editions.edition_files import load_edition
from engine.editions.switches import SWITCHES
from engine.equipment.board import Layout, LayoutError, layout_names, load_layout
from engine.plain_text import player_word
from engine.trouble import Trouble
from hardware.address import shown_name
from hardware.camera import Camera
from hardware.present import cameras_present
from referee.refusal import unwritten
from referee.wiring import Rules
from vision.table import TableLook
from web.turn_clock import is_time_of_a_turn

_log = logging.getLogger(__name__)

FILE = "game.json"
UNCHOSEN = "unchosen"
"""Lies beside a profile from its measuring on a phone until the host has chosen what is played."""
MOST_SEATS = 12


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
        (profile / UNCHOSEN).unlink(missing_ok=True)
        sync_folder(profile)
    except OSError as error:
        raise unwritten(error) from error


def await_choice(profile: Path) -> None:
    """Remember that what is played at a table is yet to be chosen, whatever cuts the power. Raises OSError."""
    profile.mkdir(parents=True, exist_ok=True)
    write_whole(profile / UNCHOSEN, b"")


def choice_awaited(profile: Path) -> bool:
    """Whether a table was measured on a phone, and what is played at it not chosen yet."""
    return (profile / UNCHOSEN).exists()


def _kept(profile: Path) -> Chosen | None:
    file = profile / FILE
    try:
        return msgspec.json.decode(file.read_text("utf-8"), type=Chosen)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        _log.warning("what was chosen on the phone cannot be read from %s: %s", file, error)
        return None


def _of(rules: Rules) -> Played:
    return Played(rules.edition, rules.seats, rules.rules, rules.clock)


def rules_asked(action: Mapping[str, Any], asked: Rules, look: TableLook | None) -> Rules:
    """The rules that a phone chose, over those the table was started with. Raises Trouble."""
    edition, seats, switches = action.get("edition"), action.get("seats"), action.get("rules")
    clock = action.get("clock", 0)
    if not isinstance(edition, str) or not isinstance(seats, list) or not isinstance(switches, dict):
        raise _unclear()
    if type(clock) is not int or not is_time_of_a_turn(clock):
        raise _unclear()
    chosen = replace(asked, edition=edition, seats=_seats(seats), rules=_switches(switches), clock=clock)
    try:
        if _two_free_colours(chosen):
            chosen = replace(chosen, rules=f"{chosen.rules} colours=any".strip())
        chosen.game(look)
    except Trouble:
        raise
    except ValueError as error:
        raise Trouble(f"This cannot be played: {error}.", "Choose something else.", code="unplayable") from error
    return chosen


def _two_free_colours(chosen: Rules) -> bool:
    """Whether two teams play other colours than their book names, as a table may."""
    if "colours=" in chosen.rules:
        return False
    teams = {word.partition(":")[0] for word in chosen.seats.split()}
    of_two = load_edition(chosen.edition).teams.of_two
    return len(teams) == 2 and bool(of_two) and set(of_two) != teams


def _seats(given: list[Any]) -> str:
    if not 2 <= len(given) <= MOST_SEATS:
        raise _unclear()
    words = []
    for seat in given:
        team, name = (seat.get("team"), seat.get("name") or "") if isinstance(seat, dict) else (None, None)
        if team not in TEAMS or not isinstance(name, str):
            raise _unclear()
        word = player_word(name)
        words.append(f"{team}:{word}" if word else str(team))
    return " ".join(words)


def _switches(given: Mapping[str, Any]) -> str:
    words = []
    for name in SWITCHES:
        value = given.get(name)
        if isinstance(value, str) and value and not set(value) & set(" \n\t"):
            words.append(f"{name}={value}")
    return " ".join(words)


def _unclear() -> Trouble:
    return Trouble("What shall be played was not understood.", "Load this page anew.", code="unclear")


REPLACED = "Measuring the table again replaces it; a copy of its folder, made now, keeps it."
"""What is said with the reason why a table profile cannot be used, before anything is written over it."""


@dataclass(frozen=True)
class Place:
    """A table to be set up and played at."""

    open_camera: Callable[[str], Camera]
    """Gives a camera by its name, to be opened."""
    camera: str
    """The name of the one that is asked for."""
    profile: Path
    """Folder of the table profile."""
    asked: Rules
    """What is played unless something else is chosen on a phone."""
    cameras: Callable[[], tuple[str, ...]] = cameras_present
    """Names of the cameras there are."""

    def layouts(self) -> tuple[Layout, ...]:
        """What may be printed on the board, the likeliest first."""
        names = [self.asked.layout] if self.asked.layout else ["classic", *layout_names()]
        found = []
        for name in dict.fromkeys(names):
            try:
                found.append(load_layout(name))
            except LayoutError as error:
                _log.warning("%s", error)
        return tuple(found) or (load_layout("classic"),)

    def look(self) -> TableLook | None:
        """What was measured of the table; none where nothing was, or cannot be used."""
        try:
            return load_profile(self.profile)
        except ProfileError:
            return None


def unusable_profile(folder: Path) -> ProfileError | None:
    """Why the table profile in a folder cannot be used: it is damaged, or of a newer program; none where there is none.

    Whoever measures the table again replaces it, and is told so before.
    """
    if not any((folder / name).is_file() for name in FILES):
        return None
    try:
        load_profile(folder)
    except ProfileError as error:
        return error
    return None
