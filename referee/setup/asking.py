"""What a phone asks to be played, as rules; what cannot be played is refused in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.editions.edition import TEAMS
from engine.editions.edition_files import load_edition
from engine.editions.switches import SWITCHES
from engine.plain_text import player_word
from engine.trouble import Trouble
from referee.wiring import Rules
from vision.table import TableLook
from web.turn_clock import is_time_of_a_turn

MOST_SEATS = 12


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
