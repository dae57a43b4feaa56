"""`referee doctor`: what is in order, and how to mend what is not."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

from referee.checkup.camera import examine_sight
from referee.checkup.machine import about_the_machine, examine_machine, examine_running
from referee.commands.options import CAMERAS_HELP, data_option, json_option, port_option, table_option
from referee.console import console, on_terminal, printable, tell_json, tell_line
from referee.storage.settings import data_folder

_SIGNS = {"ok": ("ok", "green"), "warning": ("warning", "yellow"), "fault": ("FAULT", "red")}


@click.command()
@click.option("--camera", help=f"Try this camera: {CAMERAS_HELP}")
@table_option
@port_option
@data_option
@click.option(
    "--pi", "as_report", is_flag=True, help="What this machine says of itself, as one JSON to send to whoever helps."
)
@json_option
def doctor(camera: str | None, table: Path | None, port: int, data: Path | None, as_report: bool, as_json: bool) -> int:
    """Look the machine over: libraries, disk, history, network, clock, and the table that runs; with --camera and
    --table those too.

    Exit code 1 when something must be mended.
    """
    if as_report:
        tell_json(about_the_machine(data_folder(data)))
        return 0
    worst = 0
    folder = data_folder(data)
    looked_over = (*examine_machine(folder, port), *examine_running(folder, port), *examine_sight(camera, table))
    for finding in looked_over:
        worst = max(worst, finding.state == "fault")
        if as_json:
            tell_json(finding)
            continue
        sign, colour = _SIGNS[finding.state]
        if on_terminal():
            name, what = escape(printable(finding.name)), escape(printable(finding.what))
            console().print(f"[{colour}]{sign:>8}[/]  [bold]{name}[/]: {what}", soft_wrap=True)
        else:
            tell_line(f"{sign:>8}  {finding.name}: {finding.what}")
        if finding.mend and finding.state != "ok":
            tell_line(f"{'':>10}→ {finding.mend}")
    return worst
