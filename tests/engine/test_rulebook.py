"""Every line of the five printed books is data, a named rule of the engine, or said to be no rule."""

import os
import pkgutil
import re
from functools import reduce
from pathlib import Path

import pytest

from engine.editions.edition import BOOKS
from engine.editions.edition_files import load_edition
from engine.editions.switches import SWITCHES
from engine.rules.rulebook import astray, cited, fingerprint, fingerprints, rules, sources
from engine.rules.wording import RULES

ROWS = [
    *[f"E{n}" for n in range(7)],
    *[f"P{n}" for n in range(1, 9)],
    *["D1", "D2", "D3", "D4", *[f"D5.{n}" for n in (2, 3, 4, 6, 8, 9, 10, 12)], "D6", "D7"],
    *[f"T{n}" for n in range(1, 11)],
    *["C1", "C2", "C3", "C4", *[f"S{n}" for n in range(1, 8)], *[f"J{n}" for n in range(1, 9)], "X1"],
    *[f"A{n}" for n in range(1, 21)],
    *["K1", "K2", "K3", "K4", "L1", "L2", "L3", "B1", "B2", "Z1", "Z2"],
]
"""Every statement of the printed books, and every answer of ours, by its number."""


def test_every_row_is_accounted_for():
    assert set(rules()) == set(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_lives_where_it_says(row):
    rule = rules()[row]
    assert rule.says
    assert set(rule.lines) <= set(BOOKS)
    if rule.kind == "data":
        edition = load_edition("classic")
        assert reduce(getattr, rule.where.split("."), edition) is not None
    elif rule.kind == "rule":
        assert pkgutil.resolve_name(f"engine.{rule.where}") is not None
    else:
        assert rule.kind == "none"
        assert len(rule.where) > 10


def test_only_what_nobody_can_break_is_no_rule():
    assert {row for row, rule in rules().items() if rule.kind == "none"} == {"P8", "J3", "E0", "Z1"}


@pytest.mark.parametrize("book", BOOKS)
def test_no_line_lies_outside_its_book(book):
    last = {"English": 77, "Danish": 52, "Spanish": 88, "Swedish": 96, "Bible": 43}[book]
    for row, rule in rules().items():
        for line in rule.lines.get(book, "1").split(", "):
            assert 1 <= int(line) <= last, row


@pytest.mark.parametrize("code", RULES)
def test_every_problem_names_a_line_of_the_book_it_is_judged_by(code):
    for book in ("English", "Danish"):
        assert f"{book} book, line" in sources(RULES[code], (book,))
    for book in ("Spanish", "Swedish", "Bible"):
        silent = {"corner"} if book == "Bible" else {"too-many-dead"}
        assert code in silent or f"{book} book, line" in sources(RULES[code], (book,))


def test_lines_of_several_rules_are_told_once():
    assert sources(("J7", "S6"), ("English",)) == "English book, line 49"
    assert sources(("J7", "S6"), ()) == ""


@pytest.mark.parametrize("book", BOOKS)
def test_every_cited_line_has_a_fingerprint_and_no_other_line_has_one(book):
    kept = fingerprints()[book]
    assert tuple(sorted(kept)) == cited(book)
    assert all(re.fullmatch("[0-9a-f]{8}", mark) for mark in kept.values())
    assert fingerprint("") not in kept.values(), "an empty line says nothing"


def test_a_fingerprint_tells_lines_apart_but_not_their_blanks():
    assert fingerprint("For 2 players  7 cards each ") == fingerprint("For 2 players 7 cards each")
    assert fingerprint("For 2 players 7 cards each") != fingerprint("For 3 players 6 cards each")


def test_a_citation_that_points_at_another_line_is_found():
    book = [""] * 120
    assert astray("English", book) == cited("English")
    assert astray("English", []) == cited("English")


BOOKS_FOLDER = os.environ.get("SEQUENCE_RULE_BOOKS", "")


@pytest.mark.skipif(not BOOKS_FOLDER, reason="SEQUENCE_RULE_BOOKS names no folder with the texts of the books")
@pytest.mark.parametrize("book", BOOKS)
def test_every_citation_points_at_the_line_it_means(book):
    texts = [path.read_text("utf-8").split("\n") for path in Path(BOOKS_FOLDER).iterdir() if path.suffix == ".txt"]
    best = min(texts, key=lambda lines: len(astray(book, lines)))
    assert astray(book, best) == ()
    assert [n for n, line in enumerate(best, 1) if line.strip() and n not in cited(book)] == [], "a line nobody judges"


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_the_grade_it_deserves(row):
    rule = rules()[row]
    if rule.grade == "printed":
        assert rule.lines
        assert not rule.each
    elif rule.grade == "disagree":
        assert len(set(rule.each.values())) > 1 or row == "P4", "P4: one book disagrees with itself"
        assert set(rule.lines) - {"Bible"} <= set(rule.each)
        assert rule.answer
    else:
        assert rule.answer
        assert not rule.lines
    assert not rule.switch or rule.switch in SWITCHES


def test_every_switch_belongs_to_a_rule():
    without = set(SWITCHES) - {rule.switch for rule in rules().values()}
    assert without == {"dealing_rotates", "flip"}, "printed in one book each, where the others are silent"


def test_the_suits_of_the_one_eyed_jacks_are_our_answer_and_cited_to_no_line():
    assert rules()["A1"].grade == "ours"
    assert "four one-eyed" in rules()["J1"].says
