"""How large the house is: `make size` prints files, lines and named numbers, room by room, and the words of the docs.

A named number is a name in capitals that a module gives a number, or one of several in a tuple of names.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "vision", "calibration", "hardware", "web", "referee")
READS_NO_BOARD = ("finding", "cards", "training", "drawing")
"""Rooms of the eye without which a board that was found is read."""


def size_of(files: Iterable[Path]) -> Counter[str]:
    """How many `files`, `lines` and, of Python, named `numbers` these are."""
    size: Counter[str] = Counter()
    for file in files:
        text = file.read_text(encoding="utf-8")
        size.update(files=1, lines=len(text.splitlines()), numbers=_named(text) if file.suffix == ".py" else 0)
    return size


def _named(text: str) -> int:
    """Names in capitals that a module gives values."""
    statements = ast.parse(text).body
    targets = [target for one in statements if isinstance(one, ast.Assign) for target in one.targets]
    return sum(isinstance(node, ast.Name) and node.id.isupper() for target in targets for node in ast.walk(target))


def sizes() -> dict[str, Counter[str]]:
    """The size of each room, by what it is called."""
    rooms = {room: size_of((ROOT / room).rglob("*.py")) for room in ROOMS}
    eye = ROOT / "vision"
    reading = (file for file in eye.rglob("*.py") if file.relative_to(eye).parts[0] not in READS_NO_BOARD)
    return {
        **rooms,
        "the product": sum(rooms.values(), Counter()),
        "of it, what reads a board that was found": size_of(reading),
        "scripts of the page": size_of((ROOT / "web" / "static").rglob("*.js")),
        "tests": size_of((ROOT / "tests").rglob("*.py")),
    }


if __name__ == "__main__":
    for name, size in sizes().items():
        print(f"{size['files']:5} files {size['lines']:6} lines {size['numbers']:4} numbers  {name}")
    words = sum(len(page.read_text(encoding="utf-8").split()) for page in (ROOT / "docs").glob("*.md"))
    print(f"{words:25} words    docs")
