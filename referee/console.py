"""How a command speaks: tables and colour to a terminal, plain text to a pipe, JSON where it was asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TextIO, cast

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from calibration.whole_file import write_whole
from referee.refusal import Refusal, file_trouble

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text, with signs that steer a terminal or turn a line round written as `\\x1b`: names of files bring them."""
    return _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], text)


class _Terminal:
    """A terminal that is given nothing but what can be printed."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(printable(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def guard_terminal() -> None:
    """From now on names of files and whatever else is told steer no terminal; pipes and files get all as it is."""
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def _guarded(stream: TextIO) -> TextIO:
    if stream is None or isinstance(stream, _Terminal) or not stream.isatty():
        return stream
    return cast(TextIO, _Terminal(stream))


def _bare(stream: TextIO) -> TextIO:
    """What stands behind a guarded terminal, for colours and bars."""
    return stream.stream if isinstance(stream, _Terminal) else stream


def on_terminal() -> bool:
    """Whether a person reads along, not a pipe or a file."""
    return sys.stdout.isatty()


def console() -> Console:
    """Where people read; what it is given has to be `printable`."""
    return Console(file=_bare(sys.stdout), highlight=False)


def progress(what: str) -> Progress:
    """A progress bar on standard error, shown only to a person and gone when the work is done."""
    return Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=_bare(sys.stderr)),
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
        console().print(printable(line), style=_STYLES[mood], markup=False, soft_wrap=True)
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
    rows = [[printable(cell) for cell in row] for row in rows]
    width = sum(max(map(len, column)) + 3 for column in zip(headings, *rows, strict=True)) + 1
    if width > console().width:
        # Squeezed columns are no table any more: lines that the terminal breaks are.
        for row in rows:
            tell_line("  ".join(filter(None, row)))
        return
    table = Table(*headings, title=title or None, title_justify="left")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)
