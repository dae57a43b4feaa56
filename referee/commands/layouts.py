"""`referee layouts`: what is printed on boards."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from engine.equipment.board import LayoutError, layout_names, load_layout
from referee.commands.options import FILE, json_option
from referee.refusal import Refusal

WIDTH = 760
"""Pixels across the picture of a board."""


@click.command()
@click.argument("names", nargs=-1, metavar="[LAYOUT]...")
@click.option("--picture", type=FILE, help="Draw the board into this file.")
@json_option
def layouts(names: tuple[str, ...], picture: Path | None, as_json: bool) -> int:
    """List the layouts, or draw and check those named: names, or .toml and .json files of your own."""
    if picture is not None:
        return _draw(names, picture)
    code = 0
    for name in names or layout_names():
        try:
            layout = load_layout(name)
        except LayoutError as error:
            print(f"referee: {error}", file=sys.stderr)
            code = 2
            continue
        rows = [
            [card or "*" for card in layout.cards[start : start + layout.columns]]
            for start in range(0, layout.size, layout.columns)
        ]
        if as_json:
            print(json.dumps({"name": layout.name, "about": layout.about, "rows": rows}))
            continue
        size = f"{layout.rows} x {layout.columns}"
        print(f"{layout.name:<16} {size:<8} {layout.about or layout.title}")
        if names:
            width = max(len(card) for row in rows for card in row) + 1
            letters = "".join(f"{chr(ord('a') + i):<{width}}" for i in range(layout.columns))
            print(f"     {letters}".rstrip())
            for number, row in enumerate(rows, 1):
                cells = "".join(f"{card:<{width}}" for card in row)
                print(f"{number:>4} {cells}".rstrip())
    return code


def _draw(names: tuple[str, ...], file: Path) -> int:
    """Draw one layout, a name or a file, into a picture file. Returns an exit code.

    Raises Refusal where it is not one layout, or the picture cannot be written; LayoutError where it is none.
    """
    from hardware.tabletop.boards import STYLES, draw_board
    from referee.pictures import save_picture

    if len(names) != 1:
        raise Refusal("A picture shows one board.", "Name one layout before --picture, as in: referee layouts classic.")
    layout, style = load_layout(names[0]), STYLES["harbour"]
    save_picture(file, draw_board(layout, style, WIDTH / style.size(layout)[0], worn=False))
    return 0
