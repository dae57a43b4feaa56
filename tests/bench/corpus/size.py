"""How large the eye is: `python -m tests.bench.corpus.size` prints its lines and named numbers, room by room.

What is counted is what reads a board: `vision` without finding one, the discard piles, drawing, and what is only for
training. A named number is a name in capitals that a module gives a number, or one of several in a tuple of names.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import vision

ROOT = Path(vision.__file__).parent
OTHER = ("finding", "cards", "training", "drawing")
"""Rooms that read no board."""


def sizes() -> dict[str, Counter[str]]:
    """Room, or file beside the rooms -> how many `lines` and `numbers` it has."""
    rooms: dict[str, Counter[str]] = {}
    for file in sorted(ROOT.rglob("*.py")):
        room = file.relative_to(ROOT).parts[0]
        if room not in OTHER:
            text = file.read_text(encoding="utf-8")
            rooms.setdefault(room, Counter()).update(lines=len(text.splitlines()), numbers=_named(text))
    return rooms


def _named(text: str) -> int:
    """Names in capitals that a module gives values."""
    statements = ast.parse(text).body
    targets = [target for one in statements if isinstance(one, ast.Assign) for target in one.targets]
    return sum(isinstance(node, ast.Name) and node.id.isupper() for target in targets for node in ast.walk(target))


if __name__ == "__main__":
    rooms = sizes()
    for room, size in (*rooms.items(), ("all", sum(rooms.values(), Counter()))):
        print(f"{size['lines']:6} lines {size['numbers']:4} numbers  {room}")
