"""`referee stats`: what many games come to, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from engine.analysis.tallies import Tally, kind_of, tally_of
from engine.records.record import Record
from engine.rules.position import Game
from referee.commands.options import data_option, json_option
from referee.console import counted
from referee.refusal import Refusal
from referee.reports.games_given import history_records, records_named


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
            print("\n".join(in_words(tally)))
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


def in_words(tally: Tally) -> list[str]:
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
    return lines + [f"    {row}" for row in _board(tally.game, tally)]


def _board(game: Game, tally: Tally) -> Iterator[str]:
    for row in range(game.layout.rows):
        spaces = range(row * game.layout.columns, (row + 1) * game.layout.columns)
        yield " ".join(f"{1000 * tally.places[space] / tally.sequences:4.0f}" for space in spaces)
