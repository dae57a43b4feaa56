"""`referee backup` and `restore`: everything of a machine's tables in one file, and back again."""

from __future__ import annotations

from pathlib import Path

import click

from referee.backup import Places, back_up
from referee.backup import restore as bring_back
from referee.commands.options import FILE, FOLDER, data_option
from referee.console import counted
from referee.session.persistence import Kept
from referee.storage.settings import data_folder, history_file


@click.command()
@click.argument("file", type=FILE)
@click.option("--table", type=FOLDER, help="Folder of the table profile, to take along.")
@click.option("--settings", type=FILE, help="Settings file of the table, to take along.")
@data_option
def backup(file: Path, table: Path | None, settings: Path | None, data: Path | None) -> None:
    """Write everything of this machine's tables into FILE, a zip file. A game may go on meanwhile."""
    if history_file(data_folder(data)).is_file():  # a damaged one is mended first
        Kept.reading(data_folder(data)).history.close()
    places = Places(data_folder(data), table, settings)
    contents = back_up(places, file)
    size = sum(listed.size for listed in contents.files)
    click.echo(f"In {file}: {counted(len(contents.files), 'file')}, {size / 1e6:.1f} MB.")
    if any(file.stat().st_dev == source.stat().st_dev for _, source in places.sources()):
        click.echo("It lies on the disk of what it keeps: copy it to another.")


_PARTS = {"table": "table profile is", "settings": "settings are"}


@click.command()
@click.argument("file", type=FILE)
@click.option("--table", type=FOLDER, help="Where the table profile goes.")
@click.option("--settings", type=FILE, help="Where the settings file goes.")
@data_option
def restore(file: Path, table: Path | None, settings: Path | None, data: Path | None) -> None:
    """Bring back everything from FILE. It is checked first; what is there now is kept under another name.

    Not while a referee works in this data folder.
    """
    places = Places(data_folder(data), table, settings)
    contents, aside = bring_back(file, places)
    left = [listed.name.partition("/")[0] for listed in contents.files if places.target(listed.name) is None]
    click.echo(f"Back in {places.data}: {counted(len(contents.files) - len(left), 'file')} of {contents.made}.")
    for kept in aside:
        click.echo(f"What was there before is in {kept}.")
    for part in sorted(set(left)):
        click.echo(f"Its {_PARTS[part]} left in it: --{part} says where to.")
