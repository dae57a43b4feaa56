"""The rule book as the table that stands in `docs/rules.md`."""

from __future__ import annotations

from engine.rules.rulebook import BOOKS, TOPICS, Rule, rules

GRADES = {"printed": "printed", "disagree": "**the books disagree**", "ours": "*our answer*"}


def rules_table() -> str:
    """Every rule as a row of a Markdown table: its name, what it says, its grade, and where each book prints it."""
    lines = []
    for letter, topic in TOPICS.items():
        lines += [f"### {topic}", "", "| | rule | grade | lines |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {name} | {_said(rule)} | {GRADES[rule.grade]} | {_lines(rule)} |"
            for name, rule in rules().items()
            if name[0] == letter
        ]
        lines.append("")
    return "\n".join(lines)


def _said(rule: Rule) -> str:
    said = f"{rule.says}."
    if rule.each:
        by_words: dict[str, list[str]] = {}
        for book, words in rule.each.items():
            by_words.setdefault(words, []).append(book)
        said += " " + "; ".join(f"{', '.join(books)}: {words}" for words, books in by_words.items()) + "."
    if rule.answer:
        said += f" We play: {rule.answer}."
    return said + (f" Switch: `{rule.switch}`." if rule.switch else "")


def _lines(rule: Rule) -> str:
    return "; ".join(f"{book} {rule.lines[book]}" for book in BOOKS if book in rule.lines) or "none"
