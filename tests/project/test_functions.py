"""Every function of the product can be seen whole on one screen."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "vision", "web", "calibration", "hardware", "referee")
LONGEST = 60
"""Lines of a function, its arguments and docstring included."""


def statements(node):
    """Every statement in a file, a class or a function; half as long as a walk through all expressions takes."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for one in getattr(node, part, ()):
            yield one
            yield from statements(one)


def functions():
    """Where each function stands, and how many lines it has."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for found in statements(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{file.relative_to(ROOT)}: {found.name}", found.end_lineno - found.lineno + 1


def test_no_function_is_longer_than_a_screen():
    found = dict(functions())
    assert len(found) > 1500
    assert [(where, lines) for where, lines in found.items() if lines > LONGEST] == []
