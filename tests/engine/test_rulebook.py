"""Every line of the five printed books is data, a named rule of the engine, or said to be no rule."""

from __future__ import annotations

import importlib
from functools import reduce

import pytest

from engine.edition import load_edition
from engine.rulebook import BOOKS, rules, sources
from engine.wording import RULES

ROWS = [
    *[f"E{n}" for n in range(7)],
    *[f"P{n}" for n in range(1, 9)],
    *["D1", "D2", "D3", "D4", *[f"D5.{n}" for n in (2, 3, 4, 6, 8, 9, 10, 12)], "D6", "D7"],
    *[f"T{n}" for n in range(1, 11)],
    *["C1", "C2", "C3", "C4", *[f"S{n}" for n in range(1, 8)], *[f"J{n}" for n in range(1, 9)], "X1"],
    *["K1", "K2", "K3", "K4", "L1", "L2", "L3", "B1", "B2", "Z1", "Z2"],
]
"""Every statement of the printed books, by its number."""


def test_every_row_is_accounted_for() -> None:
    assert list(rules()) == list(dict.fromkeys(rules()))
    assert set(rules()) == set(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_lives_where_it_says(row: str) -> None:
    rule = rules()[row]
    assert rule.says
    assert set(rule.lines) <= set(BOOKS)
    if rule.kind == "data":
        edition = load_edition("classic")
        assert reduce(getattr, rule.where.split("."), edition) is not None
    elif rule.kind == "rule":
        module, *names = rule.where.split(".")
        assert callable(reduce(getattr, names, importlib.import_module(f"engine.{module}"))) or names
    else:
        assert rule.kind == "none"
        assert len(rule.where) > 10


def test_only_what_nobody_can_break_is_no_rule() -> None:
    assert {row for row, rule in rules().items() if rule.kind == "none"} == {"P8", "J3", "E0", "Z1"}


@pytest.mark.parametrize("book", BOOKS)
def test_no_line_lies_outside_its_book(book: str) -> None:
    last = {"English": 77, "Danish": 52, "Spanish": 88, "Swedish": 96, "Bible": 43}[book]
    for row, rule in rules().items():
        for line in rule.lines.get(book, "1").split(", "):
            assert 1 <= int(line) <= last, row


@pytest.mark.parametrize("code", RULES)
def test_every_problem_names_a_line_of_the_book_it_is_judged_by(code: str) -> None:
    for book in ("English", "Danish"):
        assert f"{book} book, line" in sources(RULES[code], (book,))
    for book in ("Spanish", "Swedish", "Bible"):
        silent = {"corner"} if book == "Bible" else {"too-many-dead"}
        assert code in silent or f"{book} book, line" in sources(RULES[code], (book,))


def test_lines_of_several_rules_are_told_once() -> None:
    assert sources(("J7", "S6"), ("English",)) == "English book, line 49"
    assert sources(("J7", "S6"), ()) == ""
