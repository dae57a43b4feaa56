"""`referee restore`: bring back what `referee backup` wrote."""

from __future__ import annotations

from pathlib import Path

import click

from referee.backup import Places
from referee.backup import restore as bring_back
from referee.commands.options import data_option
from referee.storage.settings import data_folder

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=_FILE)
@click.option("--table", type=click.Path(path_type=Path, file_okay=False), help="Where the table profile goes.")
@click.option("--settings", type=_FILE, help="Where the settings file goes.")
@data_option
def restore(file: Path, table: Path | None, settings: Path | None, data: Path | None) -> None:
    """Bring back everything from FILE. It is checked first; what is there now is kept under another name.

    Not while a referee works in this data folder.
    """
    contents, aside = bring_back(file, Places(data_folder(data), table, settings))
    click.echo(f"{len(contents.files)} files of {contents.made} are back in {data_folder(data)}.")
    for kept in aside:
        click.echo(f"What was there before is in {kept}.")
