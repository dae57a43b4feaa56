"""`referee check`: replay game records and name every problem."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click
import msgspec

from engine.editions.edition import EditionError
from engine.equipment.board import LayoutError
from engine.records.record import RecordError
from engine.records.replay import Verdict, replay
from engine.rules.position import SeatsError
from referee.commands.options import json_option
from referee.console import counted, progress, tell_line
from referee.refusal import Refusal
from referee.reports.games_given import content_of, records_in_file

CLEAN, FAULTY, UNREADABLE = 0, 1, 2
"""Exit codes."""
MANY = 100
"""Files from which on progress is shown on a terminal."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Count as faults what no turn got wrong and yet cannot be so.")
@json_option
def check(files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Replay records (.sgn) by the rules of their edition. Folders stand for the records in them, - for what
    comes on standard input.

    Exit code 0 if all are clean, 1 if a turn is faulty, 2 if a file cannot be read.
    """
    found = records_in(files)
    if not found:
        raise Refusal(f"There are no records (.sgn) in {', '.join(files)}.", "Name files, or another folder.")
    worst = CLEAN
    for data in _with_progress(chain.from_iterable(check_games(file, strict) for file in found), len(found)):
        if "error" in data:
            worst = UNREADABLE
        elif not data["ok"]:
            worst = max(worst, FAULTY)
        tell_line(json.dumps(data, ensure_ascii=False) if as_json else in_words(data))
    return worst


def check_games(path: str | Path, strict: bool = False) -> list[dict[str, Any]]:
    """The reports on the games of a file (`.sgn`, or a twin `.jsonl`), in the form of `referee check --json`.

    `strict` counts what cannot be so as a fault. Where a file holds several games each report has its number, `game`.
    """
    name = str(path)
    try:
        records = records_in_file(content_of(name), name)
        numbers: list[dict[str, Any]] = [{"game": n} for n in range(1, len(records) + 1)] if len(records) > 1 else [{}]
        return [
            {"file": name, **number, **report(replay(record), strict)}
            for number, record in zip(numbers, records, strict=True)
        ]
    except RecordError as error:
        place = {"line": error.line, "column": error.column, "expected": error.expected}
        return [{"file": name, "ok": False, "error": str(error), "message": str(error), **place}]
    except (EditionError, LayoutError, SeatsError) as error:
        return [{"file": name, "ok": False, "error": f"{name}: {error}", "message": f"{name}: {error}"}]
    except OSError as error:
        said = f"{name} cannot be read: {error.strerror or error}"
        return [{"file": name, "ok": False, "error": said, "message": said}]


def report(verdict: Verdict, strict: bool = False) -> dict[str, Any]:
    """A verdict as plain data: the contract's keys, and for a faulty turn each problem in words."""
    layout = verdict.game.layout
    data: dict[str, Any] = {
        "ok": verdict.ok and not (strict and verdict.warnings),
        "turns": verdict.turns,
        "winner": verdict.winner,
        "sequences": [[made.team, sorted(map(layout.name_of, made.spaces)), made.turn] for made in verdict.sequences],
        "position": list(verdict.rows),
        "warnings": [msgspec.to_builtins(warning) for warning in verdict.warnings],
    }
    if not verdict.ok:
        data["problem_turn"] = verdict.turns + 1
        data["problems"] = [problem.code for problem in verdict.problems]
        said = [*(problem.message for problem in verdict.problems), verdict.hint]
        data["message"] = " ".join(filter(None, said))
        data["hint"] = verdict.hint
        data["details"] = [
            {
                "code": problem.code,
                "message": problem.message,
                "rule": problem.rule,
                "spaces": layout.names_of(problem.spaces),
            }
            for problem in verdict.problems
        ]
    return data


def records_in(paths: Iterable[str]) -> list[str]:
    """The files meant: a folder stands for the records in it."""
    found: list[str] = []
    for path in paths:
        if Path(path).is_dir():
            found += sorted(str(file) for file in Path(path).rglob("*.sgn"))
        else:
            found.append(str(path))
    return found


def _with_progress(reports: Iterator[dict[str, Any]], total: int) -> Iterator[dict[str, Any]]:
    if total < MANY:
        yield from reports
        return
    with progress("checking") as bar:
        yield from bar.track(reports, total=total)


def in_words(data: dict[str, Any]) -> str:
    """One report for people."""
    file = repr(data["file"])[1:-1] if "\n" in data["file"] else data["file"]
    if "error" in data:
        return str(data["error"]).replace(data["file"], file)
    name = file + (f", game {data['game']}" if "game" in data else "")
    if "problems" in data:
        lines = [f"{name}: turn {data['problem_turn']} is faulty: {', '.join(data['problems'])}"]
        for detail in data["details"]:
            rule = f" ({detail['rule']})" if detail["rule"] else ""
            lines.append(f"  {detail['message']}{rule}")
        if data["hint"]:
            lines.append(f"  {data['hint']}")
    else:
        made = counted(len(data["sequences"]), "sequence")
        end = f"{data['winner']} won" if data["winner"] else "nobody has won"
        clean = "clean" if data["ok"] else "not clean"
        lines = [f"{name}: {clean}, {counted(data['turns'], 'turn')}, {made}, {end}"]
        for team, spaces, turn in data["sequences"]:
            lines.append(f"  {team}: {' '.join(spaces)}" + (f", made in turn {turn}" if turn else ""))
    for warning in data["warnings"]:
        where = f" (turn {warning['turn']})" if warning["turn"] else ""
        lines.append(f"  warning: {warning['code']}: {warning['message']}{where}")
    return "\n".join(lines)
