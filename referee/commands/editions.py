"""`referee editions`: the printed rule books."""

from __future__ import annotations

import click

from referee.commands.options import json_option


@click.command()
@click.argument("names", nargs=-1, metavar="[EDITION]...")
@click.option("--rules", default="", help='With these switches: "advanced_jack=yes dead_per_turn=1".')
@click.option("--file", "as_file", is_flag=True, help="Print the file of the edition named, to begin one of your own.")
@json_option
def editions(names: tuple[str, ...], rules: str, as_file: bool, as_json: bool) -> int:
    """List the editions, or explain those named: names or .toml files of your own."""
    from referee.reports.shelf import show_edition_file, show_editions

    return show_edition_file(names) if as_file else show_editions(names, rules, as_json)
