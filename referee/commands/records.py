"""`referee check`, `format`, `review` and `stats`: what records of games say, one by one and together."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from calibration.whole_file import write_whole
from engine.analysis.review import Remark
from engine.analysis.review import review as reviewed
from engine.analysis.tallies import Tally, kind_of, tally_of
from engine.editions.edition import EditionError
from engine.equipment.board import LayoutError
from engine.records.record import Record, RecordError, write_records
from engine.records.record_reader import read_records
from engine.records.replay import Verdict, replay
from engine.records.twin import read_twin, record_of
from engine.rules.position import SeatsError
from referee.commands.options import data_option, json_option
from referee.console import counted, progress, tell_line
from referee.refusal import Refusal, check_has_end
from referee.session.persistence import Kept
from referee.storage.settings import data_folder


def content_of(named: str) -> bytes:
    """The content of a file, or what comes on standard input where that is called `-`. Raises OSError."""
    if named == "-":
        return sys.stdin.buffer.read()
    check_has_end(Path(named))
    return Path(named).read_bytes()


def records_in_file(data: bytes, name: str) -> tuple[Record, ...]:
    """The games of a file's content: lines of JSON where its name ends in `.jsonl`, else records.

    Raises RecordError and the errors of `record_of`.
    """
    return read_twin(data, name) if Path(name).suffix == ".jsonl" else read_records(data, name)


def records_named(named: str, data: Path | None = None) -> tuple[Record, ...]:
    """The games of a file or, for `-`, of standard input, or the one with this number in the history.

    Raises Refusal where there is neither, RecordError where the file is no record.
    """
    file = Path(named)
    if named == "-" or file.is_file():
        return records_in_file(content_of(named), named)
    if not (named.isascii() and named.isdigit()):
        what = f"{named} is a folder" if file.is_dir() else f"There is no file {named}"
        raise Refusal(f"{what}.", "Name a record (.sgn), or the number of a game of the history.")
    kept = Kept.reading(data_folder(data))
    with kept.history:
        return (record_of(kept.told(int(named))),)


def history_records(data: Path | None = None) -> Iterator[Record]:
    """Every game of the history that can be told as a record."""
    kept = Kept.reading(data_folder(data))
    with kept.history:
        for row in kept.history.games():
            try:
                yield record_of(kept.told(row.id))
            except ValueError:
                continue  # a game that broke off before it began


CLEAN, FAULTY, UNREADABLE = 0, 1, 2
"""Exit codes; a file that is not in canonical form counts as faulty."""


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
    with progress("checking", len(found)) as advance:
        for file in found:
            for data in check_games(file, strict):
                if "error" in data:
                    worst = UNREADABLE
                elif not data["ok"]:
                    worst = max(worst, FAULTY)
                tell_line(json.dumps(data, ensure_ascii=False) if as_json else report_words(data))
            advance()
    return worst


def check_games(path: str | Path, strict: bool = False) -> list[dict[str, Any]]:
    """The reports on the games of a file (`.sgn`, or a twin `.jsonl`), in the form of `referee check --json`.

    `strict` counts what cannot be so as a fault. Where a file holds several games each report has its number, `game`.
    """
    name = str(path)
    try:
        records = records_in_file(content_of(name), name)
        return [
            {"file": name, **({"game": number} if len(records) > 1 else {}), **report(replay(record), strict)}
            for number, record in enumerate(records, 1)
        ]
    except RecordError as error:
        said, place = str(error), {"line": error.line, "column": error.column, "expected": error.expected}
    except (EditionError, LayoutError, SeatsError) as error:
        said, place = f"{name}: {error}", {}
    except OSError as error:
        said, place = f"{name} cannot be read: {error.strerror or error}", {}
    return [{"file": name, "ok": False, "error": said, "message": said, **place}]


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


def report_words(data: dict[str, Any]) -> str:
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


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--write", is_flag=True, help="Put the canonical form in place of the file's text.")
@click.option("--check", is_flag=True, help="Only say which files differ from it: exit code 1 if any does.")
def format(files: tuple[str, ...], write: bool, check: bool) -> int:
    """Print records (.sgn) in canonical form: what was written by hand in other words is said in the record's own.

    Comments and tags are kept. Several games in a file stay in one file, an empty line between them. - stands for what
    comes on standard input.
    """
    code = CLEAN
    for name in files:
        try:
            if Path(name).suffix == ".jsonl":
                raise ValueError(f"{name} is the twin of a record and has one form only; `referee check` reads it")
            data = content_of(name)
            games = read_records(data, name)
            text = write_records(games)
            if read_records(text, name) != games:
                raise ValueError(f"{name}: the canonical form would tell another game; the file is left as it is")
        except (ValueError, OSError) as error:  # of the record, its edition, board and seats, too
            said = f"{name} cannot be read: {error.strerror or error}" if isinstance(error, OSError) else error
            print(f"referee: {said}", file=sys.stderr)
            code = UNREADABLE
            continue
        same = text.encode() == data
        if check and not same:
            print(f"{name}: not in canonical form")
            code = max(code, FAULTY)
        elif write and not same:
            mode = Path(name).stat().st_mode & 0o777
            write_whole(Path(name), text.encode())
            Path(name).chmod(mode)  # who may read it stays
            print(f"{name}: written anew")
        elif not check and not write:
            print(text, end="")
    return code


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives the same remarks.")
@data_option
@json_option
def review(game: str, seed: int, data: Path | None, as_json: bool) -> int:
    """Mark missed wins and missed blocks of a game: a record, or a number of `referee history list`.

    What is said for certain rests on the card that was played in that turn; other remarks say how likely the seat held
    the card already. Of a file with several games each remark says of which it is.
    """
    games = records_named(game, data)
    for number, record in enumerate(games, 1):
        which = {"game": number} if len(games) > 1 else {}
        begins = f"Game {number}: " if which else ""
        found = 0
        for remark in _reviewing(record, seed):
            found += 1
            if as_json:
                print(msgspec.json.encode(which | msgspec.to_builtins(remark)).decode())
            else:
                print(begins + remark.message)
        if as_json:
            continue
        unseen = sum(turn.card is None and turn.space is not None for turn in record.turns)
        print(f"{begins}{counted(len(record.turns), 'turn')} looked at, {found or 'nothing'} to learn from.")
        if unseen:
            print(f"{begins}Of {counted(unseen, 'turn')} the card was not seen; nothing is said there.")
    return 0


def _reviewing(record: Record, seed: int) -> Iterable[Remark]:
    with progress("looking at the game", len(record.turns)) as advance:
        for one in reviewed(record, seed):
            if isinstance(one, Remark):
                yield one
            else:
                advance()


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@data_option
@json_option
def stats(games: tuple[str, ...], data: Path | None, as_json: bool) -> int:
    """Sequences by place, how often corners and jacks decide, whether it helps to begin: for each edition and number
    of players, over the records named, or the whole history."""
    tallies = tallies_of(games, data)
    if not tallies:
        raise Refusal("There are no games to count.", "Play some from the start, or name records.")
    for tally in tallies:
        if as_json:
            print(json.dumps(tally.figures(), ensure_ascii=False))
        else:
            print("\n".join(tally_words(tally)))
    return 0


def tallies_of(named: Sequence[str], data: Path | None = None) -> list[Tally]:
    """A tally for each edition, board and number of players among these games, or all of the history.

    Games taken up in the middle are left out: nobody knows how they began.
    """
    games: Iterable[Record] = (
        (record for one in named for record in records_named(one, data)) if named else history_records(data)
    )
    found: dict[tuple[object, ...], Tally] = {}
    for record in games:
        counted = tally_of(record)
        if counted is not None:
            found.setdefault(kind_of(counted.game), Tally(counted.game)).merge(counted.counts())
    return list(found.values())


def tally_words(tally: Tally) -> list[str]:
    """A tally for people: what was found, then the board with the part of all sequences that lies on each space.

    What no game tells is said to be missing, and has no figures.
    """
    told = tally.figures()
    lines = [
        f"{told['edition']} on {told['layout']}, {told['players']} players in {told['teams']} teams: "
        f"{counted(told['games'], 'game')}, {told['won']} won, {told['turns']} turns a game"
    ]
    if tally.won:
        (low, high), even = told["interval"], told["even"]
        lines += [
            f"  Who begins wins {told['first_team_wins']:.1%} ({low:.1%} to {high:.1%}; even would be {even:.1%})",
            f"  A corner is in the winning five in {told['corner_decides']:.1%} of games, a jack lays its last chip in "
            f"{told['jack_decides']:.1%}; {told['removals']} chips are taken away in a game",
        ]
    else:
        lines.append("  No game was won: who wins, and by what, cannot be told")
    if tally.turns:
        lines.append(
            f"  The card is known of {told['cards_known']:.0%} of turns; {told['dead_cards']} dead cards are turned in "
            f"and {told['wrong_cards']} wrong ones stand in a game"
        )
    if not tally.sequences:
        return [*lines, "  No sequence was made"]
    ways = ", ".join(f"{way} {share:.0%}" for way, share in told["directions"].items())
    lines += [
        f"  {counted(told['sequences'], 'sequence')}: {ways}",
        "  Of a thousand sequences so many hold each space:",
    ]
    shares = [f"{1000 * tally.places[space] / tally.sequences:4.0f}" for space in range(tally.game.layout.size)]
    width = tally.game.layout.columns
    return lines + [f"    {' '.join(shares[at : at + width])}" for at in range(0, len(shares), width)]
