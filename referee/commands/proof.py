"""`referee verify` and `rerun`: whether a record with its evidence is whole, and whether its rulings are the same."""

from __future__ import annotations

import time
from pathlib import Path

import click

from referee.commands.options import data_option, json_option
from referee.console import counted, tell_json, tell_line
from referee.refusal import Refusal, check_has_end
from referee.reports.bundle import Bundle, contradictions
from referee.session.persistence import Kept
from referee.storage.database import wants_room
from referee.storage.rejudging import Rejudged, Stretch, marks_of, rejudge
from referee.storage.settings import data_folder, history_file
from referee.storage.verifier import verify as look

LOOKS, AGAIN_SECONDS = 4, 0.5
"""A folder that is being written may change between two looks at it: what is truly changed is so each time."""

NO_ROOM = "Its disk is full, and reading it needs a little room: free some, or copy the folder to another disk."
"""Said where it cannot be read: SQLite makes a small file beside a history that was not closed."""


@click.command()
@click.argument("file", metavar="[FILE|FOLDER]", type=click.Path(path_type=Path), required=False)
@json_option
def verify(file: Path | None, as_json: bool) -> int:
    """Look whether anything was changed since it was written: events, inputs, pictures, film.

    FILE was written by `referee history export --form bundle`; FOLDER is a data folder, this machine's own where
    none is named. Exit code 0: whole, 1: changed, 2: not readable. `referee/storage/verifier.py` does the same
    by itself, with nothing but Python.
    """
    file = file or data_folder()
    check_has_end(file)
    if not file.is_file() and not history_file(file).exists():
        what = f"There is no {'history in ' if file.is_dir() else ''}{file}."
        raise Refusal(what, "Name a data folder, or a game that was exported as a bundle.")
    code, said = look(file)
    for _ in range(LOOKS - 1):
        if code == 0 or not (file / "history.sqlite-shm").exists():
            break
        time.sleep(AGAIN_SECONDS)
        code, said = look(file)
    if code == 0 and file.is_file() and (wrong := contradictions(file)):
        code, said = 1, wrong
    if code == 2 and wants_room(file):
        said = [*said, NO_ROOM]
    if as_json:
        tell_json({"file": str(file), "whole": code == 0, "readable": code != 2, "messages": said})
    else:
        for sentence in said:
            tell_line(sentence)
    return code


@click.command()
@click.argument("game", metavar="GAME|FILE")
@data_option
@json_option
def rerun(game: str, data: Path | None, as_json: bool) -> int:
    """Judge a game again from what was seen and said.

    GAME is a number of `referee history list`, or the file that `referee history export --form bundle` wrote: its
    rulings are compared with those of this version. Exit code 1 means that some differ, 2 that inputs are missing.
    """
    if game.isdecimal():
        number, found = int(game), _of_history(int(game), data_folder(data))
    else:
        check_has_end(Path(game))
        bundle = Bundle(Path(game))
        number, found = bundle.number, bundle.rejudged()
    if as_json:
        said = {"events": found.told, "differences": found.differences, "incomplete": found.incomplete}
        tell_json({"game": number, **said})
    else:
        if found.differences:
            tell_line(f"Game {number}: some rulings differ.")
        elif found.incomplete:
            tell_line(f"Game {number}: its inputs are incomplete; no ruling differs.")
        else:
            tell_line(f"Game {number}: the same {counted(found.told, 'ruling')}, to the letter.")
        for line in (*found.differences, *found.incomplete):
            tell_line(line)
    return 1 if found.differences else 2 if found.incomplete else 0


def _of_history(number: int, data: Path) -> Rejudged:
    kept = Kept.reading(data)
    with kept.history:
        kept.history.game(number)
        told, links = kept.history.events(number), kept.history.links(number)
        files = kept.inputs.stretches(number)
        if not files:
            raise Refusal(
                f"The inputs of game {number} are not kept.", "Games refereed live or watched with --keep have them."
            )
        stretches = [Stretch(first, f"inputs/{file.name}", file.read_bytes().splitlines(True)) for first, file in files]
    return rejudge(told, stretches, marks_of(links))
