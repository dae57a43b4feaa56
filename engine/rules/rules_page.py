"""What the printed books leave open, as the tables that stand in `docs/rules.md`."""

from __future__ import annotations

from engine.rules.rulebook import BOOKS, Rule, rules

OWN = "each edition as its own books have it"
"""The answer that goes without saying where the books disagree."""


def rules_tables() -> str:
    """Two Markdown tables: in which rules the books disagree, and where all of them are silent; with what is played."""
    told = rules().items()
    lines = ["### Where the books disagree", "", "| | rule | lines |", "| --- | --- | --- |"]
    lines += [f"| {name} | {_disagreement(rule)} | {_lines(rule)} |" for name, rule in told if rule.grade == "disagree"]
    lines += ["", "### Where every book is silent", "", "| | question | we play |", "| --- | --- | --- |"]
    lines += [f"| {name} | {rule.says} | {rule.answer} |" for name, rule in told if rule.grade == "ours"]
    return "\n".join([*lines, ""])


def _disagreement(rule: Rule) -> str:
    by_words: dict[str, list[str]] = {}
    for book, words in rule.each.items():
        by_words.setdefault(words, []).append(book)
    said = f"{rule.says}. " + "; ".join(f"{', '.join(books)}: {words}" for words, books in by_words.items()) + "."
    if rule.answer and rule.answer != OWN:
        said += f" We play: {rule.answer}."
    return said + (f" Switch: `{rule.switch}`." if rule.switch else "")


def _lines(rule: Rule) -> str:
    return "; ".join(f"{book} {rule.lines[book]}" for book in BOOKS if book in rule.lines)
