"""The page of the rules has what all books leave open as the rule book has it. Run as a program it is written anew."""

from pathlib import Path

from engine.rules.rulebook import rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD = "writes it anew -->\n\n"


def rules_table():
    """A Markdown table: in which rules all books are silent, with what is played."""
    told = rules().items()
    lines = ["| | question | we play |", "| --- | --- | --- |"]
    lines += [f"| {name} | {rule.says} | {rule.answer} |" for name, rule in told if rule.grade == "ours"]
    return "\n".join([*lines, ""])


def test_the_table_of_the_page_is_that_of_the_rule_book():
    assert PAGE.read_text("utf-8").split(HEAD)[1] == rules_table()


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(HEAD)] + HEAD + rules_table(), "utf-8")
