"""How a command speaks: tables and colour to a terminal, plain text to a pipe, JSON where it was asked for."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TextIO, cast

import click
import msgspec

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


@contextlib.contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """Shows a person how much of `total` is done while the answers go elsewhere; at a terminal these show it.

    What is given says that one more is done.
    """
    if total is None or on_terminal() or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=total, label=what, file=_bare(sys.stderr)) as bar:
        yield lambda: bar.update(1)


def counted(count: int, what: str) -> str:
    """`1 file`, `3 files`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def tell_json(value: Any) -> None:
    """One line of JSON, at once."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


Mood = Literal["plain", "alarm", "cheer"]
"""How a line is meant: on a terminal an alarm is red and a cheer green."""
_STYLES: dict[Mood, str] = {"alarm": "1;31", "cheer": "1;32"}


def tell_line(line: str, mood: Mood = "plain") -> None:
    """One line, at once."""
    tell_styled(line, _STYLES.get(mood, ""))


def tell_styled(line: str, style: str, rest: str = "") -> None:
    """One line, at once, that begins in a style (ECMA-48, SGR) where a person wants colours."""
    if style and on_terminal() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb":
        _bare(sys.stdout).write(f"\x1b[{style}m{printable(line)}\x1b[0m{printable(rest)}\n")
    else:
        sys.stdout.write(f"{line}{rest}\n")
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


def tell_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table: its columns below each other for a person, split by tabs and without headings for a pipe."""
    if not on_terminal():
        for row in rows:
            tell_line("\t".join(row))
        return
    table = [[printable(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        tell_line("  ".join(map(str.ljust, row, widths)).rstrip())
