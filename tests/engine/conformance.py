"""The conformance suite: positions and turns out of whole games, with the verdict of the second referee (`model`).

`python -m tests.engine.conformance` writes `tests/conformance/suite.jsonl` anew, the same bytes every time.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from engine.records.notation import write_position
from engine.records.record import entry_words
from engine.rules.wording import RULES
from tests.engine.duel import TABLES, Duel

SUITE = Path(__file__).parents[1] / "conformance" / "suite.jsonl"
A_KIND = 6
"""Cases kept that show the same rules in the same edition."""
ONLY = 16
"""Cases kept of what is most ordinary: one rule alone."""
GAMES = 2
"""Games of each table."""
TURNS = 130
SWITCHED = [
    *[(edition, "blue green", "advanced_jack=yes sequences_to_win=3") for edition in ("classic", "european")],
    ("european-es", "blue green", "advanced_jack=yes sequences_to_win=3"),
    ("bible", "blue green", "advanced_jack=yes sequences_to_win=3"),
    ("kids", "blue green", "advanced_jack=yes sequences_to_win=3"),
    ("kids", "blue green", "sequences_to_win=3"),
    ("bible", "blue green", "sequences_to_win=3"),
]


@dataclass(frozen=True)
class Case:
    """One position, one turn, one verdict."""

    edition: str
    rules: tuple[str, ...]
    """Rows of the rule book that it shows, and `illegal` with the problem's codes."""
    line: str


def cases():
    """All cases, in a fixed order."""
    seen = Counter()
    lines = set()
    for number, (edition, seats, switches) in enumerate([*TABLES, *SWITCHED]):
        for seed in range(GAMES):
            for case in _of_game(Duel(edition, seats, switches, 1000 * number + seed)):
                key = (case.edition, case.rules)
                if seen[key] < (ONLY if len(case.rules) < 3 else A_KIND) and case.line not in lines:
                    seen[key] += 1
                    lines.add(case.line)
                    yield case


def _of_game(duel):
    for _ in range(TURNS):
        move = duel.dealt_move()
        for tried in (move, duel.spoilt(move), duel.spoilt(move)):
            yield _case(duel, tried)
        if duel.judge(move):
            return
        duel.play(move)
        if duel.model.winner and duel.random.random() < 0.5:
            return


def _case(duel, move):
    turn, before = duel.as_turn(move), duel.position
    codes = duel.judge(move)
    after = duel.model.copy()
    if not codes:
        after.apply(move)
    answer = {
        "position": write_position(duel.game, before),
        "turn": " ".join(entry_words(duel.game, turn)),
        "problems": codes,
        "sequences": sorted([team, sorted(_name(cell) for cell in cells)] for team, cells, _ in after.made),
        "winner": after.winner,
        "rows": after.rows(),
    }
    rules = tuple(sorted(set(_rules(duel, before, turn, codes, after))))
    line = json.dumps({"rules": rules, **answer}, ensure_ascii=False, separators=(",", ":"))
    return Case(duel.edition, rules, line)


def _name(cell):
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def _rules(duel, before, turn, codes, after):
    game = duel.game
    for code in codes:
        yield code
        yield from RULES[code]
    if "not-dead" in codes and any(game.home[card] == 0 for card in turn.dead):
        yield "A13"
    if codes:
        if "own-chip" in codes and game.seats.count(game.seats[before.seat]) > 1:
            yield "A11"
        return
    yield from _of_cards(game, before, turn)
    made = [(team, cells) for team, cells, number in after.made if number == before.turn + 1]
    stood = len(duel.model.made)
    for team, cells in made:
        yield from _of_sequence(duel, after, team, cells)
    if turn.action == "place" and len(made) > 1:
        yield "A6"
    if turn.action == "remove" and len(after.made) - len(made) < stood:
        yield from ("X1", "A9", *(("A8",) if made else ()))
    if after.winner and not before.winner:
        yield from ("S7", "S3" if len(game.teams) == 2 else "S4")


def _of_cards(game, before, turn):
    if turn.action == "pass":
        yield "A15"
    elif turn.card is None:
        yield "D7"
    elif turn.card in game.deck.wilds:
        yield "J2"
    elif turn.card in game.deck.removes:
        yield "J4"
    else:
        yield "T5"
    if turn.dead:
        yield from ("K1", "K2", *(("K3",) if len(turn.dead) > 1 else ()))
    if turn.no_draw:
        yield "L2"
    if turn.shuffles:
        yield from ("L3", "A16")
    if turn.claims:
        yield "A5"


def _of_sequence(duel, after, team, cells):
    yield "S1"
    ordered = sorted(cells)
    (x, y), (x2, y2) = ordered[0], ordered[1]
    yield "S2" if x != x2 and y != y2 else "S1"
    corners = {cell for cell in cells if after.printed[cell] is None}
    if corners:
        yield from ("C1", "C2")
        if any(corners & other for owner, other, _ in after.made if owner != team):
            yield "C3"
    if any(cells & other and cells != other for owner, other, _ in after.made if owner == team):
        yield "S5"
    step = (x2 - x, y2 - y)
    beyond = [(x - step[0], y - step[1]), (ordered[-1][0] + step[0], ordered[-1][1] + step[1])]
    if any(after.chips.get(cell) == team for cell in beyond):
        yield "A4"


if __name__ == "__main__":
    lines = [case.line for case in cases()]
    SUITE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} cases, {SUITE.stat().st_size} bytes")
