"""Options that several commands share, so that they are named and explained alike everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hardware.voice import LANGUAGES
from referee.storage.settings import start_log

F = TypeVar("F", bound=Callable[..., Any])

CAMERAS_HELP = (
    "`pi`, `usb:0`, an rtsp:// or http:// address, `simulated`, `recording:FOLDER`, a folder of frames or a film."
)


def _log_there(_context: click.Context, _option: click.Parameter, chosen: Path | None) -> Path | None:
    """The log goes where the data goes."""
    if chosen is not None:
        start_log(chosen)
    return chosen


def _whole_path(_context: click.Context, _option: click.Parameter, named: str | None) -> str | None:
    """A file is kept with its folder, so that a game on disk finds it again from wherever it is asked for."""
    if named is None or Path(named).suffix not in (".toml", ".json"):
        return named
    return str(Path(named).expanduser().resolve())


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    callback=_log_there,
    help="Folder for history, log and evidence; else $REFEREE_DATA or the platform's own place.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, one object a line.")
table_option = click.option(
    "--table", type=click.Path(path_type=Path, file_okay=False), help="Folder of the table profile."
)
layout_option = click.option(
    "--layout",
    default=None,
    callback=_whole_path,
    help="Board layout: a name of `referee layouts` or a file. Default: as calibrated.",
)
port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="Port of the page; 0: any free one."
)
host_option = click.option("--host", default="0.0.0.0", show_default=True, help="Address the page listens on.")
allow_host_option = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    help="A further name by which the page may be asked for, as a router or proxy gives one; repeatable.",
)
old_games_option = click.option(
    "--old-games",
    type=click.Choice(["nobody", "this", "all"]),
    default="this",
    show_default=True,
    help="Which recorded games and films guests may look at: none, the one being played, all. The host's phones: all.",
)


def voice_options(function: F) -> F:
    """--voice and --language."""
    for option in (
        click.option(
            "--language",
            type=click.Choice(list(LANGUAGES)),
            default="en",
            show_default=True,
            help="The language of that voice; each phone has its own.",
        ),
        click.option("--voice", is_flag=True, help="This machine speaks too (espeak-ng)."),
    ):
        function = option(function)
    return function


def page_options(function: F) -> F:
    """--port, --host, --allow-host and --old-games."""
    for option in (old_games_option, allow_host_option, host_option, port_option):
        function = option(function)
    return function


piles_option = click.option(
    "--piles",
    default="",
    help='Whose discard pile lies beside which space at the board\'s edge: "j4:Ada a7:shared". Default: it is learnt.',
)


def game_options(edition: str = "classic", seats: str = "blue green") -> Callable[[F], F]:
    """--edition, --seats, --rules and --on-fault."""

    def add(function: F) -> F:
        for option in (
            click.option(
                "--on-fault",
                type=click.Choice(["ask", "stand", "strict"]),
                default="ask",
                show_default=True,
                help="A fault: ask the table, let it stand, or wait until it is put right.",
            ),
            click.option("--rules", default="", help='Switches over the edition: "advanced_jack=yes dead_per_turn=1".'),
            click.option("--seats", default=seats, show_default=True, help='Turn order: "blue:North green:East …".'),
            click.option(
                "--edition",
                default=edition,
                show_default=True,
                callback=_whole_path,
                help="A rule book of `referee editions` or a file.",
            ),
        ):
            function = option(function)
        return function

    return add
