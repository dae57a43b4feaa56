"""`referee review`: what there is to learn from a game that is over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from engine.analysis.review import Remark
from engine.analysis.review import review as reviewed
from engine.records.record import Record
from referee.commands.options import data_option, json_option
from referee.console import counted, progress
from referee.reports.games_given import records_named


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
        for remark in _with_progress(record, seed):
            found += 1
            if as_json:
                print(msgspec.json.encode(which | msgspec.to_builtins(remark)).decode())
            else:
                print(begins + remark.message)
        if not as_json:
            _sum_up(record, found, begins)
    return 0


def _sum_up(record: Record, found: int, begins: str) -> None:
    unseen = sum(turn.card is None and turn.space is not None for turn in record.turns)
    print(f"{begins}{counted(len(record.turns), 'turn')} looked at, {found or 'nothing'} to learn from.")
    if unseen:
        print(f"{begins}Of {counted(unseen, 'turn')} the card was not seen; nothing is said there.")


def _with_progress(record: Record, seed: int) -> Iterable[Remark]:
    with progress("looking at the game") as shown:
        task = shown.add_task("", total=len(record.turns))
        for one in reviewed(record, seed):
            if isinstance(one, Remark):
                yield one
            else:
                shown.update(task, completed=one)
