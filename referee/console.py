"""How a command speaks: tables and colour to a terminal, plain text to a pipe, JSON where it was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from calibration.whole_file import write_whole
from referee.refusal import Refusal, file_trouble


def on_terminal() -> bool:
    """Whether a person reads along, not a pipe or a file."""
    return sys.stdout.isatty()


def console() -> Console:
    """Where people read."""
    return Console(highlight=False)


def progress(what: str) -> Progress:
    """A progress bar on standard error, shown only to a person and gone when the work is done."""
    return Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=on_terminal(),  # what goes to a file or a pipe is none of the bar's business
        disable=not sys.stderr.isatty(),
    )


def counted(count: int, what: str) -> str:
    """`1 file`, `3 files`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def tell_json(value: Any) -> None:
    """One line of JSON, at once."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


Mood = Literal["plain", "alarm", "cheer"]
"""How a line is meant: on a terminal an alarm is red and a cheer green."""
_STYLES: dict[Mood, str] = {"alarm": "bold red", "cheer": "bold green"}


def tell_line(line: str, mood: Mood = "plain") -> None:
    """One line, at once."""
    if mood != "plain" and on_terminal():
        console().print(line, style=_STYLES[mood], markup=False, soft_wrap=True)
    else:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def write_asked(file: Path, content: bytes) -> None:
    """Write a file that somebody asked for, whole or not at all. Raises Refusal naming it where that cannot be done."""
    try:
        if file.is_symlink() or (file.exists() and not file.is_file()):
            file.write_bytes(content)  # /dev/stdout, a pipe: nothing is put in their place
        else:
            write_whole(file, content)
    except OSError as error:
        error.filename = str(file)
        raise Refusal(file_trouble(error)) from error


def tell_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
    """A table: drawn for a person, columns split by tabs for a pipe."""
    if not on_terminal():
        for row in rows:
            tell_line("\t".join(row))
        return
    rows = list(rows)
    width = sum(max(map(len, column)) + 3 for column in zip(headings, *rows, strict=True)) + 1
    if width > console().width:
        # Squeezed columns are no table any more: lines that the terminal breaks are.
        for row in rows:
            tell_line("  ".join(filter(None, row)))
        return
    table = Table(*headings, title=title or None, title_justify="left")
    for row in rows:
        table.add_row(*row)
    console().print(table)
