"""`referee judge`: single turns in single positions, for other programs."""

from __future__ import annotations

import sys

import click


@click.command()
def judge() -> int:
    """Answer each JSON line {"position": …, "turn": …} with the turn's problems and what stands after it.

    Positions are lines as `referee position` explains them, turns are written as in a record: x9C 7H@d6 =b2-f6.
    """
    from referee.reports.judging_lines import judge_lines

    for answer in judge_lines(sys.stdin):
        click.echo(answer)
    return 0
