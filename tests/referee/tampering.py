"""Random harm to files: bytes changed, pieces cut out, added and swapped, files cut short, exchanged and taken away."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.spoiling import PLAIN, changed

KINDS = (*PLAIN, "exchange", "remove")
UNTOUCHED = (".lock", "-shm", "-wal", "held-back")
"""Files that hold nothing of a record."""


@dataclass(frozen=True)
class Edit:
    """One thing done to one file."""

    root: Path
    """The data folder, or the exported game, that it belongs to."""
    file: Path
    kind: str
    seed: int


def edits(roots, count, seed):
    """So many random edits; each kind and each kind of file come equally often, whatever their sizes."""
    chance = Random(seed)
    files = {
        root: [file for file in ([root] if root.is_file() else sorted(root.rglob("*"))) if _matters(file)]
        for root in roots
    }
    for number in range(count):
        root = chance.choice(list(roots))
        endings = sorted({file.suffix for file in files[root]})
        ending = chance.choice(endings)
        file = chance.choice([file for file in files[root] if file.suffix == ending])
        kind = KINDS[number % len(KINDS)]
        if root.is_file() and kind in ("exchange", "remove"):
            kind = "flip"
        if file.suffix == ".sha256" and kind == "remove":
            kind = "cut"  # without its seal a history is as after a kill: whole as far as anybody knows
        yield Edit(root, file, kind, chance.randrange(1 << 30))


@contextlib.contextmanager
def tamper(edit):
    """Do it, and undo it afterwards."""
    before = edit.file.read_bytes()
    other, others = None, b""
    try:
        if edit.kind == "remove":
            edit.file.unlink()
        elif edit.kind == "exchange":
            alike = [file for file in sorted(edit.root.rglob(f"*{edit.file.suffix}")) if file.read_bytes() != before]
            if alike:
                other = Random(edit.seed).choice(alike)
                others = other.read_bytes()
                other.write_bytes(before)
                edit.file.write_bytes(others)
            else:
                edit.file.write_bytes(changed(before, "byte", Random(edit.seed)))
        else:
            edit.file.write_bytes(changed(before, edit.kind, Random(edit.seed)))
        yield
    finally:
        edit.file.write_bytes(before)
        if other is not None:
            other.write_bytes(others)
        for tail in edit.root.glob("history.sqlite-*"):
            tail.unlink()


def _matters(file):
    return file.is_file() and not file.name.endswith(UNTOUCHED)
