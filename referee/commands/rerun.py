"""`referee rerun`: feed recorded inputs through the arbiter again and compare."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import data_option, json_option
from referee.console import counted, tell_json, tell_line
from referee.refusal import Refusal, check_has_end
from referee.reports.bundle import Bundle
from referee.session.persistence import Kept
from referee.storage.rejudging import Rejudged, Stretch, marks_of, rejudge
from referee.storage.settings import data_folder


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
    return _tell(number, found, as_json)


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


def _tell(number: int, found: Rejudged, as_json: bool) -> int:
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
