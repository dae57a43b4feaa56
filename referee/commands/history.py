"""`referee history`: the recorded games, to list, show, export and delete."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from engine.records.twin import write_lines
from referee.commands.options import FILE, data_option, json_option
from referee.console import counted, tell_json, tell_line, tell_table, write_asked
from referee.reports.bundle import write_bundle
from referee.reports.event_text import as_record, date_of, day_and_minute, last_position, retell
from referee.session.persistence import Kept
from referee.storage.history import GameRow
from referee.storage.settings import data_folder, demo_folder


@click.group()
@data_option
@click.pass_context
def history(context: click.Context, data: Path | None) -> None:
    """List, show, export and delete recorded games."""
    if data is not None:  # said before the command's name it holds for the command
        context.default_map = {name: {"data": data} for name in history.commands}


@contextlib.contextmanager
def _open(data: Path | None, *, writing: bool = False) -> Iterator[Kept]:
    folder = data_folder(data)
    kept = Kept.below(folder, writing=True) if writing else Kept.reading(folder)
    if kept.history.salvaged:
        click.echo(kept.history.salvaged, err=True)
    with kept.history:
        yield kept


def _when(row: GameRow) -> str:
    """When it began; with a question mark where the machine did not know what time it was."""
    return day_and_minute(row.began) + ("" if row.clock_set else " ?")


def _result(row: GameRow) -> str:
    if row.result != "*":
        return row.result if row.result == "drawn" else f"{row.result} won"
    return "open" if row.ended is None else "not finished"


@history.command("list")
@data_option
@json_option
def list_games(data: Path | None, as_json: bool) -> None:
    """All games, newest first."""
    with _open(data) as kept:
        rows = kept.history.games()
    if as_json:
        for row in rows:
            tell_json(row)
        return
    if not rows:
        folder = data_folder(data)
        click.echo(f"No games yet in {folder}; those of `referee demo` are in {demo_folder(folder)}.", err=True)
        return
    tell_table(
        ("game", "began", "edition", "seats", "turns", "result"),
        ((str(r.id), _when(r), r.book, r.seats, str(r.turns), _result(r)) for r in rows),
    )


@history.command("show")
@click.argument("game", type=int)
@data_option
@json_option
def show(game: int, data: Path | None, as_json: bool) -> None:
    """One game: what happened, in order, and the position."""
    with _open(data) as kept:
        row = kept.history.game(game)
        happened = kept.told(game)
    if as_json:
        for event in happened:
            tell_json(event)
        return
    position = last_position(happened)
    tell_line(f"Game {row.id}, {_when(row)}, {row.book}, {row.seats}: {_result(row)}")
    for line, mood in retell(happened):
        tell_line(line, mood)
    for line in position:
        tell_line(line)


@history.command("export")
@click.argument("game", type=int)
@click.option("--form", type=click.Choice(["sgn", "jsonl", "bundle"]), default="sgn", show_default=True)
@click.option("-o", "--output", type=FILE, help="File; else standard output.")
@data_option
def export(game: int, form: str, output: Path | None, data: Path | None) -> None:
    """A game as a record (.sgn), as JSON lines, or all of it, with its evidence, as one file (`bundle`) that `referee
    verify` and `referee rerun` take anywhere."""
    with _open(data) as kept:
        if form == "bundle":
            file = output or Path(f"game-{game}.zip")
            write_bundle(kept, game, file)
            tell_line(f"Written: {file}.")
            return
        row = kept.history.game(game)
        happened = kept.told(game)
    if form == "sgn":
        text = as_record(happened, date=date_of(row), chain=(row.links, row.head))
    else:
        text = write_lines(happened)
    if output is None:
        sys.stdout.write(text)
    else:
        write_asked(output, text.encode())


@history.command("delete")
@click.argument("game", type=int, nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def delete(game: tuple[int, ...], yes: bool, data: Path | None) -> None:
    """Delete games for good; one that is being refereed just now is left alone."""
    with _open(data, writing=True) as kept:
        rows = [kept.history.game(number) for number in game]
        for row in rows:
            if not yes:
                what = f"game {row.id} of {_when(row)} ({counted(row.turns, 'turn')}, {_result(row)})"
                click.confirm(f"Delete {what} for good?", abort=True)
            kept.delete(row.id)
    tell_line(f"Deleted: {', '.join(str(number) for number in game)}.")
