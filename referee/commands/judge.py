"""`referee judge`: positions and turns in, verdicts out, one JSON object a line, for other programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from engine.plain_text import read_json
from engine.records.notation import NotationError, read_position, write_position
from engine.records.record import RecordError
from engine.records.record_reader import read_turn
from engine.rules.legality import play, problems


@click.command()
def judge() -> int:
    """Answer each JSON line {"position": …, "turn": …} with the turn's problems and what stands after it.

    Positions are lines as `referee position` explains them, turns are written as in a record: x9C 7H@d6 =b2-f6.
    """
    for answer in judge_lines(sys.stdin):
        click.echo(answer)
    return 0


def judge_lines(lines: Iterable[str]) -> Iterator[str]:
    """The answers to these lines, in order; a line that cannot be read gets an `error` in words."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield json.dumps(_answer(line, number), ensure_ascii=False)


def _answer(line: str, number: int) -> dict[str, Any]:
    try:
        asked = read_json(line)
        return judged(asked["position"], asked["turn"])
    except (NotationError, RecordError) as error:
        return {"error": f"line {number}: {error}"}
    except (ValueError, KeyError, TypeError, RecursionError):
        example = '{"position": "classic classic blue,green *8*/… 1 - -", "turn": "7H@d6"}'
        return {"error": f"line {number}: a JSON object with a position and a turn was expected, as {example}"}


def judged(position_line: str, turn_text: str) -> dict[str, Any]:
    """Every problem of a turn, and what stands after it (before it, where it is faulty).

    Raises NotationError, RecordError.
    """
    game, position = read_position(position_line)
    turn = read_turn(game, turn_text)
    found = problems(game, position, turn)
    after = position if found else play(game, position, turn)
    name = game.layout.name_of
    return {
        "problems": [problem.code for problem in found],
        "sequences": sorted([one.team, sorted(map(name, one.spaces))] for one in after.sequences),
        "winner": after.winner,
        "rows": list(after.rows(game)),
        "position": write_position(game, after),
        **({"message": " ".join(problem.message for problem in found)} if found else {}),
    }
