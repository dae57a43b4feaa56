"""The page of the rules has what the books leave open as the rule book has it. Run as a program it is written anew."""

from __future__ import annotations

from pathlib import Path

from engine.rules.rulebook import rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = "writes it anew -->\n\n"

OWN = "each edition as its own books have it"
"""The answer that goes without saying where the books disagree."""


def rules_tables() -> str:
    """Two Markdown tables with what is played: in which rules the books disagree, and where all are silent."""
    told = rules().items()
    lines = ["### Where the books disagree", "", "| | rule | we play |", "| --- | --- | --- |"]
    lines += [
        f"| {name} | {rule.says} | {rule.answer} |"
        for name, rule in told
        if rule.grade == "disagree" and rule.answer not in ("", OWN)
    ]
    lines += ["", "### Where every book is silent", "", "| | question | we play |", "| --- | --- | --- |"]
    lines += [f"| {name} | {rule.says} | {rule.answer} |" for name, rule in told if rule.grade == "ours"]
    return "\n".join([*lines, ""])


def test_the_tables_of_the_page_are_those_of_the_rule_book() -> None:
    assert PAGE.read_text("utf-8").split(HEAD)[1] == rules_tables()


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(HEAD)] + HEAD + rules_tables(), "utf-8")
