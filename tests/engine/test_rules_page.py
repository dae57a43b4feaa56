"""The page of the rules has what the books leave open as the rule book has it. Run as a program it is written anew."""

from __future__ import annotations

from pathlib import Path

from engine.rules.rules_page import rules_tables

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = "writes it anew -->\n\n"


def test_the_tables_of_the_page_are_those_of_the_rule_book() -> None:
    assert PAGE.read_text("utf-8").split(HEAD)[1] == rules_tables()


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(HEAD)] + HEAD + rules_tables(), "utf-8")
