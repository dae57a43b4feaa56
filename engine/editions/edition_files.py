"""Editions read from their TOML files, those that come with the program and a table's own, and bent by switches."""

from __future__ import annotations

import json
import re
import tomllib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.editions.edition import BOOKS, TEAMS, Edition, EditionError, EditionFile
from engine.editions.switches import bend
from engine.equipment.cards import MOST_SPECIAL, is_name
from engine.nearest import did_you_mean
from engine.plain_text import made_plain, read_toml


@lru_cache(maxsize=1)
def edition_names() -> tuple[str, ...]:
    """The editions that come with the program."""
    folder = resources.files("engine") / "editions"
    return tuple(sorted(e.name[: -len(".toml")] for e in folder.iterdir() if e.name.endswith(".toml")))


@lru_cache(maxsize=64)
def _shipped(name: str) -> Edition:
    return parse_edition(tomllib.loads(edition_text(name)), name, name)


def _load(name: str) -> Edition:
    if name in edition_names():
        return _shipped(name)
    path = Path(name)
    if path.suffix != ".toml":
        raise EditionError(
            f"there is no edition “{name}”; there are {', '.join(edition_names())}, or give a .toml file."
            f"{did_you_mean(name, edition_names())}"
        )
    try:
        edition = parse_edition(read_toml(path.read_bytes()), path.stem, name)
        beside = path.parent / edition.layout
        if beside.is_file() and not Path(edition.layout).is_file():
            edition = msgspec.structs.replace(edition, layout=str(beside))
        return edition
    except OSError as error:
        raise EditionError(f"edition file {name} cannot be read: {error.strerror or error}") from None
    except EditionError as error:
        raise EditionError(f"{name}: {error}") from None
    except ValueError as error:
        raise EditionError(f"edition file {name} is no valid TOML: {error}. {A_RIGHT_EDITION}") from None


def load_edition(name_or_path: str | Path, rules: str = "") -> Edition:
    """An edition by name or from a `.toml` file, with switches such as `advanced_jack=yes diagonals=no`.

    A board that the file names is sought beside it too.

    Raises:
        EditionError: no such edition, the file is not right, or a switch makes no sense.
    """
    return with_switches(_load(str(name_or_path)), rules)


def with_switches(edition: Edition, rules: str) -> Edition:
    """An edition with these switches, or as it is where there are none. Raises EditionError."""
    if not rules.strip():
        return edition
    try:
        return bend(edition, made_plain(rules))
    except ValueError as error:
        raise EditionError(str(error)) from None


def parse_edition(data: Any, name: str, source: str = "") -> Edition:
    """An edition from the data of its file. Raises EditionError with the path of what is wrong."""
    try:
        file = msgspec.convert(data, EditionFile, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        path = where.strip("`").rpartition("$")[2]
        raise EditionError(f"editions.{name}{path}: {what}.{_right(path, what)}") from None
    edition = Edition(**msgspec.structs.asdict(file), name=name, source=source)
    for path, wrong, what in _nonsense(edition):
        if wrong:
            raise EditionError(f"editions.{name}.{path}: {what}.{_right(path, what)}")
    return edition


A_RIGHT_EDITION = "`referee editions classic --file` prints one that is right."
"""Where whoever wrote one that is not finds an example."""


def edition_text(name: str) -> str:
    """The file of an edition that comes with the program. Raises EditionError where there is none."""
    if name not in edition_names():
        raise EditionError(f"there is no edition “{name}” that comes with the program; {', '.join(edition_names())} do")
    return (resources.files("engine") / "editions" / f"{name}.toml").read_text("utf-8")


def _right(path: str, what: str) -> str:
    """How the key at a path stands in the classic edition's file, or the key that may have been meant."""
    keys = [key for key in re.split(r"[.\[\]]+", path) if key and key != "..."]
    named = re.search(r"field `(\w+)`", what)
    at: Any = tomllib.loads(edition_text("classic"))
    for key in keys:
        if not isinstance(at, dict) or key not in at:
            break
        at = at[key]
    if named and isinstance(at, dict) and named[1] not in at:
        return did_you_mean(named[1], at)
    if named and isinstance(at, dict):
        keys, at = [*keys, named[1]], at[named[1]]
    return f" In the classic edition: {'.'.join(keys) or 'the file'} = {json.dumps(at)}" if keys else ""


def _nonsense(edition: Edition) -> tuple[tuple[str, bool, str], ...]:
    """Path, whether it is wrong, and what was expected, for what types alone do not catch."""
    teams, turns = edition.teams, edition.turns
    short = [n for n, cards in edition.hands.items() if n < 2 or cards < 1]
    return (
        ("title", not edition.title.strip(), "a name was expected"),
        ("books", not set(edition.books) <= set(BOOKS), f"some of {', '.join(BOOKS)}, or none, were expected"),
        ("hands", not edition.hands, "the hand for at least one number of players was expected"),
        (
            f"hands[{short[0] if short else ''}]",
            bool(short),
            "2 players or more, with a card or more each, were expected",
        ),
        (
            "teams.colours",
            len(teams.colours) < 2 or len(set(teams.colours) & set(TEAMS)) != len(teams.colours),
            f"two or more of {', '.join(TEAMS)}, each once, were expected",
        ),
        ("teams.alone", teams.alone < 0, "0 where nobody plays alone, or 1 and up"),
        (
            "teams.of_two",
            len(teams.of_two) not in (0, 2) or len(set(teams.of_two) & set(teams.colours)) != len(teams.of_two),
            f"two of {', '.join(teams.colours)}, or none, were expected",
        ),
        (
            "teams.sequences_to_win",
            not teams.sequences_to_win
            or any(not 2 <= n <= len(teams.colours) or need < 1 for n, need in teams.sequences_to_win.items()),
            f"1 sequence or more for 2 to {len(teams.colours)} teams was expected",
        ),
        *(
            (f"chips.{colour}", getattr(edition.chips, colour) < 0, "0 where nobody counts them, or 1 and up")
            for colour in TEAMS
        ),
        ("lines.length", edition.lines.length < 3, "3 spaces or more were expected"),
        ("lines.shared_spaces", not 0 <= edition.lines.shared_spaces < edition.lines.length, "fewer than the length"),
        ("turns.dead_per_turn", turns.dead_per_turn < 0, "0 for any number, or 1 and up"),
        (
            "turns.missed_draw",
            turns.missed_draw not in ("the-card", "until-next-turn"),
            "“the-card” or “until-next-turn” was expected",
        ),
        *(
            (f"cards.{key}", wrong, what)
            for key, special in (("wild", edition.cards.wild), ("remove", edition.cards.remove))
            for wrong, what in (
                (any(n < 1 for n in special.values()), "1 copy or more was expected"),
                (sum(special.values()) > MOST_SPECIAL, f"{MOST_SPECIAL} copies in all, or fewer, were expected"),
                (not all(map(is_name, special)), "letters, digits, - and _ were expected in the name of a card"),
            )
        ),
        ("cards", bool(set(edition.cards.wild) & set(edition.cards.remove)), "no card can be wild and remove too"),
        ("cards.advanced_jack", edition.cards.advanced_jack and not edition.cards.remove, "no card removes chips"),
    )
