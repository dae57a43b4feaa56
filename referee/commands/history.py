"""`referee history`: the recorded games, to list, show, export and delete."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from referee.commands.options import data_option, json_option
from referee.history import GameRow, History
from referee.settings import data_folder, history_file
from referee.telling import on_terminal, tell_json, tell_line, tell_table


@click.group(short_help="List, show, export and delete recorded games.")
def history() -> None:
    """List, show, export and delete recorded games."""


def _open(data: Path | None) -> History:
    opened = History(history_file(data_folder(data)))
    if opened.salvaged:
        click.echo(opened.salvaged, err=True)
    return opened


def _when(wall: float | None) -> str:
    return "" if wall is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(wall))


def _result(row: GameRow) -> str:
    if row.result != "*":
        return row.result
    return "open" if row.ended is None else "not finished"


@history.command("list")
@data_option
@json_option
def list_games(data: Path | None, as_json: bool) -> None:
    """All games, newest first."""
    with _open(data) as games:
        rows = games.games()
    if as_json:
        for row in rows:
            tell_json(row)
        return
    if not rows and on_terminal():
        tell_line("No games yet. `referee demo` plays one.")
        return
    tell_table(
        ("game", "began", "edition", "seats", "turns", "result"),
        ((str(r.id), _when(r.began), r.edition, r.seats, str(r.turns), _result(r)) for r in rows),
    )


@history.command("show")
@click.argument("game", type=int)
@click.option("--turn", type=int, help="The position after this turn instead of the last.")
@data_option
@json_option
def show(game: int, turn: int | None, data: Path | None, as_json: bool) -> None:
    """One game: what happened, in order, and the position."""
    from referee.retelling import position_after, retell

    with _open(data) as games:
        row = games.game(game)
        happened = games.events(game)
    if as_json:
        for event in happened:
            tell_json(event)
        return
    tell_line(f"Game {row.id}, {_when(row.began)}, {row.edition}, {row.seats}: {_result(row)}")
    for line in retell(happened):
        tell_line(line)
    for line in position_after(happened, turn):
        tell_line(line)


@history.command("export")
@click.argument("game", type=int)
@click.option("--form", type=click.Choice(["sgn", "jsonl", "position"]), default="sgn", show_default=True)
@click.option("--turn", type=int, help="With `--form position`: after this turn instead of the last.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File; else standard output.")
@data_option
def export(game: int, form: str, turn: int | None, output: Path | None, data: Path | None) -> None:
    """A game as a record (.sgn), as JSON lines, or as the position at any turn."""
    from referee.retelling import as_json_lines, as_record, position_after

    with _open(data) as games:
        row = games.game(game)
        happened = games.events(game)
    if form == "sgn":
        text = as_record(happened, date=time.strftime("%Y.%m.%d", time.localtime(row.began)))
    elif form == "jsonl":
        text = as_json_lines(happened)
    else:
        text = "\n".join(position_after(happened, turn)) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")


@history.command("delete")
@click.argument("game", type=int, nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def delete(game: tuple[int, ...], yes: bool, data: Path | None) -> None:
    """Delete games for good."""
    with _open(data) as games:
        rows = [games.game(number) for number in game]
        for row in rows:
            if not yes:
                what = f"game {row.id} of {_when(row.began)} ({row.turns} turns, {_result(row)})"
                click.confirm(f"Delete {what} for good?", abort=True)
            games.delete(row.id)
    tell_line(f"Deleted: {', '.join(str(number) for number in game)}.")
