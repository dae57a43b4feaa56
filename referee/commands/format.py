"""`referee format`: records in their canonical form, nothing that was written lost."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from calibration.whole_file import write_whole
from engine.records.record import write_records
from engine.records.record_reader import read_records
from referee.reports.games_given import content_of

SAME, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--write", is_flag=True, help="Put the canonical form in place of the file's text.")
@click.option("--check", is_flag=True, help="Only say which files differ from it: exit code 1 if any does.")
def format(files: tuple[str, ...], write: bool, check: bool) -> int:
    """Print records (.sgn) in canonical form: what was written by hand in other words is said in the record's own.

    Comments and tags are kept. Several games in a file stay in one file, an empty line between them. - stands for what
    comes on standard input.
    """
    code = SAME
    for name in files:
        try:
            if Path(name).suffix == ".jsonl":
                raise ValueError(f"{name} is the twin of a record and has one form only; `referee check` reads it")
            data = content_of(name)
            games = read_records(data, name)
            text = write_records(games)
            if read_records(text, name) != games:
                raise ValueError(f"{name}: the canonical form would tell another game; the file is left as it is")
        except ValueError as error:  # of the record, its edition, board and seats, too
            print(f"referee: {error}", file=sys.stderr)
            code = UNREADABLE
            continue
        except OSError as error:
            print(f"referee: {name} cannot be read: {error.strerror or error}", file=sys.stderr)
            code = UNREADABLE
            continue
        same = text.encode() == data
        if check and not same:
            print(f"{name}: not in canonical form")
            code = max(code, DIFFERENT)
        elif write and not same:
            _replace(Path(name), text)
            print(f"{name}: written anew")
        elif not check and not write:
            print(text, end="")
    return code


def _replace(file: Path, text: str) -> None:
    """Put the text in place of the file's at once; who may read it stays."""
    mode = file.stat().st_mode & 0o777
    write_whole(file, text.encode())
    file.chmod(mode)
