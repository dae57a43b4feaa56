"""`referee check`: replay game records and name every problem."""

from __future__ import annotations

import click

from referee.commands.options import json_option


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Count as faults what no turn got wrong and yet cannot be so.")
@json_option
def check(files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Replay records (.sgn) by the rules of their edition. Folders stand for the records in them.

    Exit code 0 if all are clean, 1 if a turn is faulty, 2 if a file cannot be read.
    """
    from referee.reports.checking import check_files

    return check_files(files, as_json=as_json, strict=strict)
