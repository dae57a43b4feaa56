"""The page of the rules has every rule as the rule book has it. Run as a program it is written anew."""

from __future__ import annotations

from pathlib import Path

from engine.rules.rules_page import rules_table

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = "writes it anew -->\n\n"


def test_the_table_of_the_page_is_the_one_of_the_rule_book() -> None:
    assert PAGE.read_text("utf-8").split(HEAD)[1] == rules_table()


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(HEAD)] + HEAD + rules_table(), "utf-8")
