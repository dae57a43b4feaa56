"""Every function of the product can be seen whole on one screen, and every docstring stands by itself."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "vision", "web", "calibration", "hardware", "referee")
LONGEST = 60
"""Lines of a function, its arguments and docstring included."""
LEANING = re.compile(r"\s*(And|Or|The same|So many)\b")
"""How a docstring begins that only says something together with its neighbour."""


def statements(node):
    """Every statement in a file, a class or a function; half as long as a walk through all expressions takes."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for one in getattr(node, part, ()):
            yield one
            yield from statements(one)


def statements_of_files():
    """Every file of the product, and each statement in it."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for found in statements(ast.parse(file.read_text(encoding="utf-8"))):
                yield file.relative_to(ROOT), found


def test_no_function_is_longer_than_a_screen_and_every_docstring_says_its_own_meaning():
    lines, docstrings = {}, {}
    for file, found in statements_of_files():
        if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
            lines[f"{file}: {found.name}"] = found.end_lineno - found.lineno + 1
        elif isinstance(found, ast.Expr) and isinstance(found.value, ast.Constant):
            docstrings[f"{file}:{found.lineno}"] = str(found.value.value)
    assert len(lines) > 1500
    assert [(where, count) for where, count in lines.items() if count > LONGEST] == []
    assert len(docstrings) > 3000
    assert [(where, said) for where, said in docstrings.items() if LEANING.match(said)] == []
