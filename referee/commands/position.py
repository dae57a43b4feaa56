"""`referee position`: what a position in one line is, and what a coach would say of it."""

from __future__ import annotations

import click

from referee.commands.options import json_option


@click.command()
@click.argument("line")
@click.option("--hand", default="", help='The cards of the seat to move, as "7H JC 9S": what to do with them.')
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives the same advice.")
@json_option
def position(line: str, hand: str, seed: int, as_json: bool) -> int:
    """Draw a position and, with the cards of a hand, say what wins at once, what stops the others, what is best.

    A position is one line: edition (switches after +), board, seats, rows with numbers for empty spaces, seat to move,
    sequences, cards laid since the last shuffle, cards to draw, hands. The last three may be left out:

    \b
      classic classic blue,green *8*/10/3b6/10/10/10/10/10/10/*8* 2 - 7H
    """
    from referee.reports.reviewing import show_position

    return show_position(line, hand, seed, as_json)
