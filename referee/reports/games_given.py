"""Games named on the command line: files of records, twins, or numbers in the history."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from engine.records.record import Record
from engine.records.record_reader import read_records
from engine.records.twin import read_twin, record_of
from referee.refusal import Refusal, check_has_end
from referee.session.persistence import Kept
from referee.storage.settings import data_folder


def content_of(named: str) -> bytes:
    """The content of a file, or what comes on standard input where that is called `-`. Raises OSError."""
    if named == "-":
        return sys.stdin.buffer.read()
    check_has_end(Path(named))
    return Path(named).read_bytes()


def records_in_file(data: bytes, name: str) -> tuple[Record, ...]:
    """The games of a file's content: lines of JSON where its name ends in `.jsonl`, else records.

    Raises RecordError and the errors of `record_of`.
    """
    return read_twin(data, name) if Path(name).suffix == ".jsonl" else read_records(data, name)


def records_named(named: str, data: Path | None = None) -> tuple[Record, ...]:
    """The games of a file or, for `-`, of standard input, or the one with this number in the history.

    Raises Refusal where there is neither, RecordError where the file is no record.
    """
    file = Path(named)
    if named == "-" or file.is_file():
        return records_in_file(content_of(named), named)
    if not (named.isascii() and named.isdigit()):
        what = f"{named} is a folder" if file.is_dir() else f"There is no file {named}"
        raise Refusal(f"{what}.", "Name a record (.sgn), or the number of a game of the history.")
    kept = Kept.reading(data_folder(data))
    with kept.history:
        return (record_of(kept.told(int(named))),)


def history_records(data: Path | None = None) -> Iterator[Record]:
    """Every game of the history that can be told as a record."""
    kept = Kept.reading(data_folder(data))
    with kept.history:
        for row in kept.history.games():
            try:
                yield record_of(kept.told(row.id))
            except ValueError:
                continue  # a game that broke off before it began
