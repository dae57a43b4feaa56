"""`referee layouts`: what is printed on boards."""

from __future__ import annotations

import click

from referee.commands.options import json_option


@click.command(short_help="List and check board layouts.")
@click.argument("names", nargs=-1, metavar="[LAYOUT]...")
@json_option
def layouts(names: tuple[str, ...], as_json: bool) -> int:
    """List the layouts, or draw and check those named: names, or .toml and .json files of your own."""
    from referee.shelf import show_layouts

    return show_layouts(names, as_json)
