"""The work behind `referee editions NAME`: an edition in sentences, then every rule with its grade.

A rule is printed, the books disagree about it, or no book says it and the answer is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from engine.editions.edition import BOOKS, Edition
from engine.editions.switches import SWITCHES
from engine.equipment.cards import in_words
from engine.rules.rulebook import TOPICS, Rule, rules, sources


def explain_edition(edition: Edition) -> list[str]:
    """An edition in sentences, each with the lines of the books it comes from, then rule by rule."""
    return [
        f"{edition.name}: {edition.title}",
        f"  {edition.about}",
        *_in_short(edition),
        "",
        *rule_by_rule(edition),
    ]


def _in_short(edition: Edition) -> Iterator[str]:
    teams, lines, turns, cards = edition.teams, edition.lines, edition.turns, edition.cards
    hands = ", ".join(f"{n} players {size}" for n, size in sorted(edition.hands.items()))
    goals = ", ".join(f"{need} between {n} teams" for n, need in sorted(teams.sequences_to_win.items()))
    wild = " or ".join(f"{in_words(card)} ({n} of them)" for card, n in cards.wild.items()) or "no card"
    remove = " or ".join(f"{in_words(card)} ({n} of them)" for card, n in cards.remove.items()) or "no card"
    dead = f"at most {turns.dead_per_turn}" if turns.dead_per_turn else "any number"
    until = " until that seat's next turn" if turns.missed_draw == "until-next-turn" else " for good"
    ways = "across, down or aslant" if lines.diagonals else "across or down"
    said: list[tuple[str, tuple[str, ...]]] = [
        (f"Cards in hand: {hands}.", ("D5.2", "D5.3")),
        (f"Sequences that win: {goals}.", ("S3", "S4")),
        (f"A sequence is {lines.length} in a line, {ways}.", ("S1", "S2")),
        (f"Two sequences of a team may share {lines.shared_spaces} space.", ("S5",)),
        (f"A chip on any open space: {wild}.", ("J1", "J2")),
        (f"An opponent's chip taken away: {remove}.", ("J1", "J4")),
        (
            "It may also break a completed sequence."
            if cards.advanced_jack
            else "A chip in a sequence is safe from it.",
            ("X1",) if cards.advanced_jack else ("J7",),
        ),
        (f"Dead cards turned in during one turn: {dead}.", ("K3",)),
        (f"A forgotten draw is lost{until}.", ("L2",)),
        (f"Table talk costs each team-mate {'a card' if turns.table_talk else 'nothing'}.", ("B1", "B2")),
    ]
    if edition.chips.flip:
        said.append(("Chips of a completed sequence are turned white side up.", ("E6",)))
    if turns.dealing_rotates:
        said.append(("Everyone takes a turn at dealing.", ("D2",)))
    for sentence, ids in said:
        source = sources(ids, edition.books)
        yield f"  {sentence}{f' [{source}]' if source else ''}"


def rule_by_rule(edition: Edition) -> Iterator[str]:
    """Every rule of the rule book: what each book says, where they disagree, and which answer is ours."""
    yield "Every rule, and who says so:"
    for letter, topic in TOPICS.items():
        yield f"  {topic}"
        for name, rule in rules().items():
            if name[0] == letter:
                yield f"    {name:<5} {rule.says}."
                yield from (f"          {line}" for line in _graded(edition, name, rule))


def _graded(edition: Edition, name: str, rule: Rule) -> Iterator[str]:
    if rule.grade == "printed":
        yield f"Printed: {_where_printed(edition, name, rule)}."
    elif rule.grade == "disagree":
        yield "The books disagree: " + "; ".join(_said(rule, book) for book in rule.each) + "."
        yield f"Our answer: {rule.answer}."
    else:
        yield f"Our answer, as no book says it: {rule.answer}."
    if rule.kind == "none" and rule.grade != "disagree":
        yield f"No rule of play: {rule.where}."
    here = _here(edition, rule)
    if rule.switch:
        yield f"Here: {here}. The table may say {rule.switch}={SWITCHES[rule.switch].values}."
    elif here:
        yield f"Here: {here}."


def _where_printed(edition: Edition, name: str, rule: Rule) -> str:
    own = sources((name,), edition.books)
    if own:
        return own
    elsewhere = sources((name,), [book for book in BOOKS if book in rule.lines])
    return f"not in the book of this edition, only elsewhere ({elsewhere})"


def _said(rule: Rule, book: str) -> str:
    lines = rule.lines.get(book, "")
    where = f", line{'s' if ',' in lines else ''} {lines}" if lines else ""
    return f"{book} book{where}: {rule.each[book]}"


def _here(edition: Edition, rule: Rule) -> str:
    """What this edition's own data say, in a few words."""
    return _plain(reduce(getattr, rule.where.split("."), edition)) if rule.kind == "data" else ""


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(one)}" for key, one in sorted(value.items())) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value)) or "left open"
    if hasattr(value, "__struct_fields__"):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return "; ".join(f"{name.replace('_', ' ')} {_plain(one)}" for name, one in fields.items())
    return str(value)
