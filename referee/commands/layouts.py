"""`referee layouts`: what is printed on boards."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.options import json_option


@click.command()
@click.argument("names", nargs=-1, metavar="[LAYOUT]...")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the board into this file.")
@json_option
def layouts(names: tuple[str, ...], picture: Path | None, as_json: bool) -> int:
    """List the layouts, or draw and check those named: names, or .toml and .json files of your own."""
    from referee.reports.shelf import draw_layout, show_layouts

    return show_layouts(names, as_json) if picture is None else draw_layout(names, picture)
