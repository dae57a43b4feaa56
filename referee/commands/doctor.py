"""`referee doctor`: what is in order, and how to mend what is not."""

from __future__ import annotations

from pathlib import Path

import click

from referee.checkup.camera import examine_sight
from referee.checkup.machine import about_the_machine, examine_machine, examine_running
from referee.commands.options import CAMERAS_HELP, data_option, json_option, port_option, table_option
from referee.console import tell_json, tell_line, tell_styled
from referee.storage.settings import data_folder

_SIGNS = {"ok": ("ok", "32"), "warning": ("warning", "33"), "fault": ("FAULT", "31")}
"""What is written for each state, and its colour: green, yellow, red."""


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
        tell_styled(f"{sign:>8}", colour, f"  {finding.name}: {finding.what}")
        if finding.mend and finding.state != "ok":
            tell_line(f"{'':>10}→ {finding.mend}")
    return worst
