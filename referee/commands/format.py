"""`referee format`: records in their canonical form."""

from __future__ import annotations

import click


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--write", is_flag=True, help="Put the canonical form in place of the file's text.")
@click.option("--check", is_flag=True, help="Only say which files differ from it: exit code 1 if any does.")
def format(files: tuple[str, ...], write: bool, check: bool) -> int:
    """Print records (.sgn) in canonical form: what was written by hand in other words is said in the record's own.

    Comments and tags are kept. Several games in a file stay in one file, an empty line between them.
    """
    from referee.reports.formatting import format_files

    return format_files(files, write=write, check=check)
