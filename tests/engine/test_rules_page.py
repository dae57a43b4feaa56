"""The page of the rules has what the books leave open as the rule book has it. Run as a program it is written anew."""

from __future__ import annotations

from pathlib import Path

from engine.rules.rulebook import Rule, rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = "writes it anew -->\n\n"

OWN = "each edition as its own books have it"
"""The answer that goes without saying where the books disagree."""


def rules_tables() -> str:
    """Two Markdown tables: in which rules the books disagree, each with its lines, and where all are silent; with what
    is played."""
    told = rules().items()
    lines = ["### Where the books disagree", "", "| | rule, books with their lines |", "| --- | --- |"]
    lines += [f"| {name} | {_disagreement(rule)} |" for name, rule in told if rule.grade == "disagree"]
    lines += ["", "### Where every book is silent", "", "| | question | we play |", "| --- | --- | --- |"]
    lines += [f"| {name} | {rule.says} | {rule.answer} |" for name, rule in told if rule.grade == "ours"]
    return "\n".join([*lines, ""])


def _disagreement(rule: Rule) -> str:
    by_words: dict[str, list[str]] = {}
    for book, words in rule.each.items():
        by_words.setdefault(words, []).append(f"{book} ({rule.lines[book]})" if book in rule.lines else book)
    said = f"{rule.says}. " + "; ".join(f"{', '.join(books)}: {words}" for words, books in by_words.items()) + "."
    if rule.answer and rule.answer != OWN:
        said += f" We play: {rule.answer}."
    return said + (f" Switch: `{rule.switch}`." if rule.switch else "")


def test_the_tables_of_the_page_are_those_of_the_rule_book() -> None:
    assert PAGE.read_text("utf-8").split(HEAD)[1] == rules_tables()


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(HEAD)] + HEAD + rules_tables(), "utf-8")
