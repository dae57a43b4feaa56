"""`referee appliance`: the table of a settings file, as it starts with the machine."""

from __future__ import annotations

from pathlib import Path

import click

from referee.appliance.around import Parts
from referee.appliance.notify import Notifier
from referee.appliance.service import File, keep_file, missing
from referee.appliance.settings import EXAMPLE, read_settings, settings_in
from referee.commands.options import FILE
from referee.refusal import Refusal
from referee.session.running import stopping
from referee.storage.settings import start_log


@click.command()
@click.option(
    "--settings",
    type=FILE,
    default=Path("/etc/sequence-referee/table.toml"),
    show_default=True,
    help="The settings file.",
)
@click.option("--example", is_flag=True, help="Print a settings file with every setting, and end.")
@click.option("--check", is_flag=True, help="Read the settings file, say whether anything is missing, and end.")
def appliance(settings: Path, example: bool, check: bool) -> None:
    """Referee the table of a settings file until the machine is switched off.

    Without a camera or a table profile, and under systemd with a mistake in the settings file, the page comes up all
    the same, says what is wrong, and the table starts as soon as it is mended. systemd hears when it is ready and that
    it is alive.
    """
    if example:
        click.echo(EXAMPLE, nl=False)
        return
    notifier = Notifier()
    if check or not notifier.is_heard:  # whoever is at a terminal mends a mistake at once
        table = read_settings(settings)
    if check:
        trouble = missing(table, Parts(), File(settings))
        if trouble is not None:
            raise Refusal(trouble.reason, trouble.mend, exit_code=1)
        click.echo(f"{settings} is in order, and nothing is missing: the table can start.")
        return
    start_log(Path(settings_in(settings)[0].data))
    with stopping() as stop:
        keep_file(settings, stop, notifier=notifier)
